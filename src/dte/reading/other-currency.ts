import { compare, divideHalfUpTo, isPositive, multiply, roundHalfUpTo, zero, type Decimal } from '../values/amounts.ts'
import { otherCurrencyFields } from '../fields/blocks.ts'
import { inDocumentoAndExportaciones } from '../values/branches.ts'
import { chileanPeso } from '../values/currencies.ts'
import type { DocumentTotals, OtherCurrency } from '../document.ts'
import { isExport } from '../values/document-types.ts'
import { foreignAmountLimits } from '../tables/limits.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import { present } from '../values/present.ts'
import type { Reader } from '../fields/reader.ts'

type PostedCurrency = Reader<InvoicePayload['header']['otherCurrency']>

const decimals = 4

/**
 * OtraMoneda: the totals in another currency, at a rate in pesos for one of the foreign currency. Exports, which are in
 * the foreign one, say theirs in pesos (whole ones); other documents say theirs in the foreign one, with four decimals.
 * An export without payment has no amounts here, only the total of 0 that the schema requires (HED-1-803).
 */
export function readOtherCurrency (
  other: PostedCurrency, totals: DocumentTotals, { isUnpaid }: { isUnpaid: boolean }
): OtherCurrency | undefined {
  const block = other.block({ fields: otherCurrencyFields, branches: inDocumentoAndExportaciones })
  if (!block) checkRateIsThere(other, totals)
  const currency = block && currencyOf(other, block.currency)
  const exchangeRate = block?.exchangeRate
  if (currency === undefined || exchangeRate === undefined) return undefined
  const precision = currency === chileanPeso ? 0 : decimals
  const convert = isExport(other.documentType)
    ? (amount: Decimal) => roundHalfUpTo(multiply(amount, exchangeRate), precision)
    : (amount: Decimal) => divideHalfUpTo(amount, exchangeRate, precision)
  if (isUnpaid) return { currency, exchangeRate, taxes: [], totalAmount: zero }
  return converted(other, totals, { currency, exchangeRate, convert })
}

function checkRateIsThere (other: PostedCurrency, { currency = chileanPeso }: DocumentTotals): void {
  if (isExport(other.documentType) && currency !== chileanPeso) {
    other.at('exchangeRate').report('EXCHANGE_RATE_MISSING', { posted: currency })
  }
}

function currencyOf (other: PostedCurrency, read: string | undefined): string | undefined {
  const currency = other.at('currency')
  if (currency.filled() !== undefined) return read
  return isExport(other.documentType) ? chileanPeso : currency.required<string>(undefined)
}

function converted (
  other: PostedCurrency,
  totals: DocumentTotals,
  { currency, exchangeRate, convert }: {
    currency: string, exchangeRate: Decimal, convert: (amount: Decimal) => Decimal
  }
): OtherCurrency | undefined {
  const part = (amount: Decimal | undefined) => nothingUnlessPositive(convert(amount ?? zero))
  const totalAmount = convert(totals.totalAmount)
  if (compare(totalAmount, foreignAmountLimits.maximum) > 0) {
    other.report('TOTAL_TOO_LARGE', { computed: totalAmount, limit: foreignAmountLimits.maximum })
  }
  // Dec14_4Type begins at 0.0001; the total of an export may be 0.
  if (totalAmount === zero && !isExport(other.documentType)) return undefined
  return present<OtherCurrency>({
    currency,
    exchangeRate,
    netAmount: part(totals.netAmount),
    exemptAmount: part(totals.exemptAmount),
    slaughterBase: part(totals.slaughterBase),
    margin: part(totals.margin),
    taxAmount: part(totals.taxAmount),
    taxes: totals.taxes.map((tax) => ({ ...tax, taxAmount: convert(tax.taxAmount) })).filter((tax) =>
      isPositive(tax.taxAmount)
    ),
    unwithheldTaxAmount: part(totals.unwithheldTaxAmount),
    totalAmount
  })
}

function nothingUnlessPositive (amount: Decimal): Decimal | undefined {
  return isPositive(amount) ? amount : undefined
}
