import type { Prisma } from '../../generated/prisma/client.ts'
import type { KnownDictionaries } from '../contents/known-dictionaries.ts'

export type Transaction = Prisma.TransactionClient & {
  /** Of the store whose transaction it is. */
  dictionaries: KnownDictionaries
}

/** A value for a jsonb column: what JSON.stringify keeps of it. */
export function json (value: unknown): Prisma.InputJsonValue {
  return value as Prisma.InputJsonValue
}

/** Bytes for a bytea column: Prisma wants a Uint8Array over a plain ArrayBuffer. */
export function bytes (value: Buffer): Uint8Array<ArrayBuffer> {
  return value as Uint8Array<ArrayBuffer>
}

/** The bytes of a bytea column, not copied. */
export function bufferOf ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** YYYY-MM-DD for a `date` column: Prisma wants midnight UTC. */
export function dateColumn (isoDate: string): Date {
  return new Date(`${isoDate}T00:00:00Z`)
}

/** YYYY-MM-DD of a `date` column. */
function isoDateOf (column: Date): string {
  return column.toISOString().slice(0, 10)
}

/** A row as it leaves the repositories: bytes as Buffers, and the `date` columns as YYYY-MM-DD. */
export type ReadRow<Row, DateColumn = never> = {
  [Column in keyof Row]: Column extends DateColumn
    ? string | Extract<Row[Column], null>
    : Row[Column] extends Uint8Array | null ? Buffer | Extract<Row[Column], null> : Row[Column]
}

export function readRow<Row extends object, const DateColumn extends keyof Row = never> (
  row: Row, dateColumns: readonly DateColumn[] = []
): ReadRow<Row, DateColumn> {
  const dates: readonly PropertyKey[] = dateColumns
  const read = (column: string, value: unknown): unknown => {
    if (value instanceof Uint8Array) return bufferOf(value)
    return value instanceof Date && dates.includes(column) ? isoDateOf(value) : value
  }
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, read(column, value)])
  ) as ReadRow<Row, DateColumn>
}

/** Escapes a text for `contains` or `startsWith`: Prisma passes it to LIKE, where three characters are special. */
export function literally (text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
