import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { enveloped, ok } from '../../../src/http/envelope.ts'
import { uploadForm } from '../../../src/http/plugins/multipart.ts'
import { defineGroup } from '../../../src/http/operation.ts'
import { httpApp, people } from '../../support/http-app.ts'
import { openConnection, until } from '../../support/raw-connection.ts'
import { sampleGroup } from '../sample-group.ts'

// What takes a form apart.
const { Busboy } = createRequire(import.meta.url)('@fastify/busboy') as {
  Busboy: { prototype: { write: (piece: Buffer) => boolean } }
}

const large = defineGroup('Large', (operation) => {
  operation({
    method: 'POST',
    path: '/Upload',
    rule: { access: 'signedIn' },
    summary: 'A large file',
    ...uploadForm({ fileMissing: 'CERTIFICATE_FILE_MISSING', maxFileBytes: 3_000_000, fields: { Note: z.string() } }),
    answer: enveloped('Large', z.object({ bytes: z.int() })),
    handler: async ({ body }) => ok({ bytes: body.File.length })
  })
})

let world: Awaited<ReturnType<typeof httpApp>>
beforeAll(async () => {
  world = await httpApp({ groups: [sampleGroup({ fail: () => new Error('unset'), calls: 0 }), large] })
})
afterAll(() => world.app.close())

interface Part { name: string, value: string | Buffer, file?: string, type?: string }

function form (parts: readonly Part[], boundary = 'xxBOUNDARYxx'): Buffer {
  const chunks = parts.flatMap(({ name, value, file, type }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${
      file === undefined ? '' : `; filename="${file}"`
    }\r\n`,
    type === undefined ? '\r\n' : `Content-Type: ${type}\r\n\r\n`,
    value,
    '\r\n'
  ])
  return Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk as string)))
}

async function upload (
  body: Buffer | object | string, type: string | undefined = 'multipart/form-data; boundary=xxBOUNDARYxx'
) {
  const answer = await world.app.inject({
    method: 'POST', url: '/api/Sample/Upload', payload: body,
    headers: { ...world.as(people.andesAdmin), ...(type === '' ? {} : { 'content-type': type }) }
  })
  return { status: answer.statusCode, ...answer.json() }
}

const file: Part = { name: 'File', value: Buffer.from([0, 1, 2, 255]), file: 'a.p12', type: 'application/x-pkcs12' }
const password: Part = { name: 'Password', value: 'clave ñ' }

it.each([
  ['as published', [file, password]],
  ['in any case', [{ ...file, name: 'fILE' }, { ...password, name: 'password' }]],
  ['in the other order, with an unknown part', [password, { name: 'other', value: 'x' }, file]],
  ['with a hostile file name', [{ ...file, file: '../../etc/passwd\0' }, password]]
])('takes the parts %s', async (_name, parts) => {
  expect(await upload(form(parts))).toMatchObject({ status: 200, result: { bytes: 4, password: 'clave ñ' } })
})

it.each([
  ['no file', form([password]), 400, 'CERTIFICATE_FILE_MISSING'],
  ['a file under another name', form([{ ...file, name: 'Certificate' }, password]), 400, 'CERTIFICATE_FILE_MISSING'],
  ['the file as text', form([{ name: 'File', value: 'x' }, password]), 400, 'CERTIFICATE_FILE_MISSING'],
  ['two files', form([file, file, password]), 400, 'VALIDATION_FAILED'],
  ['no password', form([file]), 400, 'VALIDATION_FAILED'],
  [
    'a password too long for its schema', form([file, { ...password, value: 'x'.repeat(21) }]), 400, 'VALIDATION_FAILED'
  ],
  ['a password of 5 kB', form([file, { ...password, value: 'x'.repeat(5000) }]), 413, 'BODY_TOO_LARGE'],
  [
    'a password that is no UTF-8', form([file, { ...password, value: Buffer.from('ñ', 'latin1') }]), 400,
    'BODY_NOT_UTF8'
  ],
  ['a password with NUL', form([file, { ...password, value: 'a\0b' }]), 400, 'BODY_HAS_CONTROL_CHARACTERS'],
  ['a file of 1,001 bytes', form([{ ...file, value: Buffer.alloc(1001) }, password]), 413, 'BODY_TOO_LARGE'],
  ['a file of 200 kB', form([{ ...file, value: Buffer.alloc(200_000) }, password]), 413, 'BODY_TOO_LARGE'],
  [
    'a thousand fields',
    form([file, ...Array.from({ length: 1000 }, (_, index) => ({ name: `f${index}`, value: 'x' }))]), 413,
    'BODY_TOO_LARGE'
  ],
  ['a cut body', form([file, password]).subarray(0, -30), 400, 'REQUEST_MALFORMED'],
  ['an empty body', Buffer.alloc(0), 400, 'CERTIFICATE_FILE_MISSING'],
  ['a part named __proto__', form([{ name: '__proto__', value: 'x' }, file, password]), 400, 'REQUEST_MALFORMED']
])('refuses %s', async (_name, body, status, errorCode) => {
  expect(await upload(body)).toMatchObject({ status, success: false, errorCode })
})

it.each([
  ['no boundary', 'multipart/form-data', 400, 'REQUEST_MALFORMED', expect.any(String)],
  ['JSON', 'application/json', 415, 'MEDIA_TYPE_UNSUPPORTED', 'Send the body as multipart/form-data, not compressed.'],
  ['XML', 'application/xml', 415, 'MEDIA_TYPE_UNSUPPORTED', 'Send the body as multipart/form-data, not compressed.']
])('refuses %s, and names what the operation takes', async (_name, type, status, errorCode, sentence) => {
  expect(await upload(type === 'application/json' ? '{"File":"x"}' : form([file, password]), type)).toMatchObject({
    status, errorCode, errors: [sentence]
  })
})

it('compares forms under an Idempotency-Key by every byte of every part', { tags: 'slow' }, async () => {
  const bytes = Buffer.alloc(2_500_000, 'x')
  const send = async (key: string, value: Buffer, note: string) => await world.app.inject({
    method: 'POST',
    url: '/api/Large/Upload',
    payload: form([{ ...file, value }, { name: 'Note', value: note }]),
    headers: {
      ...world.as(people.andesAdmin), 'content-type': 'multipart/form-data; boundary=xxBOUNDARYxx',
      'idempotency-key': key
    }
  })
  const first = await send('k1', bytes, 'a')
  const again = await send('k1', Buffer.from(bytes), 'a')

  expect([first.statusCode, first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([
    200, undefined, 'true'
  ])
  for (const place of [0, 1_100_000, 2_499_999]) {
    const other = Buffer.from(bytes)
    other[place] = 0
    expect((await send('k1', other, 'a')).json()).toMatchObject({ errorCode: 'IDEMPOTENCY_KEY_REUSED' })
  }
  expect((await send('k1', bytes, 'b')).json()).toMatchObject({ errorCode: 'IDEMPOTENCY_KEY_REUSED' })
})

it('parses a form of many parts only up to the limit', async () => {
  const { app, as } = world
  await app.listen({ host: '127.0.0.1', port: 0 })
  const written = vi.spyOn(Busboy.prototype, 'write')
  const body = form(Array.from({ length: 20_000 }, () => ({ name: 'x', value: 'x' }))).toString()
  const connection = await openConnection(app)
  connection.send(
    `POST /api/Large/Upload HTTP/1.1\r\nHost: a\r\nAuthorization: ${as(people.andesAdmin).authorization}\r\n` +
      `Content-Type: multipart/form-data; boundary=xxBOUNDARYxx\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  )
  await until(() => connection.closed)

  const sizes = written.mock.calls.map(([piece]) => piece.length)
  expect(connection.received).toMatch(/^HTTP\/1\.1 4/)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(300_000)
})
