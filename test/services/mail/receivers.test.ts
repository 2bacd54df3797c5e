/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createStore } from '../../../src/repositories/store.ts'
import { contentOf } from '../../support/contents.ts'
import { importDirectory, listed } from '../../support/directory-files.ts'
import { boleta, factura } from '../../support/documents.ts'
import { defined, exactly, first, only } from '../../support/expecting.ts'
import { type MailProgram, startMailProgram } from '../../support/mail-program.ts'
import { pixelPng } from '../../support/pdf-sources.ts'
import { allSettled } from '../../support/program.ts'
import { failingRenderer } from '../../support/renderer.ts'

let program: MailProgram
beforeAll(async () => { program = await startMailProgram() })
afterAll(() => program.close())

const wanting = () => program.tenant({ update: { mailReceivers: true, email: 'ventas@andes.example' } })
const to = (email: string) => {
  const payload = factura()
  return { ...payload, header: { ...payload.header, receiver: { ...payload.header.receiver, email } } }
}
const isAccepted = (correlationId: string) => program.until(
  'accepted',
  async () =>
    (await program.rows('select 1 from invoices where id = $1 and status in (5, 6)', [correlationId])).length === 1
)
const mailsAreOut = () => program.until(
  'mails are out',
  async () => await allSettled(program) &&
      (await program.rows("select 1 from outbox_tasks where topic = 'sendMail'")).length === 0
)

describe('an accepted document', () => {
  it('is sent to its receiver: PDF, the signed XML as stored, and the envelope addressed to the client', async () => {
    const tenant = await wanting()
    const { body } = await tenant.save(to('compras@austral.example'))
    const mail = only(await program.mailsTo('compras@austral.example', 1))
    const folio = body.result.invoiceNumber
    const total = (body.result.totalAmount as number).toLocaleString('es-CL')
    const { xml } = await contentOf(program, body.result.correlationId)
    const [pdf, dte, envelope] = exactly(3, mail.attachments)

    expect(mail.headers).toMatchObject({
      subject: `Factura Electrónica N° ${folio} por $ ${total}, de Comercial ${tenant.code} SpA`,
      from: `"Comercial ${tenant.code} SpA" <no-reply@timbre.example>`,
      'reply-to': 'ventas@andes.example'
    })
    expect(first(mail.texts).text).toContain('Estimado cliente')
    const name = `Factura ${folio} - Ingeniería Ñandú Austral S.A`
    expect(mail.attachments.map(({ fileName }) => fileName)).toEqual([
      `${name}.pdf`, `${name}.xml`, `EnvioDTE-${tenant.taxNumber}-T33F${folio}.xml`
    ])
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(dte.bytes.equals(xml)).toBe(true)
    const text = envelope.bytes.toString('latin1')
    expect(text).toContain(
      `<RutEmisor>${tenant.taxNumber}</RutEmisor><RutEnvia>12345678-5</RutEnvia><RutReceptor>88888888-8</RutReceptor>`
    )
    expect(text).toContain(xml.toString('latin1').slice(xml.indexOf('<Documento ')))
  })

  it('is sent without a PDF that cannot be drawn, which is logged', async () => {
    const failing = await startMailProgram({}, failingRenderer())
    onTestFinished(() => failing.close())
    const tenant = await failing.tenant({ update: { mailReceivers: true, email: 'ventas@andes.example' } })
    const { correlationId } = (await tenant.save(to('compras@austral.example'))).body.result
    const mail = only(await failing.mailsTo('compras@austral.example', 1))

    expect(mail.attachments.map(({ fileName }) => fileName.split('.').at(-1))).toEqual(['xml', 'xml'])
    expect(failing.logs.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining({
      correlationId, msg: 'the PDF of a document could not be drawn; it is left out'
    }))
  })

  it('is sent to all of several addresses in one mail', async () => {
    const tenant = await wanting()

    const { body } = await tenant.save(to('uno@austral.example; dos@austral.example'))

    const mail = only(await program.mailsTo('dos@austral.example', 1))
    expect(mail.headers['to']).toBe('uno@austral.example, dos@austral.example')
    const { xml } = await contentOf(program, body.result.correlationId)
    expect(xml.toString('latin1')).toContain('<CorreoRecep>uno@austral.example;dos@austral.example</CorreoRecep>')
  })

  it("shows the logo of the tenant's template, attached to the mail", async () => {
    const tenant = await wanting()
    const made = await program.call('POST', '/PdfTemplate/Create', {
      token: tenant.token,
      body: {
        name: 'Logo', kind: 'settings', documentTypes: [33], format: 'letter', isDefault: true,
        settings: { logo: pixelPng }
      }
    })
    expect(made.status).toBe(200)
    await tenant.save(to('logotipo@austral.example'))
    const mail = only(await program.mailsTo('logotipo@austral.example', 1))
    const { source } = first(program.catcher.to('logotipo@austral.example'))

    const html = defined(mail.texts.find(({ type }) => type.startsWith('text/html'))).text
    expect(html).toMatch(/<img src="cid:logo@timbre" width="1" height="1" alt="Comercial /)
    const logo = defined(mail.attachments.find(({ fileName }) => fileName === 'logo.png'))
    expect(source).toMatch(/Content-Id: <logo@timbre>/i)
    expect(logo.bytes).toEqual(Buffer.from(pixelPng, 'base64'))
  })

  it('is mailed once, even if the task and the verdict are repeated', async () => {
    const tenant = await wanting()
    const { correlationId } = (await tenant.save(to('una-vez@austral.example'))).body.result
    const first = only(await program.mailsTo('una-vez@austral.example', 1))
    await mailsAreOut()
    const [{ id }] = await program.rows('select id from mails where about = $1', [correlationId])
    await program.rows(
      "insert into outbox_tasks (tenant_id, id, topic, subject, due_at, created_at) select tenant_id, gen_random_uuid(), 'sendMail', id::text, now(), now() from mails where id = $1",
      [id]
    )
    await program.rows("update envelopes set state = 'sent'")
    await program.rows('update invoices set status = 4 where id = $1', [correlationId])
    await program.rows(
      "insert into outbox_tasks (tenant_id, id, topic, subject, due_at, created_at) select tenant_id, gen_random_uuid(), 'followEnvelope', envelope_id::text, now(), now() from invoices where id = $1",
      [correlationId]
    )
    await isAccepted(correlationId)
    await mailsAreOut()

    expect(program.catcher.to('una-vez@austral.example')).toHaveLength(1)
    expect(first.headers['message-id']).toBe(`<${id}@timbre.example>`)
  })

  it('is not mailed when the tenant turned it off, nor without an address', async () => {
    const [silent, tenant] = [await program.tenant(), await wanting()]
    const ids = [await silent.save(to('silencio@austral.example')), await tenant.save(factura())].map(({ body }) =>
      body.result.correlationId
    )
    for (const id of ids) await isAccepted(id)
    await mailsAreOut()

    expect(program.catcher.to('silencio@austral.example')).toEqual([])
    expect(await program.rows('select 1 from mails where about = any($1)', [ids])).toEqual([])
  })

  it("is also sent separately to the directory's exchange mailbox, if the document has another address or none", async () => {
    const tenant = await wanting()
    const lines = [listed('88888888-8', 'dte@austral.example'), listed('66666666-6', 'boletas@correo.example')]
    const store = createStore({ databaseUrl: program.database.url, pepper: undefined, poolSize: 2 })
    await importDirectory(store, lines)
    await store.close()
    onTestFinished(async () => { await program.rows('delete from exchange_directories') })
    const [named, unnamed, same] = [to('otra@austral.example'), factura(), to('DTE@austral.example')]
    const ids: string[] = []
    for (const payload of [named, unnamed, same, boleta()]) {
      ids.push((await tenant.save(payload)).body.result.correlationId)
    }
    for (const id of ids) await isAccepted(id)
    await mailsAreOut()

    const mails = await program.rows('select about, kind, recipient from mails where about = any($1)', [ids])
    expect(mails.map(({ about, kind, recipient }) => [ids.indexOf(about), kind, recipient]).sort()).toEqual([
      [0, 'documentAccepted', 'otra@austral.example'],
      [0, 'documentExchange', 'dte@austral.example'],
      [1, 'documentExchange', 'dte@austral.example'],
      [2, 'documentAccepted', 'DTE@austral.example']
    ])
    const exchanged = (await program.mailsTo('dte@austral.example', 2))
      .map(({ attachments }) => attachments.map(({ fileName }) => fileName.replace(/\d.*/, '')))
    expect(exchanged).toEqual([['EnvioDTE-'], ['EnvioDTE-']])
    const { body } = await program.call('GET', `/Webhook/GetWebhook?correlationId=${ids[1]}`, { token: tenant.token })
    expect(body.result.mail).toMatchObject({ to: 'dte@austral.example', state: 'sent' })
  })

  it('is mailed without an envelope when it is a boleta, which companies do not exchange', async () => {
    const tenant = await wanting()
    const payload = boleta()
    await tenant.save({
      ...payload, header: { ...payload.header, receiver: { taxNumber: '66666666-6', email: 'persona@correo.example' } }
    })
    const mail = only(await program.mailsTo('persona@correo.example', 1))

    expect(mail.attachments.map(({ type }) => type)).toEqual(['application/pdf', 'application/xml'])
  })

  it('is retried when the mail server is busy, and fails when it refuses the address, with an audit row', async () => {
    const tenant = await wanting()
    program.catcher.refuseNext({ step: 'RCPT', answer: '450 4.2.0 Greylisted' })
    const { correlationId } = (await tenant.save(to('lista-gris@austral.example'))).body.result
    await program.until(
      'put off',
      async () => (await program.rows(
        "select 1 from outbox_tasks where topic = 'sendMail' and attempts = 1 and last_error like '%450%'"
      )).length === 1
    )
    await program.rows("update outbox_tasks set due_at = now() where topic = 'sendMail'")
    await program.mailsTo('lista-gris@austral.example', 1)

    program.catcher.refuseNext({ step: 'RCPT', answer: '550 5.1.1 Nobody here' })
    const refused = (await tenant.save(to('nadie@austral.example'))).body.result.correlationId
    await isAccepted(refused)
    await mailsAreOut()

    const rows = await program.rows(
      "select entity_id, details from audit_entries where action = 'invoice.mailReceiver' and entity_id = any($1) order by sequence",
      [[correlationId, refused]]
    )
    expect(rows).toEqual([
      { entity_id: correlationId, details: { recipient: 'lista-gris@austral.example' } },
      { entity_id: refused, details: { recipient: 'nadie@austral.example', refused: expect.stringContaining('550') } }
    ])
    expect(await program.rows('select failure, sent_at from mails where about = $1', [refused])).toEqual([{
      failure: expect.stringContaining('550'), sent_at: null
    }])
  })

  it('is mailed when it was accepted with objections, and not when it was rejected', async () => {
    const tenant = await wanting()
    await program.control('/faults', { operation: 'upload', channel: 'DTE', fault: 'rejected', value: 'DTE-3-505' })
    const rejected = (await tenant.save(to('rechazo@austral.example'))).body.result.correlationId
    await program.until(
      'rejected',
      async () => (await program.rows('select 1 from invoices where id = $1 and status = 7', [rejected])).length === 1
    )
    await program.control('/faults', { operation: 'upload', channel: 'DTE', fault: 'objections', value: 'HED-2-260' })
    await tenant.save(to('reparo@austral.example'))

    expect(await program.mailsTo('reparo@austral.example', 1)).toHaveLength(1)
    await mailsAreOut()
    expect(program.catcher.to('rechazo@austral.example')).toEqual([])
  })
})
