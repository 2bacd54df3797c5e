import { beforeAll, describe, expect, it } from 'vitest'
import type { Result } from '../../support/api.ts'
import { failure } from '../../support/app.ts'
import { boleta, factura, facturaExenta } from '../../support/documents.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'
import { pathsOf } from '../../support/webhook.ts'
import { savedName } from '../../support/file-names.ts'

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { folios: [33, 39] })
let invoice: Result<'post', 'Webhook/Save'>

beforeAll(async () => {
  invoice = (await andes.save(factura())).body.result
})

const getPdf = (correlationId: string, options = '', token = andes.token) =>
  program.call('GET', `/Webhook/GetPdf?correlationId=${correlationId}${options}`, { token })

/** Width and height of the first page in points (MediaBox), and the number of pages. */
function paperOf ({ body }: { body: unknown }): { width: number, height: number, pages: number } {
  const text = (body as Buffer).toString('latin1')
  const [, width, height] = /\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)\s*\]/.exec(text) ?? []
  return {
    width: Math.round(Number(width)), height: Math.round(Number(height)),
    pages: text.match(/\/Type\s*\/Page\b/g)?.length ?? 0
  }
}

describe('answers', () => {
  it('draws a factura on letter paper, as an inline PDF', async () => {
    const answer = await getPdf(invoice.correlationId)

    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': [
        'inline; filename="Factura 1 - Ingenieria Nandu Austral S.A.pdf"',
        "filename*=UTF-8''Factura%201%20-%20Ingenier%C3%ADa%20%C3%91and%C3%BA%20Austral%20S.A.pdf"
      ].join('; ')
    })
    expect((answer.body as unknown as Buffer).subarray(0, 5).toString()).toBe('%PDF-')
    expect(paperOf(answer)).toEqual({ width: 612, height: 792, pages: 1 })
  })

  it('draws a boleta on 80 mm paper, and any document on other paper on request', { tags: 'slow' }, async () => {
    const { correlationId } = (await andes.save(boleta())).body.result

    expect(paperOf(await getPdf(correlationId)).width).toBe(227)
    expect(paperOf(await getPdf(correlationId, '&format=letter')).width).toBe(612)
    expect(paperOf(await getPdf(invoice.correlationId, '&format=80mm')).width).toBe(227)
    expect(paperOf(await getPdf(invoice.correlationId, '&format=58mm')).width).toBe(164)
  })

  it('adds the assignable copy, under its own file name', async () => {
    const answer = await getPdf(invoice.correlationId, '&cedible=true')

    expect(paperOf(answer).pages).toBe(2)
    expect(savedName(answer)).toBe('Factura 1 - Ingeniería Ñandú Austral S.A (cedible).pdf')
    expect(paperOf(await getPdf(invoice.correlationId, '&cedible=true&format=80mm')).pages).toBe(2)
  })

  it('adds no copy to a type without one, nor names the file so', async () => {
    const { correlationId, invoiceNumber } = (await andes.save(boleta())).body.result
    const answer = await getPdf(correlationId, '&cedible=true')

    expect(paperOf(answer).pages).toBe(1)
    expect(savedName(answer)).toBe(`Boleta ${invoiceNumber}.pdf`)
  })
})

describe('rejects input (400)', () => {
  it.each([['&format=a4', 'format'], ['&cedible=1', 'cedible']])(
    'refuses %s',
    async (options, path) => {
      const answer = await getPdf(invoice.correlationId, options)

      expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
      expect(pathsOf(answer)).toEqual([path])
    })

  it('requires a correlationId', async () => {
    expect(pathsOf(await getPdf('x'))).toEqual(['correlationId'])
  })
})

describe('conflicts (409)', () => {
  it('has no PDF of a waiting document', async () => {
    const { correlationId } = (await andes.save(facturaExenta())).body.result

    expect(await getPdf(correlationId)).toMatchObject(failure(409, 'DOCUMENT_NOT_ISSUED'))
  })
})

describe('breaks a rule (422)', () => {
  it('draws no stamp without a known resolution', { tags: 'slow' }, async () => {
    const chillan = await program.tenant({ folios: [39] })
    const { correlationId } = (await chillan.save(boleta())).body.result
    await chillan.loseResolution()

    expect(await getPdf(correlationId, '', chillan.token)).toMatchObject(failure(422, 'RESOLUTION_MISSING'))
  })
})
