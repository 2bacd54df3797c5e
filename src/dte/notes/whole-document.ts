import type { DocumentLine } from '../document.ts'
import { linesMax, textLimits } from '../tables/limits.ts'
import { absolute, isNegative, sum, zero } from '../values/amounts.ts'
import { documentTypes } from '../values/document-types.ts'
import type { NoteBody, Original } from './note-payload.ts'

const exempt = 1
const nonBillable = 2
const nonBillableNegative = 6
// IndExe 4 is no sale and 5 lowers an earlier delivery note: they are part of no amount, and notes do not have them.
const uncounted: readonly (number | undefined)[] = [4, 5]

/** All that a document says of amounts, for the note that annuls it: Save compares the note's totals with these. */
export function wholeBody (original: Original): NoteBody {
  const { lines, globalDiscounts, commissions, totals } = original.document
  const { previousBalance: _, amountToPay: __, ...billed } = totals
  const kept = lines.filter((line) => !lowersFamily(line))
  return {
    details: kept.length > linesMax(false) ? familyLinesOf(original) : kept.map(wholeLine),
    globalDiscounts: [...globalDiscounts, ...lines.filter(lowersFamily).map(discountOf)]
      .map((row, index) => ({ ...row, lineNumber: index + 1 })),
    commissions,
    totals: billed
  }
}

export function isUncounted ({ exemptIndicator }: Pick<DocumentLine, 'exemptIndicator'>): boolean {
  return uncounted.includes(exemptIndicator)
}

// Only settlements have negative lines. What is not billable has an indicator for them, the rest a discount.
function lowersFamily ({ lineTotal, exemptIndicator }: DocumentLine): boolean {
  return isNegative(lineTotal) && exemptIndicator !== nonBillable
}

function discountOf ({ itemName, exemptIndicator, lineTotal }: DocumentLine): object {
  const description = itemName.slice(0, textLimits['DscRcgGlobal/GlosaDR']).trim()
  return { movement: 'D', description, valueType: '$', value: absolute(lineTotal), exemptIndicator }
}

function wholeLine (line: DocumentLine): object {
  const { exemptIndicator, quantity, unitPrice, lineTotal } = line
  const named = namedLine(line)
  if (isUncounted(line)) return { ...named, exemptIndicator: exempt, quantity, lineTotal: zero }
  if (unitPrice !== undefined) return { ...line, ...named, ...withoutPlace }
  return isNegative(lineTotal)
    ? { ...named, exemptIndicator: nonBillableNegative, quantity, lineTotal: absolute(lineTotal) }
    : { ...named, exemptIndicator, quantity, lineTotal, withholdingAgent: line.withholdingAgent }
}

// Of boletas and settlements alone, and the number, which is that of the place.
const withoutPlace = {
  lineNumber: undefined, ticket: undefined, showItem: undefined, principalTaxNumber: undefined,
  settledDocumentType: undefined
}

/** What a line is about, without its amounts. */
export function namedLine (
  { itemCode, moreItemCodes, itemName, itemDescription, unitOfMeasure, taxCodes }: DocumentLine
): object {
  return {
    itemCode, itemCodes: moreItemCodes, itemName, itemDescription, unitOfMeasure,
    taxes: taxCodes.map((taxCode) => ({ taxCode }))
  }
}

/** A boleta has more lines than a note can have: one stands for all that are taxed alike. */
function familyLinesOf ({ document: { documentType, lines }, folio }: Original): object[] {
  const indicators = [...new Set(lines.map(({ exemptIndicator }) => exemptIndicator))]
  return indicators.map((exemptIndicator) => {
    const alike = lines.filter((line) => line.exemptIndicator === exemptIndicator)
    return {
      itemName: `${documentTypes[documentType].name} N° ${folio}, ${alike.length} líneas`, exemptIndicator,
      lineTotal: sum(alike.map(({ lineTotal }) => lineTotal))
    }
  })
}
