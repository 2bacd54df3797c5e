import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createMailReader } from '../../../src/adapters/mail-intake/mail-reader.ts'
import { buildReceipts } from '../../../src/dte/exchange/receipts.ts'
import { buildResultAnswer } from '../../../src/dte/exchange/responses.ts'
import type { MailFile, ReadMail } from '../../../src/services/mail-ports.ts'
import { pesos } from '../../support/books.ts'
import { mailSource } from '../../support/mails.ts'
import { createSigning } from '../../support/signing.ts'

const { credential } = createSigning({ keyBits: 1024 })
const at = new Date('2026-11-20T12:00:00Z')
const reader = createMailReader()
const cover = { responder: '99999999-9', recipient: '88888888-8', signedAt: '2026-11-20T07:30:00' }
const document = {
  documentType: 33 as const, folio: 1, issueDate: '2026-10-05', issuer: '88888888-8', receiver: '99999999-9',
  total: pesos(119000)
}
const answer = await buildResultAnswer({
  cover, answerNumber: 1, results: [{ ...document, receptionNumber: 7, state: 0 }]
}, credential)
const read = (raw: Buffer): Promise<ReadMail> => reader.read(raw, at, { tenantId: 'a' })

async function filesOf (raw: Buffer): Promise<MailFile[]> {
  const mail = await read(raw)
  if (mail.kind !== 'read') throw new Error(mail.cause)
  return mail.files
}

describe('a mail', () => {
  it('gives its headers and its files, with an answer that was read and verified', async () => {
    const raw = mailSource({
      from: 'Cliente Ñandú <DTE@cliente.example>', subject: '=?utf-8?q?Recepci=C3=B3n?=',
      headers: ['Authentication-Results: mx; dkim=pass'], parts: [{ name: 'R.XML', bytes: answer }]
    })
    const mail = await read(raw)

    expect(mail).toMatchObject({
      headers: {
        fromAddress: 'dte@cliente.example', fromName: 'Cliente Ñandú', subject: 'Recepción',
        messageId: '<1@cliente.example>', sentAt: new Date('2026-11-20T13:00:00Z'), authentication: 'mx; dkim=pass'
      },
      files: [{
        name: 'R.XML', kind: 'answer', size: answer.length, sha256: createHash('sha256').update(answer).digest('hex'),
        answer: { responder: '99999999-9', documents: [{ folio: 1, kind: 'result', code: 0 }] }
      }]
    })
  })

  it('gives receipts as bytes, each for itself', async () => {
    const receipt = { ...document, place: 'Ñuñoa', signer: '11111111-1' }
    const { file } = await buildReceipts({ cover, receipts: [receipt] }, credential)
    const [found] = await filesOf(mailSource({ parts: [{ name: 'recibos.xml', bytes: file }] }))

    expect(found?.answer).toMatchObject({ documents: [{ receipt: expect.any(Buffer) }] })
  })
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

    await expect(hasty.read(mailSource(), at, { tenantId: 'a' })).rejects.toMatchObject({ code: 'OVERLOADED' })
    expect(await read(mailSource())).toMatchObject({ kind: 'read' })
  })

  it('is left when its caller stops', async () => {
    const stop = new AbortController()
    const reading = createMailReader().read(mailSource(), at, { tenantId: 'a', signal: stop.signal })
    stop.abort(new Error('stopped'))

    await expect(reading).rejects.toThrow('stopped')
  })
})
