/** @module-tag slow */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPdfRenderer } from '../../../src/adapters/pdf/pdf-renderer.ts'
import { stampBarcode } from '../../../src/dte/printing/barcode.ts'
import { hasPoppler, textOf } from '../../adapters/pdf/pdf-reading.ts'
import { failure } from '../../support/app.ts'
import { boleta, factura, note } from '../../support/documents.ts'
import { resultOf } from '../../support/expecting.ts'
import { patience } from '../../support/patience.ts'
import { goodSource, sourceWith } from '../../support/pdf-sources.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'
import { everythingStored, tokenWith } from '../../support/webhook.ts'
import { savedName } from '../../support/file-names.ts'

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { folios: [33, 39] })
const boreal = sharedTenant(program, { certificate: false, folios: [] })
let invoice: { correlationId: string }
let ticket: { correlationId: string }

beforeAll(async () => {
  invoice = (await andes.save(factura())).body.result
  ticket = (await andes.save(boleta())).body.result
})
afterEach(() => program.rows('delete from pdf_templates'))

const getPdf = (correlationId: string, options = '', token = andes.token) =>
  program.call('GET', `/Webhook/GetPdf?correlationId=${correlationId}${options}`, { token })
const bytesOf = ({ body }: { body: unknown }): Buffer => body as Buffer

async function template (payload: object, { token } = andes): Promise<string> {
  return resultOf(await program.api({ token }).post('PdfTemplate/Create', {
    name: JSON.stringify(payload).slice(0, 90), kind: 'settings', documentTypes: [33], isDefault: true, ...payload
  })).id
}

/** A source that draws every sample and comes to grief over a document of Andes. */
const failsOnReal = (grief: string) => ({
  kind: 'code',
  source: sourceWith('#copy()\n', `#if doc.sender.businessName.starts-with("Comercial tenant") { ${grief} }\n#copy()\n`)
})

describe.skipIf(!hasPoppler)('a tenant\'s default (needs poppler-utils)', () => {
  it('draws the documents of its types in its format only', async () => {
    await template({ settings: { footer: 'Pie de Andes' } })

    expect(textOf(bytesOf(await getPdf(invoice.correlationId)))).toContain('Pie de Andes')
    expect(textOf(bytesOf(await getPdf(invoice.correlationId, '&format=80mm')))).not.toContain('Pie de Andes')
    expect(textOf(bytesOf(await getPdf(ticket.correlationId, '&format=letter')))).not.toContain('Pie de Andes')
  })

  it('is overridden by one for the type', async () => {
    await template({ documentTypes: null, settings: { footer: 'Para todos' } })
    await template({ settings: { footer: 'Para facturas' } })

    expect(textOf(bytesOf(await getPdf(invoice.correlationId)))).toContain('Para facturas')
    expect(textOf(bytesOf(await getPdf(ticket.correlationId, '&format=letter')))).toContain('Para todos')
  })

  it('is overridden by a requested template, with its format', async () => {
    await template({ settings: { footer: 'El de siempre' } })
    const other = await template({
      isDefault: false, documentTypes: [33, 39], format: '80mm', settings: { footer: 'El otro' }
    })

    const text = textOf(bytesOf(await getPdf(invoice.correlationId, `&templateId=${other.toUpperCase()}`)))

    expect(text).toContain('El otro')
    expect(text).not.toContain('El de siempre')
  })

  it('is not used for other tenants, nor after it is deleted', async () => {
    const id = await template({ settings: { footer: 'Pie de Andes' } })
    await template({ settings: { footer: 'Pie de Boreal' } }, boreal)

    expect(textOf(bytesOf(await getPdf(invoice.correlationId)))).toContain('Pie de Andes')
    await andes.api.delete('PdfTemplate/Delete', { id })
    expect(textOf(bytesOf(await getPdf(invoice.correlationId)))).not.toMatch(/Pie de/)
  })

  it("shows the tenant's own document in a preview", async () => {
    const answer = await program.call('POST', '/PdfTemplate/Preview', {
      token: andes.token, body: { kind: 'code', source: goodSource, correlationId: invoice.correlationId }
    })

    expect(textOf(bytesOf(answer))).toMatch(new RegExp(`Comercial ${andes.code} SpA.*Cañería de cobre`))
  })
})

describe('a template that fails', () => {
  it.each([
    ['panics', failsOnReal('panic("ouch")')],
    ['leaves out the stamp', {
      kind: 'code',
      source: sourceWith(
        '  stamp()\n', '  if not doc.sender.businessName.starts-with("Comercial tenant") { stamp() }\n'
      )
    }],
    ['draws more than 50 pages', failsOnReal('for n in range(60) { pagebreak() }')]
  ])('is replaced by the built-in design, and the answer says so, when it %s', async (_what, source) => {
    const builtIn = await getPdf(invoice.correlationId)
    await template(source)

    const answer = await getPdf(invoice.correlationId)

    expect(answer).toMatchObject({
      status: 200, headers: { 'x-template-fallback': 'true', 'content-type': 'application/pdf' }
    })
    expect(bytesOf(answer)).toEqual(bytesOf(builtIn))
    expect(builtIn.headers).not.toHaveProperty('x-template-fallback')
  })

  it('by running too long is tried once, and then skipped for a while', async () => {
    await template(failsOnReal('for a in range(100000) { for b in range(100000) {} }'))
    const impatient = createPdfRenderer({ stampBarcode, timeoutMs: patience.timeout, designTimeoutMs: 1000 })
    const renderDesign = vi.spyOn(impatient, 'renderDesign')
    // It is left alone for a minute, which a slow machine may need for the two drawings.
    const now = new Date()
    const other = await program.anotherInstance({ renderer: impatient, clock: () => now })
    for (let turn = 0; turn < 2; turn++) {
      expect(
        await other.call('GET', `/Webhook/GetPdf?correlationId=${invoice.correlationId}`, { token: andes.token })
      ).toMatchObject({ status: 200, headers: { 'x-template-fallback': 'true' } })
    }
    await other.close()

    expect(renderDesign).toHaveBeenCalledOnce()
  })

  it('is counted', async () => {
    const count = async () =>
      /timbre_failed_pdf_templates_total (\d+)/.exec(await program.composition.app.metrics.metrics())?.[1]
    await template(failsOnReal('panic("ouch")'))
    const before = Number(await count())

    await getPdf(invoice.correlationId)

    expect(Number(await count())).toBe(before + 1)
  })
})

describe('a draft (Webhook/Preview)', () => {
  const preview = (body: object, { token } = andes) => program.call('POST', '/Webhook/Preview', { token, body })

  it('stores nothing, and requires neither folios nor a certificate', async () => {
    const before = await everythingStored(program)
    const answer = await preview({ payload: factura() })

    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/pdf', 'content-disposition': expect.stringMatching(/^inline; /) }
    })
    expect(savedName(answer)).toBe('Factura borrador - Ingeniería Ñandú Austral S.A.pdf')
    expect(answer.headers).not.toHaveProperty('x-template-fallback')
    expect((await preview({ payload: factura() }, boreal)).status).toBe(200)
    expect(await everythingStored(program)).toEqual(before)
  })

  it.skipIf(!hasPoppler)('is marked as a draft in place of the folio and the stamp (needs poppler-utils)', async () => {
    for (const [payload, format] of [[factura(), '80mm'], [factura(), 'letter'], [boleta(), undefined]] as const) {
      const text = textOf(bytesOf(await preview({ payload, format, cedible: true })))

      expect(text).toContain('N° BORRADOR')
      expect(text).toContain('Sin timbre: no se ha emitido')
      if (format === '80mm') expect(text).toContain('SIN VALOR TRIBUTARIO')
      expect(text).not.toContain('Timbre Electrónico')
      expect(text.includes('CEDIBLE')).toBe(payload.header.documentId?.documentType === '33')
    }
  })

  it.skipIf(!hasPoppler)('uses the default template, or another one (needs poppler-utils)', async () => {
    await template({ settings: { footer: 'Pie de Andes' } })
    const other = await template({ kind: 'code', source: goodSource, isDefault: false })

    expect(textOf(bytesOf(await preview({ payload: factura() })))).toContain('Pie de Andes')
    expect(textOf(bytesOf(await preview({ payload: factura(), templateId: other })))).toContain('N° BORRADOR')
  })

  it('is drawn with the built-in design if the template fails', async () => {
    await template(failsOnReal('panic("ouch")'))

    expect(await preview({ payload: factura() })).toMatchObject({ status: 200, headers: { 'x-template-fallback': 'true' } })
  })

  it('is refused with the problems of Webhook/Issue', async () => {
    const { details: [line], ...rest } = factura()
    const payload = { ...rest, details: [{ ...line, lineNumber: 2 }] }
    const token = await tokenWith(program, andes, ['Webhook.Issue'])
    const issued = await program.api({ token }).post('Webhook/Issue', { payload })
    const about = note('61', { folio: '1', date: '2020-01-01' })

    expect(issued.status).toBe(422)
    expect((await preview({ payload }, { ...andes, token })).body).toEqual(issued.body)
    expect(await preview({ payload: about })).toMatchObject(failure(422, 'REFERENCE_DATE_MISMATCH'))
  })
})

describe('rejects unsuitable templates (422)', () => {
  it('refuses a template for other types, or for the other format', async () => {
    const id = await template({ documentTypes: [61] })
    const own = await template({ isDefault: false })

    expect(await getPdf(invoice.correlationId, `&templateId=${id}`)).toMatchObject(
      failure(422, 'PDF_TEMPLATE_NOT_FOR_DOCUMENT')
    )
    expect(await getPdf(invoice.correlationId, `&templateId=${own}&format=80mm`)).toMatchObject(
      failure(422, 'PDF_TEMPLATE_NOT_FOR_DOCUMENT')
    )
    expect((await getPdf(invoice.correlationId, `&templateId=${own}&format=letter`)).status).toBe(200)
  })
})
