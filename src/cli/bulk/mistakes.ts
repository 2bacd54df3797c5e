import { documentsOf, printable, type Terminal } from '../terminal.ts'
import type { Session } from './session.ts'
import type { Problem, Row } from './summary.ts'

const shownMistakes = 40
const rowStatuses = { Invalid: 2, Failed: 4 } as const

/** Prints the first mistakes of a submission with their cells; the result file lists all of them. */
export async function printMistakes (
  session: Session, id: string, { status, terminal }: { status: keyof typeof rowStatuses, terminal: Terminal }
): Promise<void> {
  const query = { id, status: rowStatuses[status], pageSize: shownMistakes }
  const { rows } = await session.persist((timbre) => timbre.get('/api/BulkInvoice/Get', { query }))
  const lines = rows.data.flatMap(linesOf)
  for (const line of lines.slice(0, shownMistakes)) terminal.say(line)
  if (lines.length > shownMistakes || rows.totalPage > 1) {
    terminal.say(`  … ${documentsOf(rows.totalRecords)} with mistakes in all; the result file lists every mistake.`)
  }
}

function linesOf ({ key, position, problems }: Row): string[] {
  return problems.map((problem) =>
    `  ${placeOf(problem, position).padEnd(6)} ${printable(key)}  ${printable(problem.field)}: ${
      printable(problem.message)
    } (${printable(problem.code)})`
  )
}

/** The cell; in JSON the document's position, and for a missing column the row. */
function placeOf ({ cell, row }: Problem, position: number): string {
  return cell ?? `row ${row === 0 ? position : row}`
}
