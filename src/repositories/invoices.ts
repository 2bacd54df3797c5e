import type { Invoice } from '../generated/prisma/client.ts'
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
  /** AAAA-MM-DD */
  issueDate: string
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
export interface MoveChange { envelopeId?: string | null, trackId?: string | null, sendAlone?: boolean, verdict?: unknown, reason?: unknown }

/** `alone`: only this invoice; otherwise all that need no envelope of their own. */
export interface UnsentScope { environment: string, documentTypes: number[], issued: number, alone: string | undefined }

export interface UnsentInvoice { id: string, documentType: number, folio: bigint, xml: Uint8Array, issuerTaxNumber: string }

export interface StoredContent { payload: unknown, document: unknown, xml: Buffer | null }

export const invoiceRepository = (tx: Transaction, tenantId: string) => ({
  async addAll (invoices: NewInvoice[]): Promise<void> {
    await tx.invoice.createMany({
      data: invoices.map(({ payload, document, xml, reason, ...row }) => ({
        ...row,
        tenantId,
        issueDate: dateColumn(row.issueDate),
        updatedAt: row.createdAt,
        ...(reason === undefined ? {} : { reason: json(reason) })
      }))
    })
    await tx.invoiceContent.createMany({
      data: invoices.map(({ id, payload, document, xml }) => ({
        tenantId, invoiceId: id, payload: json(payload), document: json(document), xml: xml && bytes(xml)
      }))
    })
    await recordMoves(tx, tenantId, invoices.map(({ id, status, reason, createdAt }) => ({ id, status, detail: reason, at: createdAt })))
  },

  /** Whether any document ever came in, issued or waiting. */
  existsAny: async (): Promise<boolean> => await tx.invoice.findFirst({ where: { tenantId }, select: { id: true } }) !== null,

  find: (id: string): Promise<InvoiceRow | null> => tx.invoice.findUnique({ where: { tenantId_id: { tenantId, id } } }),

  async findContent (invoiceId: string): Promise<StoredContent | null> {
    const row = await tx.invoiceContent.findUnique({ where: { tenantId_invoiceId: { tenantId, invoiceId } } })
    return row && { payload: row.payload, document: row.document, xml: row.xml && Buffer.from(row.xml) }
  },

  listMoves: (invoiceId: string) => tx.invoiceMove.findMany({ where: { tenantId, invoiceId }, orderBy: { sequence: 'asc' } }),

  /** Locks and gives the oldest waiting invoices of a type, in the order in which they came. */
  async lockWaiting (environment: string, documentType: number, waiting: number, limit: number): Promise<InvoiceRow[]> {
    const locked = await tx.$queryRaw<{ id: string }[]>`
      select id from invoices
      where tenant_id = ${tenantId}::uuid and status = ${waiting} and environment = ${environment} and document_type = ${documentType}
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
          and case when ${scope.alone ?? null}::uuid is null then not send_alone else id = ${scope.alone ?? null}::uuid end
        order by issued_at, id limit ${limit} for update skip locked
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
      data: { ...row, issueDate: dateColumn(row.issueDate), status, issuedAt: at, updatedAt: at, reason: {}, envelopeId: null, trackId: null, verdictAt: null }
    })
    await tx.invoiceContent.update({
      where: { tenantId_invoiceId: { tenantId, invoiceId: id } }, data: { document: json(document), xml: bytes(xml) }
    })
    await recordMoves(tx, tenantId, [{ id, status, detail: undefined, at }])
  },

  /** Keeps what a refused folio was used for, before the invoice takes another. */
  async spendFolio (spent: { environment: string, documentType: number, folio: bigint, invoiceId: string, reason: string, xml: Buffer }, at: Date): Promise<void> {
    await tx.spentFolio.create({ data: { ...spent, xml: bytes(spent.xml), tenantId, spentAt: at } })
  },

  async changeReason (ids: string[], reason: unknown, at: Date): Promise<void> {
    await tx.invoice.updateMany({ where: { tenantId, id: { in: ids } }, data: { reason: json(reason), updatedAt: at } })
  }
})

const findAll = (tx: Transaction, tenantId: string, ids: string[]): Promise<InvoiceRow[]> =>
  tx.invoice.findMany({ where: { tenantId, id: { in: ids } } })
