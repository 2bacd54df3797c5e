import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildFolioConsumption, type FolioConsumption } from '../../../src/certification/books/folio-consumption.ts'
import { buildGuideBook } from '../../../src/certification/books/guide-book.ts'
import { buildTradeBook } from '../../../src/certification/books/trade-book.ts'
import {
  anyGuideBook, anyTradeBook, bookCover, consumption, guides, pesos, purchases, sales, summaryOf, tableComplaints
} from '../../support/books.ts'
import { defined, exactly, first } from '../../support/expecting.ts'
import { complaintsOfSchema, schemasFolder } from '../../support/schemas.ts'
import { createSigning } from '../../support/signing.ts'
import { hasTool, run, withFiles } from '../../support/tools.ts'
import { verifySignatures } from '../../support/verification.ts'

const { credential, caPem } = createSigning({ keyBits: 1024 })
const hasSchemas = existsSync(fileURLToPath(schemasFolder))

const samples = {
  'libro-compras': () => buildTradeBook(purchases, credential),
  'libro-ventas': () => buildTradeBook(sales, credential),
  'libro-guias': () => buildGuideBook(guides, credential),
  'consumo-folios': () => buildFolioConsumption(consumption, credential)
}
const schemaOf = {
  'libro-compras': 'LibroCV_v10.xsd', 'libro-ventas': 'LibroCV_v10.xsd', 'libro-guias': 'LibroGuia_v10.xsd',
  'consumo-folios': 'ConsumoFolio_v10.xsd'
} as const
type Judge = (xml: Buffer) => string[]
type Schema = typeof schemaOf[keyof typeof schemaOf]
const schemas = [...new Set(Object.values(schemaOf))]
const names = Object.keys(samples) as (keyof typeof samples)[]

describe('a book', () => {
  it.each(names)('equals the stored example except for its keys: %s', async (name) => {
    const xml = (await samples[name]()).toString('latin1').replace(
      /<(DigestValue|SignatureValue|Modulus|X509Certificate)>[^<]*<\/\1>/g, '<$1>(of this run)</$1>')

    await expect(xml).toMatchFileSnapshot(`golden/${name}.xml`)
  })

  it.each(names)('has one valid signature: %s', async (name) => {
    expect(verifySignatures(await samples[name]())).toEqual([
      { uri: name === 'consumo-folios' ? '#ConsumoFolios' : '#Libro', digestIsRight: true, signatureIsRight: true }
    ])
  })

  it('refuses no entries, a document twice, a month that does not exist, and characters that it cannot hold', async () => {
    const sale = first(sales.entries)
    const bookOf = (entries: typeof sales.entries, cover = bookCover) =>
      buildTradeBook({ kind: 'sales', cover, entries }, credential)

    await expect(bookOf([])).rejects.toThrow(RangeError)
    await expect(bookOf([sale, sale])).rejects.toThrow('33 1')
    await expect(bookOf([sale], { ...bookCover, period: '2026-13' })).rejects.toThrow('2026-13')
    await expect(bookOf([{ ...sale, name: 'Łódź' }])).rejects.toThrow(RangeError)
    await expect(buildGuideBook({ cover: bookCover, guides: [] }, credential)).rejects.toThrow(RangeError)
    const guide = defined(guides.guides[2])
    await expect(buildGuideBook({ cover: bookCover, guides: [guide, guide] }, credential))
      .rejects.toThrow('52 3')
  })

  it('cuts a name at fifty characters', async () => {
    const xml = await buildTradeBook(
      { ...sales, entries: [{ ...first(sales.entries), name: `${'a'.repeat(49)} ${'b'.repeat(40)}` }] }, credential)

    expect(xml.toString('latin1')).toContain(`<RznSoc>${'a'.repeat(49)}</RznSoc>`)
  })
})

describe('the book of purchases and sales', () => {
  it('sums purchases by type: what can be recovered, of common use, not recoverable, withheld', async () => {
    expect(summaryOf(await samples['libro-compras']())).toEqual({
      30: ['2', '0', '90577', '1', '11461', '1', '5749', '0.6', '3449', '107787'],
      33: ['2', '11029', '25169', '1', '2388', '4', '1', '2394', '40980'],
      46: ['1', '0', '10866', '1', '2065', '15', '2065', '10866'],
      60: ['2', '0', '13042', '2', '2478', '15520']
    })
  })

  it('sums sales by type, with notes as positive amounts', async () => {
    expect(summaryOf(await samples['libro-ventas']())).toEqual({
      33: ['4', '48157', '919194', '174648', '1141999'],
      56: ['1', '0', '0', '0', '0'],
      61: ['3', '34637', '558471', '106110', '699218']
    })
  })

  it('refuses VAT of common use without a factor', async () => {
    const { proportionality, ...without } = purchases

    await expect(buildTradeBook(without, credential)).rejects.toThrow(RangeError)
  })

  it('accepts the same folio from two suppliers', async () => {
    const purchase = first(purchases.entries)
    const book = { ...purchases, entries: [purchase, { ...purchase, taxNumber: '60803000-K' }] }

    expect(summaryOf(await buildTradeBook(book, credential))['30']?.[0]).toBe('2')
  })
})

describe('the book of delivery notes', () => {
  it('counts sales, annulled notes, and transfers by their kind', async () => {
    const [transfer, sold, annulled] = exactly(3, guides.guides)
    const xml = (await buildGuideBook({
      cover: bookCover,
      guides: [
        transfer, sold, annulled, { ...sold, folio: 5 }, { ...transfer, folio: 6, total: pesos(50) }
      ]
    }, credential)).toString('latin1')

    expect(xml).toContain('<ResumenPeriodo><TotGuiaAnulada>1</TotGuiaAnulada>' +
      '<TotGuiaVenta>2</TotGuiaVenta><TotMntGuiaVta>6154834</TotMntGuiaVta>' +
      '<TotTraslado><TpoTraslado>5</TpoTraslado><CantGuia>2</CantGuia><MntGuia>50</MntGuia></TotTraslado></ResumenPeriodo>')
    expect(tableComplaints(Buffer.from(xml, 'latin1'))).toEqual([])
  })
})

describe('the consumption of folios', () => {
  const reportOf = async (change: Partial<FolioConsumption>) =>
    buildFolioConsumption({ ...consumption, ...change }, credential)

  it('sums the documents’ own amounts, which rate × sum would not give', async () => {
    expect((await reportOf({})).toString('latin1')).toContain(
      '<MntNeto>43831</MntNeto><MntIva>8329</MntIva><TasaIVA>19</TasaIVA><MntExento>2000</MntExento>' +
      '<MntTotal>54160</MntTotal><FoliosEmitidos>5</FoliosEmitidos><FoliosAnulados>0</FoliosAnulados>' +
      '<FoliosUtilizados>5</FoliosUtilizados><RangoUtilizados><Inicial>1</Inicial><Final>5</Final></RangoUtilizados>')
  })

  it('lists folios in the fewest ranges by type, annulled ones separately', async () => {
    const boleta = (folio: number, documentType: 39 | 41 | 61 = 39) => ({ documentType, folio, total: pesos(10) })
    const xml = await reportOf({
      issued: [boleta(9), boleta(7), boleta(8), boleta(3), boleta(5, 41)]
    })

    expect(xml.toString('latin1')).toContain(
      '<FoliosEmitidos>4</FoliosEmitidos><FoliosAnulados>0</FoliosAnulados><FoliosUtilizados>4</FoliosUtilizados>' +
      '<RangoUtilizados><Inicial>3</Inicial><Final>3</Final></RangoUtilizados>' +
      '<RangoUtilizados><Inicial>7</Inicial><Final>9</Final></RangoUtilizados>')
    expect(tableComplaints(xml)).toEqual([])
  })

  it('reports a day without boletas as such, and refuses a repeated folio', async () => {
    const none = await reportOf({ issued: [] })

    expect(none.toString('latin1')).toContain('<MntTotal>0</MntTotal><FoliosEmitidos>0</FoliosEmitidos>')
    expect(tableComplaints(none)).toEqual([])
    await expect(reportOf({ issued: [...consumption.issued, consumption.issued[0]!] })).rejects.toThrow('39 1')
  })
})

/** What must hold of whatever judges a book: a schema of the SII, or the simulator's tables of it. */
function accept (judgeOf: (schema: Schema) => Judge, numRuns: number): void {
  const complaints = Object.fromEntries(schemas.map((schema) => [schema, judgeOf(schema)])) as Record<Schema, Judge>

  it.each(names)('accept %s', async (name) => {
    expect(complaints[schemaOf[name]](await samples[name]())).toEqual([])
  })

  it('accept whatever a book may hold', { tags: 'slow' }, async () => {
    await fc.assert(fc.asyncProperty(anyTradeBook, anyGuideBook, async (trade, guide) => {
      expect(complaints['LibroCV_v10.xsd'](await buildTradeBook(trade, credential))).toEqual([])
      expect(complaints['LibroGuia_v10.xsd'](await buildGuideBook(guide, credential))).toEqual([])
    }), { numRuns })
  })

  it('refuse what is out of place', async () => {
    for (const name of names) {
      const xml = (await samples[name]()).toString('latin1').replace(/<RutEnvia>[^<]*<\/RutEnvia>/, '')

      expect(complaints[schemaOf[name]](Buffer.from(xml, 'latin1'))).not.toEqual([])
    }
  })
}

describe("the simulator's tables of the books", () => {
  accept(() => tableComplaints, 40)
})

describe.skipIf(!hasSchemas)("the SII's schemas of the books", () => {
  accept((schema) => hasSchemas ? complaintsOfSchema(schema) : () => [], 40)

  it.each(names)("agree with the simulator's tables on each missing or wrong element: %s", { tags: 'slow' }, async (name) => {
    const official = complaintsOfSchema(schemaOf[name])
    const text = (await samples[name]()).toString('latin1')
    const leaves = [...text.slice(0, text.indexOf('<Signature')).matchAll(/<(\w+)>[^<]*<\/\1>/g)]

    for (const { 0: leaf, 1: element, index } of leaves) {
      for (const instead of ['', leaf + leaf, `<${element}>x</${element}>`, `<${element}>-1</${element}>`]) {
        const xml = Buffer.from(text.slice(0, index) + instead + text.slice(index + leaf.length), 'latin1')

        expect(tableComplaints(xml).length > 0, `${leaf} → ${instead}`).toBe(official(xml).length > 0)
      }
    }
  })
})

describe.skipIf(!hasTool('xmlsec1', '--version'))('xmlsec1', () => {
  it.each(names)('verifies the signature of %s', async (name) => {
    const xml = await samples[name]()
    const said = withFiles({ 'book.xml': xml, 'ca.pem': caPem }, (path) => run('sh', [
      '-c', 'exec xmlsec1 "$@" 2>&1', 'xmlsec1', '--verify', '--id-attr:ID', 'http://www.sii.cl/SiiDte:EnvioLibro',
      '--id-attr:ID', 'http://www.sii.cl/SiiDte:DocumentoConsumoFolios', '--trusted-pem', path('ca.pem'),
      '--enabled-key-data', 'x509', '--verification-gmt-time', '2026-12-01 00:00:00', path('book.xml')
    ]))

    expect(said).toMatch(/^OK|SUCCEEDED/m)
  })
})

describe.skipIf(!hasTool('xmllint', '--version') || !hasSchemas)('xmllint with the schemas of the SII', () => {
  it.each(names)('accepts %s', async (name) => {
    const xml = await samples[name]()
    const said = withFiles({ 'book.xml': xml }, (path) => run('sh', [
      '-c', 'exec xmllint "$@" 2>&1', 'xmllint', '--noout', '--nonet', '--schema',
      fileURLToPath(new URL(schemaOf[name], schemasFolder)), path('book.xml')
    ]))

    expect(said).toMatch(/book\.xml validates/)
  })
})
