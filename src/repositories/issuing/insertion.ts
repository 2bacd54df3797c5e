import { arrayText } from './array-text.ts'

/** Sends a statement of constant text in the transaction. */
export type Run = (text: string, values: unknown[]) => Promise<unknown>

type Column<Row> = readonly [name: string, type: string, valueOf: (row: Row) => string | number | null]

/** The tenant of each row as the first parameter, of a statement about one tenant and of one about several. */
export const tenantOf = { one: '$1::uuid', several: 'unnest($1::uuid[])' } as const

/**
 * A statement that inserts rows, of one tenant or of several, as `postgres/new-rows.ts` does, but of constant text, so
 * that a connection plans it once. `type` is exactly the column's. Without rows nothing is sent.
 */
export function insertionOf<Row extends { tenantId: string }> (
  table: string, columns: readonly Column<Row>[], onConflict = ''
) {
  const isCounted = columns.some(([, type]) => hasPrecision(type))
  const count = `$${columns.length + 2}::int`
  // A transaction of one tenant may be on Citus, which takes no conversion of what `unnest` gives.
  const exact = columns.map(([, type], index) => hasPrecision(type)
    ? `($${index + 2}::${type}[])[generate_series(1, ${count})]`
    : `unnest($${index + 2}::${type}[])`)
  // PostgreSQL converts the whole array of the first form again for each row.
  const converted = columns.map(([, type], index) => `unnest($${index + 2}::${type.replace(/\(.*/, '')}[])`)
  const textWith = (tenant: string, values: string[]): string => `
    insert into ${table} (tenant_id, ${columns.map(([name]) => name).join(', ')})
    values (${[tenant, ...values].join(', ')}) ${onConflict}`
  const [ofOne, ofSeveral] = [textWith(tenantOf.one, exact), textWith(tenantOf.several, converted)]

  return (run: Run, rows: readonly Row[], tenantId: string | undefined): Promise<unknown>[] => {
    if (rows.length === 0) return []
    const values = columns.map(([, , valueOf]) => arrayText(rows.map(valueOf)))
    return [tenantId === undefined
      ? run(ofSeveral, [arrayText(rows.map((row) => row.tenantId)), ...values])
      : run(ofOne, [tenantId, ...values, ...isCounted ? [rows.length] : []])]
  }
}

function hasPrecision (type: string): boolean {
  return type.includes('(')
}
