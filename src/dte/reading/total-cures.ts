import { absolute, add, compare, isNegative, percentageHalfUp, subtract, sum, zero, type Decimal } from '../values/amounts.ts'
import type { CureCode } from '../cures.ts'
import type { DocumentLine, DocumentTotals } from '../document.ts'
import { vatRate } from '../tables/additional-taxes.ts'
import { branchOf } from '../values/branches.ts'
import { documentTypes, isBoleta, type DocumentType } from '../values/document-types.ts'

type Total = 'netAmount' | 'exemptAmount' | 'taxAmount' | 'totalAmount'

export interface ComparedTotals {
  documentType: DocumentType
  lines: DocumentLine[]
  posted: Partial<Record<Total, Decimal | undefined>>
  computed: DocumentTotals
  /** Whether a discount on the whole could be all that lacks: it has none, and its prices are those of its type. */
  takesDiscount: boolean
}

export interface TotalCure { cure: CureCode, limit?: Decimal }

/** Which member of ours would make the posted totals right; undefined where none of them would. */
export function cureOfTotals (compared: ComparedTotals): TotalCure | undefined {
  if (branchOf(compared.documentType) === 'Liquidacion') return undefined
  const ofPrices = documentTypes[compared.documentType].exempt ? undefined : cureOfPrices(compared)
  return ofPrices ? { cure: ofPrices } : cureOfDifference(compared)
}

function cureOfPrices ({ documentType, lines, posted, computed }: ComparedTotals): CureCode | undefined {
  const linesTotal = sum(lines.map(({ lineTotal }) => lineTotal))
  const isGross = posted.totalAmount === linesTotal && computed.totalAmount !== linesTotal
  if (isBoleta(documentType) && isNetSum(posted, linesTotal)) return 'netPrices'
  if (compare(posted.exemptAmount ?? zero, computed.exemptAmount) > 0) return 'exemptLines'
  if (posted.taxAmount === zero && computed.taxAmount !== zero) return 'exemptLines'
  return isGross && posted.netAmount !== linesTotal ? 'grossPrices' : undefined
}

function isNetSum ({ netAmount, totalAmount }: ComparedTotals['posted'], linesTotal: Decimal): boolean {
  return netAmount === linesTotal || totalAmount === add(linesTotal, percentageHalfUp(linesTotal, vatRate))
}

// A peso for each line is how others round, and no discount.
function cureOfDifference (
  { documentType, lines, posted, computed, takesDiscount }: ComparedTotals
): TotalCure | undefined {
  const total: Total = isBoleta(documentType)
    ? 'totalAmount'
    : documentTypes[documentType].exempt ? 'exemptAmount' : 'netAmount'
  const given = posted[total]
  if (given === undefined || !takesDiscount) return undefined
  const difference = subtract(computed[total], given)
  if (compare(absolute(difference), String(lines.length) as Decimal) <= 0) return undefined
  return { cure: isNegative(difference) ? 'globalSurcharge' : 'globalDiscount', limit: absolute(difference) }
}
