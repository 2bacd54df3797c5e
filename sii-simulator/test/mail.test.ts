/** @module-tag slow */
import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMailIntake, intakeLimits } from '../../src/adapters/mail-intake/mail-intake.ts'
import { createMailReader } from '../../src/adapters/mail-intake/mail-reader.ts'
import { buildTradeBook } from '../../src/certification/books/trade-book.ts'
import { readBookResult } from '../../src/adapters/sii/book-result.ts'
import { readUploadResult } from '../../src/adapters/sii/upload-result.ts'
import { type AnswerKindName, createAnswerForms, type FormOf } from '../answer-forms.ts'
import type { MailFile } from '../../src/services/mail-ports.ts'
import { bookCover, sales } from '../../test/support/books.ts'
import { defined, first } from '../../test/support/expecting.ts'
import { verifySignatures } from '../../test/support/verification.ts'
import { prepareSimulator, tag } from './support/client.ts'
import { type Caf, envelope, holder, issue, issuer, sheet, type Signer } from './support/documents.ts'

const address = 'dte@emisor.example'
const customerAddress = 'dte@cliente.example'
const at = new Date('2026-11-20T15:00:00Z')

let prepared: Awaited<ReturnType<typeof prepareSimulator>>
let started: Awaited<ReturnType<typeof prepared.start>>
let signer: Signer
let caf: Caf
let ports: { imapPort: number, smtpPort: number }

beforeAll(async () => {
  prepared = await prepareSimulator()
  signer = prepared.signer
  caf = prepared.caf
})
afterAll(() => { prepared.dispose() })
beforeEach(async () => {
  started = await prepared.start()
  const opened = await started.client.post('/simulator/mailboxes', { address, password: 'clave' })
  ports = await opened.json() as typeof ports
})
afterEach(() => started.close())

const envelopeOf = (folio: number) => envelope([issue(sheet({ folio }), caf, signer)], signer)
const customer = (order: object) =>
  started.client.post('/simulator/customers', { address: customerAddress, taxNumber: '88888888-8', ...order })

/** The mails in a mailbox, as soon as there are so many. */
async function mailsIn (mailbox: string, count: number): Promise<Buffer[]> {
  const intake = createMailIntake({
    ...intakeLimits, resolve: async () => ['127.0.0.1'], isAllowed: () => true
  })
  const mails: Buffer[] = []
  while (mails.length < count) {
    mails.length = 0
    await intake.read({
      host: 'localhost', port: ports.imapPort, security: 'none', userName: mailbox, folder: 'INBOX',
      secret: { kind: 'password', password: 'clave' }
    }, { uidValidity: null, lastUid: 0, since: new Date(0) }, {
      tenantId: 'a', signal: new AbortController().signal, renewed: async () => {},
      keep: async ({ raw }) => { if (raw) mails.push(raw) }
    })
  }
  return mails
}

/** The files of the mails in the issuer's mailbox. */
async function filesIn (mailbox: string, count: number): Promise<MailFile[]> {
  const reader = createMailReader()
  const files: MailFile[] = []
  for (const mail of await mailsIn(mailbox, count)) {
    const read = await reader.read(() => Buffer.from(mail), at, { tenantId: 'a' })
    if (read.kind === 'read') files.push(...read.files)
  }
  return files
}

async function mailEnvelope (folio: number): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: ports.smtpPort, secure: false, ignoreTLS: true })
  await transport.sendMail({
    from: 'Emisor <facturas@emisor.example>', replyTo: address, to: customerAddress, subject: 'Factura', text: 'Adjunta',
    attachments: [{ filename: 'EnvioDTE.xml', content: envelopeOf(folio) }]
  })
  transport.close()
}

describe('a customer', () => {
  it('answers a mailed envelope as configured, signed', async () => {
    await customer({ reception: 0, result: 1, receipt: true })
    await mailEnvelope(1)

    const files = await filesIn(address, 3)

    expect(files.map(({ answer }) => answer)).toMatchObject([
      { responder: '88888888-8', recipient: issuer.rut, documents: [{ folio: 1, kind: 'reception', code: 0 }] },
      { documents: [{ folio: 1, kind: 'result', code: 1 }] },
      { documents: [{ folio: 1, kind: 'receipt', signer: { taxNumber: '11111111-1' } }] }
    ])
    const receipt = defined(files[2]).answer
    if (!receipt || 'problem' in receipt) throw new Error('not read')
    expect(verifySignatures(defined(receipt.documents[0]?.receipt))).toMatchObject([
      { digestIsRight: true, signatureIsRight: true }
    ])
  })

  it('can answer with an invalid signature', async () => {
    await customer({ result: 0, forges: true })
    await mailEnvelope(2)

    expect((await filesIn(address, 1))[0]?.answer).toEqual({ problem: 'DIGEST_WRONG' })
  })

  it('does not answer a mail without an envelope', async () => {
    await customer({ result: 0 })
    const transport = createTransport({ host: '127.0.0.1', port: ports.smtpPort, secure: false, ignoreTLS: true })
    await transport.sendMail({ from: address, to: customerAddress, subject: 'Hola', text: 'Sin adjunto' })
    transport.close()
    await mailEnvelope(3)

    expect(await filesIn(address, 1)).toHaveLength(1)
    expect(await (await started.client.get('/simulator/mails')).json()).toHaveLength(2)
  })
})

/** Orders a mail until the SII has a result. */
async function mailResult (trackId: string, order: object = {}): Promise<void> {
  let status = 404
  while (status === 404) {
    status = (await started.client.post('/simulator/mailed-results', { address, trackId, ...order })).status
  }
}

const upload = async (bytes: Buffer): Promise<string> =>
  tag(await (await started.client.upload(bytes, started.token)).text(), 'TRACKID') ?? ''

/** As Timbre compares track ids. */
const bare = (trackId: string): string => trackId.replace(/^0+/, '')

/** Answers with that form about the subject from now on. */
function answerWith<Kind extends AnswerKindName> (kind: Kind, subject: string, form: FormOf<Kind>): void {
  const { answers } = started.simulator
  answers.answers = 'genuine'
  for (let seed = 1; createAnswerForms(answers).choose(kind, subject) !== form; seed++) answers.seed = seed
}

/** Subject, text, and file of the last mail, as they came. */
async function lastMail () {
  const mails: Buffer[] = await mailsIn(address, 1)
  const { subject, text, attachments, headers } = await PostalMime.parse(defined(mails.at(-1)))
  const file = attachments[0]
  return {
    subject, text: text ?? '', name: file?.filename, file: file && Buffer.from(file.content as ArrayBuffer).toString('latin1'),
    isProven: headers.some(({ key }) => key === 'authentication-results')
  }
}

describe('the SII mails the result of an envelope', () => {
  const found = (trackId: string) => ({
    issuerTaxNumber: issuer.rut, trackId: bare(trackId), state: 'EPR',
    subtotals: [{ documentType: 33, informed: 1, rejected: 1, accepted: 0, objected: 0 }],
    documents: [{ documentType: 33, folio: 4, state: 'RCH', reasons: [{ code: 'DTE-3-505', description: expect.any(String) }] }]
  })
  const refuse = async (): Promise<string> => {
    await started.client.post('/simulator/faults', { fault: 'rejected', operation: 'upload', value: 'DTE-3-505' })
    return upload(envelopeOf(4))
  }

  it.each([
    ['productionFile', /^Produccion - Resultado de Revision Envio \d+ - [\dK-]+$/, /^DTEMAIL\d+\.xml$/],
    ['file', /^Resultado de Revision Envio \d+ - [\dK-]+$/, /^DTEMAIL\d+\.xml$/],
    ['textFile', /^Resultado de Validacion de Envio de DTE$/, /^\d+\.txt$/],
    ['text', /^Resultado de Validacion de Envio de DTE$/, undefined]
  ] as const)('as %s', async (form, subject, name) => {
    const trackId = await refuse()
    answerWith('envelopeMail', trackId, form)
    await mailResult(trackId)

    const mail = await lastMail()
    expect(mail.subject).toMatch(subject)
    if (name) expect(mail.name).toMatch(name)
    else expect(mail.name).toBeUndefined()
    const content = mail.file ?? mail.text
    expect(content).toMatch(/20\/11\/2026 \d\d:\d\d:\d\d/)
    expect(content).not.toMatch(/<(?:REPARO|ACEPTA)>/)
    const [file, ...others] = await filesIn(address, 1)
    expect([file?.kind, others]).toEqual(['siiResult', []])
    expect(readUploadResult(defined(file?.bytes))).toMatchObject(found(trackId))
  })

  it.each(['columns', 'labels'] as const)('with its documents named by %s', async (naming) => {
    const trackId = await refuse()
    const { answers } = started.simulator
    do {
      answers.seed = defined(answers.seed) + 1
      answerWith('documentNaming', trackId, naming)
    } while (!createAnswerForms(answers).choose('envelopeMail', trackId).startsWith('text'))
    await mailResult(trackId)

    const file = first(await filesIn(address, 1))
    expect(readUploadResult(defined(file.bytes))).toMatchObject(found(trackId))
  })

  it('tidily, if configured', async () => {
    const trackId = await refuse()
    started.simulator.answers.answers = 'tidy'
    await mailResult(trackId)

    expect(await lastMail()).toMatchObject({
      subject: `Resultado de Validacion de Envio de DTE ${trackId}`, name: `RESULTADO_ENVIO_${trackId}.xml`,
      file: expect.stringContaining('<REPARO>0</REPARO>')
    })
  })

  it('with the reasons of an envelope refused as a whole, in each form', async () => {
    const trackId = await upload(Buffer.from(envelopeOf(4).toString('latin1').replace('<DigestValue>', '<DigestValue>x'), 'latin1'))
    const forms = ['file', 'textFile', 'text'] as const
    for (const form of forms) {
      answerWith('envelopeMail', trackId, form)
      await mailResult(trackId)
    }

    for (const file of await filesIn(address, forms.length)) {
      const result = defined(readUploadResult(defined(file.bytes)))
      expect(result).toMatchObject({ trackId: bare(trackId), documents: [], subtotals: [] })
      expect(result.state).toMatch(/^(?:RFR|RSC)$/)
      expect(result.reasons).not.toEqual([])
    }
  })

  it('without proof of its sender, if configured', async () => {
    const trackId = await refuse()
    await mailResult(trackId)
    expect((await lastMail()).isProven).toBe(true)
    await mailResult(trackId, { provenBy: null })

    expect((await mailsIn(address, 2)).map((mail) => mail.includes('Authentication-Results'))).toEqual([true, false])
  })
})

describe('the SII mails the result of a book', () => {
  async function book (): Promise<Buffer> {
    const { key, keyInfo } = signer
    return buildTradeBook({ ...sales, cover: { ...bookCover, sender: holder } }, { privateKey: key, keyInfo })
  }

  it.each(['textFile', 'text', 'tidyFile'] as const)('as %s, for a valid one and for one altered after signing', async (form) => {
    const bytes = defined(await book())
    const good = await upload(bytes)
    const wrong = await upload(Buffer.from(bytes.toString('latin1').replace('147357', '147358'), 'latin1'))
    for (const trackId of [good, wrong]) {
      if (form === 'tidyFile') started.simulator.answers.answers = 'tidy'
      else answerWith('bookMail', trackId, form)
      await mailResult(trackId)
    }

    const files = await filesIn(address, 2)
    expect(files.map(({ kind }) => kind)).toEqual(['bookResult', 'bookResult'])
    const [taken, refused] = files.map((file) => defined(readBookResult(defined(file.bytes))))
    expect(taken).toMatchObject({ issuerTaxNumber: issuer.rut, trackId: bare(good), state: expect.stringMatching(/^LOK/), reasons: [] })
    expect(refused).toMatchObject({ trackId: bare(wrong), state: expect.stringMatching(/^LRF/) })
    expect(defined(refused).reasons).toContainEqual(expect.objectContaining({ code: 'LRF' }))
  })
})

describe('the SII', () => {
  it('mails nothing about an unknown envelope or set, nor without a recipient', async () => {
    const status = async (path: string, order: object) => (await started.client.post(`/simulator/${path}`, order)).status

    expect(await status('mailed-results', { address, trackId: '7' })).toBe(404)
    expect(await status('mailed-verdicts', { address, taxNumber: issuer.rut, attentionNumber: 7 })).toBe(404)
    expect(await status('mails', { address: 'nobody@x.example', source: 'eA==' })).toBe(404)
  })
})
