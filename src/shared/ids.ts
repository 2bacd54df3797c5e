import { v7 } from 'uuid'

/** A new identifier: UUID version 7, so that rows of one tenant lie in the order of their birth. */
export function newId (): string {
  return v7()
}
