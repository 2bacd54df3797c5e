import { importLimits } from '../../shared/bulk-limits.ts'
import { problemAt, type Problem, type Sentence, ServiceError } from '../../shared/errors.ts'
import { foldedText } from '../../shared/search-words.ts'
import { type Cell, columnLetters, type SheetRow, withoutFormula } from '../../shared/spreadsheet.ts'
import { cellProblems, readCell } from '../sheet-cells.ts'

/** A column of a sheet of customers or products. `list`: texts with ; between them. */
export interface SheetColumn {
  member: string
  heading: Sentence
  kind: 'text' | 'number' | 'flag' | 'list'
  width: number
  /** The sheet must have it. */
  isKey?: true
}

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
  rows: AsyncIterable<SheetRow>, columns: readonly SheetColumn[]
): AsyncGenerator<PostedRow> {
  const problems: Problem[] = []
  let readRow: RowReader | undefined
  let count = 0
  for await (const row of rows) {
    if (!readRow) {
      readRow = rowReader(headingsIn(row, columns), problems)
      continue
    }
    if (count++ === importLimits.rows) throw new ServiceError('IMPORT_TOO_LONG')
    yield readRow(row)
  }
  if (!readRow) throw missing(1, columns)
  if (problems.length > 0) throw invalid(problems)
}

// As many as an answer lists.
const mostProblems = 100

/** Mistakes of a sheet, in the order of its rows. */
export function invalid (problems: readonly Problem[]): ServiceError {
  return new ServiceError('IMPORT_INVALID', { problems: problems.slice(0, mostProblems) })
}

/** A heading with # before it is a column of the user's own. */
function headingsIn ({ row, cells }: SheetRow, columns: readonly SheetColumn[]): Map<number, SheetColumn | undefined> {
  const headings = new Map<number, SheetColumn | undefined>()
  const problems: Problem[] = []
  for (const { column, value } of cells) {
    const text = String(value).trim().slice(0, 200)
    const named = text.startsWith('#') ? undefined : columns.find((one) => isNamed(one, text))
    if (!named && !text.startsWith('#')) {
      problems.push(problemAt(`${columnLetters(column)}${row}`, {
        en: `unknown column "${text}"; see the export, or start the heading with # to have the column ignored`,
        es: `columna desconocida "${text}"; vea la exportación o anteponga # al encabezado para que la columna se ignore`
      }))
    } else if (named && [...headings.values()].includes(named)) {
      problems.push(problemAt(`${columnLetters(column)}${row}`, {
        en: `the column "${text}" appears twice`, es: `la columna "${text}" está repetida`
      }))
    }
    headings.set(column, named)
  }
  if (problems.length > 0) throw new ServiceError('BULK_COLUMNS_INVALID', { problems: problems.slice(0, mostProblems) })
  const lacking = columns.filter((column) => column.isKey && ![...headings.values()].includes(column))
  if (lacking.length > 0) throw missing(row, lacking)
  return headings
}

function missing (row: number, columns: readonly SheetColumn[]): ServiceError {
  return new ServiceError('BULK_COLUMNS_INVALID', {
    problems: columns.filter(({ isKey }) => isKey).map(({ heading }) => problemAt(String(row), {
      en: `the column "${heading.en}" is missing`, es: `falta la columna "${heading.es}"`
    }))
  })
}

function isNamed ({ member, heading }: SheetColumn, text: string): boolean {
  return [member, heading.en, heading.es].some((name) => foldedText(name) === foldedText(text))
}

type RowReader = (row: SheetRow) => PostedRow

/** Adds to `problems` what is wrong with the cells of the rows that it reads. */
function rowReader (headings: ReadonlyMap<number, SheetColumn | undefined>, problems: Problem[]): RowReader {
  const named = [...headings].flatMap(([at, column]) => column ? [[column, at] as const] : [])
  const blank = Object.fromEntries(named.map(([{ member, kind }]) => [member, blanks[kind]]))
  const letters = new Map(named.map(([{ member }, at]) => [member, columnLetters(at)]))

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
