/** @module-tag slow */
import { describe, expect, it } from 'vitest'
import { createPdfTrials } from '../../../src/services/printing/pdf-trials.ts'
import { type PdfDesign, pdfFormats, type PdfRenderer } from '../../../src/services/ports.ts'
import { goodSource, sourceWith } from '../../support/pdf-sources.ts'
import { sharedRenderer } from '../../support/renderer.ts'

const renderer = sharedRenderer()

const settings = {
  accentColor: '#1f3a5f', columns: { itemCode: true, unitOfMeasure: true, discount: true }, showPayment: true
}
const fails = (grief: string): PdfDesign => ({ settings, source: sourceWith('#copy()\n', `#${grief}\n#copy()\n`) })
const griefLine = goodSource.split('\n').indexOf('#copy()') + 1
const andes = { tenantId: 'andes' }
const ofFacturas = { format: 'letter', documentTypes: [33] } as const

describe('mustDraw', () => {
  it.each(pdfFormats)('accepts the built-in design for every type, as %s', async (format) => {
    await expect(createPdfTrials({ renderer }).mustDraw({ settings }, { format, documentTypes: [] }, andes)).resolves
      .toBeUndefined()
  })

  it.each([
    ['a text at its longest', 'if doc.sender.businessName.len() > 90 { panic("too wide") }', 'too wide', '33 full'],
    ['sixty lines', 'if doc.details.len() > 50 { panic("too many") }', 'too many', '33 long'],
    ['no references', 'doc.references.first().folio', 'array is empty', '33 bare']
  ])('reports what fails with %s, and names the sample', async (_what, grief, message, sample) => {
    await expect(createPdfTrials({ renderer }).mustDraw(fails(grief), ofFacturas, andes)).rejects.toMatchObject({
      code: 'PDF_TEMPLATE_INVALID',
      problems: [{
        path: expect.stringMatching(new RegExp(`^source:${griefLine}:\\d+$`)),
        message: { en: expect.stringMatching(new RegExp(`${message}.*\\(sample ${sample}\\)$`)) }
      }]
    })
  })

  it('refuses a design whose samples take too long in total', async () => {
    const slow: PdfRenderer = {
      ...renderer, renderDesign: async (...job) => ({ ...await renderer.renderDesign(...job), drawMs: 1000 })
    }

    const trials = createPdfTrials({ renderer: slow, longestTrialMs: 1999 })

    await expect(trials.mustDraw({ settings }, ofFacturas, andes)).rejects.toMatchObject({
      code: 'PDF_TEMPLATE_TOO_COSTLY'
    })
  })
})
