import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre } from '../session/session.ts'

export type Recorded = ResultOf<'/api/AuditLogs/List', 'get'>['data'][number]

/** What the list shows, as it stands in the address. */
export interface Filters { page?: number, user?: string, action?: string, entityId?: string, from?: string, to?: string }

/** The filters as List and Export take them. */
export function queryOf ({ user, action, entityId, from, to }: Filters) {
  return {
    ...(user ? { user } : {}), ...(action ? { action } : {}), ...(entityId ? { entityId } : {}),
    ...(from ? { startDate: from } : {}), ...(to ? { endDate: to } : {})
  }
}

export function listOf (filters: Filters) {
  return timbre.get('/api/AuditLogs/List', { query: { page: filters.page ?? 1, pageSize: 50, ...queryOf(filters) } })
}
