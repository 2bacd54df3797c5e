import type { AuditFilter, AuditRow } from '../../repositories/audit-log.ts'
import type { Store } from '../../repositories/store.ts'
import type { Total } from '../../repositories/totals.ts'
import type { Actor } from '../actor.ts'
import { addDays, startOfSantiagoDay } from '../../dte/values/calendar.ts'
import type { TableFile, TableFiles, TableFormat } from '../table-files.ts'
import { type AuditLogRecord, auditTable } from './audit-table.ts'
import { type ChainFault, createAuditVerification } from './audit-verification.ts'

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

/** No anchor is given, so nothing can be wrong with it. */
function problemOf (fault: ChainFault | undefined): VerificationView['problem'] {
  const problem = fault?.problem
  return problem === undefined || problem === 'anchorMissing' || problem === 'anchorDisagrees' ? null : problem
}

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
