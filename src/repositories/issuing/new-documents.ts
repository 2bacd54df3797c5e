import type { Receipt } from '../../model/receipt.ts'
import type { Topic } from '../../model/tasks.ts'
import { eventOfStatus } from '../../model/notification-events.ts'
import { statusText } from '../../model/document-states.ts'
import { newId } from '../../shared/ids.ts'
import type { PackedContent } from '../contents/contents.ts'
import type { DocumentKey } from '../invoicing/documents/idempotency-keys.ts'
import type { StoredChange } from '../invoicing/documents/invoice-references.ts'
import type { NewInvoice } from '../invoicing/documents/new-invoice.ts'
import { type Subscription, wants } from '../mail/notification-subscriptions.ts'
import { bringForward } from '../tasks/tasks.ts'
import { arrayText, bytesText } from './array-text.ts'
import { insertionOf, type Run, tenantOf } from './insertion.ts'

/** A new document, issued or waiting, with what is stored beside it. */
export interface NewDocument<Row extends NewInvoice = NewInvoice> {
  tenantId: string
  row: Row
  /** Under which it is issued once. */
  keys?: readonly DocumentKey[]
  /** The answer to a later request under one of the keys. */
  answer?: Receipt
  /** By which it is noticed when it is posted twice without a key. */
  content?: string | undefined
  /** What a note changes. */
  references?: readonly StoredChange[]
}

export interface NewTask { tenantId: string, topic: Topic, subject: string, delaySeconds: number }

export interface NewDocuments {
  documents: readonly NewDocument[]
  /** In the order of the documents. */
  packed: readonly PackedContent[]
  tasks: readonly NewTask[]
  /** By tenant. */
  subscriptions: ReadonlyMap<string, readonly Subscription[]>
}

type Stored<Row> = Row & { tenantId: string }

const documents = insertionOf<NewDocument>('invoices', [
  ['id', 'uuid', ({ row }) => row.id], ['environment', 'text', ({ row }) => row.environment],
  ['channel_type', 'smallint', ({ row }) => row.channelType], ['status', 'smallint', ({ row }) => row.status],
  ['reason', 'jsonb', ({ row }) => jsonText(row.reason)], ['document_type', 'int', ({ row }) => row.documentType],
  ['folio', 'bigint', ({ row }) => row.folio], ['folio_block_id', 'uuid', ({ row }) => row.folioBlockId],
  ['issuer_tax_number', 'text', ({ row }) => row.issuerTaxNumber],
  ['receiver_tax_number', 'text', ({ row }) => row.receiverTaxNumber],
  ['receiver_name', 'text', ({ row }) => row.receiverName], ['issue_date', 'date', ({ row }) => row.issueDate],
  ['currency', 'text', ({ row }) => row.currency], ['net_amount', 'numeric(22,4)', ({ row }) => row.netAmount],
  ['exempt_amount', 'numeric(22,4)', ({ row }) => row.exemptAmount],
  ['tax_amount', 'numeric(22,4)', ({ row }) => row.taxAmount],
  ['total_amount', 'numeric(22,4)', ({ row }) => row.totalAmount],
  ['signature_value', 'text', ({ row }) => row.signatureValue], ['external_id', 'text', ({ row }) => row.externalId],
  ['search_text', 'text', ({ row }) => row.searchText], ['customer_state', 'smallint', ({ row }) => row.customerState],
  ['created_by_id', 'uuid', ({ row }) => row.createdById],
  ['created_at', 'timestamptz(3)', ({ row }) => row.createdAt.toISOString()],
  ['issued_at', 'timestamptz(3)', ({ row }) => row.issuedAt?.toISOString() ?? null],
  ['updated_at', 'timestamptz(3)', ({ row }) => row.createdAt.toISOString()]
])

const contents = insertionOf<Stored<PackedContent & { id: string }>>('invoice_contents', [
  ['invoice_id', 'uuid', ({ id }) => id], ['packed', 'bytea', ({ packed }) => bytesText(packed)],
  ['dictionary_id', 'uuid', ({ dictionaryId }) => dictionaryId]
])

const moves = insertionOf<NewDocument>('invoice_moves', [
  ['invoice_id', 'uuid', ({ row }) => row.id], ['sequence', 'int', () => 1],
  ['status', 'smallint', ({ row }) => row.status], ['detail', 'jsonb', ({ row }) => jsonText(row.reason)],
  ['at', 'timestamptz(3)', ({ row }) => row.createdAt.toISOString()]
])

const references = insertionOf<Stored<StoredChange & { row: NewInvoice }>>('invoice_references', [
  ['invoice_id', 'uuid', ({ row }) => row.id], ['line', 'int', ({ line }) => line],
  ['environment', 'text', ({ row }) => row.environment], ['document_type', 'int', ({ documentType }) => documentType],
  ['folio', 'bigint', ({ folio }) => folio], ['code', 'text', ({ code }) => code ?? null],
  ['taken', 'jsonb', ({ taken }) => jsonText(taken)]
])

/** Fails (23505) if another transaction has just stored one of them. */
const keys = insertionOf<Stored<DocumentKey & { row: NewInvoice, answer: Receipt | undefined }>>('idempotency_keys', [
  ['operation', 'text', ({ operation }) => operation], ['key', 'text', ({ key }) => key],
  ['request_hash', 'bytea', ({ requestHash }) => bytesText(requestHash)], ['invoice_id', 'uuid', ({ row }) => row.id],
  ['answer', 'jsonb', ({ answer }) => jsonText(answer)],
  ['created_at', 'timestamptz(3)', ({ row }) => row.createdAt.toISOString()]
])

const recents = insertionOf<NewDocument>('recent_documents', [
  ['content', 'uuid', ({ content }) => content ?? null], ['invoice_id', 'uuid', ({ row }) => row.id],
  ['at', 'timestamptz(3)', ({ row }) => row.createdAt.toISOString()]
], 'on conflict (tenant_id, content) do update set invoice_id = excluded.invoice_id, at = excluded.at')

const notifications = insertionOf<NewDocument & { delivery: string, endpointId: string }>('notification_deliveries', [
  ['id', 'uuid', ({ delivery }) => delivery], ['endpoint_id', 'uuid', ({ endpointId }) => endpointId],
  ['event', 'text', ({ row }) => eventOfStatus[row.status]],
  ['invoice_id', 'uuid', ({ row }) => row.id], ['data', 'jsonb', dataOf],
  ['at', 'timestamptz(3)', ({ row }) => row.createdAt.toISOString()],
  ['next_attempt', 'timestamptz(3)', ({ row }) => row.createdAt.toISOString()]
])

/** Tasks ($2) of topics ($3) and subjects ($4), after seconds ($5). */
const schedulingSql = (tenant: string): string => `
  insert into outbox_tasks (tenant_id, id, topic, subject, due_at, created_at)
  values (${tenant}, unnest($2::uuid[]), unnest($3::text[]), unnest($4::text[]),
    date_trunc('milliseconds', now() + make_interval(secs => unnest($5::float8[]))), now())
  ${bringForward}`
const scheduling = { one: schedulingSql(tenantOf.one), several: schedulingSql(tenantOf.several) }

/**
 * Stores new documents with their contents, first moves, references, keys and notifications, and schedules tasks. The
 * statements wait for nothing but locks, and are all sent at once. Gives their outcomes, in the order in which they
 * run. `tenantId`: of a transaction of one tenant.
 */
export function storeDocuments (
  run: Run, { documents: added, packed, tasks: wanted, subscriptions }: NewDocuments, tenantId?: string
): Promise<unknown>[] {
  const told = added.flatMap((one) => subscribersTo(one, subscriptions).map(({ endpointId }) =>
    ({ ...one, endpointId, delivery: newId() })))
  const scheduled = [
    ...wanted,
    ...told.map((one): NewTask => ({ tenantId: one.tenantId, topic: 'notify', subject: one.delivery, delaySeconds: 0 }))
  ]
  return [
    ...contents(run, added.map(({ tenantId: owner, row: { id } }, index) =>
      ({ ...packed[index] as PackedContent, tenantId: owner, id })), tenantId),
    ...documents(run, added, tenantId),
    ...moves(run, added, tenantId),
    ...references(run, added.flatMap((one) =>
      one.references?.map((change) => ({ ...change, tenantId: one.tenantId, row: one.row })) ?? []), tenantId),
    ...keys(run, added.flatMap((one) =>
      one.keys?.map((key) => ({ ...key, tenantId: one.tenantId, row: one.row, answer: one.answer })) ?? []), tenantId),
    ...recents(run, latestOf(added), tenantId),
    ...notifications(run, told, tenantId),
    ...schedule(run, scheduled, tenantId)
  ]
}

/** In one order everywhere: two transactions must not wait for each other's. */
function schedule (run: Run, unordered: readonly NewTask[], tenantId: string | undefined): Promise<unknown>[] {
  if (unordered.length === 0) return []
  const tasks = unordered.toSorted((one, other) => orderOf(one) < orderOf(other) ? -1 : 1)
  return [run(tenantId === undefined ? scheduling.several : scheduling.one, [
    tenantId ?? arrayText(tasks.map((task) => task.tenantId)), arrayText(tasks.map(() => newId())),
    arrayText(tasks.map(({ topic }) => topic)), arrayText(tasks.map(({ subject }) => subject)),
    arrayText(tasks.map(({ delaySeconds }) => delaySeconds))
  ])]
}

function orderOf ({ tenantId, topic, subject }: NewTask): string {
  return `${tenantId} ${topic} ${subject}`
}

/** Each content is in the list once. */
function latestOf (added: readonly NewDocument[]): NewDocument[] {
  const latest = new Map<string, NewDocument>()
  for (const one of added) if (one.content !== undefined) latest.set(`${one.tenantId} ${one.content}`, one)
  return [...latest.values()]
}

function subscribersTo (
  { tenantId, row: { status } }: NewDocument, subscriptions: NewDocuments['subscriptions']
): Subscription[] {
  return (subscriptions.get(tenantId) ?? []).filter((one) => wants(one, eventOfStatus[status]))
}

/** As `notificationData` makes it in SQL. The total is a number of up to 22 digits, which JavaScript's have not. */
function dataOf ({ row }: NewDocument): string {
  const { id, status, documentType, folio, receiverTaxNumber, issueDate, currency, totalAmount, externalId } = row
  const data = JSON.stringify({
    correlationId: id, sequence: 1, status, statusText: statusText(status), invoiceTypeCode: String(documentType),
    invoiceNumber: folio === null ? '' : String(folio), customerTaxNumber: receiverTaxNumber, issueDate, currency,
    trackId: null, detail: row.reason ?? null, externalId
  })
  const total = totalAmount.includes('.') ? totalAmount.replace(/\.?0+$/, '') : totalAmount
  return `${data.slice(0, -1)},"totalAmount":${total}}`
}

/** Undefined is stored as null. */
function jsonText (value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
