import type { DocumentLine } from './document.ts'
import { documentTypes, isBoleta } from './document-types.ts'
import { readLineAmounts } from './line-amounts.ts'
import { checkLineTaxAmounts, readLineTaxes, type LineTaxes } from './line-taxes.ts'
import { linesMax } from './limits.ts'
import type { InvoicePayload } from './payload.ts'
import { present } from './present.ts'
import { checkLineNumber, readCode, readText, report, type Posted, type Reading } from './reading.ts'

type PostedLine = NonNullable<InvoicePayload['details']>[number]

/** The lines of a document and the amounts told for taxes without rate. */
export interface ReadLines {
  lines: DocumentLine[]
  toldTaxes: LineTaxes['told']
}

interface LineSettings {
  linePrices: 'net' | 'gross'
  /** A note that corrects texts has lines without amounts. */
  mayBeEmpty: boolean
}

const exempt = 1

/** Detalle. Nothing when some line lacks what its total is computed from; every broken rule is reported. */
export function readLines (reading: Reading, posted: Posted<PostedLine[]>, settings: LineSettings): ReadLines | undefined {
  const rows = posted ?? []
  const limit = linesMax(isBoleta(reading.documentType))
  if (rows.length === 0) report(reading, 'LINES_MISSING', 'payload.details')
  if (rows.length > limit) report(reading, 'LINES_TOO_MANY', 'payload.details', { posted: String(rows.length), limit: String(limit) })
  if (rows.length === 0 || rows.length > limit) return undefined
  const read = rows.map((row, index) => readLine(reading, row, index, settings))
  const whole = read.filter((line) => line !== undefined)
  if (whole.length < read.length) return undefined
  return { lines: whole.map(({ line }) => line), toldTaxes: whole.flatMap(({ taxes }) => taxes.told) }
}

function readLine (reading: Reading, posted: PostedLine, index: number, settings: LineSettings): { line: DocumentLine, taxes: LineTaxes } | undefined {
  const path = `payload.details[${index}]`
  checkLineNumber(reading, `${path}.lineNumber`, posted.lineNumber, index)
  const exemptIndicator = readExemptIndicator(reading, path, posted)
  const affected = exemptIndicator === undefined
  const texts = readTexts(reading, path, posted)
  const amounts = readLineAmounts(reading, path, posted, settings)
  const taxes = readLineTaxes(reading, path, posted.taxes, { affected })
  if (!amounts) return undefined
  checkLineTaxAmounts(reading, path, posted, { lineTotal: amounts.lineTotal, affected, linePrices: settings.linePrices, taxes })
  const line = present<DocumentLine>({ lineNumber: index + 1, exemptIndicator, ...texts, ...amounts, taxCodes: taxes.codes })
  return { line, taxes }
}

// EnvioBOLETA_v11.xsd and DTE_v10.xsd, IndExe; 4 and 5 belong in delivery notes. In exempt documents every line is at least 1.
function readExemptIndicator (reading: Reading, path: string, posted: PostedLine): number | undefined {
  const { documentType } = reading
  const allowed = isBoleta(documentType) ? [1, 2, 6] : [1, 2, 3, 6]
  const indicator = readCode(reading, `${path}.exemptIndicator`, posted.exemptIndicator, [1, 2, 3, 4, 5, 6])
  if (indicator !== undefined && !allowed.includes(indicator)) {
    report(reading, 'EXEMPT_INDICATOR_NOT_ALLOWED', `${path}.exemptIndicator`, { posted: String(indicator), allowed: allowed.join(', ') })
  }
  return indicator ?? (documentTypes[documentType].exempt ? exempt : undefined)
}

type LineTexts = Pick<DocumentLine, 'itemCode' | 'itemName' | 'itemDescription' | 'unitOfMeasure'>

function readTexts (reading: Reading, path: string, posted: PostedLine): LineTexts {
  const itemName = readText(reading, `${path}.itemName`, posted.itemName, 'Detalle/NmbItem')
  if (itemName === undefined) report(reading, 'ITEM_NAME_MISSING', `${path}.itemName`)
  return present<LineTexts>({
    itemCode: readItemCode(reading, path, posted),
    itemName: itemName ?? '',
    itemDescription: readText(reading, `${path}.itemDescription`, posted.itemDescription, 'Detalle/DscItem'),
    unitOfMeasure: readText(reading, `${path}.unitOfMeasure`, posted.unitOfMeasure, 'Detalle/UnmdItem')
  })
}

// "Formato DTE" v2.5 names INT1 for a code of the sender's own.
const ownCodeType = 'INT1'

function readItemCode (reading: Reading, path: string, posted: PostedLine): DocumentLine['itemCode'] {
  const codeType = readText(reading, `${path}.itemCode.codeType`, posted.itemCode?.codeType, 'Detalle/CdgItem/TpoCodigo')
  const codeValue = readText(reading, `${path}.itemCode.codeValue`, posted.itemCode?.codeValue, 'Detalle/CdgItem/VlrCodigo')
  if (codeValue !== undefined) return { codeType: codeType ?? ownCodeType, codeValue }
  if (codeType !== undefined) report(reading, 'ITEM_CODE_INCOMPLETE', `${path}.itemCode.codeValue`)
  return undefined
}
