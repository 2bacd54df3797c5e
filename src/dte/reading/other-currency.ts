import { compare, divideHalfUpTo, isPositive, multiply, roundHalfUpTo, zero, type Decimal } from '../values/amounts.ts'
import { otherCurrencyFields } from '../fields/blocks.ts'
import { chileanPeso } from '../values/currencies.ts'
import type { DocumentTotals, OtherCurrency } from '../document.ts'
import { isExport } from '../values/document-types.ts'
import { readBlock } from '../fields/formats.ts'
import { otherCurrencyMaximum } from '../tables/limits.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import { present } from '../values/present.ts'
import { isBlank, report, required, type Posted, type Reading } from '../fields/reading.ts'

type PostedOtherCurrency = Posted<InvoicePayload['header']['otherCurrency']>

const path = 'payload.header.otherCurrency'
const decimals = 4

/**
 * OtraMoneda: the totals in another currency, at a rate in pesos for one of the foreign currency. Exports, which are in
 * the foreign one, say theirs in pesos (whole ones); other documents say theirs in the foreign one, with four decimals.
 */
export function readOtherCurrency (
  reading: Reading, posted: PostedOtherCurrency, totals: DocumentTotals
): OtherCurrency | undefined {
  const block = readBlock(reading, path, posted, { fields: otherCurrencyFields, branches: 'DE' })
  if (!block) checkRateIsThere(reading, totals)
  const currency = block && currencyOf(reading, posted?.currency, block.currency)
  const exchangeRate = block?.exchangeRate
  if (currency === undefined || exchangeRate === undefined) return undefined
  const precision = currency === chileanPeso ? 0 : decimals
  const convert = isExport(reading.documentType)
    ? (amount: Decimal) => roundHalfUpTo(multiply(amount, exchangeRate), precision)
    : (amount: Decimal) => divideHalfUpTo(amount, exchangeRate, precision)
  return converted(reading, totals, { currency, exchangeRate, convert })
}

function checkRateIsThere (reading: Reading, { currency = chileanPeso }: DocumentTotals): void {
  if (isExport(reading.documentType) && currency !== chileanPeso) {
    report(reading, 'EXCHANGE_RATE_MISSING', `${path}.exchangeRate`, { posted: currency })
  }
}

function currencyOf (reading: Reading, posted: Posted<string>, read: string | undefined): string | undefined {
  if (!isBlank(posted)) return read
  return isExport(reading.documentType) ? chileanPeso : required<string>(reading, `${path}.currency`, undefined)
}

function converted (
  reading: Reading,
  totals: DocumentTotals,
  { currency, exchangeRate, convert }: {
    currency: string, exchangeRate: Decimal, convert: (amount: Decimal) => Decimal
  }
): OtherCurrency | undefined {
  const part = (amount: Decimal | undefined) => nothingUnlessPositive(convert(amount ?? zero))
  const totalAmount = convert(totals.totalAmount)
  if (compare(totalAmount, otherCurrencyMaximum) > 0) {
    report(reading, 'TOTAL_TOO_LARGE', path, { computed: totalAmount, limit: otherCurrencyMaximum })
  }
  // Dec14_4Type begins at 0.0001; an export may come to 0.
  if (totalAmount === zero && !isExport(reading.documentType)) return undefined
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
