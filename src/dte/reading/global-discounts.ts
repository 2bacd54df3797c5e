import { compare, isNegative, percentageHalfUp, type Decimal } from '../values/amounts.ts'
import type { DocumentLine, GlobalDiscount } from '../document.ts'
import { documentTypes, isExport } from '../values/document-types.ts'
import { isRefused } from '../fields/formats.ts'
import { decimalsOf } from './line-parts.ts'
import {
  amountLimits, foreignAmountLimits, foreignDiscountLimits, globalDiscountsMax, globalPercentageLimits
} from '../tables/limits.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import { present } from '../values/present.ts'
import {
  checkLineNumber, readCode, readPositive, readText, report, type NumberLimits, type Posted, type Reading
} from '../fields/reading.ts'
import { familyLines, familyOf, familyTotal, hasFamily } from './totals.ts'

type PostedDiscount = NonNullable<InvoicePayload['globalDiscounts']>[number]

const path = 'payload.globalDiscounts'
const exempt = 1

/** DscRcgGlobal: each row lowers or raises one family of lines; a percentage is of that family's lines [S1]. */
export function readGlobalDiscounts (
  reading: Reading, posted: Posted<PostedDiscount[]>, lines: DocumentLine[]
): GlobalDiscount[] {
  const rows = posted ?? []
  if (rows.length === 0 || isRefused(reading, path, 'DEB')) {
    return []
  }
  if (rows.length > globalDiscountsMax) {
    report(reading, 'GLOBAL_DISCOUNTS_TOO_MANY', path, {
      posted: String(rows.length), limit: String(globalDiscountsMax)
    })
    return []
  }
  const discounts = rows.map((row, index) => readGlobalDiscount(reading, row, index, lines)).filter((discount) =>
    discount !== undefined
  )
  checkFamilies(reading, discounts, lines)
  return discounts
}

function readGlobalDiscount (
  reading: Reading, row: PostedDiscount, index: number, lines: DocumentLine[]
): GlobalDiscount | undefined {
  const at = `${path}[${index}]`
  checkLineNumber(reading, `${at}.lineNumber`, row.lineNumber, index)
  const description = readText(reading, `${at}.description`, row.description, 'DscRcgGlobal/GlosaDR')
  const exemptIndicator = readCode(reading, `${at}.exemptIndicator`, row.exemptIndicator, [1, 2]) ??
    (documentTypes[reading.documentType].exempt ? exempt : undefined)
  const value = readPositive(reading, `${at}.value`, row.value, limitsOf(reading, row))
  const family = familyOf(exemptIndicator)
  if (!hasFamily({ lines }, family)) report(reading, 'GLOBAL_DISCOUNT_WITHOUT_LINES', `${at}.exemptIndicator`)
  const otherCurrencyValue = readOtherCurrencyValue(reading, `${at}.otherCurrencyValue`, row.otherCurrencyValue)
  if (value === undefined) return undefined
  const amount = row.valueType === '%'
    ? percentageHalfUp(familyLines({ lines }, family), value, decimalsOf(reading))
    : value
  return present<GlobalDiscount>({
    lineNumber: index + 1, movement: row.movement, description, valueType: row.valueType, value, otherCurrencyValue,
    exemptIndicator, amount
  })
}

function limitsOf (reading: Reading, { valueType }: PostedDiscount): NumberLimits {
  if (valueType === '%') return globalPercentageLimits
  return isExport(reading.documentType) ? foreignDiscountLimits : amountLimits
}

function readOtherCurrencyValue (reading: Reading, at: string, posted: Posted<number>): Decimal | undefined {
  if (posted === null || posted === undefined || isRefused(reading, at, 'DE')) return undefined
  return readPositive(reading, at, posted, foreignAmountLimits)
}

// MntNeto and MntExe are not negative (SiiTypes_v10.xsd, MontoType); what is not billable may be.
function checkFamilies (reading: Reading, globalDiscounts: GlobalDiscount[], lines: DocumentLine[]): void {
  for (const family of ['affected', 'exempt'] as const) {
    if (!isNegative(familyTotal({ lines, globalDiscounts }, family))) continue
    const largest = largestDiscount(
      globalDiscounts.filter((row) => row.movement === 'D' && familyOf(row.exemptIndicator) === family)
    )
    report(reading, 'GLOBAL_DISCOUNT_TOO_LARGE', `${path}[${largest}].value`, { limit: familyLines({ lines }, family) })
  }
}

function largestDiscount (rows: readonly { lineNumber: number, amount: Decimal }[]): number {
  const [first] = [...rows].sort((left, right) => compare(right.amount, left.amount))
  return (first?.lineNumber ?? 1) - 1
}
