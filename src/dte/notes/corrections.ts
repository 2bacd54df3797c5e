import type { DocumentLine, TaxDocument } from '../document.ts'
import { familyLines, familyOf } from '../reading/totals.ts'
import { findAdditionalTax } from '../tables/additional-taxes.ts'
import { decimalsOf } from '../tables/limits.ts'
import { decimalFromNumber, divideHalfUpTo, multiply, sum, zero, type Decimal } from '../values/amounts.ts'
import type { NoteBody } from './note-payload.ts'
import { namedLine } from './whole-document.ts'

/** A text of a document that is wrong, and what it should be. */
export interface TextCorrection { field?: string | undefined, was: string, is: string }

/** A quantity or an amount of a line of a document, which a note takes off or adds. */
export interface LineCorrection { line: number, quantity?: number | undefined, amount?: number | undefined }

/** A line with the part of it that is corrected: `of` in `whole`. */
interface Part { line: DocumentLine, quantity?: Decimal, of: Decimal, whole: Decimal }

const one = '1' as Decimal
// More than quantities have, and amounts in any currency.
const precise = 12

/** A note that corrects texts has no amount. */
export function textsBody (texts: readonly TextCorrection[]): NoteBody {
  return {
    details: texts.map(({ field = 'texto', was, is }) => ({
      itemName: `Corrige ${field}`, itemDescription: `Donde dice: ${was}\nDebe decir: ${is}`
    })),
    totals: {}
  }
}

/**
 * Parts of a document's lines with the same prices, discounts and taxes. Of a sum that is of the whole document (a
 * global discount in pesos, a specific tax, the credit of construction companies) it has the share of these lines.
 */
export function linesBody (document: TaxDocument, corrections: readonly LineCorrection[]): NoteBody {
  const parts = corrections.flatMap((correction) => partOf(document, correction))
  return {
    details: parts.map(lineOf),
    globalDiscounts: discountsOf(document, parts),
    totals: totalsOf(document, parts)
  }
}

function partOf ({ lines }: TaxDocument, { line: number, quantity, amount }: LineCorrection): Part[] {
  const line = lines[number - 1]
  if (!line) return []
  if (quantity === undefined) return [{ line, of: decimalFromNumber(amount ?? 0), whole: line.lineTotal }]
  const of = decimalFromNumber(quantity)
  return [{ line, quantity: of, of, whole: line.quantity ?? one }]
}

function lineOf (part: Part): object {
  const { line, quantity } = part
  const { exemptIndicator, unitPrice, discountPercentage, surchargePercentage, withholdingAgent } = line
  const scaled = (amount: Decimal | undefined) => amount && shareOf(amount, part, 0)
  return {
    ...namedLine(line), exemptIndicator,
    ...(quantity === undefined
      ? { lineTotal: part.of }
      : {
          quantity, unitPrice, discountPercentage, surchargePercentage,
          discountAmount: discountPercentage === undefined ? scaled(line.discountAmount) : undefined,
          surchargeAmount: surchargePercentage === undefined ? scaled(line.surchargeAmount) : undefined
        }),
    withholdingAgent: withholdingAgent && {
      ...withholdingAgent, margin: scaled(withholdingAgent.margin),
      slaughterBase: scaled(withholdingAgent.slaughterBase)
    }
  }
}

function discountsOf ({ documentType, lines, globalDiscounts, totals }: TaxDocument, parts: Part[]): object[] {
  // [S5, Dec16_2Type]: those of exports have two decimals.
  const decimals = Math.min(decimalsOf(documentType, totals.currency), 2)
  const partial = parts.map((part) => ({ ...part.line, lineTotal: shareOf(part.line.lineTotal, part, precise) }))
  return globalDiscounts.flatMap((row) => {
    const { valueType, value, movement, description, exemptIndicator } = row
    const family = familyOf(exemptIndicator)
    const [of, whole] = [partial, lines].map((some) => familyLines({ lines: some }, family))
    if (!of || !whole || of === zero || whole === zero) return []
    const share = valueType === '%' ? value : shareOf(value, { of, whole }, decimals)
    return share === zero ? [] : [{ movement, description, valueType, exemptIndicator, value: share }]
  })
}

function totalsOf ({ lines, totals }: TaxDocument, parts: Part[]): NoteBody['totals'] {
  const among = (isMeant: (line: DocumentLine) => boolean) => ({
    of: sum(parts.filter(({ line }) => isMeant(line)).map((part) => shareOf(part.line.lineTotal, part, precise))),
    whole: sum(lines.filter(isMeant).map(({ lineTotal }) => lineTotal))
  })
  const specific = totals.taxes.filter(({ taxCode }) =>
    findAdditionalTax(taxCode)?.kind === 'amount' && parts.some(({ line }) => line.taxCodes.includes(taxCode)))
  const credit = totals.constructionCredit &&
    shareOf(totals.constructionCredit, among(({ exemptIndicator }) => exemptIndicator === undefined), 0)
  return {
    taxes: specific.map(({ taxCode, taxAmount }) =>
      ({ taxCode, taxAmount: shareOf(taxAmount, among(({ taxCodes }) => taxCodes.includes(taxCode)), 0) })),
    ...(credit && { constructionCredit: credit })
  }
}

function shareOf (amount: Decimal, { of, whole }: Pick<Part, 'of' | 'whole'>, decimals: number): Decimal {
  return whole === zero ? zero : divideHalfUpTo(multiply(amount, of), whole, decimals)
}
