import type { AuditActor } from '../../repositories/audit/audit-log.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import type { Clock } from '../ports.ts'
import { bulkStatuses, isOver, rowStates } from '../../model/bulk-states.ts'

// More than two workers would only wait for each other's lock on the folio block.
const helperThreshold = 200

/** Processes, cancels and deletes submissions. */
export function createBulkOrders ({ store, clock, onWork }: { store: Store, clock: Clock, onWork: () => void }) {
  return {
    /**
     * Starts issuing the documents without mistakes, in the background. Does nothing if processing has started before.
     * Throws BULK_NOT_FOUND, BULK_NOTHING_TO_ISSUE and, for a cancelled submission, BULK_IS_OVER.
     */
    async process (actor: Actor, id: string): Promise<void> {
      const at = clock()
      await store.asTenant(actor.tenantId, async ({ bulkInvoices, bulkRows, tasks, auditLog }) => {
        const bulk = await bulkInvoices.lock(id)
        if (!bulk) throw new ServiceError('BULK_NOT_FOUND')
        if (bulk.status === bulkStatuses.Cancelled) throw new ServiceError('BULK_IS_OVER')
        if (bulk.status !== bulkStatuses.Created) return
        const ready = await bulkRows.countIn(id, rowStates.Ready)
        if (ready === 0) throw new ServiceError('BULK_NOTHING_TO_ISSUE')
        await bulkInvoices.update(id, { status: bulkStatuses.Processing, startedAt: at, processedBy: audited(actor) })
        await tasks.schedule('processBulk', ready < helperThreshold ? [id] : [id, `${id}/1`])
        auditLog.add([{
          actor: audited(actor), action: 'bulkInvoice.process', entity: 'bulkInvoice', entityId: id,
          details: { documents: ready }
        }], at)
      })
      onWork()
    },

    /** Stops issuing; issued and waiting documents remain. Throws BULK_NOT_FOUND, BULK_IS_OVER. */
    async cancel (actor: Actor, id: string): Promise<void> {
      const at = clock()
      await store.asTenant(actor.tenantId, async (repositories) => {
        const bulk = await repositories.bulkInvoices.lock(id)
        if (!bulk) throw new ServiceError('BULK_NOT_FOUND')
        if (bulk.status === bulkStatuses.Cancelled) return
        if (isOver(bulk.status)) throw new ServiceError('BULK_IS_OVER')
        await cancelSubmission(repositories, id, { actor: audited(actor), at })
      })
    },

    /** Throws BULK_NOT_FOUND and, if a document of it exists, BULK_HAS_DOCUMENTS. */
    async delete (actor: Actor, id: string): Promise<void> {
      await store.asTenant(actor.tenantId, async ({ bulkInvoices, bulkRows, auditLog }) => {
        const bulk = await bulkInvoices.lock(id)
        if (!bulk) throw new ServiceError('BULK_NOT_FOUND')
        if (await bulkRows.existsTaken(id)) throw new ServiceError('BULK_HAS_DOCUMENTS')
        await bulkInvoices.delete(id)
        auditLog.add([{
          actor: audited(actor), action: 'bulkInvoice.delete', entity: 'bulkInvoice', entityId: id,
          details: { name: bulk.name }
        }], clock())
      })
    }
  }
}

/** Cancels a submission that the caller has locked, and its rows that are not issued yet. */
export async function cancelSubmission (
  { bulkInvoices, bulkRows, auditLog }: TenantRepositories, id: string,
  { actor, at, details = {} }: { actor: AuditActor, at: Date, details?: Record<string, string> }
): Promise<void> {
  const documents = await bulkRows.cancelReady(id, at)
  await bulkInvoices.update(id, { status: bulkStatuses.Cancelled, paused: {}, finishedAt: at })
  auditLog.add([{
    actor, action: 'bulkInvoice.cancel', entity: 'bulkInvoice', entityId: id, details: { documents, ...details }
  }], at)
}
