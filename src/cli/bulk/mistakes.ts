import { printable, type Terminal } from '../terminal.ts'
import type { Session } from '../session.ts'
import type { Problem, Row } from './summary.ts'
import type { BulkTexts } from './texts.ts'

const shownMistakes = 40
const rowStatuses = { Invalid: 2, Failed: 4 } as const

/** Prints the first mistakes of a submission with their cells; the result file lists all of them. */
export async function printMistakes (
  session: Session, id: string,
  { status, terminal, texts }: { status: keyof typeof rowStatuses, terminal: Terminal, texts: BulkTexts }
): Promise<void> {
  const query = { id, status: rowStatuses[status], pageSize: shownMistakes }
  const { rows } = await session.persist((timbre) => timbre.get('/api/BulkInvoice/Get', { query }))
  const lines = rows.data.flatMap((row) => linesOf(row, texts))
  for (const line of lines.slice(0, shownMistakes)) terminal.say(line)
  if (lines.length > shownMistakes || rows.totalPage > 1) {
    terminal.say(texts.moreMistakes(texts.documents(rows.totalRecords)))
  }
}

function linesOf ({ key, position, problems }: Row, texts: BulkTexts): string[] {
  return problems.map((problem) =>
    `  ${placeOf(problem, position, texts).padEnd(6)} ${printable(key)}  ${printable(problem.field)}: ${
      printable(problem.message)
    } (${printable(problem.code)})`
  )
}

/** The cell; in JSON the document's position, and for a missing column the row. */
function placeOf ({ cell, row }: Problem, position: number, texts: BulkTexts): string {
  return cell ?? texts.row(row === 0 ? position : row)
}
