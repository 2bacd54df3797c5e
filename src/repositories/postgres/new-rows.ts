import { Prisma } from '../../generated/prisma/client.ts'
import { arrayText, bytesText } from '../issuing/array-text.ts'

/**
 * A column of new rows in `insert … values (tenant, each, each)`, a value for each row. Every column of a statement has
 * as many values. `type` is exactly the column's.
 *
 * Where tenants are spread over machines, such a statement is planned once for a connection. It plans `insert … select`
 * at each call, for each shard.
 */
export function each (
  type: 'uuid' | 'text' | 'boolean' | 'smallint' | 'int' | 'bigint' | 'date' | 'jsonb' | 'bytea',
  values: readonly (string | number | null)[]
): Prisma.Sql {
  return Prisma.sql`unnest(${arrayText(values)}::${Prisma.raw(type)}[])`
}

export const eachBytes = (values: readonly Buffer[]): Prisma.Sql => each('bytea', values.map(bytesText))

/** Undefined is stored as null. */
export const eachJson = (values: readonly unknown[]): Prisma.Sql =>
  each('jsonb', values.map((value) => JSON.stringify(value) as string | undefined ?? null))

/**
 * The same for columns with a precision. PostgreSQL would convert each value that `unnest` gives, and a database that
 * is spread over machines takes no function around it; the elements of an array with this precision need none.
 */
export const eachAmount = (values: readonly (string | null)[]): Prisma.Sql =>
  eachOf('numeric(22,4)', values)

export const eachPrice = (values: readonly (number | null)[]): Prisma.Sql =>
  eachOf('numeric(18,6)', values)

export const eachMoment = (values: readonly (Date | null)[]): Prisma.Sql =>
  eachOf('timestamptz(3)', values.map((at) => at?.toISOString() ?? null))

function eachOf (type: string, values: readonly (string | number | null)[]): Prisma.Sql {
  return Prisma.sql`(${arrayText(values)}::${Prisma.raw(type)}[])[generate_series(1, ${values.length}::int)]`
}
