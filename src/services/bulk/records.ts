import type { BulkFilter, BulkInvoiceRow, RowCount, Succession } from '../../repositories/bulk/bulk-invoices.ts'
import type { BulkOutcome, OutcomeFilter } from '../../repositories/bulk/bulk-rows.ts'
import type { Store } from '../../repositories/store.ts'
import type { Total } from '../../repositories/postgres/totals.ts'
import { ServiceError, type Sentence } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import { type Walk, walkOrPage, type WalkRequest } from '../walks.ts'
import { type Status, statuses, statusText } from '../../model/document-states.ts'
import { eachReason } from '../../model/reasons.ts'
import { reasonSentence } from '../invoicing/document-texts.ts'
import type { Clock } from '../ports.ts'
import type { RowProblem } from '../../model/bulk-rows.ts'
import { type BulkStatus, bulkStatusText, isOver, rowStates, rowStateText, type RowState } from '../../model/bulk-states.ts'

/** `documents` is the sum of `ready` to `cancelled`. The rest counts the `taken` ones by their status. */
export interface BulkCounters {
  documents: number
  /** Without mistakes and not issued yet. */
  ready: number
  invalid: number
  /** Issued, or waiting for folios or the certificate. */
  taken: number
  failed: number
  cancelled: number
  waiting: number
  issued: number
  sending: number
  sent: number
  accepted: number
  acceptedWithObjections: number
  rejected: number
  stopped: number
}

export interface BulkSummary {
  id: string
  name: string
  source: string
  /** How a .csv file was read: utf-8 or windows-1252. */
  encoding: string | null
  status: BulkStatus
  statusText: string
  replacesId: string | null
  /** Documents that were left out because an earlier submission has issued them, or will. */
  skipped: number
  /** The latest submission that replaces this one. */
  replacedById: string | null
  /** Documents without mistakes of the earlier submissions that were not issued, there or here. */
  leftBehind: number
  counters: BulkCounters
  /** Percent of the documents without mistakes that are issued, failed or cancelled. */
  progress: number
  documentsPerSecond: number | null
  secondsLeft: number | null
  /** Error codes of what documents wait for: folios, the certificate, a verdict. */
  waitingFor: string[]
  /** How many documents of a type wait for what, the most first. */
  waits: BulkWait[]
  /** What Process would issue, by type. */
  types: BulkType[]
  createdById: string | null
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
  /** When its status last changed. */
  updatedAt: Date
}

export interface BulkWait { code: string, invoiceTypeCode: string, documents: number }

/** Documents without mistakes that are not issued yet; no total for exports, which have currencies of their own. */
export interface BulkType { invoiceTypeCode: string, documents: number, totalAmount: number | null }

/** Documents that were refused, not issued, stopped or rejected for one cause. */
export interface BulkFailureView { code: string, field: string, message: Sentence, documents: number, rows: number[] }

/** `description` is what the SII wrote, `message` what it means. */
export interface BulkRowReason { code: string, description: string, message: Sentence }

/** One document of a submission and its outcome. */
export interface BulkRowView {
  position: number
  key: string
  externalId: string | null
  status: RowState
  statusText: string
  invoiceTypeCode: string
  customerCompanyName: string
  totalAmount: number | null
  correlationId: string | null
  documentStatus: Status | null
  documentStatusText: string
  invoiceNumber: string
  issueDate: string | null
  trackId: string | null
  /** Why it waits, failed, or was rejected or objected to by the SII. */
  reasons: BulkRowReason[]
  problems: RowProblem[]
  isReplaced: boolean
}

// The speed is that of the last seconds, or of the whole submission once it is over.
const speedSeconds = 10

/** Reads submissions and the outcome of their documents. */
export function createBulkRecords ({ store, clock }: { store: Store, clock: Clock }) {
  async function summarise (tenantId: string, bulks: BulkInvoiceRow[]): Promise<BulkSummary[]> {
    const at = clock()
    return store.asTenant(tenantId, async ({ bulkInvoices }) => {
      const ids = bulks.map(({ id }) => id)
      const counts = await bulkInvoices.countRows(ids)
      const successions = new Map((await bulkInvoices.listSuccessions(ids)).map((one) => [one.bulkId, one]))
      const summaries: BulkSummary[] = []
      for (const bulk of bulks) {
        const own = counts.filter(({ bulkId }) => bulkId === bulk.id)
        const recent = bulk.startedAt && !bulk.finishedAt
          ? await bulkInvoices.countSettled(bulk.id, new Date(at.getTime() - speedSeconds * 1000))
          : 0
        summaries.push(summaryOf(bulk, own, { recent, at, succession: successions.get(bulk.id) }))
      }
      return summaries
    })
  }

  async function find (tenantId: string, id: string): Promise<BulkInvoiceRow> {
    const bulk = await store.asTenant(tenantId, ({ bulkInvoices }) => bulkInvoices.find(id))
    if (!bulk) throw new ServiceError('BULK_NOT_FOUND')
    return bulk
  }

  async function get (actor: Actor, id: string): Promise<BulkSummary> {
    const [summary] = await summarise(actor.tenantId, [await find(actor.tenantId, id)])
    if (!summary) throw new ServiceError('BULK_NOT_FOUND')
    return summary
  }

  return {
    /** Throws BULK_NOT_FOUND. */
    get,

    async paginate (
      actor: Actor, { status, search, updatedSince }: BulkFilter, wanted: WalkRequest
    ): Promise<Total & { data: BulkSummary[], walk?: Walk }> {
      const filter = { status, search, updatedSince }
      const { rows, ...total } = await store.asTenant(actor.tenantId, ({ bulkInvoices }) => walkOrPage(wanted, {
        visibleUntil: bulkInvoices.visibleUntil, walk: (step) => bulkInvoices.walk(filter, step),
        paginate: (page, pageSize) => bulkInvoices.paginate(filter, page, pageSize)
      }))
      return { ...total, data: rows.length === 0 ? [] : await summarise(actor.tenantId, rows) }
    },

    /** Why its documents were refused, not issued, stopped or rejected; the causes with the most documents first. */
    async failures (actor: Actor, { id, counters }: BulkSummary): Promise<BulkFailureView[]> {
      const { invalid, failed, rejected, stopped } = counters
      if (invalid + failed + rejected + stopped === 0) return []
      const failures = await store.asTenant(actor.tenantId, ({ bulkRows }) => bulkRows.listFailures(id))
      return failures.map(({ message, description, ...failure }) => ({
        ...failure, message: reasonSentence({ code: failure.code, description, explanation: message ?? undefined })
      }))
    },

    /** One page of its documents, in the order of the file. */
    async paginateRows (
      actor: Actor, id: string, filter: OutcomeFilter, { page, pageSize }: { page: number, pageSize: number }
    ): Promise<Total & { data: BulkRowView[] }> {
      const { count, rows } = await store.asTenant(actor.tenantId, async ({ bulkRows }) => ({
        count: await bulkRows.countOutcomes(id, filter),
        rows: await bulkRows.listOutcomes(id, filter, { skip: (page - 1) * pageSize, limit: pageSize })
      }))
      return { totalRecords: count, totalIsEstimate: false, data: rows.map(rowViewOf) }
    },

    /** One of its documents, with what was posted while it is not issued. Throws BULK_NOT_FOUND, BULK_ROW_NOT_FOUND. */
    async row (actor: Actor, id: string, position: number): Promise<BulkRowView & { payload: unknown }> {
      await find(actor.tenantId, id)
      return store.asTenant(actor.tenantId, async ({ bulkRows }) => {
        const [row] = await bulkRows.listOutcomes(id, {}, { after: position - 1, limit: 1 })
        if (row?.position !== position) throw new ServiceError('BULK_ROW_NOT_FOUND')
        return { ...rowViewOf(row), payload: await bulkRows.findPosted(id, position) }
      })
    },

    /** All of its documents, read from the database as they are consumed. */
    async * eachRow (actor: Actor, id: string, filter: OutcomeFilter = {}): AsyncGenerator<BulkRowView> {
      for (let after = 0; ;) {
        const rows = await store.asTenant(
          actor.tenantId, ({ bulkRows }) => bulkRows.listOutcomes(id, filter, { after, limit: 500 })
        )
        yield * rows.map(rowViewOf)
        const last = rows.at(-1)
        if (!last) return
        after = last.position
      }
    }
  }
}

export type BulkRecords = ReturnType<typeof createBulkRecords>

function summaryOf (
  bulk: BulkInvoiceRow, counts: RowCount[],
  { recent, at, succession }: { recent: number, at: Date, succession: Succession | undefined }
): BulkSummary {
  const { id, name, source, encoding, status, replacesId, skipped, createdById } = bulk
  const { createdAt, startedAt, finishedAt, updatedAt } = bulk
  const counters = countersOf(counts)
  const waits = waitsOf(bulk, counts)
  // A waiting document is taken, but has no folio yet.
  const settled = counters.taken - counters.waiting + counters.failed + counters.cancelled
  const unsettled = counters.ready + counters.waiting
  const documentsPerSecond = speedOf(bulk, { settled: counters.taken + counters.failed, recent, at })
  return {
    id,
    name,
    source,
    encoding,
    status,
    statusText: bulkStatusText(status),
    replacesId,
    skipped,
    replacedById: succession?.replacedById ?? null,
    leftBehind: succession?.leftBehind ?? 0,
    counters,
    progress: settled + unsettled === 0 ? 0 : Math.floor(settled * 1000 / (settled + unsettled)) / 10,
    documentsPerSecond,
    secondsLeft: isOver(status)
      ? 0
      : documentsPerSecond === null || documentsPerSecond === 0 || waits.length > 0
        ? null
        : Math.ceil(counters.ready / documentsPerSecond),
    waitingFor: Array.from(new Set(waits.map(({ code }) => code))).sort(),
    waits,
    types: typesOf(counts),
    createdById,
    createdAt,
    startedAt,
    finishedAt,
    updatedAt
  }
}

// Their amounts are in the currency that each of them names.
const foreignCurrencyTypes = [110, 111, 112]

function typesOf (counts: RowCount[]): BulkType[] {
  return counts.filter(({ state }) => state === rowStates.Ready)
    .map(({ documentType, rows: documents, totalAmount }) => ({
      invoiceTypeCode: String(documentType), documents,
      totalAmount: foreignCurrencyTypes.includes(documentType) ? null : totalAmount
    }))
    .sort((one, other) => Number(one.invoiceTypeCode) - Number(other.invoiceTypeCode))
}

/** Documents that wait, and rows of types that are paused. */
function waitsOf ({ paused }: BulkInvoiceRow, counts: RowCount[]): BulkWait[] {
  const waits = new Map<string, BulkWait>()
  for (const { documentType, state, reason, rows } of counts) {
    const code = reason ?? (state === rowStates.Ready ? paused[documentType] : undefined)
    if (code === undefined) continue
    const key = `${code} ${documentType}`
    const documents = (waits.get(key)?.documents ?? 0) + rows
    waits.set(key, { code, invoiceTypeCode: String(documentType), documents })
  }
  return Array.from(waits.values()).sort((one, other) => other.documents - one.documents)
}

function countersOf (counts: RowCount[]): BulkCounters {
  const sum = (wanted: (count: RowCount) => boolean): number =>
    counts.filter(wanted).reduce((total, { rows }) => total + rows, 0)
  const inState = (state: RowState): number => sum((count) => count.state === state)
  const inStatus = (status: Status): number => sum(({ documentStatus }) => documentStatus === status)
  return {
    documents: sum(() => true),
    ready: inState(rowStates.Ready),
    invalid: inState(rowStates.Invalid),
    taken: inState(rowStates.Taken),
    failed: inState(rowStates.Failed),
    cancelled: inState(rowStates.Cancelled),
    waiting: inStatus(statuses.Waiting),
    issued: inStatus(statuses.Issued),
    sending: inStatus(statuses.Sending),
    sent: inStatus(statuses.Sent),
    accepted: inStatus(statuses.Accepted),
    acceptedWithObjections: inStatus(statuses.AcceptedWithObjections),
    rejected: inStatus(statuses.Rejected),
    stopped: inStatus(statuses.Failed)
  }
}

function speedOf (
  { startedAt, finishedAt }: BulkInvoiceRow, { settled, recent, at }: { settled: number, recent: number, at: Date }
): number | null {
  if (!startedAt) return null
  const seconds = ((finishedAt ?? at).getTime() - startedAt.getTime()) / 1000
  if (seconds <= 0) return null
  const speed = finishedAt ? settled / seconds : recent / Math.min(speedSeconds, seconds)
  return Math.round(speed * 10) / 10
}

function rowViewOf (row: BulkOutcome): BulkRowView {
  return {
    position: row.position,
    key: row.key,
    externalId: row.externalId,
    status: row.state,
    statusText: rowStateText(row.state),
    invoiceTypeCode: row.documentType === 0 ? '' : String(row.documentType),
    customerCompanyName: row.receiverName,
    totalAmount: row.totalAmount === null ? null : Number(row.totalAmount),
    correlationId: row.invoiceId,
    documentStatus: row.documentStatus,
    documentStatusText: row.documentStatus === null ? '' : statusText(row.documentStatus),
    invoiceNumber: row.folio === null ? '' : String(row.folio),
    issueDate: row.issueDate,
    trackId: row.trackId,
    reasons: reasonsOf(row),
    problems: row.problems,
    isReplaced: row.replacedById !== null
  }
}

/** The reason repeats those of a verdict. */
function reasonsOf ({ reason, verdict }: BulkOutcome): BulkRowReason[] {
  const reasons = reason ? eachReason(reason) : verdict?.reasons ?? []
  return reasons.map((one) => ({ code: one.code, description: one.description, message: reasonSentence(one) }))
}
