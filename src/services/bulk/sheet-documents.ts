import { bulkLimits } from '../../shared/bulk-limits.ts'
import { problemAt, ServiceError, type Problem, type Sentence } from '../../shared/errors.ts'
import { createYielder } from '../../shared/yielding.ts'
import { columnLetters, type Cell, type SheetRow } from '../../shared/spreadsheet.ts'
import { columnAt, findColumn, keyPath, type Column } from './columns.ts'
import type { ColumnPlaces, Place, RowProblem } from '../../model/bulk-rows.ts'
import { addProblem, locateInFile, newProblem, type Locate } from './problems.ts'
import { weightOf } from './weight.ts'
import { readCell } from '../sheet-cells.ts'

/** A document as it was submitted, before it is checked. */
export interface PostedDocument {
  key: string
  /** The document as it was read, of any shape. */
  value: unknown
  /** Mistakes that reading it has found. */
  problems: RowProblem[]
  /** It has more rows or cells than any document may have. Reading stopped there, and nothing else is checked. */
  isTooLong?: boolean
  /** Its size: about the number of its values; a long text counts as several. */
  weight: number
  place?: Place
  locate: Locate
}

export interface SheetDocuments {
  columns: ColumnPlaces
  documents: AsyncIterable<PostedDocument>
}

const mandatory = [keyPath, 'header.documentId.documentType']
const maxKeyCharacters = 100
const maxHeadingCharacters = 200
const maxHeadingProblems = 100

type Heading = Pick<Column, 'path' | 'kind'>

/** A column of the user's own, which is ignored. */
const comment: Heading = { path: '#', kind: 'text' }

/**
 * Reads the headings, then documents one by one: rows that follow one another under one key. Throws BULK_EMPTY,
 * BULK_COLUMNS_INVALID.
 */
export async function readDocuments (rows: AsyncIterable<SheetRow>): Promise<SheetDocuments> {
  const iterator = rows[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (first.done === true) throw new ServiceError('BULK_EMPTY')
  const headings = readHeadings(first.value)
  const columns = Object.fromEntries(Array.from(headings, ([column, { path }]) => [path, column]))
  return { columns, documents: groupRows({ [Symbol.asyncIterator]: () => iterator }, { headings, columns }) }
}

function readHeadings ({ row, cells }: SheetRow): Map<number, Heading> {
  const headings = new Map<number, Heading>()
  const problems: Problem[] = []
  for (const { column, value } of cells) {
    const heading = headingOf(String(value).trim(), headings)
    if ('en' in heading) problems.push(problemAt(`${columnLetters(column)}${row}`, heading))
    else headings.set(column, heading)
  }
  problems.push(
    ...missingIn(headings).map((name) =>
      problemAt(`${row}`, { en: `the column "${name}" is missing`, es: `falta la columna "${name}"` })
    )
  )
  if (problems.length > 0) {
    throw new ServiceError('BULK_COLUMNS_INVALID', { problems: problems.slice(0, maxHeadingProblems) })
  }
  return headings
}

function headingOf (text: string, headings: Map<number, Heading>): Heading | Sentence {
  if (text.startsWith('#')) return comment
  const column = text.length > maxHeadingCharacters ? undefined : findColumn(text)
  if (column === undefined) {
    const shown = text.slice(0, maxHeadingCharacters)
    return {
      en: `unknown column "${shown}"; see the template, or start the heading with # to have the column ignored`,
      es: `columna desconocida "${shown}"; vea la plantilla o anteponga # al encabezado para que la columna se ignore`
    }
  }
  return Array.from(headings.values()).includes(column)
    ? { en: `the column "${text}" appears twice`, es: `la columna "${text}" está repetida` }
    : column
}

function missingIn (headings: Map<number, Heading>): string[] {
  const there = new Set(Array.from(headings.values(), ({ path }) => path))
  return mandatory.filter((path) => !there.has(path)).map((path) => columnAt(path)?.name ?? path)
}

async function * groupRows (
  rows: AsyncIterable<SheetRow>, { headings, columns }: { headings: Map<number, Heading>, columns: ColumnPlaces }
): AsyncGenerator<PostedDocument> {
  const yieldToEventLoop = createYielder()
  let draft: Draft | undefined
  for await (const row of rows) {
    await yieldToEventLoop()
    // A row with only the user's comment columns is skipped.
    if (row.cells.every(({ column }) => headings.get(column) === comment)) continue
    const key = keyOf(row, columns[keyPath])
    if (draft && (draft.key !== key || key === '')) yield finished(draft)
    if (draft?.key !== key || key === '') draft = createDraft(key, row.row, columns)
    addRow(draft, row, headings)
  }
  if (draft) yield finished(draft)
}

function keyOf ({ cells }: SheetRow, keyColumn: number | undefined): string {
  const cell = cells.find(({ column }) => column === keyColumn)
  const read = cell && readCell(cell, 'text')
  return read && 'value' in read ? String(read.value) : ''
}

interface Draft {
  key: string
  value: Record<string, unknown>
  problems: RowProblem[]
  place: Place
  locate: Locate
  rows: number
  cells: number
  weight: number
  isTooLong: boolean
}

function createDraft (key: string, row: number, columns: ColumnPlaces): Draft {
  const place: Place = { first: row, rows: {} }
  const locate = locateInFile(columns, place)
  const problems = key === ''
    ? [newProblem('DOCUMENT_KEY_MISSING', locate(keyPath))]
    : key.length > maxKeyCharacters
      ? [newProblem('DOCUMENT_KEY_TOO_LONG', locate(keyPath))]
      : []
  return { key, value: { key }, problems, place, locate, rows: 0, cells: 0, weight: 0, isTooLong: false }
}

function finished ({ key, value, problems, place, locate, weight, isTooLong }: Draft): PostedDocument {
  // A row without a key is a separate document, named after its row.
  const shownKey = key === '' ? `(${place.first})` : key.slice(0, maxKeyCharacters)
  return {
    key: shownKey, value: isTooLong ? undefined : withoutHoles(value), problems, isTooLong, weight, place, locate
  }
}

function addRow (draft: Draft, { row, cells }: SheetRow, headings: Map<number, Heading>): void {
  if (draft.isTooLong) return
  draft.rows += 1
  draft.cells += cells.length
  for (const { value } of cells) draft.weight += weightOf(value)
  const code = draft.rows > bulkLimits.rowsOfDocument
    ? 'DOCUMENT_HAS_TOO_MANY_ROWS'
    : draft.cells > bulkLimits.cellsOfDocument
      ? 'DOCUMENT_HAS_TOO_MANY_CELLS'
      : undefined
  if (code !== undefined) {
    draft.isTooLong = true
    addProblem(draft.problems, newProblem(code, draft.locate(keyPath)))
    return
  }
  const added: Record<string, unknown> = {}
  for (const cell of cells) {
    const heading = headings.get(cell.column)
    if (heading === undefined) {
      addProblem(draft.problems, newProblem('CELL_WITHOUT_COLUMN', atCell(draft, cell, row, columnLetters(cell.column))))
    } else if (heading !== comment && heading.path !== keyPath) {
      addCell(draft, added, { cell, row, heading })
    }
  }
}

function addCell (
  draft: Draft, added: Record<string, unknown>, { cell, row, heading }: { cell: Cell, row: number, heading: Heading }
): void {
  const [list, member] = splitAtList(heading.path)
  const entry = list === undefined ? undefined : entryOf(draft, added, list, row)
  const at = atCell(draft, cell, row, entry ? heading.path.replace('[]', `[${entry.index}]`) : heading.path)
  const read = readCell(cell, heading.kind)
  if ('problem' in read) addProblem(draft.problems, newProblem(read.problem, at))
  else if (entry && member === '') put(draft.value, `${String(list)}[${entry.index}]`, read.value)
  else if (entry) put(entry.value, member, read.value)
  else addToHeader(draft, heading.path, read.value, at)
}

/** Header columns have the same value on every row of a document, or are blank after the first row. */
function addToHeader (draft: Draft, path: string, value: unknown, at: ReturnType<Locate>): void {
  const known = get(draft.value, path)
  if (known === undefined) put(draft.value, path, value)
  else if (known !== value) addProblem(draft.problems, newProblem('CELL_DIFFERS', at))
}

interface Entry { index: number, value: Record<string, unknown> }

/** The entry that this row adds to a list, created at the first of its cells. */
function entryOf ({ value, place }: Draft, added: Record<string, unknown>, list: string, row: number): Entry {
  const known = added[list] as Entry | undefined
  if (known) return known
  const rows = place.rows[list] ??= []
  const entry: Entry = { index: rows.length, value: {} }
  rows.push(row)
  put(value, `${list}[${entry.index}]`, entry.value)
  added[list] = entry
  return entry
}

/** `details[].taxes[0].taxCode` is the member `taxes[0].taxCode` of an entry of `details`. */
function splitAtList (path: string): [list: string | undefined, member: string] {
  const at = path.indexOf('[]')
  return at === -1 ? [undefined, path] : [path.slice(0, at), path.slice(at + 2).replace(/^\./, '')]
}

function atCell ({ locate }: Draft, { column }: Cell, row: number, path: string): ReturnType<Locate> {
  const letters = columnLetters(column)
  return { ...locate(path), row, column: letters, cell: `${letters}${row}` }
}

/** Removes the entries of a list that were left blank between others. */
function withoutHoles (value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((entry) => entry !== undefined).map(withoutHoles)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([member, child]) => [member, withoutHoles(child)]))
}

function stepsOf (path: string): string[] {
  return path.split(/[.[\]]+/).filter(Boolean)
}

function get (target: Record<string, unknown>, path: string): unknown {
  return stepsOf(path).reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], target)
}

/** Sets a member and creates what leads to it; numbered steps create a list. The names come only from our columns. */
function put (target: Record<string, unknown>, path: string, value: unknown): void {
  const steps = stepsOf(path)
  let holder = target
  for (const [index, step] of steps.slice(0, -1).entries()) {
    const isList = /^\d+$/.test(steps[index + 1] ?? '')
    holder = (holder[step] ??= isList ? [] : {}) as Record<string, unknown>
  }
  holder[steps.at(-1) ?? ''] = value
}
