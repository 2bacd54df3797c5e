/** @module-tag slow */
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { createPdfRenderer } from '../../../src/adapters/pdf/pdf-renderer.ts'
import { stampBarcode } from '../../../src/dte/printing/barcode.ts'
import type { PrintableDocument } from '../../../src/dte/printing/printable.ts'
import { type PdfFormat, pdfFormats, type PdfJob } from '../../../src/services/ports.ts'
import {
  bareFactura, boleta, certificationFactura, exportInvoice, factura, guia, hostile, lines, longestFactura
} from './samples.ts'
import { defined, first } from '../../support/expecting.ts'
import { patience } from '../../support/patience.ts'
import { facts, greatestHeight, hasPoppler, overlaps, pageCount, stampOn, textOf, words } from './pdf-reading.ts'

// A busy machine draws slowly.
const andes = { tenantId: 'andes' }
const renderer = createPdfRenderer({ stampBarcode, timeoutMs: patience.timeout })
afterAll(() => renderer.close())

const drawn = (job: PdfJob): Promise<Buffer> => renderer.render(job, andes)
const letter = (document: PrintableDocument, { cedible = false } = {}): Promise<Buffer> =>
  drawn({ document, format: 'letter', cedible })
const ticket = (document: PrintableDocument): Promise<Buffer> => drawn({ document, format: '80mm', cedible: false })

const samples = {
  factura, certificationFactura, bareFactura, longestFactura, guia, exportInvoice, boleta, hostile,
  'sixty lines': { ...factura, details: lines(60) }
}
const everySample = Object.entries(samples).flatMap(([name, document]) =>
  pdfFormats.map((format): [string, PdfFormat, PrintableDocument] => [name, format, document])
)

describe('render', () => {
  it.each(everySample)('draws %s as %s', async (_name, format, document) => {
    const pdf = await drawn({ document, format, cedible: true })

    expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.7')
    expect(pdf.length).toBeLessThan(500_000) // Manual de muestras impresas: 500 KB at most.
  })

  it('returns each of many concurrent jobs its own document, with the same bytes as another process', async () => {
    const another = createPdfRenderer({ stampBarcode, timeoutMs: patience.timeout })
    onTestFinished(another.close)
    const documents = Array.from({ length: 8 }, (_, index) => ({ ...boleta, folio: 1000 + index }))

    const together = await Promise.all(documents.map(ticket))

    for (const [index, document] of documents.entries()) {
      expect(together[index]).toEqual(await another.render({ document, format: '80mm', cedible: false }, andes))
    }
  })

  it.skipIf(!hasPoppler)('puts each line of a description on a line of its own', async () => {
    const [line, ...more] = factura.details
    const details = [{ ...defined(line), itemDescription: 'uno\ndos\n\ncuatro' }, ...more]

    for (const pdf of [await letter({ ...factura, details }), await ticket({ ...factura, details })]) {
      const drawn = words(pdf)
      const topOf = (word: string) => defined(drawn.find(({ text }) => text === word)).top
      expect(topOf('dos') - topOf('uno')).toBeGreaterThan(5)
      expect(topOf('cuatro') - topOf('dos')).toBeGreaterThan(10)
    }
  })

  it('refuses a document of more than 50 pages', async () => {
    const endless = { ...boleta, details: lines(2000) }

    await expect(letter(endless)).rejects.toMatchObject({ code: 'PDF_TOO_LONG' })
  })

  it('refuses jobs when the queue is full', async () => {
    const small = createPdfRenderer({ stampBarcode, longestQueue: 1, timeoutMs: patience.timeout })

    const outcomes = await Promise.allSettled(
      Array.from({ length: 3 }, () => small.render({ document: boleta, format: '80mm', cedible: false }, andes))
    )
    await small.close()

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  })

  it('refuses jobs after it is closed', async () => {
    const closed = createPdfRenderer({ stampBarcode })
    await closed.close()

    await expect(closed.render({ document: boleta, format: '80mm', cedible: false }, andes)).rejects.toMatchObject({
      code: 'SHUTTING_DOWN'
    })
  })
})

describe.skipIf(!hasPoppler)('the printed page (needs poppler-utils)', () => {
  it('shows who, what, how much and by which authority', async () => {
    const text = textOf(await letter(factura))

    for (
      const shown of [
        'R.U.T.: 76.418.930', 'FACTURA ELECTRÓNICA', 'N° 10457', 'S.I.I. – SANTIAGO CENTRO',
        'Comercial Peñaflor y Compañía Limitada', '18 de noviembre de 2026', 'Ingeniería Ñandú Austral SpA',
        '77.901.245-K', 'Crédito', 'Teclado mecánico distribución española (ñ)', '2,5 HR 34.000', 'EXENTO',
        'Monto neto $ 1.459.784', 'IVA 19 % $ 277.359', 'TOTAL $ 1.786.943', 'Son: un millón', 'N° OC-2026-00871',
        '12-11-2026', 'Timbre Electrónico SII', 'Res. 80 de 2014 – Verifique documento: www.sii.cl', 'Página 1 de 1'
      ]
    ) expect(text).toContain(shown)
  })

  it('shows the same on a ticket, without the legends of a letter page', async () => {
    const text = textOf(await ticket(boleta))

    for (
      const shown of [
        'BOLETA ELECTRÓNICA', 'N° 220315', 'Queso fresco', '0,435 KG × $ 11.990', 'Diario (exento)', 'IVA 19 % $ 3.063',
        'TOTAL $ 20.386', 'Res. 80 de 2014'
      ]
    ) expect(text).toContain(shown)
    expect(text).not.toContain('66.666.666')
  })

  it('writes amounts digit by digit, however long', async () => {
    const document = {
      ...exportInvoice,
      totals: [{ label: 'Exento', amount: '999999999999999999.9999' }, { label: 'Otro', amount: '-1000.05' }, {
        label: 'Cien', amount: '100'
      }]
    }

    const text = textOf(await letter(document))

    for (const shown of ['999.999.999.999.999.999,9999', '−1.000,05', 'Cien 100', '31,255']) {
      expect(text).toContain(shown)
    }
  })

  it('says how a note affects the document it refers to', async () => {
    expect(textOf(await letter(exportInvoice))).toContain('N° 88 01-11-2026 Anula documento – Error en el receptor')
    expect(textOf(await ticket(exportInvoice))).toContain(
      'N° 88 del 01-11-2026: Anula documento – Error en el receptor'
    )
  })

  it('adds a cedible copy with the receipt of Ley 19.983 after the first copy', async () => {
    const pdf = await letter(factura, { cedible: true })

    expect(pageCount(pdf)).toBe(2)
    expect(textOf(pdf, 1)).not.toMatch(/CEDIBLE|Recinto/)
    for (
      const shown of ['CEDIBLE', 'Nombre', 'Recinto', 'Firma', 'letra b) del Art. 4°', 'Ley 19.983', 'Página 1 de 1']
    ) expect(textOf(pdf, 2)).toContain(shown)
    expect(textOf(await letter(guia, { cedible: true }), 2)).toContain('CEDIBLE CON SU FACTURA')
  })

  it('adds the same copy to a ticket, receipt and legend below its stamp', async () => {
    const pdf = await drawn({ document: factura, format: '80mm', cedible: true })

    expect(pageCount(pdf)).toBe(2)
    expect(textOf(pdf, 1)).not.toMatch(/CEDIBLE|Recinto/)
    expect(textOf(pdf, 2)).toMatch(/TOTAL.*Timbre.*Nombre R\.U\.T\. Fecha Recinto Firma.*Ley 19\.983.*CEDIBLE/)
  })

  it.each(pdfFormats)('draws no cedible copy of a type that has none: %s', async (format) => {
    const note: PrintableDocument = { ...factura, documentType: 61, documentName: 'NOTA DE CRÉDITO ELECTRÓNICA' }
    delete note.cedibleLegend

    expect(pageCount(await drawn({ document: note, format, cedible: true }))).toBe(1)
  })

  it('repeats the header row on each page, numbers each copy separately and keeps totals with the stamp', async () => {
    const pdf = await letter({ ...factura, details: lines(70) }, { cedible: true })
    const pages = pageCount(pdf) / 2

    expect(pages).toBe(3)
    expect(textOf(pdf, 2)).toMatch(/Código Descripción.*Página 2 de 3/)
    for (const shown of ['Monto neto', 'TOTAL', 'Timbre Electrónico SII', 'Página 3 de 3']) {
      expect(textOf(pdf, 3)).toContain(shown)
    }
    expect(textOf(pdf, 4)).toContain('Página 1 de 3')
    expect(textOf(pdf, 6)).toMatch(/Timbre.*Página 3 de 3 CEDIBLE/)
  })

  it.each([
    ['lines', { references: [] }, /Código Descripción .* Son:/],
    ['references', {}, /Orden de compra .*Guía de despacho .*Son:/],
    ['transport', { transport: defined(guia.transport) }, /Patente .*Puerto Natales .*Son:/i]
  ])('has the last %s above the totals at the foot of the page, at any length', async (_what, more, above) => {
    for (const count of [18, 20, 22]) {
      const pdf = await letter({ ...factura, ...more, details: lines(count) }, { cedible: true })
      const pages = pageCount(pdf)
      const stamped = words(pdf).filter(({ text }) => text === 'Timbre')

      expect(stamped, String(count)).toHaveLength(2)
      for (const { page, bottom, pageHeight } of stamped) {
        expect(bottom / pageHeight, String(count)).toBeGreaterThan(0.9)
        expect(textOf(pdf, page), String(count)).toMatch(above)
      }
      expect(defined(stamped.at(-1)).page, String(count)).toBe(pages)
    }
  })

  it('separates the lines from the parties, however few they are', async () => {
    for (const count of [1, 2, 3]) {
      const all = words(await letter({ ...factura, references: [], details: lines(count) }))
      const { top } = defined(all.find(({ text }) => text === 'Descripción'))
      const above = Math.max(...all.filter((word) => word.bottom < top).map(({ bottom }) => bottom))

      expect(top - above, String(count)).toBeGreaterThan(15)
    }
  })

  it("leaves no single word on a line of a ticket's header", async () => {
    const lonely = async (document: PrintableDocument, last: string): Promise<boolean> => {
      const all = words(await ticket(document))
      const { top, page } = defined(all.find(({ text }) => text === last))
      return all.filter((word) => word.page === page && Math.abs(word.top - top) < 1).length === 1
    }

    expect(await lonely(certificationFactura, 'TRIBUTARIO')).toBe(false)
    expect(await lonely(bareFactura, 'ELECTRÓNICA')).toBe(false)
    expect(await lonely(exportInvoice, 'ELECTRÓNICA')).toBe(false)
  })

  it("draws all of a boleta's thousand lines, in pages of a printable size", async () => {
    const details = lines(1000).map((line) => ({ ...line, itemName: `Artículo ${line.lineNumber}.` }))

    const pdf = await ticket({ ...boleta, details })
    const text = textOf(pdf)

    expect(details.filter(({ itemName }) => !text.includes(itemName))).toEqual([])
    expect(greatestHeight(pdf)).toBeLessThan(14_400) // The greatest page of PDF 1.7.
    expect(text).toContain(`Página 2 de ${pageCount(pdf)}`)
  })

  it('marks certification documents as without value, in both formats', async () => {
    expect(textOf(await letter(certificationFactura), 1, 'raw')).toMatch(/PRUEBA.*VALOR.*TRIBUTARIO/)
    expect(textOf(await ticket(certificationFactura)).match(/DOCUMENTO DE PRUEBA – SIN VALOR TRIBUTARIO/g))
      .toHaveLength(2)
    expect(textOf(await letter(factura))).not.toContain('PRUEBA')
  })

  it('prints hostile text literally', async () => {
    for (const text of [textOf(await letter(hostile)), textOf(await ticket(hostile))]) {
      for (
        const shown of [
          '#panic("x") *bold* _it_ $x^2$ `raw` <label>', '#read("/etc/passwd") // comment',
          '= Heading \\ #import "/dte.typ": *', '#{while true {}}', '#set page(width: 1pt)', '#image("/stamp.png")',
          '+ item --- ~ \\u{41} "quotes" \'single\''
        ]
      ) expect(text).toContain(shown)
    }
  })

  it.each(everySample.filter(([, , document]) => document.watermark === undefined))(
    'neither cuts nor covers text: %s as %s',
    async (_name, format, document) => {
      const all = words(await drawn({ document, format, cedible: true }))
      const marginPt = { letter: 56, '80mm': 11, '58mm': 14 }[format]

      expect(all.length).toBeGreaterThan(20)
      expect(all.filter((word) =>
        word.left < marginPt || word.right > word.pageWidth - marginPt || word.top < 0 || word.bottom > word.pageHeight
      )).toEqual([])
      expect(overlaps(all)).toEqual([])
    }
  )

  it('contains title, author and the issue date, and no other time', async () => {
    const found = facts(await letter(factura))

    expect(found).toMatchObject({
      Title: 'FACTURA ELECTRÓNICA N° 10457', Author: 'Comercial Peñaflor y Compañía Limitada',
      'Page size': '612 x 792 pts (letter)'
    })
    expect(found['CreationDate']).toMatch(/^2026-11-18/)
  })
})

describe.skipIf(!hasPoppler)('the stamp on paper (needs poppler-utils)', () => {
  const longestTed = { ...boleta, ted: longestFactura.ted }
  const sheet = { page: 1, skipMm: 180 }
  const roll = { page: 1, skipMm: 40 }

  it.each(
    [
      ['on a factura', factura, 'letter', sheet],
      ['on a cedible copy, over the watermark', certificationFactura, 'letter', { ...sheet, page: 2 }],
      ['on a ticket', boleta, '80mm', roll], ['on a sheet, as large as a TED can be', longestTed, 'letter', sheet],
      ['on a ticket, as large as a TED can be', longestTed, '80mm', roll],
      ['on a narrow ticket', boleta, '58mm', roll], ['on a factura on a narrow roll', factura, '58mm', roll],
      ['on a narrow ticket, as large as a TED can be', longestTed, '58mm', roll]
    ] as const
  )('is read back byte for byte and has the required size: %s', async (_name, document, format, where) => {
    const pdf = await drawn({ document, format, cedible: true })

    const coarse = await stampOn(pdf, { ...where, dpi: 200 })
    const fine = await stampOn(pdf, { ...where, dpi: 300 })

    for (const stamps of [coarse, fine]) {
      expect(stamps.map(({ bytes }) => bytes)).toEqual([Buffer.from(document.ted, 'latin1')])
    }
    // 2 x 5 to 4 x 9 cm, and 2 cm from the left edge of a sheet (SII, Manual de muestras impresas).
    const stamp = first(fine)
    const sides = [stamp.rightMm - stamp.leftMm, stamp.bottomMm - stamp.topMm]
    const [width, height] = format === '58mm' ? sides.toReversed() : sides
    expect(width).toBeGreaterThan(50)
    expect(width).toBeLessThan(90)
    expect(height).toBeGreaterThan(20)
    expect(height).toBeLessThan(40.2)
    if (format === 'letter') expect(stamp.leftMm).toBeGreaterThan(19.9)
  })

  it.each([['letter', sheet], ['80mm', roll], ['58mm', roll]] as const)(
    'is read back from a boleta at the resolutions of printers: %s',
    async (format, where) => {
      const pdf = await drawn({ document: boleta, format, cedible: false })

      for (const dpi of [200, 300]) {
        expect((await stampOn(pdf, { ...where, dpi })).map(({ bytes }) => bytes)).toEqual([
          Buffer.from(boleta.ted, 'latin1')
        ])
      }
    }
  )
})
