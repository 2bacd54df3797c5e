import { describe, expect, it } from 'vitest'
import { readMail } from '../../../src/adapters/mail-intake/mail-parts.ts'
import { createMailReader } from '../../../src/adapters/mail-intake/mail-reader.ts'
import { buildReceipts } from '../../../src/dte/exchange/receipts.ts'
import type { ReadMail } from '../../../src/services/mail-ports.ts'
import { pesos } from '../../support/books.ts'
import { mailSource } from '../../support/mails.ts'
import { createSigning } from '../../support/signing.ts'

const at = new Date('2026-11-20T12:00:00Z')
// Their costs are judged, not the time that a busy machine takes.
const reader = createMailReader({ deadlineMs: 600_000 })
const read = (raw: Buffer): Promise<ReadMail> => reader.read(() => Buffer.from(raw), at, { tenantId: 'a' })

it('a mail is read in the process as it is here, with the bytes of its files', async () => {
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

it("mails of a tenant are loaded one at a time, and another tenant's do not wait for them", async () => {
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
      `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`).join(''))],
    ['parts without end', Buffer.from(`Content-Type: multipart/mixed; boundary=x\r\n\r\n${'--x\r\n\r\na\r\n'.repeat(10_000)}`)]
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

  const nested = (headers: string, depth: number): Buffer => Buffer.from(`${headers}\r\n\r\n`.repeat(depth))
  const body = (encoding: string, text: string): Buffer =>
    Buffer.from(`Content-Type: application/xml\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${text}`)

  it.each([
    ['mails in mails', nested('Content-Type: message/rfc822\r\nMIME-Version: 1.0', 50_000), 'NESTED_TOO_DEEP'],
    ['mails in parts of mails', Buffer.from(Array.from({ length: 20_000 }, (_, n) =>
      `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\nContent-Type: Message/RFC822\r\n\r\n`).join('')), 'NESTED_TOO_DEEP'],
    ['empty lines', body('8bit', '\r\n'.repeat(4_000_000)), undefined],
    ['paddings', body('base64', 'Q='.repeat(4_000_000)), undefined],
    ['paddings in lines', body('base64', 'QQ==\r\n'.repeat(1_500_000)), undefined]
  ])('needs no more memory and time than others: %s', { tags: 'slow' }, async (_what, raw, unread) => {
    expect(await read(raw)).toMatchObject({ kind: 'read', files: [expect.objectContaining(unread ? { unread } : { kind: 'other' })] })
  })

  it.each([
    ['memory', { memoryMb: 1 }], ['work', { processorSeconds: 0.001 }]
  ])('that exceeds its %s is unreadable, and the next one is read', async (_what, limits) => {
    const strict = createMailReader(limits)
    const raw = body('8bit', '\r\n'.repeat(4_000_000))

    expect(await strict.read(() => raw, at, { tenantId: 'a' })).toMatchObject({ kind: 'unreadable' })
    expect(await read(mailSource())).toMatchObject({ kind: 'read' })
  })

  it('that is not read in time is not reported as malformed', async () => {
    const impatient = createMailReader({ deadlineMs: 1 })

    await expect(impatient.read(() => mailSource(), at, { tenantId: 'a' })).rejects.toMatchObject({ code: 'OVERLOADED' })
  })

  it('is abandoned when its caller stops', async () => {
    const stop = new AbortController()
    const reading = createMailReader().read(() => mailSource(), at, { tenantId: 'a', signal: stop.signal })
    stop.abort(new Error('stopped'))

    await expect(reading).rejects.toThrow('stopped')
  })
})
