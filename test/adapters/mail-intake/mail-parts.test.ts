import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readFile, readMail } from '../../../src/adapters/mail-intake/mail-parts.ts'
import { buildReceipts } from '../../../src/dte/exchange/receipts.ts'
import { buildResultAnswer } from '../../../src/dte/exchange/responses.ts'
import type { MailFile } from '../../../src/services/mail-ports.ts'
import { pesos } from '../../support/books.ts'
import { mailSource, tnefOf } from '../../support/mails.ts'
import { bookResultText, envelopeResultText, setResultText } from '../../support/upload-result.ts'
import { createSigning } from '../../support/signing.ts'
import { sampleDocument } from '../../support/tax-documents.ts'
import { zipOf } from '../../support/zips.ts'
import { zip } from '../../../bench/abuse/files/zip.ts'

const { credential } = createSigning({ keyBits: 1024 })
const at = new Date('2026-11-20T12:00:00Z')
const cover = { responder: '99999999-9', recipient: '88888888-8', signedAt: '2026-11-20T07:30:00' }
const document = {
  documentType: 33 as const, folio: 1, issueDate: '2026-10-05', issuer: '88888888-8', receiver: '99999999-9',
  total: pesos(119000)
}
const answer = await buildResultAnswer({
  cover, answerNumber: 1, results: [{ ...document, receptionNumber: 7, state: 0 }]
}, credential)
const result = '<?xml version="1.0" encoding="ISO-8859-1"?><RESULTADO_ENVIO><IDENTIFICACION/></RESULTADO_ENVIO>'

const read = (raw: Buffer) => readMail(raw, { at, authorities: undefined })

async function filesOf (raw: Buffer): Promise<MailFile[]> {
  const mail = await read(raw)
  if (mail.kind !== 'read') throw new Error(mail.cause)
  return mail.files
}

const kinds = (files: MailFile[]) => files.map(({ name, kind, unread }) => [name, unread ?? kind])

describe('a mail', () => {
  it('yields its headers and files, with an answer read and verified', async () => {
    const raw = mailSource({
      from: 'Cliente Ñandú <DTE@cliente.example>', subject: '=?utf-8?q?Recepci=C3=B3n?=',
      headers: ['Authentication-Results: mx; dkim=pass'], parts: [{ name: 'R.XML', bytes: answer }]
    })
    const mail = await read(raw)

    expect(mail).toMatchObject({
      headers: {
        fromAddress: 'dte@cliente.example', fromName: 'Cliente Ñandú', subject: 'Recepción',
        messageId: '<1@cliente.example>', sentAt: new Date('2026-11-20T13:00:00Z'), senders: ['dte@cliente.example'],
        authentication: [{ server: 'mx', results: [{ method: 'dkim', result: 'pass', properties: {} }] }]
      },
      files: [{
        name: 'R.XML', kind: 'answer', size: answer.length, sha256: createHash('sha256').update(answer).digest('hex'),
        answer: { responder: '99999999-9', documents: [{ folio: 1, kind: 'result', code: 0 }] }
      }]
    })
  })

  it('brings files in archives, in winmail.dat, in a forwarded mail, and as its text', async () => {
    const zip = await zipOf({ 'a/R.xml': answer, 'lista.pdf': Buffer.from('%PDF') })
    const forwarded = mailSource({ boundary: '=inner', parts: [{ name: 'todo.zip', bytes: zip }] })

    expect(kinds(await filesOf(mailSource({
      text: result,
      parts: [
        {
          name: 'winmail.dat',
          bytes: tnefOf([{ name: 'R.xml', bytes: answer }, { name: 'x.txt', bytes: Buffer.from('x') }])
        },
        { name: 'original.eml', bytes: forwarded }, { type: 'message/rfc822', bytes: forwarded, encoding: '8bit' }
      ]
    })))).toEqual([
      ['text', 'siiResult'], ['winmail.dat/R.xml', 'answer'], ['winmail.dat/x.txt', 'other'], ['original.eml/todo.zip/a/R.xml', 'answer'],
      ['original.eml/todo.zip/lista.pdf', 'other'], ['message/rfc822/todo.zip/a/R.xml', 'answer'],
      ['message/rfc822/todo.zip/lista.pdf', 'other']
    ])
  })

  describe('with an answer', () => {
    const inlined = 'Content-Disposition: inline'
    const named = `${inlined}; filename="R.xml"`
    const part = (...headers: string[]) => `${headers.join('\r\n')}\r\nContent-Transfer-Encoding: base64\r\n\r\n${
      answer.toString('base64').replace(/.{76}/g, '$&\r\n')}`
    const multipart = (kind: string, boundary: string, ...parts: string[]) =>
      `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${
        parts.map((one) => `--${boundary}\r\n${one}\r\n`).join('')}--${boundary}--\r\n`
    const words = 'Content-Type: text/plain; charset=utf-8\r\n\r\nAdjunto la respuesta.\r\n'
    const page = 'Content-Type: text/html\r\n\r\n<p>Adjunto la respuesta.</p>\r\n'
    const attached = part('Content-Type: text/xml; name="R.xml"', 'Content-Disposition: attachment; filename="R.xml"')
    const mail = `From: a@cliente.example\r\nSubject: R\r\nMIME-Version: 1.0\r\n${multipart('mixed', '=in', words, attached)}`

    it.each([
      ['as text/plain, named, in the text', multipart('mixed', '=o', words, part('Content-Type: text/plain', named))],
      ['as text/plain of another charset', multipart('mixed', '=o', words, part('Content-Type: text/plain; charset=utf-8', named))],
      ['named in its type only', multipart('mixed', '=o', words, part('Content-Type: text/plain; name="R.XML"'))],
      ['as text/plain without a name', multipart('mixed', '=o', words, part('Content-Type: text/plain', inlined))],
      ['before the text', multipart('mixed', '=o', part('Content-Type: text/plain'), words)],
      ['as text/html', multipart('mixed', '=o', page, part('Content-Type: text/html; name="R.xml"'))],
      ['as text/xml without anything', multipart('mixed', '=o', words, part('Content-Type: text/xml'))],
      ['as octets in the text', multipart('mixed', '=o', words, part('Content-Type: application/octet-stream', named))],
      ['as octets without a name', multipart('mixed', '=o', words, part('Content-Type: application/octet-stream'))],
      ['as the whole mail', part('Content-Type: text/plain')],
      ['beside a page', multipart('related', '=o', multipart('alternative', '=a', words, page), part('Content-Type: text/plain', named))],
      ['as an alternative', multipart('alternative', '=o', words, page, part('Content-Type: text/plain'))],
      ['in a part of parts', multipart('mixed', '=o', words, multipart('mixed', '=i', page, part('Content-Type: text/plain', named)))],
      ['in a mail in the mail', multipart('mixed', '=o', words, `Content-Type: message/rfc822\r\n${inlined}\r\n\r\n${mail}`)],
      ['in a mail that is the mail', `Content-Type: message/rfc822\r\n\r\n${mail}`],
      ['in a signed mail', multipart('signed', '=o', multipart('mixed', '=i', words, attached), 'Content-Type: application/pkcs7-signature\r\n\r\nMIIB')]
    ])('reads it %s', async (_how, body) => {
      const files = await filesOf(Buffer.from(`From: a@cliente.example\r\nSubject: R\r\nMIME-Version: 1.0\r\n${body}`))

      expect(files.filter(({ kind }) => kind === 'answer')).toMatchObject([{ answer: { responder: '99999999-9' } }])
    })

    it('keeps a named file that cannot be read, and ignores the texts of the mail', async () => {
      const broken = `Content-Type: text/plain\r\n${named}\r\n\r\nRespuestaDTE\r\n`
      const html = '<!DOCTYPE html><html><body><p>Hola</p></body></html>'

      expect(kinds(await filesOf(Buffer.from(`From: a@cliente.example\r\n${multipart('mixed', '=o', words, broken)}`))))
        .toEqual([['R.xml', 'other']])
      expect(kinds(await filesOf(Buffer.from(
        `From: a@cliente.example\r\n${multipart('mixed', '=o', words, page, `Content-Type: text/html\r\n\r\n${html}\r\n`)}`
      )))).toEqual([])
    })
  })

  it('yields each receipt separately, as bytes', async () => {
    const receipt = { ...document, place: 'Ñuñoa', signer: '11111111-1' }
    const { file } = await buildReceipts({ cover, receipts: [receipt] }, credential)
    const [found] = await filesOf(mailSource({ parts: [{ name: 'recibos.xml', bytes: file }] }))

    expect(found?.answer).toMatchObject({ documents: [{ receipt: expect.any(Buffer) }] })
  })

  it.each([
    ['an envelope', '<EnvioDTE/>', 'document'], ['a document', '<DTE/>', 'document'], ['an assignment', '<AEC/>', 'document'],
    ['boletas', '<EnvioBOLETA/>', 'boletas'], ['a result', result, 'siiResult'],
    ['a book', '<ResultadoEnvioLibro/>', 'bookResult'], ['something', '<html/>', 'other'], ['nothing', '', 'other']
  ])('distinguishes files by content: %s', async (_what, bytes, kind) => {
    expect((await filesOf(mailSource({ parts: [{ name: 'x.bin', bytes }] }))).map((file) => file.kind)).toEqual([kind])
  })

  it('about a set of test cases is known by its subject', async () => {
    const [file] = await filesOf(mailSource({ subject: 'SETMAIL0005038170', text: 'SET BASICO: SOK' }))

    expect(file).toMatchObject({ kind: 'certificationVerdict' })
    expect(file?.bytes?.toString()).toContain('SET BASICO: SOK')
  })

  it.each([
    ['siiResult', envelopeResultText, '34287111.txt'], ['bookResult', bookResultText('LOK', 'LTC'), '34288111.txt'],
    ['certificationVerdict', setResultText, 'SETMAIL0000423775.txt']
  ])('with a result of the SII as text (%s) has it, attached or as the body', async (kind, text, name) => {
    const attached = await filesOf(mailSource({ text: 'Estimado contribuyente', parts: [{ name, type: 'text/plain', bytes: Buffer.from(text) }] }))
    const inBody = await filesOf(mailSource({ text }))

    for (const files of [attached, inBody]) expect(files.map((file) => file.kind)).toEqual([kind])
  })
})

describe('a hostile mail', () => {
  it('with nested archives is opened to a limited depth', async () => {
    let inner = answer
    for (let depth = 0; depth < 6; depth++) inner = await zipOf({ 'inner.zip': inner })

    expect(kinds(await filesOf(mailSource({ parts: [{ name: 'a.zip', bytes: inner }] })))).toEqual([
      [expect.stringMatching(/^a\.zip\//), 'NESTED_TOO_DEEP']
    ])
  })

  it('with an archive that unpacks to too much is not unpacked', { tags: 'slow' }, async () => {
    const bomb = await zipOf({ 'b.xml': Buffer.alloc(64 * 1024 * 1024), 'c.xml': answer })

    expect(kinds(await filesOf(mailSource({ parts: [{ name: 'a.zip', bytes: bomb }] })))).toEqual([
      ['a.zip/b.xml', 'FILE_TOO_LARGE'], ['a.zip/c.xml', 'answer']
    ])
  })

  it('with too many attachments names each one that was not processed', async () => {
    const parts = Array.from({ length: 1100 }, (_, n) => ({ name: `${n}.xml`, bytes: '<a/>' }))
    const files = await filesOf(mailSource({ parts }))

    expect(files).toHaveLength(1001)
    expect(kinds(files.slice(498, 502))).toEqual([
      ['498.xml', 'other'], ['499.xml', 'other'], ['500.xml', 'TOO_MANY_FILES'], ['501.xml', 'TOO_MANY_FILES']
    ])
    expect(kinds(files.slice(-2))).toEqual([['999.xml', 'TOO_MANY_FILES'], ['…', 'TOO_MANY_FILES']])
  })

  it('with an archive of too many files skips that archive and processes the other files', async () => {
    const manyFiles = (count: number) => zipOf(Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.xml`, answer])))
    const parts = [{ name: 'a.zip', bytes: await manyFiles(300) }, { name: 'b.zip', bytes: await manyFiles(201) }, { name: 'c.zip', bytes: await manyFiles(200) }]
    const files = await filesOf(mailSource({ parts }))

    expect(kinds(files.filter(({ kind }) => kind === 'other'))).toEqual([['b.zip', 'TOO_MANY_FILES'], ['c.zip', 'TOO_MANY_FILES']])
    expect(files).toHaveLength(302)
  })

  it('with an encrypted archive says so, and reads the other files', async () => {
    const locked = zip([{ name: 'F.xml', content: 'x', claims: { flags: 1 } }, { name: 'R.xml', content: answer }])
    const hidden = zip([{ name: 'F.xml', content: 'x', claims: { flags: 0x41 } }])

    expect(kinds(await filesOf(mailSource({ parts: [{ name: 'a.zip', bytes: locked }, { name: 'b.zip', bytes: hidden }] }))))
      .toEqual([['a.zip/F.xml', 'ARCHIVE_ENCRYPTED'], ['a.zip/R.xml', 'answer'], ['b.zip', 'ARCHIVE_ENCRYPTED']])
  })

  it.each([
    ['broken zip', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(100, 7)]), 'ARCHIVE_DAMAGED'],
    ['cut winmail.dat', tnefOf([{ name: 'R.xml', bytes: answer }]).subarray(0, 200), 'ARCHIVE_DAMAGED']
  ])('has damaged files: %s', async (_what, bytes, unread) => {
    const files = await filesOf(mailSource({ parts: [{ name: 'x', bytes }] }))

    expect(files.map((file) => file.unread)).toEqual([unread])
  })

  it.each([
    ['headers without end', Buffer.from(`Subject: ${'x'.repeat(2_000_000)}\r\n\r\n`)],
    ['parts in parts', Buffer.from(Array.from({ length: 200 }, (_, n) =>
      `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`).join(''))]
  ])('that is too much is unreadable: %s', async (_what, raw) => {
    await expect(read(raw)).rejects.toThrow()
  })

  it.each([
    ['nothing', Buffer.alloc(0)], ['noise', Buffer.from(Array.from({ length: 4096 }, (_, n) => (n * 7919) % 256))],
    ['no boundary', Buffer.from('Content-Type: multipart/mixed\r\n\r\nx')],
    ['a wrong encoding', Buffer.from(
      'Content-Type: text/plain; charset=klingon\r\nContent-Transfer-Encoding: x-none\r\n\r\n\xff')],
    ['a date of another age', Buffer.from('Date: Fri, 1 Jan 275000 00:00:00 +0000\r\n\r\n')]
  ])('is read nevertheless: %s', async (_what, raw) => {
    expect(await read(raw)).toMatchObject({ kind: 'read' })
  })
})

describe('documents that others issued', () => {
  const recipient = { taxNumber: '77777777-7', environment: 'certification' as const, cafKeys: {} }
  const readTo = async (name: string, bytes: Buffer) => {
    const read = await readFile({ name, bytes }, { at, authorities: undefined, recipient })
    return read.kind === 'read' ? read.files.map(({ name: path, kind, received }) => [path, kind, received]) : []
  }
  const documentOf = async () => (await createSigning({ keyBits: 1024 }).issue(sampleDocument(33))).xml

  it('are read from a file, an archive, a mail and a file of another kind', async () => {
    const dte = await documentOf()
    const wrapped = Buffer.from(`<Facturas>${dte.toString('latin1').replace(/^<\?[^>]*>/, '')}</Facturas>`, 'latin1')
    const read = expect.objectContaining({ documents: [expect.objectContaining({ folio: 60 })] })

    expect(await readTo('F.xml', dte)).toEqual([['F.xml', 'document', read]])
    expect(await readTo('F.zip', await zipOf({ 'F.XML': dte, 'G.xml': wrapped }))).toEqual([
      ['F.zip/F.XML', 'document', read], ['F.zip/G.xml', 'document', read]
    ])
    expect(await readTo('mail', mailSource({ parts: [{ name: 'F.xml', bytes: dte }] }))).toContainEqual(['mail/F.xml', 'document', read])
  })

  it('are refused with the reason, and are not read without a recipient', async () => {
    expect(await readTo('F.xml', Buffer.from('<!DOCTYPE a><EnvioDTE/>'))).toEqual([['F.xml', 'document', { problem: 'XML_DOCTYPE' }]])
    expect(await readTo('F.xml', Buffer.from('<a/>'))).toEqual([['F.xml', 'other', undefined]])
    const [file] = await filesOf(mailSource({ parts: [{ name: 'F.xml', bytes: await documentOf() }] }))
    expect(file).toMatchObject({ kind: 'document' })
    expect(file).not.toHaveProperty('received')
  })
})
