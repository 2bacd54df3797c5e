import { subtotalFields, subtotalsMax } from '../fields/blocks.ts'
import type { DocumentSubtotal } from '../document.ts'
import { readFields } from '../fields/formats.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import { report, type Posted, type Reading } from '../fields/reading.ts'

type PostedSubtotal = NonNullable<InvoicePayload['subtotals']>[number]

const path = 'payload.subtotals'

/** SubTotInfo: subtotals as posted, of lines that exist. They inform, and enter no sum. */
export function readSubtotals (
  reading: Reading, posted: Posted<PostedSubtotal[]>, linesCount: number
): DocumentSubtotal[] | undefined {
  const rows = posted ?? []
  if (rows.length === 0) return undefined
  if (rows.length > subtotalsMax) {
    report(reading, 'ROWS_TOO_MANY', path, { posted: String(rows.length), limit: String(subtotalsMax) })
  }
  return rows.slice(0, subtotalsMax).map((row, index) => ({
    lineNumber: index + 1,
    ...readFields(reading, `${path}[${index}]`, row, subtotalFields),
    lines: readLineNumbers(reading, `${path}[${index}].lines`, row.lines, linesCount)
  }))
}

function readLineNumbers (reading: Reading, at: string, posted: Posted<number[]>, linesCount: number): number[] {
  for (const [index, number] of (posted ?? []).entries()) {
    const exists = Number.isInteger(number) && number >= 1 && number <= linesCount
    if (!exists) report(reading, 'SUBTOTAL_LINE_UNKNOWN', `${at}[${index}]`, { posted: String(number) })
  }
  return [...new Set(posted ?? [])]
}
