import type { AuditFilter, AuditRow } from '../../repositories/audit-log.ts'
import type { Store } from '../../repositories/store.ts'
import type { Total } from '../../repositories/totals.ts'
import type { Actor } from '../actor.ts'
import { addDays, startOfSantiagoDay } from '../../dte/values/calendar.ts'

export interface AuditLogQuery {
  /** The id of a user or a key, or part of its name. */
  user?: string | undefined
  action?: string | undefined
  entity?: string | undefined
  entityId?: string | undefined
  /** Calendar dates in Chile, YYYY-MM-DD, both included. */
  startDate?: string | undefined
  endDate?: string | undefined
}

export interface AuditLogRecord {
  id: string
  sequence: number
  at: Date
  userId: string | null
  userName: string
  action: string
  entity: string
  entityId: string
  details: unknown
  address: string | null
  requestId: string | null
}

const uuidShape = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Who changed what, when and from where. */
export function createAuditLogs ({ store }: { store: Store }) {
  return {
    /** One page of the tenant's log, the newest first. */
    async paginate (
      actor: Actor, query: AuditLogQuery, { page, pageSize }: { page: number, pageSize: number }
    ): Promise<Total & { data: AuditLogRecord[] }> {
      const { rows, ...total } = await store.asTenant(
        actor.tenantId, ({ auditLog }) => auditLog.paginate(filterOf(query), page, pageSize)
      )
      return { ...total, data: rows.map(recordOf) }
    }
  }
}

export type AuditLogs = ReturnType<typeof createAuditLogs>

function filterOf ({ user, startDate, endDate, ...same }: AuditLogQuery): AuditFilter {
  return {
    ...same,
    ...(user === undefined ? {} : uuidShape.test(user) ? { actorId: user.toLowerCase() } : { actorName: user }),
    ...(startDate === undefined ? {} : { from: startOfSantiagoDay(startDate) }),
    ...(endDate === undefined ? {} : { before: startOfSantiagoDay(addDays(endDate, 1)) })
  }
}

function recordOf (
  { id, sequence, at, actorId, actorName, action, entity, entityId, details, address, requestId }: AuditRow
): AuditLogRecord {
  return {
    id, sequence: Number(sequence), at, userId: actorId, userName: actorName, action, entity, entityId, details,
    address, requestId
  }
}
