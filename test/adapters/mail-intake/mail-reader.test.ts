import { describe, expect, it } from 'vitest'
import { readMail } from '../../../src/adapters/mail-intake/mail-parts.ts'
import { createMailReader } from '../../../src/adapters/mail-intake/mail-reader.ts'
import { buildReceipts } from '../../../src/dte/exchange/receipts.ts'
import type { ReadMail } from '../../../src/services/mail-ports.ts'
import { pesos } from '../../support/books.ts'
import { mailSource } from '../../support/mails.ts'
import { createSigning } from '../../support/signing.ts'

const at = new Date('2026-11-20T12:00:00Z')
const reader = createMailReader()
const read = (raw: Buffer): Promise<ReadMail> => reader.read(() => Buffer.from(raw), at, { tenantId: 'a' })

it('a mail is read in the thread as it is here, with the bytes of its files', async () => {
  const { file } = await buildReceipts({
    cover: { responder: '99999999-9', recipient: '88888888-8', signedAt: '2026-11-20T07:30:00' },
    receipts: [{
      documentType: 33, folio: 1, issueDate: '2026-10-05', issuer: '88888888-8', receiver: '99999999-9',
      total: pesos(119000), place: 'Ñuñoa', signer: '11111111-1'
    }]
  }, createSigning({ keyBits: 1024 }).credential)
  const raw = mailSource({ parts: [{ name: 'recibos.xml', bytes: file }, { name: 'r.xml', bytes: '<RESULTADO_ENVIO/>' }] })
  const mail = await read(raw)

  expect(mail).toEqual(await readMail(raw, { at, authorities: undefined }))
  expect(mail).toMatchObject({
    files: [{ answer: { documents: [{ receipt: expect.any(Buffer) }] } }, { bytes: expect.any(Buffer) }]
  })
})

it('mails of a tenant are loaded one at a time, and another tenant\'s does not wait for them', async () => {
  const order: string[] = []
  let [loading, most] = [0, 0]
  const ask = (tenantId: string) => reader.read(async () => {
    order.push(tenantId)
    loading += tenantId === 'a' ? 1 : 0
    most = Math.max(most, loading)
    await new Promise((resolve) => { setTimeout(resolve, 20) })
    loading -= tenantId === 'a' ? 1 : 0
    return mailSource()
  }, at, { tenantId })

  await Promise.all([...Array.from({ length: 6 }, () => ask('a')), ask('b')])

  expect(most).toBe(1)
  expect(order).toEqual(['a', 'b', 'a', 'a', 'a', 'a', 'a'])
})

describe('a hostile mail', () => {
  it.each([
    ['headers without end', Buffer.from(`Subject: ${'x'.repeat(2_000_000)}\r\n\r\n`)],
    ['parts in parts', Buffer.from(Array.from({ length: 200 }, (_, n) =>
      `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`).join(''))]
  ])('that is too much is unreadable: %s', async (_what, raw) => {
    expect(await read(raw)).toMatchObject({ kind: 'unreadable' })
  })

  it.each([
    ['nothing', Buffer.alloc(0)], ['noise', Buffer.from(Array.from({ length: 4096 }, (_, n) => (n * 7919) % 256))],
    ['no boundary', Buffer.from('Content-Type: multipart/mixed\r\n\r\nx')],
    ['a wrong encoding', Buffer.from(
      'Content-Type: text/plain; charset=klingon\r\nContent-Transfer-Encoding: x-none\r\n\r\n\xff')],
    ['a date of another age', Buffer.from('Date: Fri, 1 Jan 275000 00:00:00 +0000\r\n\r\n')]
  ])('does not stop the reader: %s', async (_what, raw) => {
    expect(await read(raw)).toMatchObject({ kind: 'read' })
  })

  it('that takes too long ends its thread, and the next one is read', async () => {
    const hasty = createMailReader({ deadlineMs: 1 })

    await expect(hasty.read(() => mailSource(), at, { tenantId: 'a' })).rejects.toMatchObject({ code: 'OVERLOADED' })
    expect(await read(mailSource())).toMatchObject({ kind: 'read' })
  })

  it('is left when its caller stops', async () => {
    const stop = new AbortController()
    const reading = createMailReader().read(() => mailSource(), at, { tenantId: 'a', signal: stop.signal })
    stop.abort(new Error('stopped'))

    await expect(reading).rejects.toThrow('stopped')
  })
})
