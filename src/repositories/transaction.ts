import type { Prisma } from '../generated/prisma/client.ts'

export type Transaction = Prisma.TransactionClient

/** A value for a jsonb column: what JSON.stringify keeps of it. */
export function json (value: unknown): Prisma.InputJsonValue {
  return value as Prisma.InputJsonValue
}

/** Bytes for a bytea column: Prisma wants a Uint8Array over a plain ArrayBuffer. */
export function bytes (value: Buffer): Uint8Array<ArrayBuffer> {
  return value as Uint8Array<ArrayBuffer>
}

/** Midnight UTC of a calendar date, which is how a `date` column is written and read. */
export function dateColumn (isoDate: string): Date {
  return new Date(`${isoDate}T00:00:00Z`)
}

/** YYYY-MM-DD of a `date` column. */
export function isoDateOf (column: Date): string {
  return column.toISOString().slice(0, 10)
}

/**
 * Text for a `contains` or `startsWith` that means itself: Prisma hands it to LIKE, where three characters have a
 * meaning of their own.
 */
export function literally (text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
