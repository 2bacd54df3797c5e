import type { ExpectedExport } from './export-facts.ts'

/** What the simulator wants to see in the document of a case. It made the case, so it need not read the file. */
export interface ExpectedLine {
  name: string
  quantity?: number
  unit?: string
  price?: number
  discountPercent?: number
  surchargePercent?: number
  /** IndExe 1. */
  exempt?: boolean
  /** TpoDocLiq and MontoItem of what a settlement settles. */
  settled?: { type: string, amount: number }
}

export interface ExpectedDocument {
  documentType: number
  lines: ExpectedLine[]
  globalDiscountPercent?: number
  /** IndTraslado and TipoDespacho of delivery notes. */
  transfer?: { reason: 1 | 5, dispatch?: 1 | 2 }
  /** The document of the set that this one changes, with CodRef. */
  changes?: { case: number, code: 1 | 2 | 3, reason: string }
  /** The buyer withholds the VAT: purchase invoices, and notes about them. */
  withheld?: true
  /** What the agent of a settlement keeps. */
  commissions?: { name: string, net: number }[]
  export?: ExpectedExport
}

export interface Amounts { net: number, exempt: number, tax: number, total: number }

const exemptInvoice = 34
const boleta = 39

/** The amounts of a line, of its discount and of its surcharge, half up to whole units. */
export function lineAmounts (
  { quantity = 0, price = 0, discountPercent = 0, surchargePercent = 0, settled }: ExpectedLine
) {
  const gross = quantity * price
  const discount = halfUp(gross * discountPercent, 100)
  const surcharge = halfUp(gross * surchargePercent, 100)
  return { amount: settled?.amount ?? gross - discount + surcharge, discount, surcharge }
}

/**
 * Sums of the lines, less the global discount of those with VAT; VAT of the sum. Prices of boletas include it. The
 * total is without the VAT that a buyer withholds.
 */
export function amountsOf ({ documentType, lines, globalDiscountPercent = 0, withheld }: ExpectedDocument): Amounts {
  const sumOf = (isExempt: boolean): number => lines
    .filter((line) => (line.exempt === true || documentType === exemptInvoice) === isExempt)
    .reduce((sum, line) => sum + lineAmounts(line).amount, 0)
  const taxed = sumOf(false)
  const exempt = sumOf(true)
  if (documentType === boleta) {
    const net = halfUp(taxed * 100, 119)
    return { net, exempt, tax: taxed - net, total: taxed + exempt }
  }
  const net = taxed - halfUp(taxed * globalDiscountPercent, 100)
  const tax = halfUp(net * 19, 100)
  return { net, exempt, tax, total: net + exempt + (withheld ? 0 : tax) }
}

/** Half up, away from zero. */
export function halfUp (dividend: number, divisor: number): number {
  return Math.sign(dividend) * Math.floor((2 * Math.abs(dividend) + divisor) / (2 * divisor))
}
