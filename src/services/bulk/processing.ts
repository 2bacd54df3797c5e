import type { TaxDocument } from '../../dte/document.ts'
import type { InvoicePayload } from '../../dte/fields/payload.ts'
import type { HeldBulkInvoice, RowCount } from '../../repositories/bulk/bulk-invoices.ts'
import type { ReadyRow, Referred } from '../../repositories/bulk/bulk-rows.ts'
import type { LeasedTask } from '../../repositories/tasks/tasks.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { isCollision, isDatabaseOutage } from '../../shared/database-errors.ts'
import { failPoints } from '../../shared/fail-points.ts'
import type { ErrorCode, ServiceError } from '../../shared/errors.ts'
import { identityOf } from '../invoicing/issuing/document-keys.ts'
import { type Issuer, TenantChanged } from '../invoicing/issuing/issue.ts'
import type { IssuingMoment, Outcome } from '../invoicing/issuing/issue-request.ts'
import { channelTypes, statuses } from '../../model/document-states.ts'
import type { DocumentRefused } from '../invoicing/issuing/refusal.ts'
import type { PrepareIn, Reception } from '../invoicing/issuing/save.ts'
import { finishTask, rescheduleTask, service } from '../tasks/task-lease.ts'
import type { Clock } from '../ports.ts'
import { SealingError } from '../secrets/sealing.ts'
import { withReferences } from '../../model/bulk-document.ts'
import {
  locateInFile, locateInJson, newProblem, problemOfViolation, problemsOfError, type Locate
} from './problems.ts'
import type { RowProblem } from '../../model/bulk-rows.ts'
import { bulkStatuses, rowStates } from '../../model/bulk-states.ts'

export interface ProcessingDependencies {
  store: Store
  issuer: Pick<Issuer, 'factsNow' | 'issueIn'>
  reception: Pick<Reception, 'preparing'>
  clock: Clock
  /** Called after a commit that scheduled tasks. */
  onWork: () => void
  /** A row could not be issued for an unexpected reason, which an operator should look into. */
  onFailure: (error: unknown, rowId: string) => void
}

interface Failure { rowId: string, problems: RowProblem[] }
interface Chunk { rows: number, taken: number, paused: Map<number, string> }

// Many documents share one commit, and the lock on the folio block stays short.
const chunkSize = 100
// Shorter than a stopping worker waits for its tasks (compose/worker.ts).
const turnMs = 4000
// Rows refused for these reasons are tried again later, because the tenant can remove the cause. Others fail.
const temporary: readonly string[] = ['FOLIOS_MISSING', 'CERTIFICATE_MISSING', 'REFERENCE_PENDING'] satisfies ErrorCode[]

/**
 * Issues the rows of submissions. Rows are locked, issued and linked to their documents in one transaction, so each is
 * issued exactly once, whichever process crashes and however many workers take part.
 */
export function createBulkProcessing ({ store, issuer, reception, clock, onWork, onFailure }: ProcessingDependencies) {
  /** Issues the next rows of one type and date. `attempted` receives them, for the case that this throws. */
  async function issueChunk (
    tenantId: string, bulkId: string,
    { except, size, attempted }: { except: number[], size: number, attempted: ReadyRow[] }
  ): Promise<Chunk> {
    const moment = await issuer.factsNow(tenantId)
    const prepare = await reception.preparing(tenantId)
    const chunk = await store.asTenant(tenantId, async (repositories) => {
      const [bulk, rows] = await Promise.all([
        repositories.bulkInvoices.hold(bulkId), repositories.bulkRows.lockReady(bulkId, except, size)
      ])
      if (bulk?.status !== bulkStatuses.Processing) return emptyChunk
      attempted.splice(0, attempted.length, ...rows)
      failPoints.reached?.('bulk.locked')
      return rows.length === 0 ? emptyChunk : issueRows(repositories, { tenantId, bulk, rows, moment, prepare })
    })
    failPoints.reached?.('bulk.committed')
    if (chunk.taken > 0) onWork()
    return chunk
  }

  async function issueRows (
    repositories: TenantRepositories,
    { tenantId, bulk, rows, moment, prepare }: {
      tenantId: string, bulk: HeldBulkInvoice, rows: ReadyRow[], moment: IssuingMoment, prepare: PrepareIn
    }
  ): Promise<Chunk> {
    const { ready, failures } = await prepareRows(repositories, { bulk, rows, prepare })
    const issueDate = ready[0]?.document.issueDate
    const batch = ready.filter(({ document }) => document.issueDate === issueDate)
    const actor = bulk.processedBy ?? service
    const outcomes = await issuer.issueIn(
      repositories,
      batch.map(({ document, payload }) => ({
        tenantId, document, payload, actor, channelType: channelTypes.BulkInvoice, ...identityOf(payload)
      })),
      moment
    )
    const taken = batch.flatMap(({ row }, index) => linkOf(row, outcomes[index]))
    const refused = batch.flatMap(({ row }, index) => refusalOf(row, outcomes[index]))
    failures.push(
      ...refused.filter(({ code }) => !temporary.includes(code)).map(({ row, error }) => ({
        rowId: row.id, problems: orNotIssued(problemsOfError(error, locateOf(bulk, row)), bulk, row)
      }))
    )
    if (!await repositories.bulkRows.take(taken, moment.at)) throw new Error('A row of a bulk submission was not ready')
    if (failures.length > 0) await repositories.bulkRows.fail(failures, moment.at)
    failPoints.reached?.('bulk.issued')
    return {
      rows: rows.length,
      taken: taken.length,
      paused: new Map(
        refused.filter(({ code }) => temporary.includes(code)).map(({ row, code }) => [row.documentType, code])
      )
    }
  }

  async function prepareRows (
    repositories: TenantRepositories,
    { bulk, rows, prepare }: { bulk: HeldBulkInvoice, rows: ReadyRow[], prepare: PrepareIn }
  ) {
    const referred = await findReferred(repositories, rows)
    const ready: { row: ReadyRow, payload: InvoicePayload, document: TaxDocument }[] = []
    const failures: Failure[] = []
    for (const row of rows) {
      const payload = withReferences(
        row.payload, (index) => referenceTo(referred.get(row.dependsOn[index] ?? ''))
      )
      const { document, violations } = await prepare(repositories, payload)
      if (document && violations.length === 0) {
        ready.push({ row, payload, document })
      } else {
        failures.push({
          rowId: row.id,
          problems: orNotIssued(
            violations.map((violation) => problemOfViolation(violation, locateOf(bulk, row))), bulk, row
          )
        })
      }
    }
    return { ready, failures }
  }

  /** Issues chunk after chunk until nothing can be issued now, or the turn is over. */
  async function issueForATurn (
    tenantId: string, bulkId: string
  ): Promise<{ isOver: boolean, taken: number, paused: Map<number, string> }> {
    const until = clock().getTime() + turnMs
    const paused = new Map<number, string>()
    let taken = 0
    while (clock().getTime() < until) {
      const chunk = await issueSafely(tenantId, bulkId, Array.from(paused.keys()))
      for (const [type, code] of chunk.paused) paused.set(type, code)
      taken += chunk.taken
      if (chunk.rows === 0) return { isOver: true, taken, paused }
    }
    return { isOver: false, taken, paused }
  }

  /** If a chunk fails, its rows are retried one at a time, so only the bad row fails. */
  async function issueSafely (tenantId: string, bulkId: string, except: number[]): Promise<Chunk> {
    const attempted: ReadyRow[] = []
    try {
      return await issueChunk(tenantId, bulkId, { except, size: chunkSize, attempted })
    } catch (error) {
      if (isTemporary(error) || attempted.length === 0) throw error
    }
    const chunks: Chunk[] = []
    while (chunks.length < attempted.length) chunks.push(await issueAlone(tenantId, bulkId, except))
    return {
      rows: attempted.length, taken: chunks.reduce((sum, { taken }) => sum + taken, 0),
      paused: new Map(chunks.flatMap(({ paused }) => Array.from(paused)))
    }
  }

  async function issueAlone (tenantId: string, bulkId: string, except: number[]): Promise<Chunk> {
    const attempted: ReadyRow[] = []
    try {
      return await issueChunk(tenantId, bulkId, { except, size: 1, attempted })
    } catch (error) {
      const [row] = attempted
      if (isTemporary(error) || !row) throw error
      onFailure(error, row.id)
      await store.asTenant(tenantId, async ({ bulkInvoices, bulkRows }) => {
        const bulk = await bulkInvoices.hold(bulkId)
        if (bulk) {
          await bulkRows.fail(
            [{ rowId: row.id, problems: orNotIssued([], bulk, row) }], clock()
          )
        }
      })
      return { rows: 1, taken: 0, paused: new Map() }
    }
  }

  /** When nothing can be issued now: fails hopeless rows, and completes the submission or reschedules the task. */
  async function settle (
    task: LeasedTask, bulkId: string, { taken, paused }: { taken: number, paused: Map<number, string> }
  ): Promise<void> {
    const at = clock()
    await store.asTenant(task.tenantId, async (repositories) => {
      const { bulkInvoices, bulkRows, auditLog } = repositories
      const bulk = await bulkInvoices.lock(bulkId)
      if (bulk?.status !== bulkStatuses.Processing || isHelper(task)) {
        await finishTask(repositories, task)
        return
      }
      const hopeless = await bulkRows.lockHopeless(bulkId, chunkSize)
      if (hopeless.length > 0) {
        await bulkRows.fail(
          hopeless.map((row) => ({
            rowId: row.id, problems: [newProblem('REFERENCE_NOT_ISSUED', referenceOf(bulk, row))]
          })),
          at
        )
      }
      const counts = await bulkInvoices.countRows([bulkId])
      if (counts.some(isUnsettled)) {
        await bulkInvoices.update(bulkId, { paused: Object.fromEntries(paused) })
        const seconds = hopeless.length > 0 ? 0 : pauseSeconds(taken > 0, bulk.startedAt ?? at, at)
        await rescheduleTask(repositories, task, seconds, 'rows wait')
        return
      }
      const status = counts.some(wasNotIssued) ? bulkStatuses.CompletedWithErrors : bulkStatuses.Completed
      await bulkInvoices.update(bulkId, { status, paused: {}, finishedAt: at })
      failPoints.reached?.('bulk.settled')
      await finishTask(repositories, task)
      auditLog.add([{
        actor: service,
        action: 'bulkInvoice.complete',
        entity: 'bulkInvoice',
        entityId: bulkId,
        details: {
          rows: counts.reduce((sum, { rows }) => sum + rows, 0), withErrors: status === bulkStatuses.CompletedWithErrors
        }
      }], at)
    })
  }

  return {
    /** Handles a `processBulk` task: its subject is a submission, or `<submission>/<n>` for a second worker. */
    async process (task: LeasedTask): Promise<void> {
      const bulkId = task.subject.split('/', 1)[0] ?? ''
      const turn = await issueForATurn(task.tenantId, bulkId)
      if (turn.isOver) await settle(task, bulkId, turn)
      else await store.asTenant(task.tenantId, (repositories) => rescheduleTask(repositories, task, 0, 'goes on'))
    }
  }
}

const emptyChunk: Chunk = { rows: 0, taken: 0, paused: new Map() }

async function findReferred ({ bulkRows }: TenantRepositories, rows: ReadyRow[]): Promise<Map<string, Referred>> {
  const ids = rows.flatMap(({ dependsOn }) => dependsOn)
  return ids.length === 0 ? new Map() : new Map((await bulkRows.listReferred(ids)).map((one) => [one.rowId, one]))
}

function referenceTo (referred: Referred | undefined) {
  if (!referred) throw new Error('A row of a bulk submission refers to one without a folio')
  return {
    documentType: String(referred.documentType), folio: String(referred.folio), date: referred.issueDate
  }
}

function linkOf (row: ReadyRow, outcome: Outcome | undefined): { rowId: string, invoiceId: string }[] {
  return outcome && 'receipt' in outcome ? [{ rowId: row.id, invoiceId: outcome.receipt.correlationId }] : []
}

function refusalOf (
  row: ReadyRow, outcome: Outcome | undefined
): { row: ReadyRow, code: string, error: ServiceError | DocumentRefused }[] {
  return outcome && 'refused' in outcome ? [{ row, code: outcome.refused.code, error: outcome.refused }] : []
}

function locateOf ({ columns }: HeldBulkInvoice, { place, position }: ReadyRow): Locate {
  return columns === null || place === null
    ? locateInJson(position)
    : locateInFile(columns, place)
}

/** A row never fails without a reason. */
function orNotIssued (problems: RowProblem[], bulk: HeldBulkInvoice, row: ReadyRow): RowProblem[] {
  return problems.length > 0 ? problems : [newProblem('NOT_ISSUED', locateOf(bulk, row)('key'))]
}

function referenceOf (bulk: HeldBulkInvoice, row: ReadyRow): ReturnType<Locate> {
  const index = (row.payload.references ?? []).findIndex(({ documentKey }) =>
    (documentKey ?? '') !== ''
  )
  return locateOf(bulk, row)(`references[${index}].documentKey`)
}

/**
 * Whether a later turn may succeed: a tenant's facts are refreshed within seconds, and an operator can restore a master
 * key.
 */
function isTemporary (error: unknown): boolean {
  return isDatabaseOutage(error) || isCollision(error) || error instanceof TenantChanged ||
    error instanceof SealingError
}

function isHelper ({ subject }: LeasedTask): boolean {
  return subject.includes('/')
}

/** Rows to be issued, and waiting documents. */
function isUnsettled ({ state, documentStatus }: RowCount): boolean {
  return state === rowStates.Ready || documentStatus === statuses.Waiting
}

function wasNotIssued ({ state }: RowCount): boolean {
  return state === rowStates.Invalid || state === rowStates.Failed
}

/** Short after progress; longer the more time passes without folios, a certificate or a verdict. */
function pauseSeconds (hasProgress: boolean, startedAt: Date, at: Date): number {
  const waitedSeconds = (at.getTime() - startedAt.getTime()) / 1000
  return hasProgress ? 0.5 : Math.min(30, Math.max(0.5, waitedSeconds / 20))
}
