/**
 * LibroCompraVenta (IECV) [S5, LibroCV_v10], [S28]: the book of a month's sales, or of its purchases. Since August 2017
 * the SII keeps these books itself, and asks for a file in certification only: what its sets never say is left out.
 */
import { signFile } from '../../dte/signing/signed-file.ts'
import type { Signer } from '../../dte/signing/signature.ts'
import type { Decimal } from '../../dte/values/amounts.ts'
import { element } from '../../dte/xml/canonical.ts'
import { assertDistinct, type BookCover, coverXml, grouped, nameXml } from './book.ts'
import { columns, type PurchaseEntry, type SalesEntry, type TradeEntry } from './trade-columns.ts'

export interface SalesBook {
  kind: 'sales'
  cover: BookCover
  entries: readonly SalesEntry[]
}

export interface PurchaseBook {
  kind: 'purchases'
  cover: BookCover
  entries: readonly PurchaseEntry[]
  /** The part of VAT of common use that can be recovered: 0.6. Needed where an entry has such VAT. */
  proportionality?: Decimal
}

// [S5, LibroCV_v10]: TotalesPeriodo, maxOccurs.
const mostTypes = 40

/**
 * The book as a signed file in ISO-8859-1, its summary computed from its entries.
 * Throws RangeError on a book without entries or with a document twice, on more than 40 types, on VAT of common use
 * without a factor, and on a character that ISO-8859-1 lacks.
 */
export async function buildTradeBook (book: SalesBook | PurchaseBook, signer: Signer): Promise<Buffer> {
  const entries: readonly TradeEntry[] = book.entries
  if (entries.length === 0) throw new RangeError('A book has at least one document')
  assertDistinct(entries, ({ documentType, folio, taxNumber }) =>
    `${documentType} ${folio}${book.kind === 'purchases' ? ` of ${taxNumber}` : ''}`)
  const body = coverXml(book.cover, book.kind === 'sales' ? 'VENTA' : 'COMPRA') + summaryXml(book) +
    entries.map((entry) => entryXml(entry, book.kind)).join('') + element('TmstFirma', book.cover.signedAt)
  return signFile(
    { root: 'LibroCompraVenta', schema: 'LibroCV_v10.xsd', part: 'EnvioLibro', id: 'Libro', body }, signer
  )
}

function summaryXml (book: SalesBook | PurchaseBook): string {
  const proportionality = book.kind === 'purchases' ? book.proportionality : undefined
  const types = grouped<TradeEntry>(book.entries, ({ documentType }) => documentType)
  if (types.length > mostTypes) throw new RangeError(`A book has at most ${mostTypes} types of document`)
  const totals = types.map(([documentType, entries]) =>
    `<TotalesPeriodo>${element('TpoDoc', documentType)}${element('TotDoc', entries.length)}` +
    `${columns[book.kind].map((column) => column.total(entries, proportionality)).join('')}</TotalesPeriodo>\n`)
  return `<ResumenPeriodo>\n${totals.join('')}</ResumenPeriodo>\n`
}

function entryXml (entry: TradeEntry, kind: 'sales' | 'purchases'): string {
  return '<Detalle>' +
    element('TpoDoc', entry.documentType) + element('NroDoc', entry.folio) + element('TasaImp', entry.taxRate) +
    element('FchDoc', entry.date) + element('RUTDoc', entry.taxNumber) + nameXml(entry.name) + referenceXml(entry) +
    columns[kind].map((column) => column.entry(entry)).join('') + '</Detalle>\n'
}

function referenceXml ({ reference }: TradeEntry): string {
  return element('TpoDocRef', reference?.documentType) + element('FolioDocRef', reference?.folio)
}
