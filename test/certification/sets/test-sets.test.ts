import { describe, expect, it } from 'vitest'
import { buildFolioConsumption } from '../../../src/certification/books/folio-consumption.ts'
import { buildGuideBook } from '../../../src/certification/books/guide-book.ts'
import { buildTradeBook } from '../../../src/certification/books/trade-book.ts'
import { boletaPayloads, isBoletaSetFile, readBoletaSetFile } from '../../../src/certification/sets/boleta-set.ts'
import type { CaseOptions } from '../../../src/certification/sets/case-content.ts'
import { casePayloads } from '../../../src/certification/sets/case-payloads.ts'
import {
  guideEntries, issuedFolios, type IssuedCase, proportionalityOf, purchaseEntries, salesEntries
} from '../../../src/certification/sets/set-books.ts'
import { readSetFile, type TestSetFile } from '../../../src/certification/sets/set-file.ts'
import type {
  DocumentSet, GuideBookSet, PurchaseBookSet, SectionName
} from '../../../src/certification/sets/test-set.ts'
import { exportValueOf } from '../../../src/certification/sets/words.ts'
import { invoicePayload } from '../../../src/dte/fields/payload.ts'
import { prepareDocument, type PreparedDocument } from '../../../src/dte/reading/document-from-payload.ts'
import { bookCover, consumption, summaryOf, tableComplaints } from '../../support/books.ts'
import { defined, exactly, first } from '../../support/expecting.ts'
import { senderFacts, today } from '../../support/sender-facts.ts'
import { createSigning } from '../../support/signing.ts'
import { boletaSetText, testSetFile, testSetText } from '../../support/test-set-files.ts'

const { credential } = createSigning({ keyBits: 1024 })

const customer = (taxNumber: string, businessName: string) => ({
  taxNumber, businessName, businessActivity: 'Comercio', address: 'Teatinos 120', municipality: 'Santiago',
  city: 'Santiago'
})

const options: Omit<CaseOptions, 'folios'> = {
  issueDate: today,
  receivers: [
    customer('77777777-7', 'Ferretería El Roble Ltda.'), customer('88888888-8', 'Ingeniería Ñandú SpA'),
    customer('60803000-K', 'Servicio Público'), customer('12345678-5', 'Otra Ltda.')
  ],
  transport: {
    licensePlate: 'ABCD12', driver: { name: 'Luis Soto', taxNumber: '12345678-5' }, carrierTaxNumber: '99999999-9',
    destinationAddress: 'Camino Lo Boza 300', destinationMunicipality: 'Pudahuel', departureDate: today,
    departureTime: '08:30:00', arrivalDate: today
  },
  abroad: {
    receiver: { businessName: 'Oak & Sons Ltd.', address: '12 Harbour Road', city: 'Bristol' },
    exchangeRates: { 'LIBRA EST': 1265.01, 'DOLAR USA': 945.32 }, passport: 'P123', marks: 'TIMBRE',
    containerId: 'MSKU1234565', seal: '1042', sealIssuer: 'Aduana'
  }
}

function wholeSet (text = testSetText): TestSetFile {
  const read = readSetFile(testSetFile(text))
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return read.set
}

const sectionOf = (name: SectionName) => defined(wholeSet().sections.find((section) => section.name === name))

/** What becomes of each case of a set, folios from 1 for each type, posted as any document is. */
function issue (name: SectionName): (PreparedDocument & { folio: number })[] {
  const set = sectionOf(name) as DocumentSet
  const folios = set.cases.map(({ documentType }, index) =>
    1 + set.cases.slice(0, index).filter((one) => one.documentType === documentType).length)
  const ownNotes = new Set(name === 'selfBilled' ? ['61 1'] : [])
  return casePayloads(set, { ...options, folios }).map((payload, index) => ({
    ...prepareDocument(invoicePayload.parse(payload), { sender: senderFacts, today, purchaseNotes: ownNotes }),
    folio: defined(folios[index])
  }))
}

function issued (name: SectionName): IssuedCase[] {
  return issue(name).map(({ document, folio, violations }) => {
    expect(violations).toEqual([])
    return { document: defined(document), folio }
  })
}

const totalsOf = (name: SectionName) => issued(name).map(({ document }) => Number(document.totals.totalAmount))
const totalsOfKind = (name: SectionName, member: 'netAmount' | 'exemptAmount' | 'taxAmount') =>
  issued(name).map(({ document }) => Number(document.totals[member]))

describe('the file of a test set', () => {
  it('is read completely: ten sets with attention numbers, cases and instructions', () => {
    const { sections, notes } = wholeSet()

    expect(sections.map(({ name, attentionNumber }) => [name, attentionNumber])).toEqual([
      ['basic', 5038170], ['sales', 5038171], ['purchases', 5038172], ['guides', 5038173], ['guideBook', 5038174],
      ['exempt', 5038175], ['exports1', 5038176], ['exports2', 5038177], ['settlements', 5038178],
      ['selfBilled', 5038180]
    ])
    expect(sections.flatMap((section) => section.kind === 'documents' ? section.cases.length : [])).toEqual(
      [8, 3, 8, 3, 3, 4, 3])
    expect(notes[0]).toBe('INDICACIONES GENERALES:')
    expect(first(sections).notes).toEqual([expect.stringContaining('IMPORTANTE: Considerar que los descuentos por línea')])
    expect(sectionOf('exports1').notes).toEqual([expect.stringContaining('(**) VER INSTRUCCIONES')])
  })

  it('is the same in UTF-8, with a byte order mark, and with spaces in place of tabs', () => {
    const spaced = testSetText.replace(/\t+/g, (tabs) => '    '.repeat(tabs.length))
    const cases = (file: Buffer) => {
      const read = readSetFile(file)
      return 'set' in read ? read.set.sections.map((section) => ({ ...section, notes: [] })) : read.problems
    }

    expect(cases(Buffer.from(`\ufeff${testSetText}`))).toEqual(cases(testSetFile()))
    expect(cases(testSetFile(spaced))).toEqual(cases(testSetFile()))
  })

  it.each([
    ['VIA DE TRANSPORTE', 'CARRETERO/TERRESTRE', 7], ['VIA DE TRANSPORTE', 'MARITIMA, FLUVIAL Y LACUSTRE', 1],
    ['MODALIDAD DE VENTA', 'BAJO CONDICION', 2], ['CLAUSULA DE VENTA DE EXPORTACION', 'CIF', 1],
    ['FORMA DE PAGO EXPORTACION', 'COBRANZA', 2], ['PUERTO DE EMBARQUE', 'CALDERA', 918],
    ['UNIDAD PESO BRUTO', 'KN', 6], ['PAIS RECEPTOR Y PAIS DESTINO', 'ESPANA', 517],
    ['MONEDA DE LA OPERACION', 'EURO', 'EURO'], ['TOTAL CLAUSULA DE VENTA', '1662.39', 1662.39]
  ] as const)('says of an export %s: %s', (key, word, value) => {
    expect(exportValueOf(key, word)).toBe(value)
  })

  const problemsOf = (file: Buffer) => {
    const read = readSetFile(file)
    return 'problems' in read ? read.problems.map(({ code, line }) => [code, line]) : []
  }
  const lineOf = (part: string, text = testSetText) => text.slice(0, text.indexOf(part)).split('\n').length

  it.each([
    ['an unknown line', 'CASO 5038170-2', 'SERVICIO ESPECIAL\nCASO 5038170-2', 'SET_LINE_UNKNOWN', 'SERVICIO ESPECIAL'],
    ['an unknown document', 'FACTURA ELECTRONICA\n', 'FACTURA MIXTA\n', 'SET_LINE_UNKNOWN', 'DOCUMENTO\tFACTURA MIXTA'],
    ['a document of another set', 'DOCUMENTO\tGUIA DE DESPACHO\nMOTIVO:\t\tTRAS', 'DOCUMENTO\tFACTURA ELECTRONICA\nMOTIVO:\t\tTRAS', 'SET_CASE_INCOMPLETE', 'CASO 5038173-1'],
    ['an unknown column', 'PRECIO UNITARIO\nCuñas', 'PRECIO NETO\nCuñas', 'SET_COLUMN_UNKNOWN', 'PRECIO NETO'],
    ['a row without its price', '   3071', '', 'SET_ROW_INVALID', 'Cuñas'],
    ['a row whose quantity is no number', '    161\t', '    1a1\t', 'SET_ROW_INVALID', 'Cuñas'],
    ['a case out of order', 'CASO 5038170-2\n', 'CASO 5038170-3\n', 'SET_CASE_OUT_OF_ORDER', 'CASO 5038170-3'],
    ['a case of another set', 'CASO 5038170-2\n', 'CASO 5038171-2\n', 'SET_CASE_OUT_OF_ORDER', 'CASO 5038171-2'],
    ['an unknown reason', 'CORRIGE GIRO DEL RECEPTOR', 'CORRIGE EL MUNDO', 'SET_LINE_UNKNOWN', 'RAZON REFERENCIA\tCORRIGE EL MUNDO'],
    ['a reference forward', 'CASO 5038170-1\nRAZON', 'CASO 5038170-8\nRAZON', 'SET_REFERENCE_INVALID', 'CASO 5038170-5'],
    ['a reference to a document of another type', 'FACTURA ELECTRONICA CORRESPONDIENTE A CASO 5038170-1', 'NOTA DE CREDITO ELECTRONICA CORRESPONDIENTE A CASO 5038170-1', 'SET_REFERENCE_INVALID', 'CASO 5038170-5'],
    ['an item that the invoice lacks', 'Paño AFECTO\t\t    247', 'Paños AFECTO\t\t    247', 'SET_ITEM_UNKNOWN', 'Paños AFECTO'],
    ['an unknown set', 'SET FACTURA EXENTA -', 'SET DE BEBIDAS ILA -', 'SET_SECTION_UNKNOWN', 'SET DE BEBIDAS'],
    ['a set that comes twice', 'SET FACTURA EXENTA -', 'SET GUIA DE DESPACHO -', 'SET_SECTION_REPEATED', 'SET GUIA DE DESPACHO - NUMERO DE ATENCIÓN: 5038175'],
    ['an unknown kind of purchase', 'ENTREGA GRATUITA DEL PROVEEDOR', 'COMPRA DE ACTIVO FIJO', 'SET_LINE_UNKNOWN', 'COMPRA DE ACTIVO'],
    ['a purchase without an amount', '\t\t  11305\n', '\t\t  n/a\n', 'SET_ROW_INVALID', '\t\t  n/a'],
    ['another instruction for the book of sales', 'SEGUN CORRESPONDA.', 'A ELECCION.', 'SET_LINE_UNKNOWN', 'CONSTRUYA EL LIBRO DE VENTAS'],
    ['a third kind of delivery note', 'UNA GUIA ANULADA', 'UNA GUIA PERDIDA', 'SET_LINE_UNKNOWN', '- EL CASO 3'],
    ['an unknown port', 'BARCELONA', 'ATLANTIS', 'SET_LINE_UNKNOWN', 'PUERTO DE DESEMBARQUE:                       ATLANTIS'],
    ['a paragraph between two sets', `${'-'.repeat(80)}\nSET LIBRO DE VENTAS`, `${'-'.repeat(80)}\nOTRA COSA\nSET LIBRO DE VENTAS`, 'SET_LINE_UNKNOWN', 'OTRA COSA'],
    ['letters that were lost', 'Cuñas', 'Cu\ufffdas', 'SET_ENCODING', 'Cu'],
    ['letters that were encoded twice', 'Cuñas', 'CuÃ±as', 'SET_ENCODING', 'Cu']
  ])('is refused with the line of %s', (_what, before, after, code, place) => {
    const text = testSetText.replace(before, after)

    expect(problemsOf(Buffer.from(text))).toContainEqual([code, lineOf(place, text)])
  })

  it('is refused when it contains no set', () => {
    expect(problemsOf(Buffer.from('Estimado contribuyente'))).toContainEqual(['SET_WITHOUT_SECTIONS', 0])
    expect(problemsOf(Buffer.alloc(0))).toEqual([['SET_WITHOUT_SECTIONS', 0]])
  })
})

describe('the documents of a set', () => {
  it('match the approved ones: basic', () => {
    expect(totalsOf('basic')).toEqual([1001469, 6319192, 1427801, 2710257, 0, 3099184, 1427801, 0])
    expect(totalsOfKind('basic', 'netAmount')).toEqual([841571, 5310245, 1170256, 2266061, 0, 2604356, 1170256, 0])
    expect(totalsOfKind('basic', 'exemptAmount')).toEqual([0, 0, 35196, 13644, 0, 0, 35196, 0])
    expect(issued('basic').map(({ document }) => document.lines.map((line) => Number(line.discountAmount ?? 0)))).toEqual(
      [[0, 0], [316781, 526809], [0, 0, 0], [0, 0, 0], [0], [116263, 357202], [0, 0, 0], [0]])
  })

  it('match the approved ones: exempt', () => {
    expect(totalsOf('exempt')).toEqual([95654, 11960, 642814, 0, 0, 602052, 178420, 49043])
    expect(totalsOfKind('exempt', 'taxAmount')).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  })

  it('match the approved ones: delivery notes', () => {
    expect(totalsOf('guides')).toEqual([0, 3077417, 2297426])
    expect(totalsOfKind('guides', 'netAmount')).toEqual([0, 2586065, 1930610])
    expect(issued('guides').map(({ document }) => [document.transferType, document.dispatchType])).toEqual(
      [[5, undefined], [1, 2], [1, 1]])
    expect(first(issued('guides')).document.receiver.taxNumber).toBe(senderFacts.taxNumber)
  })

  it('match the approved ones: self-billed, with the VAT withheld', () => {
    expect(totalsOf('selfBilled')).toEqual([4071885, 1354410, 1354410])
    expect(totalsOfKind('selfBilled', 'taxAmount')).toEqual([773658, 257338, 257338])
  })

  it('match the approved ones: settlements, except for one peso of VAT on commissions of both signs', () => {
    // The format sums the VAT of the rows, 120 − 417; the approved document rounded that of the sum, −298.
    expect(totalsOf('settlements')).toEqual([341516, 2212428, 210930, 1292413 - 1])
    expect(defined(issued('settlements')[2]).document.totals.commissions).toEqual(
      { netAmount: '3145', exemptAmount: '0', taxAmount: '598' })
  })

  it('match the approved ones: exports, except for the total of one without payment', () => {
    // The format wants a total of 0 then; the approved document kept 160677.62.
    expect(totalsOf('exports1')).toEqual([0, 51507, 51507])
    expect(totalsOf('exports2')).toEqual([15, 36274.52, 42])
    const [, goods, hotel] = exactly(3, issued('exports2').map(({ document }) => document))
    expect(goods.transport?.customs).toMatchObject({
      saleMode: '1', saleClause: '5', transportMode: '4', loadingPort: '903', unloadingPort: '591', receiverCountry: '563',
      packages: [{ packageType: '75', quantity: '24', containerId: 'MSKU1234565' }]
    })
    expect(first(goods.lines).discountAmount).toBe('1362')
    expect(hotel.receiver.foreign).toEqual({ nationality: '563' })
  })

  it('have the case as first reference, and notes the changed document as second', () => {
    const [invoice, , , , correction] = exactly(8, issued('basic').map(({ document }) => document))

    expect(invoice.references).toEqual([
      { lineNumber: 1, documentType: 'SET', folio: '1', date: today, reason: 'CASO 5038170-1' }
    ])
    expect(correction.references).toEqual([
      { lineNumber: 1, documentType: 'SET', folio: '1', date: today, reason: 'CASO 5038170-5' },
      { lineNumber: 2, documentType: '33', folio: '1', date: today, code: '2', reason: 'CORRIGE GIRO DEL RECEPTOR' }
    ])
  })

  it('go to a different customer for each invoice, and notes to the customer of the document that they change', () => {
    const buyers = issued('basic').map(({ document }) => document.receiver.taxNumber)

    expect(new Set(buyers.slice(0, 4)).size).toBe(4)
    expect(buyers.slice(4)).toEqual([buyers[0], buyers[1], buyers[2], buyers[0]])
  })

  it('keep texts and their order exactly', () => {
    expect(defined(issued('basic')[2]).document.lines.map(({ itemName }) => itemName)).toEqual(
      ['Barniz S&M AFECTO', 'ITEM 2 AFECTO', 'ITEM 3 SERVICIO EXENTO'])
  })

  it('need a folio for each case, a customer, and one abroad for exports', () => {
    const set = sectionOf('basic') as DocumentSet
    const folios = [1, 2, 3, 4, 5, 6, 7, 8]
    const { abroad, ...without } = options

    expect(() => casePayloads(set, { ...options, folios: [1] })).toThrow(RangeError)
    expect(() => casePayloads(set, { ...options, folios, receivers: [] })).toThrow(RangeError)
    expect(() => casePayloads(sectionOf('exports1') as DocumentSet, { ...without, folios: [1, 2, 3] })).toThrow(RangeError)
  })
})

describe('the books of a set', () => {
  it('sum purchases like the approved one', async () => {
    const set = sectionOf('purchases') as PurchaseBookSet
    const xml = await buildTradeBook({
      kind: 'purchases', cover: bookCover, proportionality: defined(proportionalityOf(set)),
      entries: purchaseEntries(set, { date: today, taxNumber: '78885550-8', name: 'Proveedor Ñ' })
    }, credential)

    expect(summaryOf(xml)).toEqual({
      30: ['2', '0', '70689', '1', '7727', '1', '5704', '0.6', '3422', '84120'],
      33: ['2', '9928', '20831', '1', '1810', '4', '1', '2148', '34717'],
      46: ['1', '0', '10215', '1', '1941', '15', '1941', '10215'],
      60: ['2', '0', '10092', '2', '1918', '12010']
    })
    expect(tableComplaints(xml)).toEqual([])
  })

  it('sum sales like the approved one', async () => {
    const xml = await buildTradeBook(
      { kind: 'sales', cover: bookCover, entries: salesEntries(issued('basic')) }, credential)

    expect(summaryOf(xml)).toEqual({
      33: ['4', '48840', '9588133', '1821746', '11458719'],
      56: ['1', '0', '0', '0', '0'],
      61: ['3', '35196', '3774612', '717177', '4526985']
    })
    expect(tableComplaints(xml)).toEqual([])
  })

  it('count delivery notes like the approved one: one transfer, one sale, one annulled', async () => {
    const entries = guideEntries(issued('guides'), sectionOf('guideBook') as GuideBookSet)
    const xml = await buildGuideBook({ cover: bookCover, guides: entries }, credential)

    expect(xml.toString('latin1')).toContain(
      '<ResumenPeriodo><TotGuiaAnulada>1</TotGuiaAnulada><TotGuiaVenta>1</TotGuiaVenta>' +
      '<TotMntGuiaVta>3077417</TotMntGuiaVta><TotTraslado><TpoTraslado>5</TpoTraslado><CantGuia>1</CantGuia>')
    expect(entries[2]).toEqual({ folio: 3, isAnnulled: true })
    expect(tableComplaints(xml)).toEqual([])
  })
})

describe('the set of boletas', () => {
  const boletas = (): IssuedCase[] => {
    const read = readBoletaSetFile(Buffer.from(boletaSetText))
    if ('problems' in read) throw new Error(JSON.stringify(read.problems))
    return boletaPayloads(read.set, today).map((payload, index) => {
      const { document, violations } = prepareDocument(invoicePayload.parse(payload), { sender: senderFacts, today })
      expect(violations).toEqual([])
      return { document: defined(document), folio: index + 1 }
    })
  }

  it('is distinguished from the sets of invoices', () => {
    expect([isBoletaSetFile(Buffer.from(boletaSetText)), isBoletaSetFile(testSetFile())]).toEqual([true, false])
  })

  it('matches the approved one, with its daily report', async () => {
    const members = ['netAmount', 'taxAmount', 'exemptAmount', 'totalAmount'] as const
    expect(boletas().map(({ document }) => members.map((member) => Number(document.totals[member])))).toEqual([
      [25042, 4758, 0, 29800], [1714, 326, 0, 2040], [3445, 655, 0, 4100], [10689, 2031, 2000, 14720],
      [2941, 559, 0, 3500]
    ])
    const report = await buildFolioConsumption(
      { cover: consumption.cover, issued: issuedFolios(boletas()) }, credential)
    expect(report.toString('latin1')).toContain('<MntNeto>43831</MntNeto><MntIva>8329</MntIva><TasaIVA>19</TasaIVA>' +
      '<MntExento>2000</MntExento><MntTotal>54160</MntTotal><FoliosEmitidos>5</FoliosEmitidos>')
  })

  it('names its case and a generic receiver, and the unit if the file requires one', () => {
    const [plain, , , mixed, weighed] = exactly(5, boletas().map(({ document }) => document))

    expect(plain.references).toEqual([{ lineNumber: 1, code: 'SET', reason: 'CASO-1' }])
    expect(plain.receiver).toMatchObject({ taxNumber: '66666666-6', businessName: 'Consumidor Final' })
    expect(mixed.lines.map(({ exemptIndicator }) => exemptIndicator)).toEqual([undefined, 1])
    expect(first(weighed.lines).unitOfMeasure).toBe('Kg')
  })

  it.each([
    ['an unknown observation', 'Unidad de medida en Kg.', 'el color.', 'SET_LINE_UNKNOWN'],
    ['an observation about no item', 'El item 2 es', 'El item 3 es', 'SET_ITEM_UNKNOWN'],
    ['a row without its price', '\t\t\t120\n', '\n', 'SET_ROW_INVALID'],
    ['a case out of order', 'CASO-2', 'CASO-3', 'SET_CASE_OUT_OF_ORDER'],
    ['a case without rows', 'Papel de regalo\t\t\t\t17\t\t\t120\n', '', 'SET_CASE_INCOMPLETE'],
    ['another title', 'SII SET DE PRUEBA', 'PRUEBA', 'SET_WITHOUT_SECTIONS']
  ])('is refused for %s', (_what, before, after, code) => {
    const read = readBoletaSetFile(Buffer.from(boletaSetText.replace(before, after)))

    expect('problems' in read && read.problems.map((problem) => problem.code)).toContain(code)
  })
})
