import { documentsOf, printable, type Terminal } from '../terminal.ts'
import type { Server } from './server.ts'
import type { Detail, Problem, Row } from './summary.ts'

const shownMistakes = 40
const rowStatuses = { Invalid: '2', Failed: '4' } as const

/** Tells the mistakes of a submission at their cells, the first ones; the result file has them all. */
export async function tellMistakes (
  server: Server, id: string, { status, terminal }: { status: keyof typeof rowStatuses, terminal: Terminal }
): Promise<void> {
  const query = { id, status: rowStatuses[status], pageSize: String(shownMistakes) }
  const { rows } = await server.ask<Detail>('/BulkInvoice/Get', { query })
  const lines = rows.data.flatMap(linesOf)
  for (const line of lines.slice(0, shownMistakes)) terminal.say(line)
  if (lines.length > shownMistakes || rows.totalPage > 1) {
    terminal.say(`  … mistakes of ${documentsOf(rows.totalRecords)} in all; the result file tells them all.`)
  }
}

function linesOf ({ key, position, problems }: Row): string[] {
  return problems.map((problem) =>
    `  ${placeOf(problem, position).padEnd(6)} ${printable(key)}  ${printable(problem.field)}: ${
      printable(problem.message)
    } (${printable(problem.code)})`
  )
}

/** The cell; of a document in JSON its position, and of a missing column the row. */
function placeOf ({ cell, row }: Problem, position: number): string {
  return cell ?? `row ${row === 0 ? position : row}`
}
