import { Prisma } from '../../generated/prisma/client.ts'
import { foldedText, wordsOf } from '../../shared/search-words.ts'
import { literally, type Transaction } from '../postgres/transaction.ts'
import { type Columns, manyRows } from './many-rows.ts'

export interface CatalogFilter { search?: string | undefined, archived: boolean }
/** `page` counts from 1. */
export interface CatalogPage { page: number, pageSize: number }

/** A table of rows that a tenant keeps by hand, as customers and products are. */
interface CatalogTable<Row extends { id: string }> {
  table: 'customers' | 'products'
  columns: Columns<Row & { folded: string }>
  /** By which lists are ordered and searched. */
  nameOf: (row: Row) => string
  /** The rows that stand for the same as this one; undefined of one that may be there more than once. */
  sameAs: (row: Row) => Prisma.Sql | undefined
  /** The rows that stand for the same as one of these, and perhaps more. */
  likeOneOf: (rows: readonly Row[]) => Prisma.Sql
  /** The rows whose number or code begins with a text; undefined of a text with which none can begin. */
  beginningWith: (search: string) => Prisma.Sql | undefined
}

export type CatalogRepository<Row extends { id: string }> = ReturnType<ReturnType<typeof catalogRepository<Row>>>

export function catalogRepository<Row extends { id: string }> (
  { table, columns, nameOf, sameAs, likeOneOf, beginningWith }: CatalogTable<Row>
) {
  const rowsOf = manyRows<Row>(table, columns)
  const withFolded = (row: Row): Row & { folded: string } => ({ ...row, folded: foldedText(nameOf(row)) })

  function matching ({ search, archived }: CatalogFilter): Prisma.Sql {
    const named = wordsOf(search ?? '').map((word) => Prisma.sql`folded like ${`%${literally(word)}%`}`)
    const beginning = search === undefined ? undefined : beginningWith(search)
    const found = named.length === 0 ? Prisma.sql`true` : Prisma.join(named, ' and ')
    return Prisma.sql`archived = ${archived} and (${beginning ? Prisma.sql`${beginning} or ${found}` : found})`
  }

  return (tx: Transaction, tenantId: string) => {
    const rows = rowsOf(tx, tenantId)

    return {
      /** Those of these ids that there are. */
      find: (ids: string[]): Promise<Row[]> => rows.select(Prisma.sql`id = any(${ids}::uuid[])`),

      /** To change it in this transaction: another one waits. */
      async findLocked (id: string): Promise<Row | undefined> {
        const [row] = await rows.select(Prisma.sql`id = ${id}::uuid for update`)
        return row
      },

      /** The id of another row that stands for the same. */
      async findEqual (row: Row): Promise<string | undefined> {
        const same = sameAs(row)
        if (!same) return undefined
        const [other] = await rows.select(Prisma.sql`${same} and id <> ${row.id}::uuid`)
        return other?.id
      },

      count: (): Promise<number> => rows.count(Prisma.sql`true`),

      /** In the order of their names. */
      async paginate (filter: CatalogFilter, { page, pageSize }: CatalogPage) {
        const found = matching(filter)
        const part = Prisma.sql`order by folded, id offset ${(page - 1) * pageSize} limit ${pageSize}`
        return { totalRecords: await rows.count(found), rows: await rows.select(Prisma.sql`${found} ${part}`) }
      },

      /** Those that stand for the same as one of these, and perhaps more. */
      findLike: (like: readonly Row[]): Promise<Row[]> => rows.select(likeOneOf(like)),

      /** What comes after an id, in the order of creation. */
      walk: (after: string, take: number): Promise<Row[]> =>
        rows.select(Prisma.sql`id > ${after}::uuid order by id limit ${take}`),

      /** Creates those that stand for the same as no other, and answers their ids. */
      addMissing: (missing: readonly Row[]): Promise<Set<string>> => rows.add(missing.map(withFolded)),

      /** Writes whole rows, new ones and others in the place of those with their ids. */
      async putAll (changed: readonly Row[]): Promise<void> {
        await rows.put(changed.map(withFolded))
      },

      delete: (id: string): Promise<number> => rows.delete(Prisma.sql`id = ${id}::uuid`)
    }
  }
}
