/** @module-tag slow */
import { describe, expect, it, onTestFinished } from 'vitest'
import { createPdfRenderer } from '../../../src/adapters/pdf/pdf-renderer.ts'
import { stampBarcode } from '../../../src/dte/printing/barcode.ts'
import type { DrawingFor, PdfDesign, PdfJob } from '../../../src/services/ports.ts'
import { patience } from '../../support/patience.ts'
import { boleta, factura } from './samples.ts'

const [andes, boreal] = [{ tenantId: 'andes' }, { tenantId: 'boreal' }]
const settings = {
  accentColor: '#1f3a5f', columns: { itemCode: true, unitOfMeasure: true, discount: true }, showPayment: true
}
const builtIn: PdfDesign = { settings }
const job = (folio: number, more: object = {}): PdfJob =>
  ({ document: { ...boleta, folio, ...more }, format: '80mm', cedible: false })

function rendererWith (options: { timeoutMs?: number } = {}) {
  let held = (): number => 0
  const renderer = createPdfRenderer({
    stampBarcode, timeoutMs: patience.timeout, designTimeoutMs: patience.timeout, ...options,
    countHeld: (_name, count) => { held = count }
  })
  onTestFinished(renderer.close)
  return { ...renderer, held: () => held() }
}

describe.each([
  ['the built-in look', (renderer: ReturnType<typeof rendererWith>, folio: number, wanted: DrawingFor) =>
    renderer.render(job(folio), wanted)],
  ['a template', (renderer: ReturnType<typeof rendererWith>, folio: number, wanted: DrawingFor) =>
    renderer.renderDesign(job(folio), builtIn, wanted)]
])('a drawing with %s', (_look, draw) => {
  it('waits for one drawing of a tenant that requested many earlier, not for all', async () => {
    const renderer = rendererWith()
    const done: string[] = []
    const many = Array.from({ length: 8 }, (_, folio) => draw(renderer, folio + 1, andes).then(() => done.push('andes')))
    const one = draw(renderer, 1, boreal).then(() => done.push('boreal'))
    await Promise.all([...many, one])

    expect(done.indexOf('boreal')).toBeLessThanOrEqual(2)
  })

  it('waits for one drawing of strangers with a link of the tenant, and strangers of many tenants for two of them', async () => {
    const renderer = rendererWith()
    const done: string[] = []
    const strangers = ['andes', 'andes', 'andes', 'boreal', 'cordillera', 'desierto'].map((tenantId, folio) =>
      draw(renderer, folio + 1, { tenantId, isStranger: true }).then(() => done.push('stranger')))
    const own = draw(renderer, 100, andes).then(() => done.push('own'))
    const another = draw(renderer, 101, { tenantId: 'estero' }).then(() => done.push('another'))
    await Promise.all([...strangers, own, another])

    expect(done.indexOf('own')).toBeLessThanOrEqual(3)
    expect(done.indexOf('another')).toBeLessThanOrEqual(3)
  })

  it('is drawn once while it is cached, also for concurrent requests', async () => {
    const renderer = rendererWith()
    const stranger = { ...andes, isStranger: true } as const
    const [first, second] = await Promise.all([draw(renderer, 1, andes), draw(renderer, 1, stranger)])
    const again = draw(renderer, 1, stranger)

    expect(renderer.held()).toBe(0)
    expect(second).toEqual(first)
    expect(await again).toBe(second)
  })
})

describe('a cached drawing', () => {
  it('is not used after a change of the document: its state, link, paper or template', async () => {
    const renderer = rendererWith()
    const document = factura
    const variants: [Partial<PdfJob>, PdfDesign][] = [
      [{}, builtIn], [{ format: '80mm' }, builtIn], [{ cedible: true }, builtIn],
      [{ link: 'https://facturas.example/d/x' }, builtIn], [{ link: 'https://facturas.example/d/y' }, builtIn],
      [{ document: { ...document, watermark: 'NULO – SIN VALOR TRIBUTARIO' } }, builtIn],
      [{}, { settings: { ...settings, accentColor: '#ff0000' } }], [{}, { settings: { ...settings, footer: 'Gracias' } }],
      [{}, { settings, source: '#import "/factura.typ": *' }]
    ]
    const pdfs = []
    for (const [change, design] of variants) {
      pdfs.push((await renderer.renderDesign({ document, format: 'letter', cedible: false, ...change }, design, andes)).pdf)
    }

    expect(new Set(pdfs.map((pdf) => pdf.toString('base64'))).size).toBe(variants.length)
  })

  it('that exceeded its time is refused for minutes without a retry; others are drawn', async () => {
    const renderer = rendererWith({ timeoutMs: 1 })
    const tooLong = { code: 'PDF_UNAVAILABLE', cause: { message: 'the drawing took longer than 1 ms' } }

    await expect(renderer.render(job(1), andes)).rejects.toMatchObject(tooLong)
    const again = renderer.render(job(1), andes)
    expect(renderer.held()).toBe(0)
    await expect(again).rejects.toMatchObject({ code: 'PDF_UNAVAILABLE', cause: undefined })
    await expect(again).rejects.toHaveProperty('retryAfterSeconds', expect.closeTo(300, -2))
    await expect(renderer.render(job(2), andes)).rejects.toMatchObject(tooLong)
  })
})
