/** @module-tag slow */
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { createPdfRenderer } from '../../../src/adapters/pdf/pdf-renderer.ts'
import { decimalFromNumber } from '../../../src/dte/values/amounts.ts'
import { stampBarcode } from '../../../src/dte/printing/barcode.ts'
import { type DocumentType, documentTypeFacts } from '../../../src/dte/values/document-types.ts'
import type { TaxDocument } from '../../../src/dte/document.ts'
import type { PrintableDocument } from '../../../src/dte/printing/printable.ts'
import { printable } from '../../../src/dte/printing/printable-from-document.ts'
import { type PdfFormat, pdfFormats } from '../../../src/services/ports.ts'
import { prepareCase } from '../../support/document-cases.ts'
import { defined, first } from '../../support/expecting.ts'
import { run, withFiles } from '../../support/tools.ts'
import { patience } from '../../support/patience.ts'
import { hasPoppler, overlaps, pageCount, textOf, words } from './pdf-reading.ts'
import { factura } from './samples.ts'

// A busy machine draws slowly.
const renderer = createPdfRenderer({ stampBarcode, timeoutMs: patience.timeout, designTimeoutMs: patience.timeout })
afterAll(() => renderer.close())

const facts = { folio: 1042, ted: factura.ted, resolution: { number: 80, year: 2014 }, siiOffice: 'SANTIAGO ORIENTE' }
const example = (name: string) => defined(prepareCase('valid', name).document)
const printed = (name: string) => printable(example(name), facts)
const draw = (document: PrintableDocument, format: PdfFormat) =>
  renderer.renderDesign({ document, format, cedible: true }, {
    settings: {
      columns: { itemCode: true, unitOfMeasure: true, discount: true }, showPayment: true, accentColor: '#1f3a5f'
    }
  }, { tenantId: 'andes' })
const formats = pdfFormats

/** What a reader of each type looks for, beside what every document shows. */
const examples: Record<DocumentType, [name: string, shown: string[]]> = {
  33: ['033-every-member', [
    'Descuento global 4,17 %: Cliente frecuente', 'desde el 01-10-2026, hasta el 31-10-2026', '20-11-2026, 08:30:00',
    'Guía de Despacho Electrónica (varios)', '10 %: $ 1.000'
  ]],
  34: ['034-global-discount', ['Descuento global exento 7,5 %', 'Monto exento']],
  39: ['039-known-customer', ['IVA 19 %']],
  41: ['041-exempt', ['Monto exento']],
  43: ['043-settles-with-a-commission', [
    'Comisión por ventas 10 %', '−$ 90.000', '−$ 17.100', 'Liquida: Nota de Crédito Electrónica', '−100.000'
  ]],
  46: ['046-with-a-commission', ['IVA retenido total 19 %', '−$ 19.000']],
  52: ['052-sale', ['Operación constituye venta', 'Despacho por cuenta del emisor', 'ABCD12', 'Luis Soto']],
  56: ['056-interest-on-late-payment', ['Corrige montos – Intereses']],
  61: ['061-annuls-an-invoice', ['Anula documento – Anula factura']],
  110: ['110-fruit-by-sea', [
    'Dólares de Estados Unidos', 'San Antonio', 'Contenedor refrigerado', 'Estrella del Sur', 'FOB', '21.500,25 KN', '2.812,6217', 'Total en pesos, a 945,32', '$ 13.225.066'
  ]],
  111: ['111-raises-the-price', ['Dólares de Estados Unidos', 'Corrige montos']],
  112: ['112-annuls', ['Dólares de Estados Unidos', 'Anula documento']]
}
const largest: (typeof examples)[110] = ['110-of-fourteen-digits', ['12.343.263.114.152,4158', '98.765.432,1234']]
const every = [...Object.entries(examples), ['110', largest] as const].flatMap(([type, [name, shown]]) =>
  formats.map((format): [number, PdfFormat, string, string[]] => [Number(type), format, name, shown]))

/** Blanks, line breaks and capitals apart: captions are written large, and tickets break lines elsewhere. */
const plain = (text: string) => text.toLowerCase().replace(/\s+/g, '')

describe('the printed copy', () => {
  it.skipIf(!hasPoppler).each(every)(
    'of type %i as %s shows the required content without overlaps: %s (needs poppler-utils)',
    async (type, format, name, shown) => {
      const document = printed(name)
      const { pdf, missing } = await draw(document, format)
      const text = plain(textOf(pdf, undefined, 'raw'))
      const hasCopy = document.cedibleLegend !== undefined

      const sums = format !== 'letter' ? shown.map((words) => words.replace('−100.000', '−$ 100.000')) : shown
      const expected = [
        documentTypeFacts(type as DocumentType).printedName, document.totalInWords, ...sums,
        ...document.details.map(({ itemName }) => itemName)
      ]
      expect(document.documentType).toBe(type)
      expect(missing).toEqual([])
      expect(expected.filter((words) => !text.includes(plain(words)))).toEqual([])
      expect(overlaps(words(pdf))).toEqual([])
      expect(pageCount(pdf)).toBe(hasCopy ? 2 : 1)
    }
  )

  it.skipIf(!hasPoppler).each(formats)(
    'holds sixty long lines, every global discount, ten references and twenty commissions as %s (needs poppler-utils)',
    async (format) => {
      const document = printable(crowdedSettlement(), facts)
      const { pdf, missing } = await draw(document, format)
      const all = words(pdf)

      expect(missing).toEqual([])
      expect(overlaps(all)).toEqual([])
      expect(
        all.filter((word) =>
          word.left < 0 || word.right > word.pageWidth || word.top < 0 || word.bottom > word.pageHeight - 11
        )
      ).toEqual([])
      expect(textOf(pdf, undefined, 'raw').match(/Flete por cuenta del mandante/g)?.length).toBeGreaterThanOrEqual(60)
    }
  )

  it.skipIf(!hasPoppler).each(formats)(
    'contains the text of the document without replacement characters: %s (needs poppler-utils)',
    async (format) => {
      const [letters, sign] = await Promise.all(['Perfil 3x20 -> 4x50', 'Perfil 3×20 → 4×50'].map(async (itemName) => {
        const document: PrintableDocument = {
          ...factura, details: [{ lineNumber: 1, itemName, exempt: false, lineTotal: '1' }]
        }
        return (await draw(document, format)).pdf
      }))

      expect(textOf(defined(letters), 1)).toContain('Perfil 3x20 -> 4x50')
      expect(pictureOf(defined(letters)).equals(pictureOf(defined(sign)))).toBe(false)
    })

  it.skipIf(!hasPoppler).each(formats)(
    'repeats no hyphen where a line ends with one: %s (needs poppler-utils)',
    async (format) => {
      const itemDescription = Array.from({ length: 60 }, (_, index) => `ab-${'9'.repeat(1 + index % 7)}-c`).join(' ')
      const document: PrintableDocument = {
        ...factura, details: [{ lineNumber: 1, itemName: 'Perfil', itemDescription, exempt: false, lineTotal: '1' }]
      }

      expect(plain(textOf((await draw(document, format)).pdf, 1, 'raw'))).toContain(plain(itemDescription))
    })

  it.skipIf(!hasPoppler)('writes dollars without the peso sign (needs poppler-utils)', async () => {
    const text = textOf((await draw(printed('033-in-dollars-too'), 'letter')).pdf, 1)

    expect(text).toMatch(/[^$] 807,4514/)
  })
})

function pictureOf (pdf: Buffer): Buffer {
  return withFiles({ 'x.pdf': pdf }, (path) => {
    run('pdftoppm', ['-png', '-r', '150', '-l', '1', '-singlefile', path('x.pdf'), path('page')])
    return readFileSync(path('page.png'))
  })
}

function crowdedSettlement (): TaxDocument {
  const settlement = example('043-two-charges-and-taxes')
  const line = first(settlement.lines)
  const reference = first(example('043-settles-with-a-commission').references)
  const amount = decimalFromNumber(1_234_567)
  return {
    ...settlement,
    lines: times(
      60,
      (lineNumber) => ({
        ...line, lineNumber, itemName: `${lineNumber} ${'venta por cuenta del mandante '.repeat(3)}`.slice(0, 80),
        itemDescription: 'Glosa larga de la venta. '.repeat(lineNumber % 20 === 0 ? 40 : 2)
      })
    ),
    globalDiscounts: times(
      20,
      (lineNumber) => ({
        lineNumber, movement: 'D', valueType: '$', value: amount, amount,
        description: 'Descuento por volumen del tramo número largo'
      })
    ),
    references: times(
      10,
      (lineNumber) => ({
        ...reference, lineNumber, folio: 'REFERENCIA-18CHARS',
        reason: 'Según contrato marco de suministro suscrito entre las partes con fecha 3 de marzo'
      })
    ),
    commissions: times(
      20,
      (lineNumber) => ({
        lineNumber, movement: 'O', description: 'Flete por cuenta del mandante, de la bodega al comprador',
        netAmount: amount, exemptAmount: amount, taxAmount: amount
      })
    )
  }
}

function times<T> (count: number, make: (number: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index + 1))
}
