import { multiply, roundHalfUp, sum, type Decimal, zero } from '../../dte/values/amounts.ts'
import { element } from '../../dte/xml/canonical.ts'
import { grouped } from './book.ts'

/** What one document says in a book of purchases or of sales. Amounts are whole pesos; those of notes are positive. */
interface Entry {
  /** The SII's code, also of paper documents: 30 to 62, and those of customs. */
  documentType: number
  folio: number
  /** YYYY-MM-DD */
  date: string
  /** RUT of the other party. */
  taxNumber: string
  /** The other party's name, required for paper documents. */
  name?: string
  /** The SII's number of the branch. */
  branchCode?: number
  /** In percent. Absent in documents without VAT. */
  taxRate?: Decimal
  exempt?: Decimal
  net?: Decimal
  /** In purchases, only what can be recovered. */
  vat?: Decimal
  /** Additional and withheld taxes by their code: 15 is VAT that a buyer withholds in full. */
  otherTaxes?: readonly { code: number, rate?: Decimal, amount: Decimal }[]
  total: Decimal
  vatNotWithheld?: Decimal
}

interface SalesMembers {
  /** 1 periodic services of a household, 2 other periodic services, 3 other services. */
  serviceIndicator?: number
  /** Delivered without a price. */
  withoutCost?: boolean
  foreigner?: { id?: string, nationality?: string }
  /** What a note changes. */
  reference?: { documentType: number, folio: number }
  /** VAT of a credit note that came too late to lower the tax. */
  lateVat?: Decimal
  ownVat?: Decimal
  thirdPartyVat?: Decimal
  law18211?: Decimal
  vatWithheld?: Decimal
  vatPartlyWithheld?: Decimal
  builderCredit?: Decimal
  containerDeposits?: Decimal
  settlement?: { taxNumber: string, net?: Decimal, exempt?: Decimal, vat?: Decimal }
  notBillable?: Decimal
  periodTotal?: Decimal
  nationalFares?: Decimal
  internationalFares?: Decimal
}

interface PurchaseMembers {
  fixedAssets?: Decimal
  fixedAssetsVat?: Decimal
  /** By code: 1 for exempt sales, 2 out of time, 3 rejected expenses, 4 delivered free of charge, 9 other. */
  vatNotRecoverable?: readonly { code: number, amount: Decimal }[]
  /** VAT of what serves both taxed and exempt sales. */
  commonUseVat?: Decimal
  taxWithoutCredit?: Decimal
  cigars?: Decimal
  cigarettes?: Decimal
  tobacco?: Decimal
  vehicleTax?: Decimal
}

export interface SalesEntry extends Entry, SalesMembers {}
export interface PurchaseEntry extends Entry, PurchaseMembers {}
export interface TradeEntry extends Entry, SalesMembers, PurchaseMembers {}

/** One column of the book: what an entry says, and what the summary of a type says of its entries. */
export interface Column {
  entry (entry: TradeEntry): string
  total (entries: readonly TradeEntry[], proportionality: Decimal | undefined): string
}

type Amounts = { [K in keyof TradeEntry]-?: NonNullable<TradeEntry[K]> extends Decimal ? K : never }[keyof TradeEntry]

interface Summary {
  /** Its element in the summary, where that is not Tot with the entry's. */
  total?: string
  /** The summary's element for the number of entries that have an amount here. */
  count?: string
  /** Whether the summary says it even when there is nothing to add. */
  always?: boolean
}

function amount (member: Exclude<Amounts, 'taxRate'>, name: string, summary: Summary = {}): Column {
  const { total = `Tot${name}`, count, always = false } = summary
  return {
    entry: (entry) => element(name, entry[member]),
    total: (entries) => {
      const values = entries.flatMap((entry) => entry[member] ?? [])
      const present = values.filter((value) => value !== zero).length
      if (values.length === 0 && !always) return ''
      return (count && present > 0 ? element(count, present) : '') + element(total, sum(values))
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

const settlement: Column = {
  entry: ({ settlement }) => settlement
    ? '<Liquidaciones>' + element('RutEmisor', settlement.taxNumber) + element('ValComNeto', settlement.net) +
      element('ValComExe', settlement.exempt) + element('ValComIVA', settlement.vat) + '</Liquidaciones>'
    : '',
  total: (entries) => {
    const settlements = entries.flatMap((entry) => entry.settlement ?? [])
    if (settlements.length === 0) return ''
    const totalOf = (member: 'net' | 'exempt' | 'vat') => sum(settlements.map((one) => one[member] ?? zero))
    return '<TotLiquidaciones>' + element('TotValComNeto', totalOf('net')) +
      element('TotValComExe', totalOf('exempt')) + element('TotValComIVA', totalOf('vat')) + '</TotLiquidaciones>'
  }
}

/** The columns of amounts in the order of [S5, LibroCV_v10], which is the same for entries and summaries. */
export const columns: Record<'sales' | 'purchases', readonly Column[]> = {
  sales: [
    amount('exempt', 'MntExe', { always: true }),
    amount('net', 'MntNeto', { always: true }),
    amount('vat', 'MntIVA', { always: true }),
    amount('lateVat', 'IVAFueraPlazo'),
    amount('ownVat', 'IVAPropio'),
    amount('thirdPartyVat', 'IVATerceros'),
    amount('law18211', 'Ley18211'),
    otherTaxes,
    amount('vatWithheld', 'IVARetTotal', { count: 'TotOpIVARetTotal' }),
    amount('vatPartlyWithheld', 'IVARetParcial', { count: 'TotOpIVARetParcial' }),
    amount('builderCredit', 'CredEC'),
    amount('containerDeposits', 'DepEnvase'),
    settlement,
    amount('total', 'MntTotal', { always: true }),
    amount('vatNotWithheld', 'IVANoRetenido', { count: 'TotOpIVANoRetenido' }),
    amount('notBillable', 'MntNoFact'),
    amount('periodTotal', 'MntPeriodo'),
    amount('nationalFares', 'PsjNac'),
    amount('internationalFares', 'PsjInt')
  ],
  purchases: [
    amount('exempt', 'MntExe', { always: true }),
    amount('net', 'MntNeto', { always: true }),
    amount('vat', 'MntIVA', { always: true, count: 'TotOpIVARec' }),
    amount('fixedAssets', 'MntActivoFijo', { count: 'TotOpActivoFijo' }),
    amount('fixedAssetsVat', 'MntIVAActivoFijo'),
    vatNotRecoverable,
    commonUseVat,
    otherTaxes,
    amount('taxWithoutCredit', 'MntSinCred', { total: 'TotImpSinCredito' }),
    amount('total', 'MntTotal', { always: true }),
    amount('vatNotWithheld', 'IVANoRetenido', { count: 'TotOpIVANoRetenido' }),
    amount('cigars', 'TabPuros'),
    amount('cigarettes', 'TabCigarrillos'),
    amount('tobacco', 'TabElaborado'),
    amount('vehicleTax', 'ImpVehiculo')
  ]
}
