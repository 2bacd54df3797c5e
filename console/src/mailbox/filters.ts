import { isWhole, textOf } from '../shared/address.ts'

export interface Filters { page?: number, state?: number, search?: string }

/** What makes no sense is left out. */
export function readFilters ({ page, state, search }: Record<string, unknown>): Filters {
  return {
    ...(isWhole(page, 2, 1_000_000) && { page }),
    ...(isWhole(state, 1, 4) && { state }),
    ...(textOf(search) !== '' && { search: textOf(search) })
  }
}
