import type { AuditFilter, AuditRow } from '../../repositories/audit/audit-log.ts'
import type { Store } from '../../repositories/store.ts'
import type { Total } from '../../repositories/postgres/totals.ts'
import type { Actor } from '../actor.ts'
import { beginOf, type DayOrMoment, endOf } from '../../dte/values/calendar.ts'
import { type Walk, walkOrPage, type WalkRequest } from '../walks.ts'
import type { TableFile, TableFiles, TableFormat } from '../table-files.ts'
import { type AuditLogRecord, auditTable } from './audit-table.ts'
import { type ChainFault, createAuditVerification } from './audit-verification.ts'

export interface AuditLogQuery {
  /** The id of a user or a key, or part of its name. */
  user?: string | undefined
  action?: string | undefined
  entity?: string | undefined
  entityId?: string | undefined
  /** Days in Chile, or moments; both included. */
  startDate?: DayOrMoment | undefined
  endDate?: DayOrMoment | undefined
  updatedSince?: Date | undefined
}

const uuidShape = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** How far a tenant's chain of hashes was followed in one request. */
export interface VerificationView {
  records: number
  after: number
  intactUpTo: number
  hash: string
  complete: boolean
  firstBroken: number | null
  problem: Exclude<ChainFault['problem'], 'anchorMissing' | 'anchorDisagrees'> | null
}

const readAtOnce = 500

/** Who changed what, when and from where. */
export function createAuditLogs (
  { store, tableFiles, partRows }: { store: Store, tableFiles: TableFiles, partRows?: number }
) {
  const { verifyPart } = createAuditVerification({ store, ...(partRows !== undefined && { partRows }) })

  async function * eachRecord ({ tenantId }: Actor, query: AuditLogQuery): AsyncGenerator<AuditLogRecord> {
    const filter = filterOf(query)
    for (let before: bigint | undefined; ;) {
      const bound = { before, limit: readAtOnce }
      const rows = await store.asTenant(tenantId, ({ auditLog }) => auditLog.listBefore(filter, bound))
      yield * rows.map(recordOf)
      before = rows.at(-1)?.sequence
      if (before === undefined) return
    }
  }

  return {
    /**
     * Recomputes a part of the tenant's chain of hashes, from its beginning or after a place that an earlier part
     * reached; beside the service at work.
     */
    async verify ({ tenantId, signal }: Actor, after: number): Promise<VerificationView> {
      const verdict = await verifyPart(tenantId, BigInt(after), signal)
      const { records, intactUpTo, complete, fault } = verdict
      return {
        records: Number(records), after, intactUpTo: Number(intactUpTo.sequence), hash: intactUpTo.hash, complete,
        firstBroken: fault ? Number(fault.sequence) : null, problem: problemOf(fault)
      }
    },

    /** Every entry that the query finds, the newest first, as a file that is written while it is read. */
    export: (
      actor: Actor, query: AuditLogQuery, options: { format: TableFormat, language: 'en' | 'es' }
    ): TableFile => tableFiles.write(auditTable(eachRecord(actor, query)), options),

    /** One page of the tenant's log, the newest first. */
    async paginate (
      actor: Actor, query: AuditLogQuery, wanted: Omit<WalkRequest, 'updatedSince'>
    ): Promise<Total & { data: AuditLogRecord[], walk?: Walk }> {
      const filter = filterOf(query)
      const { rows, ...total } = await store.asTenant(
        actor.tenantId, ({ auditLog }) => walkOrPage({ ...wanted, updatedSince: query.updatedSince }, {
          visibleUntil: auditLog.visibleUntil, walk: (step) => auditLog.walk(filter, step),
          paginate: (page, pageSize) => auditLog.paginate(filter, page, pageSize)
        })
      )
      return { ...total, data: rows.map(recordOf) }
    }
  }
}

export type AuditLogs = ReturnType<typeof createAuditLogs>

/** No anchor is given, so nothing can be wrong with it. */
function problemOf (fault: ChainFault | undefined): VerificationView['problem'] {
  const problem = fault?.problem
  return problem === undefined || problem === 'anchorMissing' || problem === 'anchorDisagrees' ? null : problem
}

function filterOf ({ user, startDate, endDate, updatedSince, ...same }: AuditLogQuery): AuditFilter {
  const begins = [...startDate === undefined ? [] : [beginOf(startDate)], ...updatedSince ? [updatedSince] : []]
  return {
    ...same,
    ...(user === undefined ? {} : uuidShape.test(user) ? { actorId: user.toLowerCase() } : { actorName: user }),
    ...(begins.length === 0 ? {} : { from: new Date(Math.max(...begins.map(Number))) }),
    ...(endDate === undefined ? {} : { before: endOf(endDate) })
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
