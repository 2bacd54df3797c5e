import { isDate, isWhole, textOf } from '../shared/address.ts'

export interface Filters { page?: number, state?: number, kind?: string, from?: string, to?: string, endpoint?: string }

/** What makes no sense is left out. */
export function readFilters ({ page, state, kind, from, to, endpoint }: Record<string, unknown>): Filters {
  return {
    ...(isWhole(page, 2, 1_000_000) && { page }),
    ...(isWhole(state, 1, 3) && { state }),
    ...(textOf(kind) !== '' && { kind: textOf(kind) }),
    ...(isDate(from) && { from }),
    ...(isDate(to) && { to }),
    ...(textOf(endpoint) !== '' && { endpoint: textOf(endpoint) })
  }
}
