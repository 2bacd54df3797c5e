import { importLimits } from '../../shared/bulk-limits.ts'
import { problemAt, type Problem, ServiceError } from '../../shared/errors.ts'
import { type Cell, columnLetters, type SheetRow, withoutFormula } from '../../shared/spreadsheet.ts'
import { cellProblems, readCell } from '../sheet-cells.ts'
import { type ChosenColumns, columnsIn, membersOf, missing, type SheetColumn, type SheetColumns } from './sheet-headings.ts'

/** What a row says, by member; a blank cell clears its member. */
export interface PostedRow {
  row: number
  values: Record<string, unknown>
  /** Where a mistake of a member is shown: `C7`, or the row where the sheet lacks the column. */
  cellOf: (member: string) => string
}

const blanks = { text: '', number: 0, flag: false, list: [] } as const

/**
 * The rows below the headings, as they are read. Throws BULK_COLUMNS_INVALID, IMPORT_TOO_LONG, and after the last row
 * IMPORT_INVALID for cells.
 */
export async function * readSheetRows (
  rows: AsyncIterable<SheetRow>, known: SheetColumns, chosen: ChosenColumns
): AsyncGenerator<PostedRow> {
  const problems: Problem[] = []
  let readRow: RowReader | undefined
  let count = 0
  for await (const row of rows) {
    if (!readRow) {
      readRow = rowReader(columnsIn(row, known, chosen), problems)
      continue
    }
    if (count++ === importLimits.rows) throw new ServiceError('IMPORT_TOO_LONG')
    yield readRow(row)
  }
  if (!readRow) throw missing(1, known.columns)
  if (problems.length > 0) throw invalid(problems)
}

// As many as an answer lists.
const mostProblems = 100

/** Mistakes of a sheet, in the order of its rows. */
export function invalid (problems: readonly Problem[]): ServiceError {
  return new ServiceError('IMPORT_INVALID', { problems: problems.slice(0, mostProblems) })
}

type RowReader = (row: SheetRow) => PostedRow

/** Adds to `problems` what is wrong with the cells of the rows that it reads. */
function rowReader (headings: ReadonlyMap<number, SheetColumn | null>, problems: Problem[]): RowReader {
  const named = [...headings].flatMap(([at, column]) => column ? [[column, at] as const] : [])
  const blank = Object.fromEntries(named.flatMap(([{ member, kind, sets }]) =>
    Object.entries({ [member]: blanks[kind], ...sets })))
  const letters = new Map(named.flatMap(([column, at]) =>
    membersOf(column).map((member) => [member, columnLetters(at)] as const)))

  return ({ row, cells }) => {
    const values: Record<string, unknown> = { ...blank }
    for (const cell of cells) {
      const column = headings.get(cell.column)
      const noteProblem = (problem: keyof typeof cellProblems): void => {
        problems.push(problemAt(`${columnLetters(cell.column)}${row}`, cellProblems[problem]))
      }
      if (!headings.has(cell.column)) noteProblem('CELL_WITHOUT_COLUMN')
      if (!column) continue
      const read = valueOf(cell, column)
      if ('problem' in read) noteProblem(read.problem)
      else values[column.member] = read.value
    }
    // `taxCodes[1]` stands in the cell of `taxCodes`.
    return { row, values, cellOf: (member) => `${letters.get(member.replace(/\[.*/, '')) ?? ''}${row}` }
  }
}

function valueOf (cell: Cell, { kind }: SheetColumn) {
  const read = readCell(cell, kind === 'list' ? 'text' : kind)
  if ('problem' in read || typeof read.value !== 'string') return read
  const text = asWritten(read.value)
  return { value: kind === 'list' ? text.split(';').map((one) => one.trim()).filter((one) => one !== '') : text }
}

/** An export makes a text harmless that a program could take for a formula: here it is itself again. */
function asWritten (text: string): string {
  return text.startsWith("'") && withoutFormula(text.slice(1)) === text ? text.slice(1) : text
}
