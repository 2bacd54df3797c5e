import { vatRate } from '../tables/additional-taxes.ts'
import { percentageHalfUp, zero, type Decimal } from '../values/amounts.ts'
import { commissionFields } from '../fields/blocks.ts'
import type { DocumentCommission } from '../document.ts'
import { inDocumentoAndLiquidacion } from '../values/branches.ts'
import type { DocumentType } from '../values/document-types.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import { present } from '../values/present.ts'
import type { Posted, Reader } from '../fields/reader.ts'

type PostedCommission = NonNullable<InvoicePayload['commissions']>[number]

/** [S5, Comisiones]. */
export const commissionsMax = 20

// [S1]: in settlements, and in purchases and notes that take the part of one.
const withCommissions: readonly DocumentType[] = [43, 46, 56, 61]

/** Comisiones: what the sender charges for selling; VAT of 19 % on what is subject to it, row by row. */
export function readCommissions (commissions: Reader<InvoicePayload['commissions']>): DocumentCommission[] {
  const rows = commissions.rows()
  if (rows.length === 0 || commissions.isRefused(inDocumentoAndLiquidacion, withCommissions)) return []
  if (rows.length > commissionsMax) {
    commissions.report('ROWS_TOO_MANY', { posted: String(rows.length), limit: String(commissionsMax) })
  }
  return rows.slice(0, commissionsMax).map(readCommission)
}

function readCommission (row: Reader<PostedCommission>, index: number): DocumentCommission {
  const { movement = '', description = '', rate } = row.fields(commissionFields)
  const netAmount = row.at('netAmount').amount() ?? zero
  const exemptAmount = row.at('exemptAmount').amount() ?? zero
  const taxAmount = percentageHalfUp(netAmount, vatRate)
  if (netAmount === zero && exemptAmount === zero) row.at('netAmount').report('COMMISSION_EMPTY')
  checkTax(row.at('taxAmount'), taxAmount)
  return present<DocumentCommission>({
    lineNumber: index + 1, movement, description, rate, netAmount, exemptAmount, taxAmount
  })
}

function checkTax (taxAmount: Reader<Posted<number>>, computed: Decimal): void {
  const posted = taxAmount.amount()
  if (posted !== undefined && posted !== computed) taxAmount.report('COMMISSION_TAX_MISMATCH', { posted, computed })
}
