import type { TaxKind } from '../tables/additional-taxes.ts'
import type { Decimal } from '../values/amounts.ts'
import type { DocumentLine } from '../document.ts'
import { documentTypes, isBoleta, isExport, type DocumentType } from '../values/document-types.ts'
import { readLineAmounts } from './line-amounts.ts'
import { readLineCurrency, readLineParts, type LineParts } from './line-parts.ts'
import { checkLineTaxAmounts, readLineTaxes, type LineTaxes } from './line-taxes.ts'
import { linesMax } from '../tables/limits.ts'
import { isMandatory } from '../tables/obligations.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import { present } from '../values/present.ts'
import { checkLineNumber, readCode, readText, report, required, type Posted, type Reading } from '../fields/reading.ts'
import { isReferenceType } from './references.ts'

type PostedLine = NonNullable<InvoicePayload['details']>[number]

/** The lines of a document and the amounts told for taxes without rate. */
export interface ReadLines {
  lines: DocumentLine[]
  toldTaxes: LineTaxes['told']
}

export interface LineSettings {
  linePrices: 'net' | 'gross'
  /** A note that corrects texts, and a delivery note, have lines without amounts. */
  mayBeEmpty: boolean
  taxKinds: readonly TaxKind[]
}

const exempt = 1
const one = '1' as Decimal

/** Detalle. Nothing when some line lacks what its total is computed from; every broken rule is reported. */
export function readLines (
  reading: Reading, posted: Posted<PostedLine[]>, settings: LineSettings
): ReadLines | undefined {
  const rows = posted ?? []
  const limit = linesMax(isBoleta(reading.documentType))
  if (rows.length === 0) report(reading, 'LINES_MISSING', 'payload.details')
  if (rows.length > limit) {
    report(reading, 'LINES_TOO_MANY', 'payload.details', { posted: String(rows.length), limit: String(limit) })
  }
  if (rows.length === 0 || rows.length > limit) return undefined
  const read = rows.map((row, index) => readLine(reading, row, index, settings))
  const whole = read.filter((line) => line !== undefined)
  if (whole.length < read.length) return undefined
  return { lines: whole.map(({ line }) => line), toldTaxes: whole.flatMap(({ taxes }) => taxes.told) }
}

function readLine (
  reading: Reading, posted: PostedLine, index: number, settings: LineSettings
): { line: DocumentLine, taxes: LineTaxes } | undefined {
  const path = `payload.details[${index}]`
  checkLineNumber(reading, `${path}.lineNumber`, posted.lineNumber, index)
  const exemptIndicator = readExemptIndicator(reading, path, posted)
  const affected = exemptIndicator === undefined
  const texts = readTexts(reading, path, posted)
  const parts = readLineParts(reading, path, posted)
  checkSettledType(reading, path, parts)
  const amounts = readLineAmounts(reading, path, posted, { ...settings, parts })
  const taxes = readLineTaxes(reading, path, posted.taxes, { affected, taxKinds: settings.taxKinds, parts })
  if (!amounts) return undefined
  if (isMandatory('QtyItem', reading.documentType)) required(reading, `${path}.quantity`, amounts.quantity)
  checkLineTaxAmounts(reading, path, posted, {
    lineTotal: amounts.lineTotal, affected, linePrices: settings.linePrices, taxes, parts
  })
  const otherCurrency = readLineCurrency(
    reading, `${path}.otherCurrency`, posted.otherCurrency, amounts.quantity ?? one
  )
  const line = present<DocumentLine>({
    lineNumber: index + 1, exemptIndicator, ...texts, ...parts, ...amounts, otherCurrency, taxCodes: taxes.codes
  })
  return { line, taxes }
}

function checkSettledType (reading: Reading, path: string, { settledDocumentType }: LineParts): void {
  if (settledDocumentType === undefined || isReferenceType(settledDocumentType, false)) return
  report(reading, 'REFERENCE_TYPE_UNKNOWN', `${path}.settledDocumentType`, { posted: settledDocumentType })
}

// EnvioBOLETA_v11.xsd and DTE_v10.xsd, IndExe. Settlements have no deposits, and the totals of exports have place for
// neither deposits nor what is not billable; 4 and 5 belong in delivery notes.
function exemptIndicatorsOf (type: DocumentType): number[] {
  if (isExport(type)) return [1]
  if (isBoleta(type) || type === 43) return [1, 2, 6]
  return type === 52 ? [1, 2, 3, 4, 5, 6] : [1, 2, 3, 6]
}

// In exempt documents every line is at least exempt.
function readExemptIndicator (reading: Reading, path: string, posted: PostedLine): number | undefined {
  const { documentType } = reading
  const allowed = exemptIndicatorsOf(documentType)
  const indicator = readCode(reading, `${path}.exemptIndicator`, posted.exemptIndicator, [1, 2, 3, 4, 5, 6])
  if (indicator !== undefined && !allowed.includes(indicator)) {
    report(reading, 'EXEMPT_INDICATOR_NOT_ALLOWED', `${path}.exemptIndicator`, {
      posted: String(indicator), allowed: allowed.join(', ')
    })
  }
  return indicator ?? (documentTypes[documentType].exempt ? exempt : undefined)
}

type LineTexts = Pick<DocumentLine, 'itemName' | 'itemDescription' | 'unitOfMeasure'>

function readTexts (reading: Reading, path: string, posted: PostedLine): LineTexts {
  const itemName = readText(reading, `${path}.itemName`, posted.itemName, 'Detalle/NmbItem')
  if (itemName === undefined) report(reading, 'ITEM_NAME_MISSING', `${path}.itemName`)
  return present<LineTexts>({
    itemName: itemName ?? '',
    itemDescription: readText(reading, `${path}.itemDescription`, posted.itemDescription, 'Detalle/DscItem'),
    unitOfMeasure: readText(reading, `${path}.unitOfMeasure`, posted.unitOfMeasure, 'Detalle/UnmdItem')
  })
}
