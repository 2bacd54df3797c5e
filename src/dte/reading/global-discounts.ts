import { compare, isNegative, percentageHalfUp, type Decimal } from '../values/amounts.ts'
import type { DocumentLine, GlobalDiscount } from '../document.ts'
import { inDocumentoAndExportaciones, notInLiquidacion } from '../values/branches.ts'
import { documentTypes } from '../values/document-types.ts'
import {
  amountLimits, foreignAmountLimits, foreignDiscountLimits, globalDiscountsMax, globalPercentageLimits
} from '../tables/limits.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import { present } from '../values/present.ts'
import type { NumberLimits, Posted, Reader } from '../fields/reader.ts'
import { familyLines, familyOf, familyTotal, hasFamily } from './totals.ts'

type PostedDiscounts = Reader<InvoicePayload['globalDiscounts']>
type PostedDiscount = NonNullable<InvoicePayload['globalDiscounts']>[number]

const exempt = 1

/** DscRcgGlobal: each row lowers or raises one family of lines; a percentage is of that family's lines [S1]. */
export function readGlobalDiscounts (discounts: PostedDiscounts, lines: DocumentLine[]): GlobalDiscount[] {
  const rows = discounts.rows()
  if (rows.length === 0 || discounts.isRefused(notInLiquidacion)) return []
  if (rows.length > globalDiscountsMax) {
    discounts.report('GLOBAL_DISCOUNTS_TOO_MANY', { posted: String(rows.length), limit: String(globalDiscountsMax) })
    return []
  }
  const read = rows.map((row, index) => readGlobalDiscount(row, index, lines)).filter((one) => one !== undefined)
  checkFamilies(discounts, read, lines)
  return read
}

function readGlobalDiscount (
  row: Reader<PostedDiscount>, index: number, lines: DocumentLine[]
): GlobalDiscount | undefined {
  const { movement, valueType } = row.posted
  row.at('lineNumber').checkLineNumber(index)
  const description = row.at('description').text('DscRcgGlobal/GlosaDR')
  const exemptIndicator = row.at('exemptIndicator').code([1, 2]) ??
    (documentTypes[row.documentType].exempt ? exempt : undefined)
  const value = row.at('value').positive(limitsOf(row))
  const family = familyOf(exemptIndicator)
  if (!hasFamily({ lines }, family)) row.at('exemptIndicator').report('GLOBAL_DISCOUNT_WITHOUT_LINES')
  const otherCurrencyValue = readOtherCurrencyValue(row.at('otherCurrencyValue'))
  if (value === undefined) return undefined
  const amount = valueType === '%'
    ? percentageHalfUp(familyLines({ lines }, family), value, row.decimals)
    : value
  return present<GlobalDiscount>({
    lineNumber: index + 1, movement, description, valueType, value, otherCurrencyValue, exemptIndicator, amount
  })
}

function limitsOf ({ posted, decimals }: Reader<PostedDiscount>): NumberLimits {
  if (posted.valueType === '%') return globalPercentageLimits
  return decimals > 0 ? foreignDiscountLimits : amountLimits
}

function readOtherCurrencyValue (value: Reader<Posted<number>>): Decimal | undefined {
  return value.isEmpty || value.isRefused(inDocumentoAndExportaciones) ? undefined : value.positive(foreignAmountLimits)
}

// MntNeto and MntExe are not negative [S5, MontoType]; what is not billable may be.
function checkFamilies (discounts: PostedDiscounts, globalDiscounts: GlobalDiscount[], lines: DocumentLine[]): void {
  for (const family of ['affected', 'exempt'] as const) {
    if (!isNegative(familyTotal({ lines, globalDiscounts }, family))) continue
    const largest = largestDiscount(
      globalDiscounts.filter((row) => row.movement === 'D' && familyOf(row.exemptIndicator) === family)
    )
    discounts.rows()[largest]?.at('value').report('GLOBAL_DISCOUNT_TOO_LARGE', {
      limit: familyLines({ lines }, family)
    })
  }
}

function largestDiscount (rows: readonly { lineNumber: number, amount: Decimal }[]): number {
  const [first] = [...rows].sort((left, right) => compare(right.amount, left.amount))
  return (first?.lineNumber ?? 1) - 1
}
