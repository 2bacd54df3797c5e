import { isWhole, textOf } from '../shared/address.ts'

/** What makes no sense is left out. */
export function readFilters ({ page, search }: Record<string, unknown>): { page?: number, search?: string } {
  return {
    ...(isWhole(page, 2, 1_000_000) && { page }),
    ...(textOf(search) !== '' && { search: textOf(search) })
  }
}
