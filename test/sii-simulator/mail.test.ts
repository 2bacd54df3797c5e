/** @module-tag slow */
import { createTransport } from 'nodemailer'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMailIntake, intakeLimits } from '../../src/adapters/mail-intake/mail-intake.ts'
import { createMailReader } from '../../src/adapters/mail-intake/mail-reader.ts'
import { readUploadResult } from '../../src/adapters/sii/upload-result.ts'
import type { MailFile } from '../../src/services/mail-ports.ts'
import { verifySignatures } from '../support/verification.ts'
import { prepareSimulator, tag } from './support/client.ts'
import { type Caf, envelope, issue, issuer, sheet, type Signer } from './support/documents.ts'

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

/** The files of the mails in the issuer's mailbox, as soon as there are so many mails. */
async function filesIn (mailbox: string, count: number): Promise<MailFile[]> {
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
  const reader = createMailReader()
  const files: MailFile[] = []
  for (const mail of mails) {
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
  it('answers an envelope that came by mail with what it was told, signed', async () => {
    await customer({ reception: 0, result: 1, receipt: true })
    await mailEnvelope(1)

    const files = await filesIn(address, 3)

    expect(files.map(({ answer }) => answer)).toMatchObject([
      { responder: '88888888-8', recipient: issuer.rut, documents: [{ folio: 1, kind: 'reception', code: 0 }] },
      { documents: [{ folio: 1, kind: 'result', code: 1 }] },
      { documents: [{ folio: 1, kind: 'receipt', signer: { taxNumber: '11111111-1' } }] }
    ])
    const receipt = files[2]!.answer
    if (!receipt || 'problem' in receipt) throw new Error('not read')
    expect(verifySignatures(receipt.documents[0]!.receipt!)).toMatchObject([
      { digestIsRight: true, signatureIsRight: true }
    ])
  })

  it('may answer with a signature that does not hold', async () => {
    await customer({ result: 0, forges: true })
    await mailEnvelope(2)

    expect((await filesIn(address, 1))[0]?.answer).toEqual({ problem: 'DIGEST_WRONG' })
  })

  it('answers nothing to a mail without an envelope', async () => {
    await customer({ result: 0 })
    const transport = createTransport({ host: '127.0.0.1', port: ports.smtpPort, secure: false, ignoreTLS: true })
    await transport.sendMail({ from: address, to: customerAddress, subject: 'Hola', text: 'Sin adjunto' })
    transport.close()
    await mailEnvelope(3)

    expect(await filesIn(address, 1)).toHaveLength(1)
    expect(await (await started.client.get('/simulator/mails')).json()).toHaveLength(2)
  })
})

describe('the SII', () => {
  it('mails the result of an envelope', async () => {
    const trackId = tag(await (await started.client.upload(envelopeOf(4), started.token)).text(), 'TRACKID') ?? ''
    let status = 404
    while (status === 404) {
      status = (await started.client.post('/simulator/mailed-results', { address, trackId })).status
    }
    const [file] = await filesIn(address, 1)

    expect(file?.kind).toBe('siiResult')
    expect(readUploadResult(file!.bytes!)).toMatchObject({
      issuerTaxNumber: issuer.rut, trackId: trackId.replace(/^0/, ''), state: 'EPR', subtotals: [{ documentType: 33, informed: 1 }]
    })
  })

  it('mails nothing about an envelope that it does not have, nor to nobody', async () => {
    const status = async (order: object) => (await started.client.post('/simulator/mailed-results', order)).status

    expect(await status({ address, trackId: '7' })).toBe(404)
    expect((await started.client.post('/simulator/mails', { address: 'nobody@x.example', source: 'eA==' })).status).toBe(404)
  })
})
