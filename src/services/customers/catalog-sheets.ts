import { isDeepStrictEqual } from 'node:util'
import type { TenantRepositories, Store } from '../../repositories/store.ts'
import { importLimits } from '../../shared/bulk-limits.ts'
import { isCollision } from '../../shared/database-errors.ts'
import { problemAt, type Problem, type Sentence, ServiceError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import type { SheetRow, Spreadsheets, WrittenCell, WrittenRow } from '../../shared/spreadsheet.ts'
import { createYielder } from '../../shared/yielding.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import type { Clock } from '../ports.ts'
import type { TableFile, TableFiles, TableFormat } from '../table-files.ts'
import { type ColumnsOf, type Given, type CatalogItem, type Kind, merged, maxCatalogItems } from './catalog-items.ts'
import { type ChosenColumns, missing, nameOf, readHeadings, type SheetColumns } from './sheet-headings.ts'
import { invalid, type PostedRow, readSheetRows } from './sheet-rows.ts'

/** What became of the rows of a sheet. */
interface Imported { rows: number, created: number, updated: number, unchanged: number }

/** Checks what a row says against the schema of the API. */
type CheckRow<Row extends CatalogItem> = (values: object) => { data: Given<Row> } | { problems: Problem[] }

export interface SheetDependencies {
  store: Store
  clock: Clock
  tables: TableFiles
  spreadsheets: Pick<Spreadsheets, 'read'>
}

/** A heading of a sheet, at its cell, and the name of the column that it is taken for. */
export interface KnownHeading { cell: string, heading: string, column: string | null }

interface ImportOptions { chosen: ChosenColumns | undefined, signal?: AbortSignal }

interface Sheet<Row extends CatalogItem> extends SheetColumns {
  name: Sentence
  /** What no two rows may have in common. */
  keyOf: (columns: ColumnsOf<Row>) => string
}

type Place = Omit<PostedRow, 'values'>

interface CheckedRow<Row extends CatalogItem> { given: Given<Row>, columns: ColumnsOf<Row>, place: Place }

// Few enough that a statement and its rows take the thread that answers requests a few milliseconds.
const rowsAtOnce = 250

/** Customers or products as a sheet: an export is the template of an import. */
export function createKeptSheets<Row extends CatalogItem> (
  { store, clock, tables, spreadsheets }: SheetDependencies, kind: Kind<Row>, { name, keyOf, ...known }: Sheet<Row>
) {
  const { entity, repositoryOf, empty, errors } = kind
  const columns = known.columns.filter(({ sets }) => !sets)

  async function * rowsOf ({ tenantId }: Actor, language: keyof Sentence): AsyncGenerator<WrittenRow> {
    for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
      const rows = await store.asTenant(tenantId, (repositories) => repositoryOf(repositories).walk(after, rowsAtOnce))
      for (const row of rows) yield columns.map(({ member }) => written(row[member as keyof Row], language))
      const last = rows.at(-1)
      if (!last || rows.length < rowsAtOnce) return
      after = last.id
    }
  }

  function columnsOf (before: ColumnsOf<Row>, given: Given<Row>, { cellOf }: Place, problems: Problem[]) {
    try {
      return kind.checked(merged<Row>(before, given))
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      problems.push(...error.problems.map(({ path, message }) => problemAt(cellOf(path), message)))
      return undefined
    }
  }

  /** The rows by their key, each right by itself. Throws IMPORT_INVALID and what reading them throws. */
  async function checkedRows (
    posted: AsyncIterable<PostedRow>, check: CheckRow<Row>
  ): Promise<Map<string, CheckedRow<Row>>> {
    const problems: Problem[] = []
    const byKey = new Map<string, CheckedRow<Row>>()
    const yieldToEventLoop = createYielder()
    for await (const { values, ...place } of posted) {
      await yieldToEventLoop()
      const read = check(values)
      if ('problems' in read) {
        problems.push(...read.problems.map(({ path, message }) => problemAt(place.cellOf(path), message)))
        continue
      }
      const checked = columnsOf(empty, read.data, place, problems)
      if (!checked) continue
      const other = byKey.get(keyOf(checked))
      if (other) problems.push(problemAt(place.cellOf(kind.unique), repeated(other.place.row)))
      else byKey.set(keyOf(checked), { given: read.data, columns: checked, place })
    }
    if (problems.length > 0) throw invalid(problems)
    return byKey
  }

  /** Of these rows, those that are new or differ from what is kept. */
  async function changedOf (
    repositories: TenantRepositories, part: readonly CheckedRow<Row>[], at: Date, problems: Problem[]
  ): Promise<{ row: Row, isNew: boolean }[]> {
    const like = part.map((one) => ({ ...one.columns, id: '', createdAt: at, updatedAt: at }) as Row)
    const known = new Map((await repositoryOf(repositories).findLike(like)).map((row) => [keyOf(row), row]))
    const changed: { row: Row, isNew: boolean }[] = []
    const yieldToEventLoop = createYielder()
    for (const { given, columns: fresh, place } of part) {
      await yieldToEventLoop()
      const row = known.get(keyOf(fresh))
      if (!row) {
        changed.push({ row: { ...fresh, id: newId(), createdAt: at, updatedAt: at } as Row, isNew: true })
        continue
      }
      const { id, createdAt, updatedAt: _, ...before } = row
      const after = columnsOf(before, given, place, problems)
      if (!after || isDeepStrictEqual({ ...before, ...after }, before)) continue
      changed.push({ row: { ...before, ...after, id, createdAt, updatedAt: at } as Row, isNew: false })
    }
    return changed
  }

  async function write (
    repositories: TenantRepositories, actor: Actor, byKey: ReadonlyMap<string, CheckedRow<Row>>
  ): Promise<Imported> {
    const at = clock()
    const problems: Problem[] = []
    let [created, updated] = [0, 0]
    for (const part of inParts([...byKey.values()])) {
      const changed = await changedOf(repositories, part, at, problems)
      if (problems.length === 0 && changed.length > 0) {
        await repositoryOf(repositories).putAll(changed.map(({ row }) => row))
      }
      const news = changed.filter(({ isNew }) => isNew).length
      created += news
      updated += changed.length - news
    }
    if (problems.length > 0) throw invalid(problems)
    if (created > 0 && await repositoryOf(repositories).count() > maxCatalogItems) throw new ServiceError(errors.limit)
    const imported = { rows: byKey.size, created, updated, unchanged: byKey.size - created - updated }
    if (created + updated > 0) {
      const about = { action: `${entity}.import`, entity, entityId: actor.tenantId }
      repositories.auditLog.add([{ actor: audited(actor), ...about, details: imported }], at)
    }
    return imported
  }

  return {
    /** All of them, archived ones too, in the order in which they were created. */
    export: (actor: Actor, { format, language }: { format: TableFormat, language: keyof Sentence }): TableFile =>
      tables.write({
        name, rows: rowsOf(actor, language),
        columns: columns.map(({ heading, width, kind: kindOf }) =>
          ({ heading, width, ...kindOf === 'number' && { format: 'number' as const } }))
      }, { format, language }),

    /**
     * The headings of a sheet as an import takes them, without those that begin with #. Throws ServiceError
     * BULK_COLUMNS_INVALID for an empty sheet, and what reading a file throws.
     */
    async headings (bytes: Buffer, signal?: AbortSignal): Promise<KnownHeading[]> {
      const file = await spreadsheets.read(bytes, { signal })
      try {
        const { value: row } = await file.rows[Symbol.asyncIterator]().next() as IteratorResult<SheetRow, undefined>
        if (!row) throw missing(1, known.columns)
        return readHeadings(row, known, new Map()).filter(({ column }) => column !== null)
          .map(({ cell, text, column }) => ({ cell, heading: text, column: column ? nameOf(column) : null }))
      } finally {
        file.close()
      }
    },

    /**
     * Creates and changes what the rows say, or nothing. Throws ServiceError IMPORT_INVALID, BULK_COLUMNS_INVALID,
     * IMPORT_TOO_LONG, CUSTOMER_LIMIT or PRODUCT_LIMIT, and what reading a file throws.
     */
    async import (
      actor: Actor, bytes: Buffer, check: CheckRow<Row>, { chosen = new Map(), signal }: ImportOptions
    ): Promise<Imported> {
      const file = await spreadsheets.read(bytes, { signal })
      const byKey = await checkedRows(readSheetRows(file.rows, known, chosen), check).finally(file.close)
      const attempt = () =>
        store.asTenant(actor.tenantId, (repositories) => write(repositories, actor, byKey), importLimits.transactionMs)
      try {
        return await attempt()
      } catch (error) {
        // Somebody else created one of them first: now it is found.
        if (!isCollision(error)) throw error
        return attempt()
      }
    }
  }
}

const repeated = (row: number): Sentence =>
  ({ en: `is the same as in row ${row}`, es: `es lo mismo que en la fila ${row}` })

function written (value: unknown, language: keyof Sentence): WrittenCell {
  if (typeof value === 'boolean') return language === 'es' ? (value ? 'Sí' : 'No') : (value ? 'Yes' : 'No')
  if (Array.isArray(value)) return value.join(';')
  return value as string | number | null
}

function inParts<Item> (items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / rowsAtOnce) }, (_, part) =>
    items.slice(part * rowsAtOnce, (part + 1) * rowsAtOnce))
}
