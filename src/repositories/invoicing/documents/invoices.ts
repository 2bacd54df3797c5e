import { type Invoice, Prisma } from '../../../generated/prisma/client.ts'
import { claimableTypes } from '../../../dte/registry/deadline.ts'
import { type CustomerState, customerStates, readCustomerState } from '../../../model/customer-states.ts'
import { newId } from '../../../shared/ids.ts'
import type { TaxDocument } from '../../../dte/document.ts'
import type { InvoicePayload } from '../../../dte/fields/payload.ts'
import type { NoteChange } from '../../../model/changes.ts'
import {
  type ChannelType, type MoveName, moveOf, readChannelType, readStatus, type Status, statuses
} from '../../../model/document-states.ts'
import { type NewReason, type Reason, readReason, readVerdict, referencePending, type Verdict } from '../../../model/reasons.ts'
import { type ContentColumns, packContents, type StoredContent, unpackSigned } from '../../contents/contents.ts'
import { addToSums, withSumsUpdated, isOpen, subtractFromSums, settledStatuses } from '../../reports/document-sums.ts'
import { changeContent, findContents, replaceContents } from './invoice-contents.ts'
import { moveTogether, recordMoves } from './invoice-moves.ts'
import { moveApart, recordMovesApart } from './moves-by-shard.ts'
import { each } from '../../postgres/new-rows.ts'
import type { DocumentColumns } from './new-invoice.ts'
import { type NewDocument, type NewTask, storeDocuments } from '../../issuing/new-documents.ts'
import { findSubscriptions } from '../../mail/notification-subscriptions.ts'
import type { SpentFolioRow } from '../../tenants/spent-folios.ts'
import { bytes, dateColumn, json, readRow, type Transaction } from '../../postgres/transaction.ts'

export interface InvoiceRow
  extends Omit<Invoice, 'status' | 'channelType' | 'reason' | 'verdict' | 'issueDate' | 'customerState'> {
  status: Status
  channelType: ChannelType
  /** Null when there is nothing to explain. */
  reason: Reason | null
  /** Null before the SII's verdict. */
  verdict: Verdict | null
  /** Null for types that nobody can claim; of any other than cash, before the verdict too. */
  customerState: CustomerState | null
  /** YYYY-MM-DD */
  issueDate: string
}

export function invoiceOf (row: Invoice): InvoiceRow {
  return {
    ...readRow(row, ['issueDate']), status: readStatus(row.status), channelType: readChannelType(row.channelType),
    reason: readReason(row.reason), verdict: readVerdict(row.verdict),
    customerState: row.customerState === null ? null : readCustomerState(row.customerState)
  }
}

/** A corrected document; `reason` is the code for which the earlier one stopped. */
export interface Rewriting { columns: DocumentColumns, payload: InvoicePayload, document: TaxDocument, reason: string }

/** What issuing adds to an invoice that waited. */
export interface Issuance {
  id: string
  folio: number
  folioBlockId: string
  signatureValue: string
  issueDate: string
  payload: InvoicePayload
  document: TaxDocument
  xml: Buffer
}

/** `detail` says why in the documents' histories. */
export interface Move { invoiceIds: string[], move: MoveName, detail?: unknown, at: Date }

/** Columns that may change along with a move. */
export interface MoveChange {
  envelopeId?: string | null
  trackId?: string | null
  sendAlone?: boolean
  verdict?: Verdict
  /** Once the SII accepts it the customer can claim it, unless it is paid at once. */
  isOpenToCustomer?: boolean
  /** Null clears it. */
  reason?: NewReason | null
}

export interface WaitingScope { environment: string, documentType: number }

/** `alone`: only this invoice; undefined for all that may share an envelope. */
export interface UnsentScope { environment: string, documentTypes: number[], alone: string | undefined }

/** What an envelope is made of. */
export interface SignedInvoice {
  id: string
  documentType: number
  xml: Buffer
}

export interface UnsentInvoice extends SignedInvoice {
  folio: bigint
  /** Another program used folios of its block: the SII would reject it. */
  isOfStoppedBlock: boolean
}

export interface SentInvoice { id: string, status: Status, documentType: number, folio: bigint }

type SignedColumns = Pick<ContentColumns, 'packed' | 'dictionaryId' | 'xml'>

/** A row of a document's history. */
export interface RecordedState { status: Status, at: Date, detail: unknown }

export const invoiceRepository = (
  tx: Transaction, tenantId: string,
  { note = () => {}, distributed = false }: { note?: NoteChange, distributed?: boolean } = {}
) => {
  const moves = distributed
    ? { change: moveApart, record: recordMovesApart }
    : { change: moveTogether, record: recordMoves }
  return invoicesWith(tx, tenantId, note, moves)
}

const invoicesWith = (
  tx: Transaction, tenantId: string, note: NoteChange,
  moves: { change: typeof moveTogether, record: typeof recordMoves }
) => ({
  /** Stores new documents with all that is stored beside them, and schedules tasks. */
  async addAll (documents: readonly Omit<NewDocument, 'tenantId'>[], tasks: readonly Omit<NewTask, 'tenantId'>[] = []): Promise<void> {
    const rows = documents.map(({ row }) => row)
    const [packed, subscriptions] = await Promise.all([
      packContents(tx, tenantId, rows), findSubscriptions(tx, tenantId)
    ])
    const ofTenant = <One>(one: One) => ({ ...one, tenantId })
    await Promise.all(storeDocuments((text, values) => tx.$executeRawUnsafe(text, ...values), {
      documents: documents.map(ofTenant), packed, tasks: tasks.map(ofTenant),
      subscriptions: new Map([[tenantId, subscriptions]])
    }, tenantId))
    await addToSums(tx, tenantId, rows.map(({ id }) => id), rows.map(({ status }) => status))
    for (const { documentType, status } of rows) noteOne(note, documentType, status)
  },

  /** Whether the tenant has any document, issued or waiting. */
  existsAny: async (): Promise<boolean> =>
    await tx.invoice.findFirst({ where: { tenantId }, select: { id: true } }) !== null,

  async find (id: string): Promise<InvoiceRow | null> {
    const row = await tx.invoice.findUnique({ where: { tenantId_id: { tenantId, id } } })
    return row && invoiceOf(row)
  },

  /** In the order of their ids. */
  findAll: (ids: string[]): Promise<InvoiceRow[]> => findAll(tx, tenantId, ids),

  async findContent (invoiceId: string): Promise<StoredContent | null> {
    return (await findContents(tx, tenantId, [invoiceId])).get(invoiceId) ?? null
  },

  /** By invoice. */
  findContents: (invoiceIds: string[]): Promise<Map<string, StoredContent>> => findContents(tx, tenantId, invoiceIds),

  async listMoves (invoiceId: string): Promise<RecordedState[]> {
    const rows = await tx.invoiceMove.findMany({ where: { tenantId, invoiceId }, orderBy: { sequence: 'asc' } })
    return rows.map(({ status, at, detail }) => ({ status: readStatus(status), at, detail }))
  },

  /** Locks these invoices, in the order in which all code locks several. */
  lock: (ids: string[]): Promise<void> => lockInOrder(tx, tenantId, ids),

  /**
   * Locks and gives the oldest waiting invoices of a type, by arrival, without notes that wait for another document.
   * `othersHold`: of the oldest, another transaction has locked some, which are not among them.
   */
  async lockWaiting (
    { environment, documentType }: WaitingScope, limit: number
  ): Promise<{ rows: InvoiceRow[], othersHold: boolean }> {
    const isWaiting = Prisma.sql`status = ${statuses.Waiting} and environment = ${environment} and document_type = ${documentType}
      and ${isOpen} and (reason ->> 'code') is distinct from ${referencePending}`
    const oldest = await tx.$queryRaw<{ id: string }[]>`
      select id from invoices where tenant_id = ${tenantId}::uuid and ${isWaiting} order by created_at, id limit ${limit}`
    const locked = await tx.$queryRaw<{ id: string }[]>`
      select id from invoices
      where tenant_id = ${tenantId}::uuid and id = any(${oldest.map(({ id }) => id)}::uuid[]) and ${isWaiting}
      order by created_at, id for update skip locked`
    const rows = await findAll(tx, tenantId, locked.map(({ id }) => id))
    return { rows, othersHold: locked.length < oldest.length }
  },

  /** Locks and gives issued invoices that are in no envelope yet, the oldest first, with their signed bytes. */
  async lockUnsent ({ environment, documentTypes, ...scope }: UnsentScope, limit: number): Promise<UnsentInvoice[]> {
    const alone = scope.alone ?? null
    const rows = await tx.$queryRaw<(Omit<UnsentInvoice, 'xml'> & SignedColumns)[]>`
      with unsent as (
        select id, document_type, folio, folio_block_id, issued_at from invoices
        where tenant_id = ${tenantId}::uuid and status = ${statuses.Issued} and ${isOpen} and envelope_id is null
          and environment = ${environment} and document_type = any(${documentTypes}::int[])
          and case when ${alone}::uuid is null then not send_alone else id = ${alone}::uuid end
        order by issued_at, id limit ${limit} for update
      )
      select u.id, u.document_type as "documentType", u.folio, c.packed, c.dictionary_id as "dictionaryId", c.xml,
        coalesce(b.stopped_at is not null or u.folio < b.begins_at, false) as "isOfStoppedBlock"
      from unsent u join invoice_contents c on c.tenant_id = ${tenantId}::uuid and c.invoice_id = u.id
      left join folio_blocks b on b.tenant_id = ${tenantId}::uuid and b.id = u.folio_block_id
      order by u.issued_at, u.id`
    const contents = await unpackSigned(tx, tenantId, rows)
    return contents.map(({ row: { id, documentType, folio, isOfStoppedBlock }, xml }) => {
      if (!xml) throw new Error(`The issued document ${id} has no XML`)
      return { id, documentType, folio, isOfStoppedBlock, xml }
    })
  },

  /** What is needed of each document of an envelope: one with thousands would be costly to read whole. */
  listIn: (envelopeId: string): Promise<SentInvoice[]> => tx.$queryRaw<SentInvoice[]>`
    select id, status::int as status, document_type as "documentType", folio from invoices
    where tenant_id = ${tenantId}::uuid and envelope_id = ${envelopeId}::uuid order by id`,

  async listByEnvelope (envelopeId: string): Promise<InvoiceRow[]> {
    const rows = await tx.invoice.findMany({ where: { tenantId, envelopeId }, orderBy: { id: 'asc' } })
    return rows.map(invoiceOf)
  },

  /**
   * Makes a move of model/document-states.ts and records it. Gives the ids that were moved: an invoice in a state that
   * the move does not begin with stays untouched, so a task that runs twice does no harm.
   */
  async move ({ invoiceIds, move, detail, at }: Move, change: MoveChange = {}): Promise<string[]> {
    const { from, to } = moveOf(move)
    await subtractFromSums(tx, tenantId, invoiceIds, from)
    const moved = await moves.change(tx, tenantId, { invoiceIds, from, to, detail, at, change: changedBy(change, at) })
    for (const { documentType } of moved) noteOne(note, documentType, to)
    const ids = moved.map(({ id }) => id)
    await addToSums(tx, tenantId, ids, [to])
    return ids
  },

  /** Gives invoices their folios and signed documents: those that waited, or that stopped in a settled state. */
  async issue (issuances: Issuance[], at: Date, from: Status = statuses.Waiting): Promise<void> {
    const ids = issuances.map(({ id }) => id)
    await subtractFromSums(tx, tenantId, ids, [from])
    const packed = await packContents(tx, tenantId, issuances)
    const values = <Column extends keyof Issuance>(name: Column) => issuances.map((one) => one[name])
    const status = statuses.Issued
    const issued = await tx.$queryRaw<{ documentType: number }[]>`
      update invoices i set folio = n.folio, folio_block_id = n.folio_block_id, signature_value = n.signature_value,
        issue_date = n.issue_date, status = ${status}::int, issued_at = ${at}::timestamptz, updated_at = ${at}::timestamptz,
        reason = '{}', envelope_id = null, track_id = null, send_alone = false, verdict = null, verdict_at = null
      from (select ${each('uuid', ids)} as id, ${each('bigint', values('folio'))} as folio,
        ${each('uuid', values('folioBlockId'))} as folio_block_id, ${each('text', values('signatureValue'))} as signature_value,
        ${each('date', values('issueDate'))} as issue_date) as n
      where i.tenant_id = ${tenantId}::uuid and i.id = n.id
      returning i.document_type as "documentType"`
    if (issued.length !== ids.length) throw new Error('A document that was to be issued is gone')
    for (const { documentType } of issued) noteOne(note, documentType, status)
    await replaceContents(tx, tenantId, ids, packed)
    await moves.record(tx, tenantId, ids.map((id) => ({ id, status, detail: undefined, at })))
  },

  /** Replaces the content of a document; the earlier content stays in `earlier_contents`. */
  async rewrite (id: string, { columns, payload, document, reason }: Rewriting, at: Date): Promise<void> {
    await tx.$executeRaw`
      insert into earlier_contents (
        tenant_id, id, invoice_id, folio, packed, dictionary_id, payload, document, xml, reason, replaced_at)
      select c.tenant_id, ${newId()}::uuid, c.invoice_id, i.folio, c.packed, c.dictionary_id, c.payload, c.document, c.xml,
        ${reason}, ${at}
      from invoice_contents c join invoices i on i.tenant_id = ${tenantId}::uuid and i.id = c.invoice_id
      where c.tenant_id = ${tenantId}::uuid and c.invoice_id = ${id}::uuid`
    const { folioBlockId } = await withSumsUpdated(tx, tenantId, id, () => tx.invoice.update({
      where: { tenantId_id: { tenantId, id } },
      data: { ...columns, issueDate: dateColumn(columns.issueDate), updatedAt: at },
      select: { folioBlockId: true }
    }))
    await changeContent(tx, tenantId, { invoiceId: id, folioBlockId }, { payload, document })
  },

  /** Adds detail to a verdict; the state stays. */
  async changeVerdict (id: string, verdict: Verdict, reason: NewReason, at: Date): Promise<void> {
    await withSumsUpdated(tx, tenantId, id, () => tx.invoice.update({
      where: { tenantId_id: { tenantId, id } }, data: { verdict: json(verdict), reason: json(reason), updatedAt: at }
    }))
  },

  /** Records what a refused folio was used for, before the invoice takes another one. */
  async spendFolios (
    spent: (Omit<SpentFolioRow, 'spentAt'> & { environment: string, xml: Buffer })[], at: Date
  ): Promise<void> {
    await tx.spentFolio.createMany({
      data: spent.map((one) => ({ ...one, xml: bytes(one.xml), tenantId, spentAt: at }))
    })
  },

  /** Issued documents, locked by `lockUnsent`, without their folios: they wait for others. */
  async giveUpFolios (ids: string[], reason: NewReason, at: Date): Promise<void> {
    const { from, to } = moveOf('giveUpFolio')
    const change = [
      ...changedBy({ reason }, at),
      Prisma.sql`folio = null, folio_block_id = null, signature_value = null, issued_at = null`
    ]
    const moved = await moves.change(tx, tenantId, { invoiceIds: ids, from, to, detail: reason, at, change })
    for (const { id: invoiceId, documentType } of moved) {
      await changeContent(tx, tenantId, { invoiceId, folioBlockId: null }, { xml: null })
      noteOne(note, documentType, to)
    }
  },

  /** The blocks of documents with their highest folio, without those of which the SII may have an earlier version. */
  listUsedElsewhere: (ids: string[]): Promise<{ blockId: string, folio: bigint }[]> => tx.$queryRaw`
    select i.folio_block_id as "blockId", max(i.folio) as folio from invoices i
    where i.tenant_id = ${tenantId}::uuid and i.id = any(${ids}::uuid[]) and i.folio_block_id is not null
      and not exists (
        select 1 from earlier_contents e
        where e.tenant_id = ${tenantId}::uuid and e.invoice_id = i.id and e.folio = i.folio)
    group by i.folio_block_id order by i.folio_block_id`,

  /** Clears the reason of an envelope's documents where it is one of these. */
  async clearReasons (envelopeId: string, codes: readonly string[], at: Date): Promise<void> {
    await tx.$executeRaw`
      update invoices set reason = null, updated_at = ${at}
      where tenant_id = ${tenantId}::uuid and envelope_id = ${envelopeId}::uuid and ${isOpen}
        and reason ->> 'code' = any(${[...codes]}::text[])`
  },

  /** Sets the reason of issued documents that are in no envelope. */
  async holdUnsent (
    { environment, documentTypes }: Omit<UnsentScope, 'alone'>, reason: NewReason, at: Date
  ): Promise<void> {
    await tx.$executeRaw`
      update invoices set reason = ${JSON.stringify(reason)}::jsonb, updated_at = ${at}
      where tenant_id = ${tenantId}::uuid and status = ${statuses.Issued} and ${isOpen} and envelope_id is null
        and environment = ${environment} and document_type = any(${documentTypes}::int[])
        and reason ->> 'code' is distinct from ${reason.code}`
  },

  /** Of documents that wait or are on their way. */
  async changeReason (ids: string[], reason: NewReason, at: Date): Promise<void> {
    const status = { notIn: [...settledStatuses] }
    await tx.invoice.updateMany({
      where: { tenantId, id: { in: ids }, status }, data: { reason: json(reason), updatedAt: at }
    })
  },

  /** Of a document that stopped: what the SII said of it later. */
  async correctReason (id: string, reason: NewReason, at: Date): Promise<void> {
    await withSumsUpdated(tx, tenantId, id, () => tx.invoice.update({
      where: { tenantId_id: { tenantId, id } }, data: { reason: json(reason), updatedAt: at }
    }))
  }
})

// Only those that the registry takes, which are few: they are constants.
const opensToCustomer = Prisma.raw(`customer_state = case when document_type in (${claimableTypes.join(', ')})
  then coalesce(customer_state, ${customerStates.Pending}) end`)

function changedBy (
  { verdict, isOpenToCustomer, reason, envelopeId, trackId, sendAlone }: MoveChange, at: Date
): Prisma.Sql[] {
  return [
    ...(isOpenToCustomer ? [opensToCustomer] : []),
    ...(verdict === undefined
      ? []
      : [Prisma.sql`verdict = ${JSON.stringify(verdict)}::jsonb`, Prisma.sql`verdict_at = ${at}::timestamptz`]),
    ...(reason === undefined ? [] : [Prisma.sql`reason = ${JSON.stringify(reason ?? {})}::jsonb`]),
    ...(envelopeId === undefined ? [] : [Prisma.sql`envelope_id = ${envelopeId}::uuid`]),
    ...(trackId === undefined ? [] : [Prisma.sql`track_id = ${trackId}::text`]),
    ...(sendAlone === undefined ? [] : [Prisma.sql`send_alone = ${sendAlone}`])
  ]
}

function noteOne (note: NoteChange, documentType: number, status: Status): void {
  note({ kind: 'documents', documentType, status, count: 1 })
}

/** lockUnsent locks in this order too, so that no two transactions wait for each other. */
async function lockInOrder (tx: Transaction, tenantId: string, ids: string[]): Promise<void> {
  await tx.$queryRaw`
    select id from invoices where tenant_id = ${tenantId}::uuid and id = any(${ids}::uuid[]) order by issued_at, id for update`
}

async function findAll (tx: Transaction, tenantId: string, ids: string[]): Promise<InvoiceRow[]> {
  const rows = await tx.invoice.findMany({ where: { tenantId, id: { in: ids } }, orderBy: { id: 'asc' } })
  return rows.map(invoiceOf)
}
