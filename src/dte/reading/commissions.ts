import { vatRate } from '../tables/additional-taxes.ts'
import { percentageHalfUp, zero, type Decimal } from '../values/amounts.ts'
import { commissionFields } from '../fields/blocks.ts'
import type { DocumentCommission } from '../document.ts'
import type { DocumentType } from '../values/document-types.ts'
import { isRefused, readFields } from '../fields/formats.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import { present } from '../values/present.ts'
import { readAmount, report, type Posted, type Reading } from '../fields/reading.ts'

type PostedCommission = NonNullable<InvoicePayload['commissions']>[number]

const path = 'payload.commissions'

/** DTE_v10.xsd, Comisiones. */
export const commissionsMax = 20

// "Formato DTE" v2.5: in settlements, and in purchases and notes that take the part of one.
const withCommissions: readonly DocumentType[] = [43, 46, 56, 61]

/** Comisiones: what the sender charges for selling; VAT of 19 % on what is subject to it, row by row. */
export function readCommissions (reading: Reading, posted: Posted<PostedCommission[]>): DocumentCommission[] {
  const rows = posted ?? []
  if (rows.length === 0 || isRefused(reading, path, 'DL', withCommissions)) return []
  if (rows.length > commissionsMax) {
    report(reading, 'ROWS_TOO_MANY', path, { posted: String(rows.length), limit: String(commissionsMax) })
  }
  return rows.slice(0, commissionsMax).map((row, index) => readCommission(reading, row, index))
}

function readCommission (reading: Reading, row: PostedCommission, index: number): DocumentCommission {
  const at = `${path}[${index}]`
  const { movement = '', description = '', rate } = readFields(reading, at, row, commissionFields)
  const netAmount = readAmount(reading, `${at}.netAmount`, row.netAmount) ?? zero
  const exemptAmount = readAmount(reading, `${at}.exemptAmount`, row.exemptAmount) ?? zero
  const taxAmount = percentageHalfUp(netAmount, vatRate)
  if (netAmount === zero && exemptAmount === zero) report(reading, 'COMMISSION_EMPTY', `${at}.netAmount`)
  checkTax(reading, `${at}.taxAmount`, readAmount(reading, `${at}.taxAmount`, row.taxAmount), taxAmount)
  return present<DocumentCommission>({
    lineNumber: index + 1, movement, description, rate, netAmount, exemptAmount, taxAmount
  })
}

function checkTax (reading: Reading, path: string, posted: Decimal | undefined, computed: Decimal): void {
  if (posted !== undefined && posted !== computed) {
    report(reading, 'COMMISSION_TAX_MISMATCH', path, { posted, computed })
  }
}
