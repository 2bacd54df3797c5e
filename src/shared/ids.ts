import { v7 } from 'uuid'

/** A new identifier: UUID version 7, so that rows of one tenant lie in the order of their birth. */
export function newId (): string {
  return v7()
}

/** When an identifier was made, in milliseconds since 1970. */
export function timeOfId (id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/** No identifier that was made at this time or later is before this one. */
export function firstIdAt (ms: number): string {
  const digits = ms.toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`
}
