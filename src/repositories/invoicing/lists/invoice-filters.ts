import type { DayOrMoment } from '../../../dte/values/calendar.ts'
import { plainExternalId } from '../../../dte/values/external-id.ts'
import { documentTypes } from '../../../dte/values/document-types.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import type { CustomerState } from '../../../model/customer-states.ts'
import { statuses } from '../../../model/document-states.ts'
import { environment } from '../../../model/tax-authorities.ts'
import { firstIdAt } from '../../../shared/ids.ts'
import { minuteMs } from '../../../shared/durations.ts'
import { isOpen, isSettled, settledStatuses } from '../../reports/document-sums.ts'
import { documentKeys } from '../documents/idempotency-keys.ts'
import type { Transaction } from '../../postgres/transaction.ts'

export interface InvoiceFilter {
  /** Any of these. */
  status?: readonly number[] | undefined
  channelType?: number | undefined
  invoiceTypeCode?: number | undefined
  /** Any of these. */
  customerTaxNumbers?: readonly string[] | undefined
  invoiceNumber?: number | undefined
  correlationId?: string | undefined
  /** The client's own number of the sale. */
  externalId?: string | undefined
  /** Any of these. */
  correlationIds?: readonly string[] | undefined
  /** Dates of issue, or moments of creation; both included. */
  startDate?: DayOrMoment | undefined
  endDate?: DayOrMoment | undefined
  /** Changed at this moment or later. */
  updatedSince?: Date | undefined
  search?: string | undefined
  /** A code of what it waits for, why it stopped or was objected to. */
  reasonCode?: string | undefined
  /** Of the total, both included. */
  minAmount?: number | undefined
  maxAmount?: number | undefined
  /** The user, or the pair of keys, that issued it. */
  createdById?: string | undefined
  /** What the customer did about it. */
  customerState?: CustomerState | undefined
}

/** The order of a list; of equal ones, the newest first. */
export interface InvoiceOrder { by: 'date' | 'amount' | 'number' | 'customer', descending: boolean }

/** The dimensions of a day's sums; the columns have the same names in invoices and document_days. */
export function summedConditions (
  { status, channelType, invoiceTypeCode, startDate, endDate }: InvoiceFilter
): Prisma.Sql[] {
  return [
    ...(status === undefined ? [] : [statusCondition(status)]),
    ...(channelType === undefined ? [] : [Prisma.sql`channel_type = ${channelType}`]),
    ...(invoiceTypeCode === undefined ? [] : [Prisma.sql`document_type = ${invoiceTypeCode}`]),
    ...(typeof startDate === 'string' ? [Prisma.sql`issue_date >= ${startDate}::date`] : []),
    ...(typeof endDate === 'string' ? [Prisma.sql`issue_date <= ${endDate}::date`] : [])
  ]
}

/** Whether it asks for moments, which no sums know. */
export const isByMoment = ({ startDate, endDate, updatedSince }: InvoiceFilter): boolean =>
  startDate instanceof Date || endDate instanceof Date || updatedSince !== undefined

/** Whether only the documents themselves answer it: neither sums nor receivers know moments and what customers did. */
export const isAlong = (filter: InvoiceFilter): boolean => isByMoment(filter) || filter.customerState !== undefined

// Ids know no time before 1970.
const firstIdFrom = (ms: number): string => firstIdAt(Math.max(0, ms))

// A document has its id within the transaction that stores it.
const idDelayMs = minuteMs

/** Moments of creation; the ids, in whose order documents lie, bound what is read. */
export function momentConditions ({ startDate, endDate }: InvoiceFilter): Prisma.Sql[] {
  return [
    ...(startDate instanceof Date
      ? [Prisma.sql`created_at >= ${startDate} and id >= ${firstIdFrom(startDate.getTime() - idDelayMs)}::uuid`]
      : []),
    ...(endDate instanceof Date
      ? [Prisma.sql`created_at <= ${endDate} and id < ${firstIdFrom(endDate.getTime() + idDelayMs)}::uuid`]
      : [])
  ]
}

// So many are found by their ids; of more, a page is full soon along the primary key.
const mostChanged = 10_000

/** Documents that changed at this moment or later. */
export async function changedCondition (tx: Transaction, tenantId: string, since: Date): Promise<Prisma.Sql> {
  const changed = Prisma.sql`tenant_id = ${tenantId}::uuid and updated_at >= ${since}`
  const rows = await tx.$queryRaw<{ id: string }[]>`
    (select id from invoices where ${changed} and ${isSettled} limit ${mostChanged + 1})
    union all (select id from invoices where ${changed} and ${isOpen} limit ${mostChanged + 1})`
  if (rows.length > mostChanged) return Prisma.sql`updated_at >= ${since}`
  // One that changes meanwhile still fits.
  return Prisma.sql`id = any(${rows.map(({ id }) => id)}::uuid[])`
}

/** One state is a condition of its own: along an index by state, the newest of it need no sorting. */
function statusCondition (status: readonly number[]): Prisma.Sql {
  const [first, ...others] = status
  return first !== undefined && others.length === 0
    ? Prisma.sql`status = ${first}`
    : Prisma.sql`status = any(${[...status]}::int[])`
}

/** Whether only open documents can fit, or only settled ones. */
export const isAboutOpen = ({ status }: InvoiceFilter): boolean =>
  status !== undefined && !status.some(isSettledStatus)
export const isAboutSettled = ({ status }: InvoiceFilter): boolean => status?.every(isSettledStatus) ?? false

function isSettledStatus (status: number): boolean {
  return settledStatuses.some((settled) => settled === status)
}

export function receiverCondition ({ customerTaxNumbers }: InvoiceFilter): Prisma.Sql[] {
  return customerTaxNumbers === undefined ? [] : [Prisma.sql`receiver_tax_number = any(${customerTaxNumbers})`]
}

export function reasonCondition ({ reasonCode }: InvoiceFilter): Prisma.Sql[] {
  if (reasonCode === undefined) return []
  const named = JSON.stringify([{ code: reasonCode }])
  return [Prisma.sql`(reason ->> 'code' = ${reasonCode} or reason -> 'reasons' @> ${named}::jsonb)`]
}

/**
 * What customers did about accepted documents. The state is a constant of the statement: PostgreSQL then sees that the
 * index of the rare states has it.
 */
export function customerCondition ({ customerState }: InvoiceFilter): Prisma.Sql[] {
  if (customerState === undefined) return []
  const accepted = [statuses.Accepted, statuses.AcceptedWithObjections].join(', ')
  return [Prisma.raw(`customer_state = ${customerState} and status in (${accepted})`)]
}

/** What no index knows: documents are looked at one by one for it. */
export function unindexedConditions ({ minAmount, maxAmount, createdById }: InvoiceFilter): Prisma.Sql[] {
  return [
    ...(minAmount === undefined ? [] : [Prisma.sql`total_amount >= ${minAmount}::numeric`]),
    ...(maxAmount === undefined ? [] : [Prisma.sql`total_amount <= ${maxAmount}::numeric`]),
    ...(createdById === undefined ? [] : [Prisma.sql`created_by_id = ${createdById}::uuid`])
  ]
}

/** The document that was issued, or waits, under the client's own number of the sale. */
export async function idsWithExternalId (tx: Transaction, tenantId: string, externalId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select invoice_id as id from idempotency_keys
    where tenant_id = ${tenantId}::uuid and operation = ${documentKeys.externalId} and key = ${plainExternalId(externalId)}`
  return rows.map(({ id }) => id)
}

// What a look at them costs, some 10 ms.
const newestRead = 10_000
const mostFound = 1000

/** Of the newest documents, those with the text in the name of an item or in a reference, or with the total. */
export async function idsWithText (
  tx: Transaction, tenantId: string, { text, amount }: { text: string | undefined, amount: string | undefined }
): Promise<string[]> {
  if (text === undefined && amount === undefined) return []
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select id from (
      select id, search_text, total_amount from invoices
      where tenant_id = ${tenantId}::uuid order by id desc limit ${newestRead}
    ) newest
    where search_text like ${text ?? null} or total_amount = ${amount ?? null}::numeric
    order by id desc limit ${mostFound}`
  return rows.map(({ id }) => id)
}

const environments = environment.options
const types = Object.keys(documentTypes).map(Number)

/** The documents that have a folio, or had it before. Names what leads the index, which older PostgreSQLs need. */
export async function idsWithFolio (tx: Transaction, tenantId: string, folio: number): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select id from invoices
    where tenant_id = ${tenantId}::uuid and environment = any(${environments}) and document_type = any(${types}::int[])
      and folio = ${folio}
    union select invoice_id from spent_folios
    where tenant_id = ${tenantId}::uuid and environment = any(${environments}) and document_type = any(${types}::int[])
      and folio = ${folio}`
  return rows.map(({ id }) => id)
}
