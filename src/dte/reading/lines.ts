import type { TaxKind } from '../tables/additional-taxes.ts'
import { compare, type Decimal } from '../values/amounts.ts'
import type { DocumentLine } from '../document.ts'
import { documentTypes, isBoleta, isExport, type DocumentType } from '../values/document-types.ts'
import { readLineAmounts } from './line-amounts.ts'
import { readLineCurrency, readLineParts, type LineParts } from './line-parts.ts'
import { checkLineTaxAmounts, readLineTaxes, type LineTaxes } from './line-taxes.ts'
import { linesMax } from '../tables/limits.ts'
import { isMandatory } from '../tables/obligations.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import { joined, present } from '../values/present.ts'
import type { Posted, Reader } from '../fields/reader.ts'
import { isReferenceType } from './references.ts'

type PostedLine = Reader<NonNullable<InvoicePayload['details']>[number]>

/** The lines of a document and the amounts given for taxes without rate. */
export interface ReadLines {
  lines: DocumentLine[]
  givenTaxes: LineTaxes['given']
}

export interface LineSettings {
  linePrices: 'net' | 'gross'
  /** A note that corrects texts, and a delivery note, have lines without amounts. */
  mayBeEmpty: boolean
  taxKinds: readonly TaxKind[]
  /** Indices of lines that say by their taxes of zero that they are exempt. */
  untaxed: ReadonlySet<number>
}

const exempt = 1
// [S1, B38]: IndExe 4 and 5 are moved or shown, and their MontoItem is 0 whatever the price.
const uncounted: readonly (number | undefined)[] = [4, 5]

/** Detalle. Nothing when some line lacks what its total is computed from; every broken rule is reported. */
export function readLines (details: Reader<InvoicePayload['details']>, settings: LineSettings): ReadLines | undefined {
  const rows = details.everyRow()
  const limit = linesMax(isBoleta(details.documentType))
  if (rows.length === 0) details.report('LINES_MISSING')
  if (rows.length > limit) details.report('LINES_TOO_MANY', { posted: String(rows.length), limit: String(limit) })
  if (rows.length === 0 || rows.length > limit) return undefined
  const read = rows.map((row, index) => readLine(row, index, settings))
  const whole = read.filter((line) => line !== undefined)
  if (whole.length < read.length) return undefined
  return { lines: whole.map(({ line }) => line), givenTaxes: whole.flatMap(({ taxes }) => taxes.given) }
}

function readLine (
  posted: PostedLine, index: number, settings: LineSettings
): { line: DocumentLine, taxes: LineTaxes } | undefined {
  posted.at('lineNumber').checkLineNumber(index)
  const assumed = settings.untaxed.has(index) ? exempt : undefined
  const exemptIndicator = readExemptIndicator(posted.at('exemptIndicator')) ?? assumed
  const affected = exemptIndicator === undefined
  const texts = readTexts(posted)
  const parts = readLineParts(posted)
  checkSettledType(posted, parts)
  const { mayBeEmpty } = settings
  const amounts = readLineAmounts(posted, { mayBeEmpty, parts, isCounted: isCounted(exemptIndicator) })
  const taxes = readLineTaxes(posted.at('taxes'), { affected, taxKinds: settings.taxKinds, parts })
  if (!amounts) return undefined
  checkSubQuantities(posted.at('subQuantities'), parts, amounts.quantity)
  if (isMandatory('QtyItem', posted.documentType)) posted.at('quantity').required(amounts.quantity)
  checkLineTaxAmounts(posted, {
    lineTotal: amounts.lineTotal, affected, linePrices: settings.linePrices, taxes, parts
  })
  const otherCurrency = readLineCurrency(posted.at('otherCurrency'), amounts)
  const line: DocumentLine = joined(
    { lineNumber: index + 1, exemptIndicator }, texts, parts, amounts, { otherCurrency, taxCodes: taxes.codes }
  )
  return { line, taxes }
}

// [S1, TpoDocLiq]: 99 is an advance or another transaction without a document.
const advance = '99'

/** A part of the quantity is no larger than the whole. */
function checkSubQuantities (
  posted: Reader<PostedLine['posted']['subQuantities']>, { subQuantities = [] }: LineParts, whole: Decimal | undefined
): void {
  if (whole === undefined) return
  const rows = posted.rows()
  for (const [index, { quantity }] of subQuantities.entries()) {
    if (quantity === undefined || compare(quantity, whole) <= 0) continue
    rows[index]?.at('quantity').report('SUBQUANTITY_TOO_LARGE', { posted: quantity, limit: whole })
  }
}

function isCounted (exemptIndicator: number | undefined): boolean {
  return !uncounted.includes(exemptIndicator)
}

function checkSettledType (posted: PostedLine, { settledDocumentType }: LineParts): void {
  if (settledDocumentType === undefined || settledDocumentType === advance) return
  if (isReferenceType(settledDocumentType, false)) return
  posted.at('settledDocumentType').report('REFERENCE_TYPE_UNKNOWN', { posted: settledDocumentType })
}

// [S5, IndExe]. Settlements have no deposits, and say a negative amount that is not billable with 2 and a minus
// [S1, B5]; the totals of exports have place for neither deposits nor what is not billable; 4 belongs in invoices and
// delivery notes, 5 in the latter only.
function exemptIndicatorsOf (type: DocumentType): number[] {
  if (isExport(type)) return [1]
  if (type === 43) return [1, 2]
  if (isBoleta(type)) return [1, 2, 6]
  if (type === 33 || type === 34) return [1, 2, 3, 4, 6]
  return type === 52 ? [1, 2, 3, 4, 5, 6] : [1, 2, 3, 6]
}

// In exempt documents every line is at least exempt.
function readExemptIndicator (posted: Reader<Posted<number>>): number | undefined {
  const { documentType } = posted
  const allowed = exemptIndicatorsOf(documentType)
  const indicator = posted.code([1, 2, 3, 4, 5, 6])
  if (indicator !== undefined && !allowed.includes(indicator)) {
    posted.report('EXEMPT_INDICATOR_NOT_ALLOWED', { posted: String(indicator), allowed: allowed.join(', ') })
  }
  return indicator ?? (documentTypes[documentType].exempt ? exempt : undefined)
}

type LineTexts = Pick<DocumentLine, 'itemName' | 'itemDescription' | 'unitOfMeasure'>

function readTexts (posted: PostedLine): LineTexts {
  const itemName = posted.at('itemName').text('Detalle/NmbItem')
  if (itemName === undefined) posted.at('itemName').report('ITEM_NAME_MISSING')
  return present<LineTexts>({
    itemName: itemName ?? '',
    itemDescription: posted.at('itemDescription').lines('Detalle/DscItem'),
    unitOfMeasure: posted.at('unitOfMeasure').text('Detalle/UnmdItem')
  })
}
