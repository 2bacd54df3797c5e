import { describe, expect, it, onTestFinished } from 'vitest'
import { barcodeIn } from '../../adapters/pdf/pdf-reading.ts'
import { failure } from '../../support/app.ts'
import { contentOf } from '../../support/contents.ts'
import { boleta, factura } from '../../support/documents.ts'
import { defined } from '../../support/expecting.ts'
import type { Program } from '../../support/program.ts'
import { failingRenderer } from '../../support/renderer.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { folios: [33, 39] })

const save = async (query: string, payload: unknown = boleta(), headers = {}, at: Pick<Program, 'call'> = program) =>
  (await at.call('POST', `/Webhook/Save${query}`, { body: { ...andes.keys, payload }, headers }))
const tedOf = async (correlationId: string) =>
  defined(/<TED[^]*<\/TED>/.exec(defined((await contentOf(program, correlationId)).xml).toString('latin1')))[0]

describe('the answer to a till', () => {
  it("has the TED, the stamp at the printer's resolution and the PDF on its paper, on request", async () => {
    const { body: { result } } = await save('?include=ted,stamp,pdf&format=58mm')
    const stamp = Buffer.from(result.stamp, 'base64')
    const pdf = Buffer.from(result.pdf, 'base64').toString('latin1')

    expect(result.ted).toBe(await tedOf(result.correlationId))
    expect(String(await barcodeIn(stamp))).toBe(result.ted)
    expect(stamp.readUInt32BE(16)).toBe(546)
    expect(stamp.readUInt32BE(20)).toBeLessThanOrEqual(320)
    expect(pdf).toMatch(/^%PDF-/)
    expect(pdf).toMatch(/MediaBox \[0 0 164/)
    expect(result).not.toHaveProperty('notIncluded')
  })

  it('has none of them without a request', async () => {
    const { body: { result } } = await save('')
    const { body: { result: withTed } } = await save('?include=ted')

    for (const member of ['ted', 'stamp', 'pdf', 'notIncluded']) expect(result).not.toHaveProperty(member)
    for (const member of ['stamp', 'pdf']) expect(withTed).not.toHaveProperty(member)
  })

  it('has them again under the same Idempotency-Key, from GetWebhook, and for a user', async () => {
    const payload = boleta()
    const key = { 'idempotency-key': 'caja-1-venta-7' }
    const first = await save('', payload, key)
    const again = await save('?include=ted', payload, key)
    const { correlationId } = first.body.result
    const read = await andes.api.get('Webhook/GetWebhook', { correlationId, include: 'ted,pdf' })
    const issued = await andes.api.post('Webhook/Issue', { payload: factura() }, { query: { include: 'ted' } })

    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.body.result.ted).toBe(await tedOf(correlationId))
    expect(read.body.result).toMatchObject({ ted: again.body.result.ted, pdf: expect.stringMatching(/^JVBERi0/) })
    expect(issued.body.result.ted).toContain('<TED')
  })

  it('is the receipt of an issued document even if its PDF cannot be drawn, and says so', async () => {
    const failing = await program.anotherInstance({ renderer: failingRenderer() })
    onTestFinished(() => failing.close())
    const { status, body: { result } } = await save('?include=pdf,ted', boleta(), {}, failing)

    expect(status).toBe(200)
    expect(result).toMatchObject({
      statusText: 'Issued', pdf: null, ted: await tedOf(result.correlationId),
      notIncluded: [{ member: 'pdf', errorCode: 'PDF_UNAVAILABLE', message: { en: expect.any(String), es: expect.any(String) } }]
    })
  })

  it('says that a waiting document has none', async () => {
    const empty = await program.tenant({ folios: [] })
    const { body } = await program.api().post('Webhook/Save', { ...empty.keys, payload: boleta() }, { query: { include: 'ted,stamp,pdf' } })

    expect(body.result).toMatchObject({ statusText: 'Waiting', ted: null, stamp: null, pdf: null })
    expect(body.result.notIncluded?.map(({ errorCode }) => errorCode))
      .toEqual(['DOCUMENT_NOT_ISSUED', 'DOCUMENT_NOT_ISSUED', 'DOCUMENT_NOT_ISSUED'])
  })

  it.each(['?include=xml', '?include=ted,', '?include=ted&format=a4'])('refuses %s (400)', async (query) => {
    expect(await save(query)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })
})
