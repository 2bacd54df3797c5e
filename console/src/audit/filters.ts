import { isDate, isWhole, textOf } from '../shared/address.ts'
import type { Filters } from './records.ts'

/** What makes no sense is left out. */
export function readFilters ({ page, user, action, entityId, from, to }: Record<string, unknown>): Filters {
  return {
    ...(isWhole(page, 2, 1_000_000) && { page }),
    ...(textOf(user) !== '' && { user: textOf(user) }),
    ...(textOf(action) !== '' && { action: textOf(action) }),
    ...(textOf(entityId) !== '' && { entityId: textOf(entityId) }),
    ...(isDate(from) && { from }),
    ...(isDate(to) && { to })
  }
}
