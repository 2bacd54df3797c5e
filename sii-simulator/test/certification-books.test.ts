import { describe, expect, it } from 'vitest'
import { buildFolioConsumption } from '../../src/certification/books/folio-consumption.ts'
import { buildGuideBook } from '../../src/certification/books/guide-book.ts'
import { buildTradeBook } from '../../src/certification/books/trade-book.ts'
import { boletaPayloads, readBoletaSetFile } from '../../src/certification/sets/boleta-set.ts'
import { casePayloads } from '../../src/certification/sets/case-payloads.ts'
import {
  guideEntries, issuedFolios, type IssuedCase, proportionalityOf, purchaseEntries, salesEntries
} from '../../src/certification/sets/set-books.ts'
import { readSetFile } from '../../src/certification/sets/set-file.ts'
import type { DocumentSet, GuideBookSet, PurchaseBookSet } from '../../src/certification/sets/test-set.ts'
import { type InvoicePayload, invoicePayload } from '../../src/dte/fields/payload.ts'
import { prepareDocument } from '../../src/dte/reading/document-from-payload.ts'
import { documentBody } from '../../src/dte/xml/xml.ts'
import { boletaSet } from '../certification/boleta-set.ts'
import {
  reviewGuideBook, reviewPurchaseBook, reviewSalesBook, summaryReasons
} from '../certification/book-review.ts'
import { factsOf, type IssuedFacts } from '../certification/document-facts.ts'
import type { Review } from '../certification/review.ts'
import { makeSets } from '../certification/sets.ts'
import type { SetName } from '../certification/test-set.ts'
import { judgeSums } from '../judge/book-sums.ts'
import { child, type Element, parseXml } from '../judge/xml.ts'
import { defined, first } from '../../test/support/expecting.ts'
import { senderFacts, today } from '../../test/support/sender-facts.ts'
import { createSigning } from '../../test/support/signing.ts'

const { credential } = createSigning({ keyBits: 1024 })
const receivers = ['77777777-7', '88888888-8', '60803000-K', '12345678-5'].map((taxNumber) => ({
  taxNumber, businessName: 'Cliente', businessActivity: 'Comercio', address: 'Teatinos 120', municipality: 'Santiago',
  city: 'Santiago'
}))
const transport = {
  licensePlate: 'ABCD12', driver: { name: 'Luis Soto', taxNumber: '12345678-5' }, carrierTaxNumber: '99999999-9',
  destinationAddress: 'Calle Uno 1', destinationMunicipality: 'Santiago', departureDate: today,
  departureTime: '08:30:00', arrivalDate: today
}

function withRoot<Result> (text: string | Buffer, work: (root: Element) => Result): Result {
  const parsed = parseXml(Buffer.from(text as string))
  try {
    return work(parsed.root)
  } finally {
    parsed.dispose()
  }
}

/** The documents of payloads: as the service knows them, and as the simulator read them. */
function issuedFrom (payloads: readonly InvoicePayload[]): { issued: IssuedCase[], documents: IssuedFacts[] } {
  const issued = payloads.map((payload, index) => ({
    folio: 101 + index,
    document: defined(prepareDocument(invoicePayload.parse(payload), { sender: senderFacts, today }).document)
  }))
  const documents = issued.map(({ document, folio }) => withRoot(
    `<?xml version="1.0" encoding="UTF-8"?><Documento>${documentBody(document, folio)}</Documento>`, factsOf))
  return { issued, documents }
}

const made = (seed: number) => {
  const { sets, file } = makeSets({ seed, attentionNumber: 5_038_170 })
  const read = readSetFile(file)
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  const section = (name: SetName) => defined(read.set.sections.find((one) => one.name === name))
  const documentsOf = (name: SetName) => {
    const set = section(name) as DocumentSet
    const folios = set.cases.map((_, index) => 101 + index)
    return issuedFrom(casePayloads(set, { issueDate: today, receivers, transport, folios }))
  }
  const purchases = defined(sets.find(({ name }) => name === 'purchases')?.purchases)
  return { section, documentsOf, purchases }
}

const cover = (attentionNumber: number) => ({
  issuer: senderFacts.taxNumber, sender: '11111111-1', period: today.slice(0, 7), resolutionDate: '2026-09-01',
  resolutionNumber: 0, notificationNumber: attentionNumber, signedAt: `${today}T07:30:00`
})

/** A book as the service writes it, and how the simulator reviews it. */
type MadeBook = [bytes: Buffer, review: (part: Element) => Review]
const books: Record<'sales' | 'purchases' | 'guideBook', (seed: number) => Promise<MadeBook>> = {
  sales: async (seed) => {
    const { issued, documents } = made(seed).documentsOf('basic')
    const book = { kind: 'sales', cover: cover(5_038_171), entries: salesEntries(issued) } as const
    return [
      await buildTradeBook(book, credential),
      (part) => reviewSalesBook({ part, attentionNumber: 5_038_171, documents })
    ]
  },
  purchases: async (seed) => {
    const { section, purchases } = made(seed)
    const set = section('purchases') as PurchaseBookSet
    const entries = purchaseEntries(set, { date: today, taxNumber: '77777777-7', name: 'Proveedor' })
    const proportionality = defined(proportionalityOf(set))
    const book = { kind: 'purchases', cover: cover(5_038_172), entries, proportionality } as const
    return [
      await buildTradeBook(book, credential),
      (part) => reviewPurchaseBook({ part, attentionNumber: 5_038_172, documents: [] }, purchases)
    ]
  },
  guideBook: async (seed) => {
    const { section, documentsOf } = made(seed)
    const { issued, documents } = documentsOf('guides')
    const guides = guideEntries(issued, section('guideBook') as GuideBookSet)
    return [
      await buildGuideBook({ cover: cover(5_038_174), guides }, credential),
      (part) => reviewGuideBook({ part, attentionNumber: 5_038_174, documents })
    ]
  }
}

/** What the simulator says of a book: whether it balances, and whether it is that of its set. */
function said (bytes: Buffer | string, review: (part: Element) => Review): string[] {
  return withRoot(bytes, (root) => {
    const part = first(root.children)
    return [...judgeSums(root.name, part), ...review(part).reasons.map(({ text }) => text)]
  })
}

const judged = /<(PeriodoTributario|TipoOperacion|FolioNotificacion|TpoDoc|NroDoc|Folio|TpoOper|Anulado|TasaImp|FchDoc|RUTDoc|Tot\w+|Cod\w+|Mnt\w+|IVA\w*|FctProp|CantGuia|TpoTraslado|FoliosUtilizados|FoliosEmitidos|FoliosAnulados|Inicial|Final|FchInicio|FchFinal|TipoDocumento)>([^<]+)<\/\1>/g

function * changesOf (text: string): Generator<{ changed: string, what: string }> {
  for (const found of text.matchAll(judged)) {
    const [whole, name = '', value = ''] = found
    const other = `${value.slice(0, -1)}${value.at(-1) === '1' ? '2' : '1'}`
    const rest = text.slice(found.index + whole.length)
    yield { changed: `${text.slice(0, found.index)}<${name}>${other}</${name}>${rest}`, what: `${whole} ${other}` }
  }
}

// Of purchases, any day of the month and any supplier.
const free = (what: string): boolean => /<(FchDoc|RUTDoc)>/.test(what)

describe.each(Object.entries(books))('the book %s', (name, make) => {
  it('is approved as generated from any file and its documents', async () => {
    for (const seed of [1, 2, 3, 4711, 815]) expect([seed, said(...await make(seed))]).toEqual([seed, []])
  })

  it('is refused with any single change', async () => {
    const [bytes, review] = await make(7)
    let changes = 0
    for (const { changed, what } of changesOf(bytes.toString('latin1'))) {
      if (name === 'purchases' && free(what)) continue
      changes++
      expect([what, said(Buffer.from(changed, 'latin1'), review)]).not.toEqual([what, []])
    }
    expect(changes).toBeGreaterThan(14)
  })
})

it("a summary with another set, or a misplaced withheld tax, is refused in the SII's words", async () => {
  const [sales, reviewSales] = await books.sales(3)
  const other = '<TotalesPeriodo><TpoDoc>52</TpoDoc></TotalesPeriodo></ResumenPeriodo>'
  const more = sales.toString('latin1').replace('</ResumenPeriodo>', other)
  expect(said(more, reviewSales)).toContain('El Numero de Lineas de Resumen No Cuadra')
  const [purchases, reviewPurchases] = await books.purchases(3)
  const elsewhere = purchases.toString('latin1').replace(/<OtrosImp>.*?<\/OtrosImp>/s, '')
  expect(said(elsewhere, reviewPurchases)).toContain('Resumen Doc 46 - No Informa Adecuadamente IVA Retenido Total')
})

it('the daily summary of the boletas is compared with them', async () => {
  const read = readBoletaSetFile(boletaSet(1).file)
  const { issued, documents } = issuedFrom('set' in read ? boletaPayloads(read.set, today) : [])
  const { period: _, notificationNumber: _number, ...head } = cover(1)
  const bytes = await buildFolioConsumption({
    cover: { ...head, from: today, to: today, sequence: 1 }, issued: issuedFolios(issued)
  }, credential)
  const saidOf = (text: Buffer | string) => withRoot(text, (root) => {
    const part = defined(child(root, 'DocumentoConsumoFolios'))
    return [...judgeSums(root.name, part), ...summaryReasons(part, documents).map((reason) => reason.text)]
  })

  expect(bytes.toString('latin1')).toContain('<MntNeto>43831</MntNeto><MntIva>8329</MntIva>')
  expect(saidOf(bytes)).toEqual([])
  for (const { changed, what } of changesOf(bytes.toString('latin1'))) {
    expect([what, saidOf(Buffer.from(changed, 'latin1'))]).not.toEqual([what, []])
  }
})
