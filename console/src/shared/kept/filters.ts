import { isWhole, textOf } from '../address.ts'

/** What a list of customers or products shows, as it is in the address. */
export interface KeptSearch { page?: number, search?: string, archived?: true }

/** What makes no sense is left out. */
export function readKeptSearch ({ page, search, archived }: Record<string, unknown>): KeptSearch {
  return {
    ...(isWhole(page, 2, 1_000_000) && { page }),
    ...(textOf(search) !== '' && { search: textOf(search) }),
    ...(archived === true && { archived })
  }
}
