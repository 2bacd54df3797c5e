import { type Invoice, Prisma } from '../generated/prisma/client.ts'
import { newId } from '../shared/ids.ts'
import { recordMoves } from './invoice-moves.ts'
import { bytes, dateColumn, json, type Transaction } from './transaction.ts'

export type InvoiceRow = Invoice

/** A new invoice, issued or waiting, with everything that is stored of it in one commit. */
export interface NewInvoice {
  id: string
  environment: string
  channelType: number
  status: number
  reason?: unknown
  documentType: number
  folio: number | null
  folioBlockId: string | null
  issuerTaxNumber: string
  receiverTaxNumber: string
  receiverName: string
  /** YYYY-MM-DD */
  issueDate: string
  /** Of the amounts, by its name in the customs' table. */
  currency: string
  netAmount: string
  exemptAmount: string
  taxAmount: string
  totalAmount: string
  signatureValue: string | null
  createdById: string | null
  createdAt: Date
  issuedAt: Date | null
  payload: unknown
  document: unknown
  xml: Buffer | null
}

/** What the list and the reports know of a document. */
export type DocumentColumns = Pick<
  NewInvoice,
  | 'issuerTaxNumber'
  | 'receiverTaxNumber'
  | 'receiverName'
  | 'issueDate'
  | 'currency'
  | 'netAmount'
  | 'exemptAmount'
  | 'taxAmount'
  | 'totalAmount'
>

/** A document mended; `reason` is the code for which the earlier one was given up. */
export interface Rewriting { columns: DocumentColumns, payload: unknown, document: unknown, reason: string }

/** What issuing adds to an invoice that waited. */
export interface Issuance {
  id: string
  folio: number
  folioBlockId: string
  signatureValue: string
  issueDate: string
  document: unknown
  xml: Buffer
}

export interface Move { invoiceIds: string[], from: number[], to: number, detail?: unknown, at: Date }

/** Columns that may change along with a move. */
export interface MoveChange {
  envelopeId?: string | null
  trackId?: string | null
  sendAlone?: boolean
  verdict?: unknown
  reason?: unknown
}

/** `putAside`: the code of a reason for which invoices stay out of the queue. */
export interface WaitingScope { environment: string, documentType: number, waiting: number, putAside: string }

/** `alone`: only this invoice; otherwise all that need no envelope of their own. */
export interface UnsentScope { environment: string, documentTypes: number[], issued: number, alone: string | undefined }

export interface UnsentInvoice {
  id: string
  documentType: number
  folio: bigint
  xml: Uint8Array
  issuerTaxNumber: string
}

export interface StoredContent { payload: unknown, document: unknown, xml: Buffer | null }

export const invoiceRepository = (tx: Transaction, tenantId: string) => ({
  /**
   * Written as one statement over one parameter: rows by the hundred cost Prisma more than the signatures of the
   * documents.
   */
  async addAll (invoices: NewInvoice[]): Promise<void> {
    const rows = JSON.stringify(invoices.map(({ xml, ...row }) => ({ ...row, xml: xml?.toString('base64') })))
    await tx.$executeRaw`
      with added as materialized (
        select * from jsonb_to_recordset(${rows}::jsonb) as invoice (
          id uuid, environment text, "channelType" smallint, status smallint, reason jsonb, "documentType" int, folio bigint,
          "folioBlockId" uuid, "issuerTaxNumber" text, "receiverTaxNumber" text, "receiverName" text, "issueDate" date,
          currency text, "netAmount" numeric, "exemptAmount" numeric, "taxAmount" numeric, "totalAmount" numeric, "signatureValue" text,
          "createdById" uuid, "createdAt" timestamptz, "issuedAt" timestamptz, payload jsonb, document jsonb, xml text)
      ), contents as (
        insert into invoice_contents (tenant_id, invoice_id, payload, document, xml)
        select ${tenantId}::uuid, id, payload, document, decode(xml, 'base64') from added
      )
      insert into invoices (
        tenant_id, id, environment, channel_type, status, reason, document_type, folio, folio_block_id, issuer_tax_number,
        receiver_tax_number, receiver_name, issue_date, currency, net_amount, exempt_amount, tax_amount, total_amount, signature_value,
        created_by_id, created_at, issued_at, updated_at)
      select ${tenantId}::uuid, id, environment, "channelType", status, reason, "documentType", folio, "folioBlockId", "issuerTaxNumber",
        "receiverTaxNumber", "receiverName", "issueDate", currency, "netAmount", "exemptAmount", "taxAmount", "totalAmount", "signatureValue",
        "createdById", "createdAt", "issuedAt", "createdAt"
      from added`
    await recordMoves(
      tx, tenantId, invoices.map(({ id, status, reason, createdAt }) => ({ id, status, detail: reason, at: createdAt }))
    )
  },

  /** Whether any document ever came in, issued or waiting. */
  existsAny: async (): Promise<boolean> =>
    await tx.invoice.findFirst({ where: { tenantId }, select: { id: true } }) !== null,

  find: (id: string): Promise<InvoiceRow | null> => tx.invoice.findUnique({ where: { tenantId_id: { tenantId, id } } }),

  async findContent (invoiceId: string): Promise<StoredContent | null> {
    const row = await tx.invoiceContent.findUnique({ where: { tenantId_invoiceId: { tenantId, invoiceId } } })
    return row && { payload: row.payload, document: row.document, xml: row.xml && Buffer.from(row.xml) }
  },

  listMoves: (invoiceId: string) =>
    tx.invoiceMove.findMany({ where: { tenantId, invoiceId }, orderBy: { sequence: 'asc' } }),

  /** Locks these invoices, in the one order in which everybody locks several. */
  lock: (ids: string[]): Promise<void> => lockInOrder(tx, tenantId, ids),

  /**
   * Locks and gives the oldest waiting invoices of a type, in the order in which they came; not those put aside for a
   * reason.
   */
  async lockWaiting (
    { environment, documentType, waiting, putAside }: WaitingScope, limit: number
  ): Promise<InvoiceRow[]> {
    const locked = await tx.$queryRaw<{ id: string }[]>`
      select id from invoices
      where tenant_id = ${tenantId}::uuid and status = ${waiting} and environment = ${environment} and document_type = ${documentType}
        and (reason ->> 'code') is distinct from ${putAside}
      order by created_at, id limit ${limit} for update skip locked`
    const rows = await findAll(tx, tenantId, locked.map(({ id }) => id))
    return rows.sort((a, b) => a.id < b.id ? -1 : 1)
  },

  /** Locks and gives issued invoices that are in no envelope yet, the oldest first, with their signed bytes. */
  async lockUnsent (scope: UnsentScope, limit: number): Promise<UnsentInvoice[]> {
    return tx.$queryRaw<UnsentInvoice[]>`
      with unsent as (
        select tenant_id, id, document_type, folio, issuer_tax_number, issued_at from invoices
        where tenant_id = ${tenantId}::uuid and status = ${scope.issued} and envelope_id is null
          and environment = ${scope.environment} and document_type = any(${scope.documentTypes}::int[])
          and case when ${scope.alone ?? null}::uuid is null then not send_alone else id = ${
      scope.alone ?? null
    }::uuid end
        order by issued_at, id limit ${limit} for update
      )
      select u.id, u.document_type as "documentType", u.folio, c.xml, u.issuer_tax_number as "issuerTaxNumber"
      from unsent u join invoice_contents c on c.tenant_id = u.tenant_id and c.invoice_id = u.id
      order by u.issued_at, u.id`
  },

  listByEnvelope: (envelopeId: string): Promise<InvoiceRow[]> =>
    tx.invoice.findMany({ where: { tenantId, envelopeId }, orderBy: { id: 'asc' } }),

  /**
   * Moves invoices from one of the given states to another and records it. Gives the ids that were moved: an invoice in
   * any other state stays untouched, so a job that runs twice does no harm.
   */
  async move ({ invoiceIds, from, to, detail, at }: Move, change: MoveChange = {}): Promise<string[]> {
    const { verdict, reason, ...plain } = change
    if (invoiceIds.length > 1) await lockInOrder(tx, tenantId, invoiceIds)
    const moved = await tx.invoice.updateManyAndReturn({
      where: { tenantId, id: { in: invoiceIds }, status: { in: from } },
      data: {
        status: to,
        updatedAt: at,
        ...plain,
        ...(verdict === undefined ? {} : { verdict: json(verdict), verdictAt: at }),
        ...(reason === undefined ? {} : { reason: json(reason) })
      },
      select: { id: true }
    })
    const ids = moved.map(({ id }) => id)
    await recordMoves(tx, tenantId, ids.map((id) => ({ id, status: to, detail, at })))
    return ids
  },

  /** Gives a waiting invoice its folio and its signed document. */
  async issue (issuance: Issuance, status: number, at: Date): Promise<void> {
    const { id, document, xml, ...row } = issuance
    await tx.invoice.update({
      where: { tenantId_id: { tenantId, id } },
      data: {
        ...row, issueDate: dateColumn(row.issueDate), status, issuedAt: at, updatedAt: at, reason: {}, ...asIfNew
      }
    })
    await tx.invoiceContent.update({
      where: { tenantId_invoiceId: { tenantId, invoiceId: id } }, data: { document: json(document), xml: bytes(xml) }
    })
    await recordMoves(tx, tenantId, [{ id, status, detail: undefined, at }])
  },

  /** What a document says in place of what it said; what it was stays in `earlier_contents`. */
  async rewrite (id: string, { columns, payload, document, reason }: Rewriting, at: Date): Promise<void> {
    await tx.$executeRaw`
      insert into earlier_contents (tenant_id, id, invoice_id, folio, payload, document, xml, reason, replaced_at)
      select c.tenant_id, ${newId()}::uuid, c.invoice_id, i.folio, c.payload, c.document, c.xml, ${reason}, ${at}
      from invoice_contents c join invoices i on i.tenant_id = c.tenant_id and i.id = c.invoice_id
      where c.tenant_id = ${tenantId}::uuid and c.invoice_id = ${id}::uuid`
    await tx.invoice.update({
      where: { tenantId_id: { tenantId, id } },
      data: { ...columns, issueDate: dateColumn(columns.issueDate), updatedAt: at }
    })
    await tx.invoiceContent.update({
      where: { tenantId_invoiceId: { tenantId, invoiceId: id } },
      data: { payload: json(payload), document: json(document) }
    })
  },

  /** The verdict in more words, where the state stays. */
  async changeVerdict (id: string, verdict: unknown, reason: unknown, at: Date): Promise<void> {
    await tx.invoice.update({
      where: { tenantId_id: { tenantId, id } }, data: { verdict: json(verdict), reason: json(reason), updatedAt: at }
    })
  },

  /** Keeps what a refused folio was used for, before the invoice takes another. */
  async spendFolio (
    spent: { environment: string, documentType: number, folio: bigint, invoiceId: string, reason: string, xml: Buffer },
    at: Date
  ): Promise<void> {
    await tx.spentFolio.create({ data: { ...spent, xml: bytes(spent.xml), tenantId, spentAt: at } })
  },

  async changeReason (ids: string[], reason: unknown, at: Date): Promise<void> {
    await tx.invoice.updateMany({ where: { tenantId, id: { in: ids } }, data: { reason: json(reason), updatedAt: at } })
  }
})

/** Whatever befell an earlier version of the document. */
const asIfNew = { envelopeId: null, trackId: null, sendAlone: false, verdict: Prisma.DbNull, verdictAt: null }

/** packEnvelope locks in this order too, so that none of two who lock several waits for the other. */
async function lockInOrder (tx: Transaction, tenantId: string, ids: string[]): Promise<void> {
  await tx.$queryRaw`
    select id from invoices where tenant_id = ${tenantId}::uuid and id = any(${ids}::uuid[]) order by issued_at, id for update`
}

const findAll = (tx: Transaction, tenantId: string, ids: string[]): Promise<InvoiceRow[]> =>
  tx.invoice.findMany({ where: { tenantId, id: { in: ids } } })
