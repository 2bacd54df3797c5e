/** @module-tag slow */
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Result } from '../../support/api.ts'
import { contentOf } from '../../support/contents.ts'
import { factura, facturaExenta } from '../../support/documents.ts'
import { defined, first } from '../../support/expecting.ts'
import { type MailProgram, startMailProgram } from '../../support/mail-program.ts'
import { type ProgramTenant, startProgram } from '../../support/program.ts'

let program: MailProgram
let andes: ProgramTenant
let boreal: ProgramTenant
let issued: Result<'post', 'Webhook/Save'>
beforeAll(async () => {
  program = await startMailProgram()
  andes = await program.tenant({ folios: [33] })
  boreal = await program.tenant({ folios: [33] })
  issued = (await andes.save(factura())).body.result
  await program.until('accepted', async () => (await andes.get(issued.correlationId)).status === 5)
})
beforeEach(() => program.rows('delete from mail_allowances'))
afterAll(() => program.close())

const send = (body: object, token = andes.token) =>
  program.api({ token }).post('Webhook/Send', { correlationId: issued.correlationId, ...body })
const auditOf = (correlationId: string) => program.rows(
  "select details from audit_entries where entity_id = $1 and action = 'invoice.send'", [correlationId]
)

describe('sending a document', () => {
  it('mails the PDF and the signed XML to each address separately, with the message, and lists what was sent', async () => {
    const { status, body } = await send({
      to: ['compras@austral.example', 'bodega@austral.example', 'COMPRAS@austral.example'],
      message: 'Gracias por su compra.\nSaludos, Ana'
    })
    const mail = first(await program.mailsTo('compras@austral.example', 1))
    const other = first(await program.mailsTo('bodega@austral.example', 1))
    const { xml } = await contentOf(program, issued.correlationId)

    expect(status).toBe(200)
    expect(body.result).toEqual(['compras@austral.example', 'bodega@austral.example'].map((to) => ({
      to, state: 'queued', at: expect.any(String), failure: null
    })))
    expect(mail.headers['to']).toBe('compras@austral.example')
    expect(other.headers['to']).toBe('bodega@austral.example')
    expect(mail.attachments.map(({ type }) => type)).toEqual(['application/pdf', 'application/xml'])
    expect(defined(mail.attachments[1]).bytes.equals(xml)).toBe(true)
    expect(first(mail.texts).text).toMatch(/ya recibió\.\s+Su mensaje:\s+Gracias por su compra\.\s+Saludos, Ana/)
    await program.until('both are sent', async () =>
      (await andes.get(issued.correlationId)).deliveries.every(({ state }: { state: string }) => state === 'sent'))
    expect((await andes.get(issued.correlationId)).deliveries.map(({ to }: { to: string }) => to).sort())
      .toEqual(['bodega@austral.example', 'compras@austral.example'])
    expect(await auditOf(issued.correlationId)).toEqual([{
      details: { recipients: ['compras@austral.example', 'bodega@austral.example'] }
    }])
  })

  it('can be repeated to the same address, copied to the caller, and done before the SII has answered', async () => {
    await program.control('/clock', { secondsPerState: 3600 })
    onTestFinished(async () => { await program.control('/clock', { secondsPerState: 0.01 }) })
    const { correlationId } = (await andes.save(factura())).body.result
    const me = `admin@${andes.code}.example`
    for (const copyToMe of [true, false]) await send({ correlationId, to: ['otra-vez@austral.example'], copyToMe })
    const mails = await program.mailsTo('otra-vez@austral.example', 2)
    const copy = first(await program.mailsTo(me, 1))

    expect(first(mails).headers['message-id']).not.toBe(defined(mails[1]).headers['message-id'])
    expect(defined(mails[0]?.texts?.[0]).text).toContain('le envía este documento.')
    expect(copy.headers['to']).toBe(me)
    expect((await andes.get(correlationId)).deliveries).toHaveLength(3)
  })

  it('reports in the deliveries and the audit log why the mail server refused an address', async () => {
    program.catcher.refuseNext({ step: 'RCPT', answer: '550 5.1.1 Nobody here' })
    await send({ to: ['nadie@austral.example'] })
    const failed = async () => (await andes.get(issued.correlationId)).deliveries
      .find(({ to, state }: { to: string, state: string }) => to === 'nadie@austral.example' && state === 'failed')
    await program.until('it has failed', async () => await failed() !== undefined)

    expect((await failed()).failure).toContain('550')
    expect(await program.rows(
      "select details from audit_entries where entity_id = $1 and action = 'invoice.mailReceiver' and details->>'recipient' = 'nadie@austral.example'",
      [issued.correlationId]
    )).toEqual([{ details: { recipient: 'nadie@austral.example', refused: expect.stringContaining('550') } }])
  })

  it('happens once under an Idempotency-Key, and works with the keys of the tenant', async () => {
    const { tenantCode, accessKey, secretKey } = andes.keys
    const keyed = () => program.call('POST', '/Webhook/Send', {
      headers: {
        'x-tenant-code': tenantCode, 'x-access-key': accessKey, 'x-secret-key': secretKey, 'idempotency-key': 'envio-1'
      },
      body: { correlationId: issued.correlationId, to: ['maquina@austral.example'] }
    })
    const [first, second] = [await keyed(), await keyed()]
    await program.mailsTo('maquina@austral.example', 1)

    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(second.body).toEqual(first.body)
    expect(await program.rows("select 1 from mails where recipient = 'maquina@austral.example'")).toHaveLength(1)
  })
})

describe('refuses sending', () => {
  it('for a document that waits, was rejected or failed, or is another tenant\'s', async () => {
    const waiting = (await andes.save(facturaExenta())).body.result.correlationId
    const rejected = (await boreal.save(factura())).body.result.correlationId
    await program.until('accepted', async () => (await boreal.get(rejected)).status === 5)
    await program.rows('update invoices set status = 7 where id = $1', [rejected])
    const answers = [
      await send({ correlationId: waiting, to: ['a@b.example'] }),
      await send({ correlationId: rejected, to: ['a@b.example'] }, boreal.token),
      await send({ correlationId: rejected, to: ['a@b.example'] })
    ]

    expect(answers.map(({ status, body: { errorCode } }) => [status, errorCode])).toEqual([
      [409, 'DOCUMENT_NOT_ISSUED'], [409, 'DOCUMENT_NOT_IN_FORCE'], [404, 'DOCUMENT_NOT_FOUND']
    ])
  })

  it.each([
    ['no address', { to: [] }, /^to/],
    ['more than ten', { to: Array.from({ length: 11 }, (_, index) => `a${index}@b.example`) }, /^to/],
    ['what is no address', { to: ['a@b.example', 'ana'] }, /^to\[1\]/],
    ['two addresses in one', { to: ['a@b.example,c@d.example'] }, /^to\[0\]/],
    ['invisible characters in the message', { to: ['a@b.example'], message: 'a\u202eb' }, /^message/],
    ['a link in the message of a company that only tries', { to: ['a@b.example'], message: 'Pague en pagos.example/1' }, /^message/]
  ])('with %s', async (_name, body, problem) => {
    const answer = await send(body)

    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION_FAILED'])
    expect(answer.body.errors[0]).toMatch(problem)
  })

  it('above the limit of a mailbox or of the tenant, all or nothing, with Retry-After', async () => {
    for (let count = 0; count < 5; count += 1) await send({ to: ['lleno@austral.example'] })
    const before = await program.rows('select 1 from mails')
    const mailbox = await send({ to: ['vacio@austral.example', 'lleno+1@austral.example'] })
    for (let count = 0; count < 4; count += 1) {
      await send({ to: Array.from({ length: 10 }, (_, index) => `p${count}-${index}@austral.example`) })
    }
    await send({ to: Array.from({ length: 5 }, (_, index) => `q${index}@austral.example`) })
    const tenant = await send({ to: ['uno-mas@austral.example'] })

    expect([mailbox.status, mailbox.body.errorCode, mailbox.body.errors]).toEqual([
      429, 'RATE_LIMITED', [expect.stringMatching(/^to\[1\]: was sent 5 documents/)]
    ])
    expect(mailbox.headers['retry-after']).toMatch(/^\d+$/)
    expect(await program.rows("select 1 from mails where recipient = 'vacio@austral.example'")).toEqual([])
    expect(await program.rows('select 1 from mails')).toHaveLength(before.length + 45)
    expect([tenant.status, tenant.body.errors]).toEqual([429, [expect.stringMatching(/^to\[0\]: the tenant sent 50/)]])
  })

  it('if the server sends no mail, with the remedy', async () => {
    const silent = await startProgram({ settings: { SMTP_URL: 'none' }, working: false })
    onTestFinished(() => silent.close())
    const tenant = await silent.tenant({ folios: [33] })
    const { correlationId } = (await tenant.save(factura())).body.result
    const { status, body } = await silent.call('POST', '/Webhook/Send', {
      token: tenant.token, body: { correlationId, to: ['a@b.example'] }
    })

    expect([status, body.errorCode, body.errors]).toEqual([503, 'MAIL_UNAVAILABLE', [expect.stringContaining('SMTP_URL')]])
  })
})
