import { add, compare, isPositive, multiply, roundHalfUpTo, subtract, zero, type Decimal } from '../values/amounts.ts'
import type { DocumentLine } from '../document.ts'
import { isExport } from '../values/document-types.ts'
import { readBlock, readFields, readRows } from '../fields/formats.ts'
import {
  itemCodesMax,
  lineCurrencyFields,
  lineFields,
  subPartsMax,
  subDiscountFields,
  subQuantitiesMax,
  subQuantityFields,
  subSurchargeFields,
  ticketFields,
  withholdingAgentFields,
  type LineCurrencyBlock
} from '../fields/line-blocks.ts'
import { foreignAmountLimits } from '../tables/limits.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import { present } from '../values/present.ts'
import { readText, report, type Posted, type Reading } from '../fields/reading.ts'

type PostedLine = NonNullable<InvoicePayload['details']>[number]
type PostedItemCode = NonNullable<PostedLine['itemCode']>
type ItemCode = NonNullable<DocumentLine['itemCode']>

/** The parts of a line that stand beside its amounts, or that its amounts come from. */
export type LineParts = Omit<
  DocumentLine,
  'lineNumber' | 'lineTotal' | 'taxCodes' | 'itemName' | 'quantity' | 'unitPrice'
>

/** The blocks of a line: codes, ticket, sub-quantities and the like. */
export function readLineParts (reading: Reading, path: string, posted: PostedLine): LineParts {
  return present<LineParts>({
    ...readItemCodes(reading, path, posted),
    ...readFields(reading, path, posted, lineFields),
    ticket: readBlock(reading, `${path}.ticket`, posted.ticket, { fields: ticketFields, branches: 'B' }),
    withholdingAgent: readBlock(reading, `${path}.withholdingAgent`, posted.withholdingAgent, {
      fields: withholdingAgentFields, branches: 'D', types: [33, 46, 52, 56, 61]
    }),
    subQuantities: readRows(reading, `${path}.subQuantities`, posted.subQuantities, {
      fields: subQuantityFields, most: subQuantitiesMax, branches: 'DLE'
    }),
    subDiscounts: readRows(reading, `${path}.subDiscounts`, posted.subDiscounts, {
      fields: subDiscountFields, most: subPartsMax, branches: 'DE'
    }),
    subSurcharges: readRows(reading, `${path}.subSurcharges`, posted.subSurcharges, {
      fields: subSurchargeFields, most: subPartsMax, branches: 'DE'
    })
  })
}

function readItemCodes (
  reading: Reading, path: string, posted: PostedLine
): Pick<LineParts, 'itemCode' | 'moreItemCodes'> {
  const rows = posted.itemCodes ?? []
  const several = rows.map((row, index) => readItemCode(reading, `${path}.itemCodes[${index}]`, row))
  const [itemCode, ...more] = [readItemCode(reading, `${path}.itemCode`, posted.itemCode), ...several].filter((row) =>
    row !== undefined
  )
  if (more.length >= itemCodesMax) {
    report(reading, 'ROWS_TOO_MANY', `${path}.itemCodes`, {
      posted: String(more.length + 1), limit: String(itemCodesMax)
    })
  }
  return present<Pick<LineParts, 'itemCode' | 'moreItemCodes'>>({
    itemCode, moreItemCodes: more.length > 0 ? more : undefined
  })
}

// "Formato DTE" v2.5 names INT1 for a code of the sender's own.
const ownCodeType = 'INT1'

function readItemCode (reading: Reading, path: string, posted: Posted<PostedItemCode>): ItemCode | undefined {
  const codeType = readText(reading, `${path}.codeType`, posted?.codeType, 'Detalle/CdgItem/TpoCodigo')
  const codeValue = readText(reading, `${path}.codeValue`, posted?.codeValue, 'Detalle/CdgItem/VlrCodigo')
  if (codeValue !== undefined) return { codeType: codeType ?? ownCodeType, codeValue }
  if (codeType !== undefined) report(reading, 'ITEM_CODE_INCOMPLETE', `${path}.codeValue`)
  return undefined
}

/** Detalle/OtrMnda: what the line comes to in another currency, with four decimals. */
export function readLineCurrency (
  reading: Reading, path: string, posted: PostedLine['otherCurrency'], quantity: Decimal
): LineCurrencyBlock | undefined {
  const block = readBlock(reading, path, posted, { fields: lineCurrencyFields, branches: 'DE' })
  if (block?.unitPrice === undefined) return block
  const { discountAmount = zero, surchargeAmount = zero } = block
  const lineTotal = roundHalfUpTo(
    add(subtract(multiply(quantity, block.unitPrice), discountAmount), surchargeAmount), 4
  )
  checkLineCurrency(reading, `${path}.lineTotal`, block.lineTotal, lineTotal)
  return { ...block, lineTotal }
}

function checkLineCurrency (reading: Reading, path: string, posted: Decimal | undefined, computed: Decimal): void {
  if (!isPositive(computed)) {
    report(reading, 'NUMBER_NOT_POSITIVE', path, { computed })
  } else if (compare(computed, foreignAmountLimits.maximum) > 0) {
    report(reading, 'NUMBER_TOO_LARGE', path, { computed, limit: foreignAmountLimits.maximum })
  } else if (posted !== undefined && posted !== computed) {
    report(reading, 'OTHER_AMOUNT_MISMATCH', path, { posted, computed })
  }
}

/** Lines of exports are in their currency with four decimals, all others in whole pesos. */
export function decimalsOf (reading: Reading): number {
  return isExport(reading.documentType) ? foreignAmountLimits.decimals : 0
}
