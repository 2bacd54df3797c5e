import { subtotalFields, subtotalsMax } from '../fields/blocks.ts'
import type { DocumentSubtotal } from '../document.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import type { Posted, Reader } from '../fields/reader.ts'

/** SubTotInfo: subtotals as posted, of lines that exist. They inform, and enter no sum. */
export function readSubtotals (
  subtotals: Reader<InvoicePayload['subtotals']>, linesCount: number
): DocumentSubtotal[] | undefined {
  const rows = subtotals.rows()
  if (rows.length === 0) return undefined
  if (rows.length > subtotalsMax) {
    subtotals.report('ROWS_TOO_MANY', { posted: String(rows.length), limit: String(subtotalsMax) })
  }
  return rows.slice(0, subtotalsMax).map((row, index) => ({
    lineNumber: index + 1, ...row.fields(subtotalFields), lines: readLineNumbers(row.at('lines'), linesCount)
  }))
}

function readLineNumbers (numbers: Reader<Posted<number[]>>, linesCount: number): number[] {
  for (const row of numbers.everyRow()) {
    const exists = Number.isInteger(row.posted) && row.posted >= 1 && row.posted <= linesCount
    if (!exists) row.report('SUBTOTAL_LINE_UNKNOWN', { posted: String(row.posted) })
  }
  return [...new Set(numbers.posted ?? [])]
}
