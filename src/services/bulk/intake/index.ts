import { santiagoDate, santiagoDateTime } from '../../../dte/values/calendar.ts'
import type { Store, TenantRepositories } from '../../../repositories/store.ts'
import { hourMs } from '../../../shared/durations.ts'
import { ServiceError } from '../../../shared/errors.ts'
import { newId } from '../../../shared/ids.ts'
import type { TextEncoding } from '../../../shared/spreadsheet.ts'
import { createYielder } from '../../../shared/yielding.ts'
import type { Actor } from '../../actor.ts'
import { audited } from '../../audit/audit-actor.ts'
import type { Clock } from '../../ports.ts'
import { cancelSubmission } from '../orders.ts'
import type { Checker } from '../check.ts'
import type { ColumnPlaces, RowProblem } from '../../../model/bulk-rows.ts'
import { addProblem } from '../problems.ts'
import type { PostedDocument } from '../sheet-documents.ts'
import { bulkStatuses } from '../../../model/bulk-states.ts'
import { inParts, writeLimits } from '../weight.ts'
import type { Intake } from './arrivals.ts'
import { createDocumentStep } from './documents.ts'
import { createReferenceStep, type Outcome } from './references.ts'

// A submission that is incomplete after this time was interrupted.
const abandonedMs = hourMs

export interface Submission {
  source: 'json' | 'csv' | 'xlsx'
  /** How a .csv was read. */
  encoding?: TextEncoding | null
  /** Where the columns of a file are. */
  columns?: ColumnPlaces
  /** The earlier submission that this one corrects. */
  replacesId?: string | undefined
  documents: AsyncIterable<PostedDocument>
  /** Ends the reading of a file. */
  close?: () => void
}

/** A submission that is stored completely and not visible yet. */
export interface Received {
  id: string
  count: number
  invalid: number
  skipped: number
  source: string
  replacesId: string | undefined
  related: string[]
  replacedRowIds: string[]
}

/**
 * Receives submissions: open → check and store each document → resolve references → write what they show → publish.
 * Nothing is issued here.
 */
export function createIntake ({ store, checker, clock }: { store: Store, checker: Checker, clock: Clock }) {
  const receiveDocuments = createDocumentStep({ store, checker })
  const resolveReferences = createReferenceStep({ store, checker })

  async function open (actor: Actor, { source, encoding, replacesId }: Submission): Promise<Intake> {
    const { tenantId, userId } = actor
    const at = clock()
    // The id is made in the transaction that stores it, so that a walk through the list does not pass it by.
    const { id, related } = await store.asTenant(tenantId, async ({ bulkInvoices }) => {
      for (const abandoned of await bulkInvoices.listAbandoned(new Date(at.getTime() - abandonedMs))) {
        await bulkInvoices.delete(abandoned)
      }
      const found = replacesId === undefined ? [] : await bulkInvoices.listFamily(replacesId)
      if (replacesId !== undefined && found.length === 0) throw new ServiceError('BULK_NOT_FOUND')
      const id = newId()
      await bulkInvoices.create({
        id, name: '', source, encoding: encoding ?? null, replacesId: replacesId ?? null, createdById: userId,
        createdAt: at
      })
      return { id, related: found }
    })
    return { tenantId, id, today: santiagoDate(at), related, yieldToEventLoop: createYielder() }
  }

  async function write (
    { tenantId, id }: Intake, { refusals, dependencies }: Outcome, columns: ColumnPlaces | undefined
  ): Promise<void> {
    const problems = new Map<string, RowProblem[]>()
    for (const { id: rowId, problem } of refusals) {
      const own = problems.get(rowId) ?? []
      addProblem(own, problem)
      problems.set(rowId, own)
    }
    const refused = Array.from(problems, ([rowId, own]) => ({ id: rowId, problems: own }))
    for (const part of inParts(refused, writeLimits)) {
      await store.asTenant(tenantId, ({ bulkRows }) => bulkRows.refuse(part))
    }
    for (const part of inParts(dependencies, writeLimits)) {
      await store.asTenant(tenantId, ({ bulkRows }) => bulkRows.setDependencies(part))
    }
    if (columns) await store.asTenant(tenantId, ({ bulkInvoices }) => bulkInvoices.update(id, { columns }))
  }

  async function receiveAll (actor: Actor, submission: Submission): Promise<Received> {
    const { source, replacesId, columns, documents } = submission
    const intake = await open(actor, submission)
    const { id, related } = intake
    try {
      const arrivals = await receiveDocuments(intake, documents)
      const outcome = await resolveReferences(intake, arrivals)
      await write(intake, outcome, columns)
      const { stored, skipped, replacedRowIds } = arrivals
      return { id, count: stored, invalid: outcome.invalid.size, skipped, source, replacesId, related, replacedRowIds }
    } catch (error) {
      await discard(actor.tenantId, id)
      throw error
    }
  }

  async function discard (tenantId: string, id: string): Promise<void> {
    await store.asTenant(tenantId, ({ bulkInvoices }) => bulkInvoices.delete(id))
  }

  return {
    /**
     * Checks and stores documents as they arrive. Throws ServiceError BULK_NOT_FOUND, BULK_EMPTY,
     * BULK_TOO_MANY_DOCUMENTS, BULK_NOTHING_TO_REPLACE and what reading the documents throws; then nothing is stored.
     */
    async receive (actor: Actor, submission: Submission): Promise<Received> {
      try {
        return await receiveAll(actor, submission)
      } finally {
        submission.close?.()
      }
    },

    /**
     * Makes a received submission visible to its tenant, named `name` or after the time, and cancels those that it
     * replaces and that were never processed. Throws BULK_NOTHING_TO_REPLACE if another submission has corrected the
     * same documents meanwhile, or is issuing them now.
     */
    async publish (
      actor: Actor, received: Received, name: string | undefined,
      action: 'bulkInvoice.create' | 'bulkInvoice.repeat' = 'bulkInvoice.create'
    ): Promise<void> {
      const { id, replacedRowIds, skipped, source, replacesId, count, invalid } = received
      const at = clock()
      const shownName = name ?? `${santiagoDateTime(at).replace('T', ' ')} ${source}`
      await store.asTenant(actor.tenantId, async (repositories) => {
        const { bulkInvoices, bulkRows, auditLog } = repositories
        if (!await isLatest(bulkInvoices, received)) throw new ServiceError('BULK_NOTHING_TO_REPLACE')
        await cancelUnprocessed(repositories, actor, received, at)
        if (!await bulkRows.claimUnissued(replacedRowIds, id)) throw new ServiceError('BULK_NOTHING_TO_REPLACE')
        await bulkInvoices.update(id, { status: bulkStatuses.Created, name: shownName, skipped, updatedAt: at })
        auditLog.add([{
          actor: audited(actor), action, entity: 'bulkInvoice', entityId: id,
          details: { name: shownName, source, documents: count, invalid, replacesId: replacesId ?? null }
        }], at)
      }).catch(async (error: unknown) => {
        await discard(actor.tenantId, id)
        throw error
      })
    },

    /** Deletes a received submission. */
    discard: (actor: Actor, { id }: Received): Promise<void> => discard(actor.tenantId, id)
  }
}

/** Whether no other correction came meanwhile: a document that is new in both would be issued twice. */
async function isLatest (
  bulkInvoices: TenantRepositories['bulkInvoices'], { replacesId, related }: Received
): Promise<boolean> {
  const oldest = related.at(-1)
  if (replacesId === undefined || oldest === undefined) return true
  await bulkInvoices.lock(oldest)
  return (await bulkInvoices.listFamily(replacesId)).join() === related.join()
}

/** What was never processed must not be issued beside its correction. Locks the oldest first, as isLatest does. */
async function cancelUnprocessed (
  repositories: TenantRepositories, actor: Actor, { id, related }: Received, at: Date
): Promise<void> {
  for (const earlier of related.toReversed()) {
    const bulk = await repositories.bulkInvoices.lock(earlier)
    if (bulk?.status !== bulkStatuses.Created) continue
    await cancelSubmission(repositories, earlier, { actor: audited(actor), at, details: { replacedById: id } })
  }
}

export type BulkIntake = ReturnType<typeof createIntake>
