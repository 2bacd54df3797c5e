/** What the simulator wants to see in the document of a case. It made the case, so it need not read the file. */
export interface ExpectedLine {
  name: string
  quantity?: number
  unit?: string
  price?: number
  discountPercent?: number
  /** IndExe 1. */
  exempt?: boolean
}

export interface ExpectedDocument {
  documentType: number
  lines: ExpectedLine[]
  globalDiscountPercent?: number
  /** IndTraslado and TipoDespacho of delivery notes. */
  transfer?: { reason: 1 | 5, dispatch?: 1 | 2 }
  /** The document of the set that this one changes, with CodRef. */
  changes?: { case: number, code: 1 | 2 | 3, reason: string }
}

export interface Amounts { net: number, exempt: number, tax: number, total: number }

const exemptInvoice = 34

/** The amount of a line and of its discount, in pesos, half up. */
export function lineAmounts ({ quantity = 0, price = 0, discountPercent = 0 }: ExpectedLine) {
  const gross = quantity * price
  const discount = halfUp(gross * discountPercent, 100)
  return { amount: gross - discount, discount }
}

/** Sums of the lines, less the global discount of those with VAT; VAT of the sum. */
export function amountsOf ({ documentType, lines, globalDiscountPercent = 0 }: ExpectedDocument): Amounts {
  const sumOf = (isExempt: boolean): number => lines
    .filter((line) => (line.exempt === true || documentType === exemptInvoice) === isExempt)
    .reduce((sum, line) => sum + lineAmounts(line).amount, 0)
  const taxed = sumOf(false)
  const net = taxed - halfUp(taxed * globalDiscountPercent, 100)
  const exempt = sumOf(true)
  const tax = halfUp(net * 19, 100)
  return { net, exempt, tax, total: net + exempt + tax }
}

function halfUp (dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor))
}
