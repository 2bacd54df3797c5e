import { multiply, roundHalfUp, sum, type Decimal, zero } from '../../dte/values/amounts.ts'
import { element } from '../../dte/xml/canonical.ts'
import { grouped } from './book.ts'

/** What one document says in a book of purchases or of sales. Amounts are whole pesos; those of notes are positive. */
interface Entry {
  /** The SII's code, also of paper documents: 30 to 62. */
  documentType: number
  folio: number
  /** YYYY-MM-DD */
  date: string
  /** RUT of the other party. */
  taxNumber: string
  /** The other party's name, required for paper documents. */
  name?: string
  /** In percent. Absent in documents without VAT. */
  taxRate?: Decimal
  exempt?: Decimal
  net?: Decimal
  /** In purchases, only what can be recovered. */
  vat?: Decimal
  total: Decimal
}

export interface SalesEntry extends Entry {
  /** What a note changes. */
  reference?: { documentType: number, folio: number }
}

export interface PurchaseEntry extends Entry {
  /** By code: 1 for exempt sales, 2 out of time, 3 rejected expenses, 4 delivered free of charge, 9 other. */
  vatNotRecoverable?: readonly { code: number, amount: Decimal }[]
  /** VAT of what serves both taxed and exempt sales. */
  commonUseVat?: Decimal
  /** Withheld taxes by their code: 15 is VAT that a buyer withholds in full. */
  otherTaxes?: readonly { code: number, rate: Decimal, amount: Decimal }[]
}

export interface TradeEntry extends SalesEntry, PurchaseEntry {}

/** One column of the book: what an entry says, and what the summary of a type says of its entries. */
export interface Column {
  entry (entry: TradeEntry): string
  total (entries: readonly TradeEntry[], proportionality: Decimal | undefined): string
}

/** `count`: the summary's element for the number of entries that have an amount here. */
function amount (member: 'exempt' | 'net' | 'vat' | 'total', name: string, count?: string): Column {
  return {
    entry: (entry) => element(name, entry[member]),
    total: (entries) => {
      const values = entries.flatMap((entry) => entry[member] ?? [])
      const present = values.filter((value) => value !== zero).length
      return (count && present > 0 ? element(count, present) : '') + element(`Tot${name}`, sum(values))
    }
  }
}

const vatNotRecoverable: Column = {
  entry: (entry) => (entry.vatNotRecoverable ?? []).map((vat) =>
    `<IVANoRec>${element('CodIVANoRec', vat.code)}${element('MntIVANoRec', vat.amount)}</IVANoRec>`).join(''),
  total: (entries) => grouped(entries.flatMap((entry) => entry.vatNotRecoverable ?? []), ({ code }) => code)
    .map(([code, vats]) => '<TotIVANoRec>' + element('CodIVANoRec', code) + element('TotOpIVANoRec', vats.length) +
      element('TotMntIVANoRec', sum(vats.map((vat) => vat.amount))) + '</TotIVANoRec>').join('')
}

const commonUseVat: Column = {
  entry: (entry) => element('IVAUsoComun', entry.commonUseVat),
  total: (entries, proportionality) => {
    const values = entries.flatMap((entry) => entry.commonUseVat ?? [])
    if (values.length === 0) return ''
    if (proportionality === undefined) throw new RangeError('VAT of common use wants a factor of proportionality')
    const total = sum(values)
    return element('TotOpIVAUsoComun', values.length) + element('TotIVAUsoComun', total) +
      element('FctProp', proportionality) +
      element('TotCredIVAUsoComun', roundHalfUp(multiply(total, proportionality)))
  }
}

const otherTaxes: Column = {
  entry: (entry) => (entry.otherTaxes ?? []).map((tax) =>
    `<OtrosImp>${element('CodImp', tax.code)}${element('TasaImp', tax.rate)}${element('MntImp', tax.amount)}</OtrosImp>`
  ).join(''),
  total: (entries) => grouped(entries.flatMap((entry) => entry.otherTaxes ?? []), ({ code }) => code)
    .map(([code, taxes]) => '<TotOtrosImp>' + element('CodImp', code) +
      element('TotMntImp', sum(taxes.map((tax) => tax.amount))) + '</TotOtrosImp>').join('')
}

const [exempt, net, vat, total] = [
  amount('exempt', 'MntExe'), amount('net', 'MntNeto'), amount('vat', 'MntIVA'), amount('total', 'MntTotal')
]

/**
 * The columns of amounts that the sets of the certification need, in the order of [S5, LibroCV_v10], which is the same
 * for entries and summaries.
 */
export const columns: Record<'sales' | 'purchases', readonly Column[]> = {
  sales: [exempt, net, vat, total],
  purchases: [exempt, net, amount('vat', 'MntIVA', 'TotOpIVARec'), vatNotRecoverable, commonUseVat, otherTaxes, total]
}
