import {
  absolute, add, compare, isPositive, isSameNumber, multiply, roundHalfUpTo, subtract, zero, type Decimal
} from '../values/amounts.ts'
import type { DocumentLine } from '../document.ts'
import { inBoleta, inDocumento, inDocumentoAndExportaciones, notInBoleta } from '../values/branches.ts'
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
import { isExport } from '../values/document-types.ts'
import { joined, present } from '../values/present.ts'
import type { Posted, Reader } from '../fields/reader.ts'

type PostedLine = NonNullable<InvoicePayload['details']>[number]
type ItemCode = NonNullable<DocumentLine['itemCode']>

const one = '1' as Decimal

/** The parts of a line that stand beside its amounts, or that its amounts come from. */
export type LineParts = Omit<
  DocumentLine,
  'lineNumber' | 'lineTotal' | 'taxCodes' | 'itemName' | 'quantity' | 'unitPrice'
>

/** The blocks of a line: codes, ticket, sub-quantities and the like. */
export function readLineParts (posted: Reader<PostedLine>): LineParts {
  return joined(readItemCodes(posted), posted.fields(lineFields), {
    ticket: posted.at('ticket').block({ fields: ticketFields, branches: inBoleta }),
    withholdingAgent: posted.at('withholdingAgent').block({
      fields: withholdingAgentFields, branches: inDocumento, types: [33, 46, 52, 56, 61]
    }),
    subQuantities: posted.at('subQuantities').rowsOf({
      fields: subQuantityFields, most: subQuantitiesMax, branches: notInBoleta
    }),
    subDiscounts: posted.at('subDiscounts').rowsOf({
      fields: subDiscountFields, most: subPartsMax, branches: inDocumentoAndExportaciones
    }),
    subSurcharges: posted.at('subSurcharges').rowsOf({
      fields: subSurchargeFields, most: subPartsMax, branches: inDocumentoAndExportaciones
    })
  })
}

function readItemCodes (posted: Reader<PostedLine>): Pick<LineParts, 'itemCode' | 'moreItemCodes'> {
  const several = posted.at('itemCodes').rows().map(readItemCode)
  const [itemCode, ...more] = [readItemCode(posted.at('itemCode')), ...several].filter((row) => row !== undefined)
  if (more.length >= itemCodesMax) {
    posted.at('itemCodes').report('ROWS_TOO_MANY', { posted: String(more.length + 1), limit: String(itemCodesMax) })
  }
  return present<Pick<LineParts, 'itemCode' | 'moreItemCodes'>>({
    itemCode, moreItemCodes: more.length > 0 ? more : undefined
  })
}

// [S1] names INT1 for a code of the sender's own.
const ownCodeType = 'INT1'

function readItemCode (posted: Reader<PostedLine['itemCode']>): ItemCode | undefined {
  if (!posted.posted) return undefined
  const codeType = posted.at('codeType').text('Detalle/CdgItem/TpoCodigo')
  const codeValue = posted.at('codeValue').text('Detalle/CdgItem/VlrCodigo')
  if (codeValue !== undefined) return { codeType: codeType ?? ownCodeType, codeValue }
  if (codeType !== undefined) posted.at('codeValue').report('ITEM_CODE_INCOMPLETE')
  return undefined
}

/** Detalle/OtrMnda: the line in another currency, with four decimals. */
export function readLineCurrency (
  posted: Reader<PostedLine['otherCurrency']>, { quantity = one, unitPrice }: Partial<DocumentLine>
): LineCurrencyBlock | undefined {
  const block = posted.block({ fields: lineCurrencyFields, branches: inDocumentoAndExportaciones })
  if (block?.unitPrice === undefined) return block
  checkLinePrice(posted, block, unitPrice)
  const { discountAmount = zero, surchargeAmount = zero } = block
  const lineTotal = roundHalfUpTo(
    add(subtract(multiply(quantity, block.unitPrice), discountAmount), surchargeAmount), 4
  )
  checkLineCurrency(posted.at('lineTotal'), block.lineTotal, lineTotal)
  return { ...block, lineTotal }
}

const hundred = '100' as Decimal

// Rates are published with two decimals, and prices rounded: a difference of one percent does not count.
function checkLinePrice (
  posted: Reader<PostedLine['otherCurrency']>, { unitPrice, exchangeRate }: LineCurrencyBlock, pesos: Decimal | undefined
): void {
  if (isExport(posted.documentType) || unitPrice === undefined || exchangeRate === undefined || !pesos) return
  const converted = multiply(unitPrice, exchangeRate)
  if (compare(multiply(absolute(subtract(converted, pesos)), hundred), pesos) <= 0) return
  posted.at('unitPrice').report('LINE_CURRENCY_MISMATCH', { posted: roundHalfUpTo(converted, 2), computed: pesos })
}

function checkLineCurrency (
  lineTotal: Reader<Posted<number>>, posted: Decimal | undefined, computed: Decimal
): void {
  if (!isPositive(computed)) {
    lineTotal.report('NUMBER_NOT_POSITIVE', { computed })
  } else if (compare(computed, foreignAmountLimits.maximum) > 0) {
    lineTotal.report('NUMBER_TOO_LARGE', { computed, limit: foreignAmountLimits.maximum })
  } else if (posted !== undefined && !isSameNumber(posted, computed)) {
    lineTotal.report('OTHER_AMOUNT_MISMATCH', { posted, computed })
  }
}
