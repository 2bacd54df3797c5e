/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildReceipts } from '../../../src/dte/exchange/receipts.ts'
import { buildReceptionAnswer, buildResultAnswer, type Reception } from '../../../src/dte/exchange/responses.ts'
import type { AnsweredType } from '../../../src/dte/exchange/answer.ts'
import { createMailStore, type ImapServer, type MailStore, startImapServer } from '../../../sii-simulator/index.ts'
import { failure } from '../../support/app.ts'
import { pesos } from '../../support/books.ts'
import { factura } from '../../support/documents.ts'
import { defined, first } from '../../support/expecting.ts'
import { startHostileImap } from '../../support/hostile-imap.ts'
import { mailSource, type Part } from '../../support/mails.ts'
import { oddMails } from '../../support/odd-mails.ts'
import { allSettled, type Program, type ProgramTenant, startProgram } from '../../support/program.ts'
import type { Detail } from '../../support/results.ts'
import { createSigning } from '../../support/signing.ts'
import { supplierFile } from '../../support/supplier.ts'
import { uploadResultXml } from '../../support/upload-result.ts'
import { zipOf } from '../../support/zips.ts'

const { credential, caPem } = createSigning({ keyBits: 1024 })
const { credential: ofAnotherAuthority } = createSigning({ keyBits: 1024, isStrange: true })
let program: Program
let andes: ProgramTenant
let boreal: ProgramTenant
let store: MailStore
let server: ImapServer
let issued: Detail & { folio: number, trackId: string }

const address = 'dte@andes.example'
const settings = (changes: object = {}) => ({
  host: 'localhost', port: server.port, security: 'none', userName: address, authenticationServer: 'mx.andes.example', secret: { kind: 'password', password: 'clave' },
  ...changes
})

beforeAll(async () => {
  program = await startProgram({ settings: { NOTIFICATIONS_ALLOW_PRIVATE: 'true', TRUSTED_AUTHORITIES: caPem } })
  andes = await program.tenant()
  boreal = await program.tenant({ certificate: false, folios: [] })
  store = createMailStore({ now: () => new Date() })
  store.open(address, { password: 'clave' })
  server = await startImapServer({ store })
  const { correlationId } = (await andes.save(factura())).body.result
  await program.until('settled', () => allSettled(program))
  issued = await andes.get(correlationId)
  await set()
})
afterAll(async () => {
  await program.close()
  await server.close()
})

const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, token = andes.token) =>
  program.call(method, `/Mailbox${path}`, { token, ...body && { body } })
async function set (changes: object = {}) {
  const answer = await call('PUT', '/Set', settings(changes))
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ success: true })
  return answer.body.result
}
/** Until all mails are stored: the mailbox is looked at now, whatever its next time is. */
async function untilStored (): Promise<void> {
  const different = new Set(defined(store.find(address)).mails.map(({ source }) => source.toString('latin1'))).size
  await program.until('stored', async () => {
    await program.rows("update outbox_tasks set due_at = now() where topic = 'readMailbox' and lease_until is null")
    return (await program.rows('select count(*)::int as n from mail_messages'))[0].n >= different
  })
}
/** The mailbox is read, and every mail is done with. */
async function readNow (): Promise<void> {
  await untilStored()
  await program.until('taken', async () => (await program.rows(
    "select count(*)::int as n from outbox_tasks where topic = 'takeMail' and last_error is null"))[0].n === 0)
}
async function deliver (subject: string, parts: Part[], facts: object = {}) {
  store.deliver(address, mailSource({ subject, parts, ...facts }))
  await readNow()
  return messageOf(subject)
}
async function messageOf (subject: string) {
  const { data } = (await andes.api.get('Mailbox/Messages', { search: subject })).body.result
  return (await andes.api.get('Mailbox/Message', { id: first(data).id })).body.result
}

const cover = () => ({ responder: issued.customerTaxNumber, recipient: andes.taxNumber, signedAt: '2026-11-20T07:30:00' })
const about = (changes: object = {}) => ({
  documentType: 33 as AnsweredType, folio: issued.folio, issueDate: issued.issueDate, issuer: andes.taxNumber,
  receiver: issued.customerTaxNumber, total: pesos(issued.totalAmount), ...changes
})
const result = (state: 0 | 1 | 2, changes: object = {}, who: object = {}, signer = credential) => buildResultAnswer({
  cover: { ...cover(), ...who }, answerNumber: 2, results: [{ ...about(changes), receptionNumber: 7, state }]
}, signer)
const reception = (changes: Partial<Reception> = {}) => buildReceptionAnswer({
  cover: cover(), answerNumber: 1, receptions: [{
    fileName: 'E.xml', receivedAt: '2026-11-20T07:15:00', receptionNumber: 7, setId: 'SetDoc', state: 0,
    documents: [{ ...about(), state: 0 }], ...changes
  }]
}, credential)
const exchange = async () => (await andes.get(issued.correlationId)).exchange

describe('a mailbox', () => {
  it('shows its settings and never its secret', async () => {
    const { body } = await call('GET', '/Get')

    expect(body.result).toMatchObject({ host: 'localhost', userName: address, auth: 'password', enabled: true })
    expect(JSON.stringify(body)).not.toContain('clave')
    const rows = await program.rows('select sealed_secret from mailboxes')
    expect(rows[0].sealed_secret.includes('clave')).toBe(false)
  })

  it('keeps its secret for the same server and user only', async () => {
    expect(await set({ secret: undefined })).toMatchObject({ auth: 'password' })
    expect(await call('PUT', '/Set', settings({ secret: undefined, host: '127.0.0.1' })))
      .toMatchObject(failure(409, 'MAILBOX_SECRET_MISSING'))
  })

  it('can be tested, and the test says what does not work', async () => {
    expect((await call('POST', '/Test')).body.result).toMatchObject({ works: true, problem: null })
    await set({ secret: { kind: 'password', password: 'otra' }, enabled: false })
    expect((await call('POST', '/Test')).body.result).toEqual({ works: false, messages: null, problem: 'SIGN_IN_REFUSED' })
    await set()
  })

  it('of another tenant is hidden', async () => {
    expect((await call('GET', '/Get', undefined, boreal.token)).body.result).toMatchObject({ host: null, enabled: false })
    expect(await call('POST', '/Test', undefined, boreal.token)).toMatchObject(failure(409, 'MAILBOX_NOT_SET'))
    const mail = await deliver('Visita', [])
    expect(await call('GET', `/Message?id=${mail.id}`, undefined, boreal.token)).toMatchObject(failure(404, 'MAIL_NOT_FOUND'))
  })
})

describe('a mailbox whose server sends endless data', () => {
  const mailbox = async () => (await call('GET', '/Get', undefined, boreal.token)).body.result
  const off = { enabled: false, problem: 'TOO_MANY_RESPONSES' }

  it('is switched off with its reason, without delaying other mailboxes', async () => {
    const hostile = await startHostileImap('a greeting without end')
    const wanted = settings({ port: hostile.port })
    await call('PUT', '/Set', wanted, boreal.token)
    await program.until('switched off', async () => !(await mailbox()).enabled)

    expect(await mailbox()).toMatchObject(off)
    expect(await deliver('Entretanto', [])).toMatchObject({ stateText: 'Aside' })
    const ofBoreal = 'tenant_id = (select tenant_id from mailboxes where port = $1)'
    const rows = (sql: string) => program.rows(`${sql} and ${ofBoreal}`, [hostile.port])
    expect(await rows("select id from outbox_tasks where topic = 'readMailbox'")).toEqual([])
    expect(await rows("select facts from mails where kind = 'mailboxOff'")).toMatchObject([{ facts: { reason: off.problem } }])
    expect(await rows("select actor_name, details from audit_entries where action = 'mailbox.switchOff'")).toMatchObject([
      { actor_name: 'timbre', details: { reason: off.problem } }
    ])
    await hostile.close()
  })

  it('is also switched off by a test, and on again by saving it', async () => {
    const hostile = await startHostileImap('a huge literal')
    const wanted = settings({ port: hostile.port, secret: { kind: 'password', password: 'clave' } })
    await call('PUT', '/Set', { ...wanted, enabled: false }, boreal.token)
    expect((await call('POST', '/Test', undefined, boreal.token)).body.result)
      .toMatchObject({ works: false, problem: 'TOO_MANY_BYTES' })
    await call('PUT', '/Set', { ...wanted, secret: undefined }, boreal.token)
    await call('POST', '/Test', undefined, boreal.token)

    expect(await mailbox()).toMatchObject({ enabled: false, problem: 'TOO_MANY_BYTES' })
    await hostile.close()
  })
})

describe('an answer of the customer', () => {
  it('sets the exchange state of its document: received, accepted, receipt', async () => {
    expect(await exchange()).toBeNull()
    await program.call('PUT', '/Notification/Update', {
      token: andes.token, body: { url: 'https://erp.andes.example/timbre', enabled: true, events: ['document.answered'] }
    })
    const mail = await deliver('Acuse', [{ name: 'acuse.xml', bytes: await reception() }])
    expect(mail).toMatchObject({
      stateText: 'Processed', reason: null,
      files: [{ kind: 'answer', taken: true, documents: [{ folio: issued.folio, correlationId: issued.correlationId, kind: 'reception', code: 0 }] }]
    })
    await deliver('Resultado', [{ name: 'todo.zip', bytes: await zipOf({ 'r.xml': await result(1) }) }])
    const { file } = await buildReceipts({ cover: cover(), receipts: [{ ...about(), place: 'Bodega', signer: '11111111-1' }] }, credential)
    await deliver('Recibo', [{ name: 'recibo.xml', bytes: file }])

    expect(await exchange()).toMatchObject({
      reception: { code: 0, codeText: 'DTE Recibido OK', mailId: mail.id, signerTaxNumber: '11111111-1' },
      result: { code: 1, codeText: 'DTE Aceptado con Discrepancias', responder: issued.customerTaxNumber },
      receipt: { code: null, codeText: null, comment: 'Bodega' }
    })
    const told = await program.rows("select data from notification_deliveries where event = 'document.answered' order by at, id")
    expect(told.map(({ data }) => data.kind).toSorted()).toEqual(['receipt', 'reception', 'result'])
    expect(told.map(({ data }) => data)).toContainEqual({
      correlationId: issued.correlationId, invoiceTypeCode: '33', invoiceNumber: String(issued.folio), kind: 'reception',
      code: 0, comment: expect.anything(), responder: issued.customerTaxNumber, mailId: mail.id
    })
    const [{ receipt }] = await program.rows("select receipt from exchange_answers where kind = 'receipt'")
    expect(receipt.toString()).toMatch(/^<Recibo /)
  })

  it.each([
    ['forged', async () => Buffer.from((await result(2)).toString('latin1').replace(/<EstadoDTE>2/, '<EstadoDTE>0'), 'latin1'), 'DIGEST_WRONG'],
    ['of no trusted authority', () => result(2, {}, {}, ofAnotherAuthority), 'CERTIFICATE_NOT_TRUSTED'],
    ['of another amount', () => result(2, { total: pesos(1) }), 'DOCUMENT_DIFFERS'],
    ['of another folio', () => result(2, { folio: 999_999 }), 'DOCUMENT_UNKNOWN'],
    ['of a stranger', () => result(2, {}, { responder: '77777777-7' }), 'RESPONDER_DIFFERS'],
    ['for somebody else', () => result(2, {}, { recipient: '77777777-7' }), 'OTHER_RECIPIENT']
  ])('that is %s changes nothing, and is skipped', async (what, file, reason) => {
    const before = await exchange()
    const mail = await deliver(`Falsa ${what}`, [{ name: 'r.xml', bytes: await file() }])

    expect(mail).toMatchObject({ stateText: 'Aside', reason, explanation: { es: expect.any(String) } })
    expect(await exchange()).toEqual(before)
  })

  it('is processed once, however often it arrives', async () => {
    const bytes = await result(0)
    await deliver('Repetida 1', [{ name: 'r.xml', bytes }])
    await deliver('Repetida 2', [{ name: 'r.xml', bytes }])
    store.renumber(address)
    await program.until('read anew', async () => {
      await untilStored()
      const [{ last }] = await program.rows('select uid_validity::int as last from mailboxes')
      return last === defined(store.find(address)).uidValidity
    })
    const mail = await messageOf('Repetida 2')
    expect((await call('POST', '/Reprocess', { id: mail.id })).body.result).toMatchObject({ stateText: 'Stored' })
    await readNow()

    const [{ count }] = await program.rows("select count(*)::int from exchange_answers where kind = 'result' and code = 0")
    expect(count).toBe(1)
  })
})

describe('a mail of the SII', () => {
  const file = (changes: object = {}): Part => ({
    name: 'RESULTADO_ENVIO.xml',
    bytes: Buffer.from(uploadResultXml({
      issuer: andes.taxNumber, trackId: issued.trackId, subtotals: [{ type: 33, informed: 1, objected: 1 }],
      documents: [{ folio: issued.folio, type: 33, state: 'RPR', details: ['(HED-2-260) Monto total no cuadra'] }], ...changes
    }), 'latin1')
  })
  const headers = ['Authentication-Results: mx.andes.example; dkim=pass header.d=sii.cl']
  const from = { from: 'siidte@sii.cl', headers }

  it('without proof of its sender changes nothing', async () => {
    const forged = ['Authentication-Results: mx.andes.example; dkim=fail; spf=fail; dmarc=fail']
    expect(await deliver('De un extraño', [file()])).toMatchObject({ reason: 'SENDER_NOT_SII' })
    expect(await deliver('De un falsario', [file()], { ...from, headers: forged })).toMatchObject({ reason: 'SENDER_FORGED' })
    expect(await deliver('De dos', [file()], { from: 'siidte@sii.cl, x@otro.cl', headers })).toMatchObject({ reason: 'SENDER_AMBIGUOUS' })
    expect((await andes.get(issued.correlationId)).statusText).toBe('Accepted')
  })

  it('is processed when a person confirms it, whom the audit log names', async () => {
    const { id, reason } = await deliver('Sin prueba', [file({ trackId: '888888' })], { from: 'siidte@sii.cl' })
    expect(reason).toBe('SENDER_UNPROVEN')
    await call('POST', '/Reprocess', { id, trustSender: true })
    await program.until('it was processed', async () =>
      (await program.rows('select reason from mail_messages where id = $1', [id]))[0].reason === 'RESULT_TRACK_ID_UNKNOWN')

    expect(await program.rows("select details->>'trustSender' as trusted from audit_entries where details ? 'trustSender'"))
      .toEqual([{ trusted: 'true' }])
  })

  it('adds the reasons to their documents', async () => {
    expect(await deliver('Resultado de envio', [file()], from)).toMatchObject({
      stateText: 'Processed', files: [{ kind: 'siiResult', taken: true }]
    })
    expect(await andes.get(issued.correlationId)).toMatchObject({
      statusText: 'AcceptedWithObjections', reason: [{ code: 'HED-2-260' }]
    })
  })

  it('about an unknown envelope waits', async () => {
    expect(await deliver('Sin envio', [file({ trackId: '999999' })], from)).toMatchObject({
      stateText: 'Stored', reason: 'RESULT_TRACK_ID_UNKNOWN'
    })
  })

  it('about an unknown set or book is skipped', async () => {
    const book = (trackId: string) => ({
      name: 'libro.xml',
      bytes: `<ResultadoEnvioLibro><Identificacion><TrackId>${trackId}</TrackId><RutEmisor>${andes.taxNumber}</RutEmisor>` +
        '<EstadoEnvio>LOK</EstadoEnvio></Identificacion></ResultadoEnvioLibro>'
    })

    expect(await deliver('SETMAIL0005038170', [], from)).toMatchObject({ reason: 'CERTIFICATION_VERDICT_UNREADABLE' })
    expect(await deliver('SETMAIL0005038170 SOK', [], from)).toMatchObject({ reason: 'CERTIFICATION_NOT_STARTED' })
    expect(await deliver('Un libro', [{ name: 'l.xml', bytes: '<ResultadoEnvioLibro/>' }], from))
      .toMatchObject({ reason: 'RESULT_FILE_MALFORMED' })
    expect(await deliver('De documentos', [book(issued.trackId)], from))
      .toMatchObject({ stateText: 'Stored', reason: 'RESULT_TRACK_ID_UNKNOWN' })
    expect(await deliver('SETMAIL0005038170 SRH', [])).toMatchObject({ reason: 'SENDER_NOT_SII' })
  })
})

describe('odd mails', () => {
  it('are all stored, each with its state, without stopping others', async () => {
    const stored = async () => Number((await program.rows('select count(*)::int as n from mail_messages'))[0].n)
    const before = await stored()
    for (const mail of await oddMails(60)) store.deliver(address, mail)
    store.deliver(address, mailSource({ subject: 'El último', parts: [{ name: 'r.xml', bytes: await result(2) }] }))
    await readNow()

    expect(await stored() - before).toBe(61)
    expect(await program.rows('select id from mail_messages where state = 4')).toEqual([])
    expect((await exchange()).result).toMatchObject({ code: 2 })
  })
})

describe("a supplier's document", () => {
  it('is received from the mailbox, once, with its mail', async () => {
    const file = await supplierFile(andes.taxNumber, { folio: 41 })
    const mail = await deliver('Factura 41', [{ name: 'F41.xml', bytes: file }])

    expect(mail).toMatchObject({ stateText: 'Processed', reason: null })
    expect((await messageOf('Factura 41')).id).toBe(mail.id)
    await deliver('Factura 41 otra vez', [{ name: 'F41.xml', bytes: file }])
    const { data } = (await program.call('GET', '/Received/List?folio=41', { token: andes.token })).body.result
    expect(data).toMatchObject([{ folio: 41, documentType: 33 }])
    const detail = await program.call('GET', `/Received/Get?id=${data[0].id}`, { token: andes.token })
    expect(detail.body.result.file).toMatchObject({ source: 'mail', mailId: mail.id, name: 'F41.xml' })
  })

  it('is received with an unreadable archive in the same mail, which is then skipped', async () => {
    const damaged = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(100, 7)])
    const file = await supplierFile(andes.taxNumber, { folio: 43 })
    const mail = await deliver('Factura 43', [{ name: 'F43.xml', bytes: file }, { name: 'F44.zip', bytes: damaged }])

    expect(mail).toMatchObject({ stateText: 'Aside', reason: 'ARCHIVE_DAMAGED' })
    expect(mail.files.map(({ name, taken, reason }) => [name, taken, reason])).toEqual([
      ['F43.xml', true, null], ['F44.zip', false, 'ARCHIVE_DAMAGED']
    ])
    const { data } = (await program.call('GET', '/Received/List?folio=43', { token: andes.token })).body.result
    expect(data).toMatchObject([{ folio: 43 }])
  })

  it("is stored together with its mail's outcome, and is new when the mail is processed again", async () => {
    await program.rows(`create function refuse_finish () returns trigger language plpgsql as
      $$ begin raise exception 'the process ends here'; end $$`)
    await program.rows(`create trigger refuse_finish before delete on outbox_tasks for each row
      when (old.topic = 'takeMail') execute function refuse_finish()`)
    store.deliver(address, mailSource({
      subject: 'Factura 45', parts: [{ name: 'F45.xml', bytes: await supplierFile(andes.taxNumber, { folio: 45 }) }]
    }))
    await readNow()
    const [{ id }] = await program.rows('select id from mail_messages order by id desc limit 1')
    const stored = () => program.rows(
      `select (select count(*) from received_documents where folio = 45)::int as documents,
        (select count(*) from audit_entries where action = 'received.file' and details->>'name' = 'F45.xml')::int as audited,
        (select state from mail_messages where id = $1) as state`, [id])
    expect(await stored()).toEqual([{ documents: 0, audited: 0, state: 1 }])

    await program.rows('drop function refuse_finish cascade')
    await program.rows("update outbox_tasks set due_at = now() where topic = 'takeMail' and lease_until is null")
    await program.until('processed', async () => (await stored())[0].state === 2)
    expect(await stored()).toEqual([{ documents: 1, audited: 1, state: 2 }])
  })

  it('for another company is skipped with the reason', async () => {
    const mail = await deliver('Factura ajena', [{ name: 'F.xml', bytes: await supplierFile('88888888-8', { folio: 42 }) }])

    expect(mail).toMatchObject({ stateText: 'Aside', reason: 'OTHER_RECEIVER' })
  })
})
