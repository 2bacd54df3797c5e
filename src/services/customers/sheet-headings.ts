import { problemAt, type Problem, type Sentence, ServiceError } from '../../shared/errors.ts'
import { foldedText } from '../../shared/search-words.ts'
import { columnLetters, type SheetRow } from '../../shared/spreadsheet.ts'
import type { HeadingSynonyms } from './heading-synonyms.ts'

/** A column of a sheet of customers or products. `list`: texts with ; between them. */
export interface SheetColumn {
  member: string
  /** In `Columns`, of one of several columns for the same member; otherwise the member's name. */
  name?: string
  heading: Sentence
  kind: 'text' | 'number' | 'flag' | 'list'
  width: number
  /** The sheet must have it. */
  isKey?: true
  /** Other members that the heading says by itself, of each row: a price with VAT. Exports have no such column. */
  sets?: Readonly<Record<string, unknown>>
}

/** The columns that a sheet may have, and what else people call them. */
export interface SheetColumns { columns: readonly SheetColumn[], synonyms: HeadingSynonyms }

/** What the headings of a sheet are, by their text: the name of a column, or null for one to ignore. */
export type ChosenColumns = ReadonlyMap<string, string | null>

/** A heading of a sheet: `column` is null where it is to be ignored, undefined where nobody knows what it is. */
interface Heading { at: number, cell: string, text: string, column: SheetColumn | null | undefined }

// As many as an answer lists.
const mostProblems = 100

export const nameOf = ({ name, member }: SheetColumn): string => name ?? member

/** All members that the column fills. */
export const membersOf = ({ member, sets }: SheetColumn): string[] => [member, ...Object.keys(sets ?? {})]

/** The headings as they are written, each with its column: the chosen one, or the one that it is a usual name of. */
export function readHeadings ({ row, cells }: SheetRow, known: SheetColumns, chosen: ChosenColumns): Heading[] {
  const byHeading = columnsByHeading(known)
  return cells.map(({ column: at, value }) => {
    const text = String(value).trim().slice(0, 200)
    return { at, cell: `${columnLetters(at)}${row}`, text, column: columnFor(text) }
  })

  function columnFor (text: string) {
    const choice = chosen.get(text)
    if (choice !== undefined) return known.columns.find((one) => nameOf(one) === choice) ?? null
    if (text.startsWith('#')) return null
    // "grossPrice" is the member, and "Gross price" an amount.
    return known.columns.find((one) => foldedText(nameOf(one)) === foldedText(text)) ?? byHeading.get(folded(text))
  }
}

/** The columns by their place in the sheet. Throws BULK_COLUMNS_INVALID. */
export function columnsIn (
  row: SheetRow, known: SheetColumns, chosen: ChosenColumns
): ReadonlyMap<number, SheetColumn | null> {
  const headings = readHeadings(row, known, chosen)
  const texts = new Set(headings.map(({ text }) => text))
  const problems = [
    ...[...chosen.keys()].filter((text) => !texts.has(text)).map(notInSheet),
    ...headings.flatMap((heading, index) => problemsOf(heading, headings.slice(0, index), known))
  ]
  if (problems.length > 0) throw new ServiceError('BULK_COLUMNS_INVALID', { problems: problems.slice(0, mostProblems) })
  const lacking = known.columns.filter((one) => one.isKey && !headings.some(({ column }) => column === one))
  if (lacking.length > 0) throw missing(row.row, lacking)
  return new Map(headings.map(({ at, column }) => [at, column ?? null]))
}

export function missing (row: number, columns: readonly SheetColumn[]): ServiceError {
  return new ServiceError('BULK_COLUMNS_INVALID', {
    problems: columns.filter(({ isKey }) => isKey).map(({ heading }) => problemAt(String(row), {
      en: `the column "${heading.en}" is missing`, es: `falta la columna "${heading.es}"`
    }))
  })
}

function problemsOf (
  { cell, text, column }: Heading, before: readonly Heading[], { columns }: SheetColumns
): Problem[] {
  if (column === null) return []
  if (column === undefined) return [problemAt(cell, unknown(text))]
  for (const other of before) {
    const shared = other.column && membersOf(other.column).find((member) => membersOf(column).includes(member))
    const heading = columns.find(({ member, sets }) => member === shared && !sets)?.heading
    if (heading) return [problemAt(cell, sameAs(text, other, heading))]
  }
  return []
}

const unknown = (text: string): Sentence => ({
  en: `unknown column "${text}"; say in Columns what it is, or start the heading with # to have the column ignored`,
  es: `columna desconocida "${text}"; indique en Columns qué es, o anteponga # al encabezado para que la columna se ignore`
})

const sameAs = (text: string, { cell, text: other }: Heading, heading: Sentence): Sentence => ({
  en: `"${text}" and "${other}" (${cell}) both fill "${heading.en}"; leave one out with Columns, or start its heading with #`,
  es: `"${text}" y "${other}" (${cell}) llenan ambas "${heading.es}"; deje una fuera con Columns, o anteponga # a su encabezado`
})

function notInSheet (text: string): Problem {
  return problemAt('Columns', {
    en: `names the heading "${text}", which the sheet does not have`,
    es: `nombra el encabezado "${text}", que la planilla no tiene`
  })
}

function columnsByHeading ({ columns, synonyms }: SheetColumns): ReadonlyMap<string, SheetColumn> {
  return new Map(columns.flatMap((column) => {
    const { en, es } = column.heading
    const texts = [en, es, ...synonyms[nameOf(column)] ?? []]
    return texts.map((text) => [folded(text), column] as const)
  }))
}

/** Without accents, capitals and punctuation: "Precio c/IVA" is "PRECIO C. IVA". */
function folded (text: string): string {
  return foldedText(text).replaceAll(/[^a-z0-9]/g, '')
}
