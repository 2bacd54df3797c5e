import { Prisma } from '../../generated/prisma/client.ts'
import { groupBy } from '../../shared/group-by.ts'
import { each, eachMoment, eachPrice } from '../postgres/new-rows.ts'
import type { Transaction } from '../postgres/transaction.ts'

type Type = 'uuid' | 'text' | 'smallint' | 'boolean' | 'numeric(18,6)' | 'timestamptz(3)' | 'text[]'

/** The types of a table's columns by the members of its rows: `unitPrice` is `unit_price`. */
export type Columns<Row> = Readonly<Record<keyof Row & string, Type>>

type Stored<Row> = Row & { folded: string }

/**
 * Statements for one row as for hundreds at once. Prisma would compile a parameter for each value, on the thread that
 * answers requests: some 300 ms for a thousand rows.
 */
export function manyRows<Row extends { id: string }> (table: string, columns: Columns<Stored<Row>>) {
  const members = Object.entries<Type>(columns).map(([member, type]) => ({ member, type, column: columnOf(member) }))
  const lists = members.filter(({ type }) => type === 'text[]').map(({ member }) => member as keyof Row)
  const name = Prisma.raw(table)
  const selected = Prisma.raw(members.filter(({ member }) => member !== 'folded').map(({ member, column, type }) =>
    `${column}${type === 'numeric(18,6)' ? '::float8' : ''} as "${member}"`).join(', '))
  const inserted = Prisma.raw(members.map(({ column }) => column).join(', '))
  const replaced = Prisma.raw(members.map(({ column }) => `${column} = excluded.${column}`).join(', '))

  return (tx: Transaction, tenantId: string) => {
    async function insert (rows: readonly Stored<Row>[], atConflict: Prisma.Sql): Promise<{ id: string }[]> {
      const values = members.map(({ member, type }) => valuesOf(type, rows.map((row) => row[member as keyof Row])))
      return tx.$queryRaw<{ id: string }[]>`
        insert into ${name} as stored (tenant_id, ${inserted})
        values (${tenantId}::uuid, ${Prisma.join(values)})
        on conflict ${atConflict} returning stored.id`
    }

    /** The ids of those that were stored. */
    async function insertAll (rows: readonly Stored<Row>[], atConflict: Prisma.Sql): Promise<Set<string>> {
      const ids: string[] = []
      // PostgreSQL has no lists of lists, so that a statement has one list for all its rows.
      for (const alike of groupBy(rows, (row) => JSON.stringify(lists.map((list) => row[list]))).values()) {
        ids.push(...(await insert(alike, atConflict)).map(({ id }) => id))
      }
      return new Set(ids)
    }

    return {
      select: (condition: Prisma.Sql): Promise<Row[]> =>
        tx.$queryRaw<Row[]>`select ${selected} from ${name} where tenant_id = ${tenantId}::uuid and ${condition}`,

      async count (condition: Prisma.Sql): Promise<number> {
        const [row] = await tx.$queryRaw<{ count: number }[]>`
          select count(*)::int as count from ${name} where tenant_id = ${tenantId}::uuid and ${condition}`
        return row?.count ?? 0
      },

      /** How many there were. */
      delete: (condition: Prisma.Sql): Promise<number> =>
        tx.$executeRaw`delete from ${name} where tenant_id = ${tenantId}::uuid and ${condition}`,

      /** Leaves out those that stand for the same as another. */
      add: (rows: readonly Stored<Row>[]) => insertAll(rows, Prisma.sql`do nothing`),

      put: (rows: readonly Stored<Row>[]) =>
        insertAll(rows, Prisma.sql`(tenant_id, id) do update set ${replaced}`)
    }
  }
}

const columnOf = (member: string): string => member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function valuesOf (type: Type, values: readonly unknown[]): Prisma.Sql {
  if (type === 'text[]') return Prisma.sql`${values[0]}::text[]`
  if (type === 'timestamptz(3)') return eachMoment(values as Date[])
  if (type === 'numeric(18,6)') return eachPrice(values as (number | null)[])
  return each(type, type === 'boolean' ? values.map(String) : values as (string | number | null)[])
}
