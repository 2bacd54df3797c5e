import type { Filters } from './records.ts'

/** An address comes from anywhere: what makes no sense in it is left out. */
export function readFilters (search: Record<string, unknown>): Filters {
  const { page, user, action, entityId, from, to } = search
  const text = (value: unknown) => value === undefined ? '' : String(value).trim().slice(0, 100)
  return {
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 && page < 1_000_000 ? { page } : {}),
    ...(text(user) ? { user: text(user) } : {}),
    ...(text(action) ? { action: text(action) } : {}),
    ...(text(entityId) ? { entityId: text(entityId) } : {}),
    ...(isDate(from) ? { from } : {}),
    ...(isDate(to) ? { to } : {})
  }
}

function isDate (value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
}
