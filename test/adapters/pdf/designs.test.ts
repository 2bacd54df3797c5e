/** @module-tag slow */
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { createPdfRenderer } from '../../../src/adapters/pdf/pdf-renderer.ts'
import { stampBarcode } from '../../../src/dte/printing/barcode.ts'
import { documentTypes, type DocumentType } from '../../../src/dte/values/document-types.ts'
import type { PrintableDocument } from '../../../src/dte/printing/printable.ts'
import { sampleDocument, sampleNames, samplesFor } from '../../../src/services/printing/pdf-samples.ts'
import type { PdfDesign, PdfFormat, PdfSettings } from '../../../src/services/ports.ts'
import { defined, first } from '../../support/expecting.ts'
import { pixelPng, sourceWith, svg } from '../../support/pdf-sources.ts'
import { patience } from '../../support/patience.ts'
import { hasPoppler, overlaps, stampOn, textOf, words } from './pdf-reading.ts'
import {
  bareFactura, boleta, certificationFactura, exportInvoice, factura, guia, hostile, longestFactura
} from './samples.ts'

const renderer = createPdfRenderer({ stampBarcode, timeoutMs: patience.timeout, designTimeoutMs: patience.timeout })
afterAll(() => renderer.close())

const settings: PdfSettings = {
  accentColor: '#ffd54f',
  logo: { type: 'svg', bytes: Buffer.from(svg(), 'base64') },
  footer:
    'Cambios con boleta hasta 30 días después de la compra, en cualquiera de nuestras sucursales. '.repeat(2).trim() +
    ' Consulte horarios en www.penaflor.example: ñandúes.',
  columns: { itemCode: true, unitOfMeasure: true, discount: true },
  showPayment: true
}
const form: PdfDesign = { settings }
const draw = (document: PrintableDocument, design = form, format: PdfFormat = 'letter') =>
  renderer.renderDesign({ document, format, cedible: true }, design, { tenantId: 'andes' })

const drawings = new Map<string, ReturnType<typeof draw>>()

/** A document in the form, which those who look at it share. */
function drawn (document: PrintableDocument, format: PdfFormat = 'letter'): ReturnType<typeof draw> {
  const name = JSON.stringify([document, format])
  const drawing = drawings.get(name) ?? draw(document, form, format)
  drawings.set(name, drawing)
  return drawing
}

const documents = { bareFactura, boleta, certificationFactura, exportInvoice, factura, guia, hostile, longestFactura }
const everyDocument = Object.entries(documents).flatMap(([name, document]) =>
  (['letter', '80mm'] as const).map((format): [string, PdfFormat, PrintableDocument] => [name, format, document])
)

describe('the built-in design with all its settings', () => {
  it.each(everyDocument)('shows what the law requires: %s as %s', async (_name, format, document) => {
    expect((await drawn(document, format)).missing).toEqual([])
  })

  it.skipIf(!hasPoppler).each(everyDocument.filter(([name]) => name !== 'certificationFactura'))(
    'cuts nothing off and covers nothing: %s as %s (needs poppler-utils)',
    async (_name, format, document) => {
      const { pdf } = await drawn(document, format)
      const all = words(pdf)

      expect(textOf(pdf)).toContain('ñandúes.')
      expect(all.filter((word) =>
        word.left < 0 || word.right > word.pageWidth || word.top < 0 || word.bottom > word.pageHeight - 11
      )).toEqual([])
      expect(overlaps(all)).toEqual([])
    }
  )

  it.skipIf(!hasPoppler)('leaves the stamp as it was (needs poppler-utils)', async () => {
    const { pdf } = await drawn(factura)

    const stamps = await stampOn(pdf, { page: 1, skipMm: 170, dpi: 300 })
    expect(stamps.map(({ bytes }) => bytes)).toEqual([Buffer.from(factura.ted, 'latin1')])
  })

  it.each(
    [
      ['png', pixelPng], ['svg', svg('<text x="1" y="9">Ñandú</text>')]
    ] as const
  )('takes a logo as %s', async (type, base64) => {
    const { pdf, missing } = await draw(factura, {
      settings: { ...settings, logo: { type, bytes: Buffer.from(base64, 'base64') } }
    })

    expect(missing).toEqual([])
    expect(pdf.length).toBeGreaterThan(10_000)
  })

  it('gives the same bytes for the same job', async () => {
    expect((await draw(factura)).pdf).toEqual((await drawn(factura)).pdf)
  })
})

describe('a source', () => {
  it.each(Object.keys(documentTypes).map((type) => Number(type) as DocumentType))(
    'from the documentation draws every sample of type %i',
    async (type) => {
      const [, source] =
        /```typst\n([\s\S]*?)```/.exec(
          readFileSync(new URL('../../../docs/pdf-templates.md', import.meta.url), 'utf8')
        ) ?? []

      for (const name of sampleNames) {
        expect(
          (await draw(sampleDocument(type, name), { settings, source: defined(source) })).missing,
          name
        ).toEqual([])
      }
    }
  )

  it('may rotate the stamp', async () => {
    expect(
      (await draw(factura, { settings, source: sourceWith('  stamp()\n', '  rotate(90deg, reflow: true, stamp())\n') }))
        .missing
    ).toEqual([])
  })

  it('may format amounts freely, and a folio with dots', async () => {
    const source = defined(sourceWith('sii-box()', '[RUT 764189302 \\ factura electrónica \\ Nº 10.457]'))

    expect((await draw(factura, { settings, source })).missing).toEqual([])
  })

  it('receives a document without the columns and payment that were not chosen', async () => {
    const source =
      '#import "/dte.typ": *\n#assert(doc.details.all(line => "itemCode" not in line and "discount" not in line and "quantity" in line))\n#assert("paymentMethod" not in doc and "dueDate" in doc)'

    const { missing } = await draw(factura, {
      settings: { ...settings, columns: { itemCode: false, unitOfMeasure: true, discount: false }, showPayment: false },
      source
    })
    expect(missing).toContain('stamp')
  })

  it("that crashes the process is reported as the design's fault, and other drawings are not affected", async () => {
    const bomb = draw(factura, { settings, source: '#let a = range(200000000)\n#a.len()' })
    const others = renderer.render({ document: factura, format: 'letter', cedible: false }, { tenantId: 'andes' })

    await expect(bomb).rejects.toMatchObject({ code: 'PDF_TEMPLATE_TOO_COSTLY' })
    expect((await others).length).toBeGreaterThan(10_000)
  })
})

describe('the samples', () => {
  it('exist for each type of a template, and in every kind for the first', () => {
    expect(samplesFor([61, 33]).map(({ type, name }) => `${type} ${name}`)).toEqual([
      '61 ordinary', '33 ordinary', '61 bare', '61 full', '61 long'
    ])
    expect(new Set(samplesFor([]).map(({ type }) => type))).toEqual(new Set(Object.keys(documentTypes).map(Number)))
  })

  it('have all their members described in the documentation', () => {
    const documentation = readFileSync(new URL('../../../docs/pdf-templates.md', import.meta.url), 'utf8')
    const full = sampleDocument(52, 'full')
    const members = [full, full.sender, full.receiver, first(full.details), first(full.references)].flatMap((part) =>
      Object.keys(part)
    ).filter((name) => name !== 'ted')

    expect(members.filter((name) => !documentation.includes(`\`${name}\``))).toEqual([])
  })
})
