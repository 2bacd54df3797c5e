import { Prisma } from '../../generated/prisma/client.ts'
import { firstIdAt } from '../../shared/ids.ts'
import { hasSums } from '../reports/document-sums.ts'
import {
  changedCondition, idsWithExternalId, idsWithFolio, idsWithText, type InvoiceFilter, isByMoment, momentConditions,
  reasonCondition, receiverCondition, summedConditions
} from './invoice-filters.ts'
import { counted, type Found, invoiceIds, merged, type Span } from './invoice-ids.ts'
import { findByCode } from './invoices-by-code.ts'
import { findByDay } from './invoices-by-day.ts'
import { findBySearch, findOfReceiver } from './invoices-by-receiver.ts'
import { invoiceOf, type InvoiceRow } from './invoices.ts'
import { planAlongIndexes } from '../postgres/reading-plans.ts'
import { isOfReceiver, receiverRepository, type Search, searchOf } from './receivers.ts'
import { mostRead, type StatusCount, statusCounts } from './status-counts.ts'
import type { PageOf } from '../postgres/totals.ts'
import type { Transaction } from '../postgres/transaction.ts'
import { type Step, stepOf, visibleUntil, type Walked } from '../postgres/walks.ts'

export type { InvoiceFilter } from './invoice-filters.ts'

// The dimensions of a day's sums.
const summedNames = new Set<string>(['channelType', 'invoiceTypeCode', 'startDate', 'endDate'] satisfies (keyof InvoiceFilter)[])

/** Whether ids, an external id or a folio name the few documents that can fit. */
const isNamed = ({ correlationId, correlationIds, externalId, invoiceNumber }: InvoiceFilter): boolean =>
  [correlationId, correlationIds, externalId, invoiceNumber].some((value) => value !== undefined)

export const invoiceListRepository = (tx: Transaction, tenantId: string) => {
  const ids = invoiceIds(tx, tenantId)
  const receivers = receiverRepository(tx, tenantId)

  async function find (filter: InvoiceFilter, span: Span): Promise<Found> {
    const { customerTaxNumbers, search, reasonCode } = filter
    if (isNamed(filter)) return findNamed(filter, span)
    if (isByMoment(filter)) return findAlong(await conditionsOf(filter), span)
    if (reasonCode !== undefined && await hasSums(tx, tenantId)) {
      return findByCode(ids, { code: reasonCode, conditions: await conditionsOf(filter) }, filter, span)
    }
    if (!await hasSums(tx, tenantId) || (search !== undefined && customerTaxNumbers !== undefined)) {
      return findAlong(await conditionsOf(filter), span)
    }
    if (customerTaxNumbers !== undefined) return findOfReceiver(ids, receivers, customerTaxNumbers, filter, span)
    if (search === undefined) return findByDay(ids, filter, span)
    const wanted = searchOf(search)
    return findBySearch(ids, receivers, { search: wanted, named: await namedBy(wanted) }, filter, span)
  }

  async function findAlong (conditions: Prisma.Sql[], span: Span): Promise<Found> {
    return { ids: await ids.newest(conditions, span), ...await ids.count(conditions) }
  }

  /** The documents with an id, an external id or a folio: there are few. */
  async function findNamed (filter: InvoiceFilter, span: Span): Promise<Found> {
    const found = await ids.among(await namedIds(filter), await conditionsOf(filter))
    return { ids: merged([found], span), ...counted(found.length) }
  }

  async function namedIds (
    { correlationId, correlationIds, externalId, invoiceNumber }: InvoiceFilter
  ): Promise<string[]> {
    const lists = [
      ...(correlationId === undefined ? [] : [[correlationId]]),
      ...(correlationIds === undefined ? [] : [correlationIds]),
      ...(externalId === undefined ? [] : [await idsWithExternalId(tx, tenantId, externalId)]),
      ...(invoiceNumber === undefined ? [] : [await withFolio(invoiceNumber)])
    ]
    const [named = [], ...further] = lists
    return named.filter((id) => further.every((list) => list.includes(id)))
  }

  async function withFolio (folio: number | undefined): Promise<string[]> {
    return folio === undefined ? [] : idsWithFolio(tx, tenantId, folio)
  }

  /** The documents that a search names by their folio, external id, total, or a text in them. */
  async function namedBy ({ folio, externalId, ...search }: Search): Promise<string[]> {
    const lists = [
      await withFolio(folio), await idsWithExternalId(tx, tenantId, externalId), await idsWithText(tx, tenantId, search)
    ]
    return [...new Set(lists.flat())]
  }

  /** Everything that is wanted of a document but its name. */
  async function conditionsOf ({ search, ...filter }: InvoiceFilter): Promise<Prisma.Sql[]> {
    const { updatedSince } = filter
    const conditions = [
      ...receiverCondition(filter), ...summedConditions(filter), ...reasonCondition(filter),
      ...momentConditions(filter),
      ...updatedSince === undefined ? [] : [await changedCondition(tx, tenantId, updatedSince)]
    ]
    if (search === undefined) return conditions
    const wanted = searchOf(search)
    return [
      ...conditions, Prisma.sql`(${isOfReceiver(wanted)} or id = any(${await namedBy(wanted)}::uuid[]))`
    ]
  }

  async function countByStatus ({ status: _, ...filter }: InvoiceFilter): Promise<StatusCount[]> {
    const counts = statusCounts(tx, tenantId)
    const isByDay = !isByMoment(filter) &&
      Object.entries(filter).every(([name, value]) => value === undefined || summedNames.has(name))
    if (isByDay && await hasSums(tx, tenantId)) return counts.byDay(summedConditions(filter))
    const most = filter.search === undefined ? mostRead.ofOthers : mostRead.ofSearch
    const { ids: found } = await find(filter, { skip: 0, take: most + 1 })
    return counts.among(found.slice(0, most), found.length > most)
  }

  return {
    /** How many documents are in each state, whatever states the filter wants. */
    async countByStatus (filter: InvoiceFilter): Promise<StatusCount[]> {
      await planAlongIndexes(tx)
      return countByStatus(filter)
    },

    /** The ids of all documents that fit, newest first; undefined if there are more than `most`. */
    async listIds (filter: InvoiceFilter, most: number): Promise<string[] | undefined> {
      await planAlongIndexes(tx)
      const { totalRecords, totalIsEstimate } = await find(filter, { skip: 0, take: 1 })
      if (totalRecords > most) return undefined
      const { ids: found } = await find(filter, { skip: 0, take: (totalIsEstimate ? most : totalRecords) + 1 })
      return found.length > most ? undefined : found
    },

    /** These documents, newest first. */
    async list (wanted: string[]): Promise<InvoiceRow[]> {
      const rows = await tx.invoice.findMany({ where: { tenantId, id: { in: wanted } }, orderBy: { id: 'desc' } })
      return rows.map(invoiceOf)
    },

    visibleUntil: (): Promise<Date> => visibleUntil(tx),

    /** What comes after an id, the oldest first, and before all that could still appear. */
    async walk (filter: InvoiceFilter, { after, take }: Step): Promise<Walked<InvoiceRow>> {
      const until = await visibleUntil(tx)
      await planAlongIndexes(tx)
      const found = await ids.oldest([
        Prisma.sql`id > ${after}::uuid and id < ${firstIdAt(until.getTime())}::uuid`,
        ...isNamed(filter) ? [Prisma.sql`id = any(${await namedIds(filter)}::uuid[])`] : [], ...await conditionsOf(filter)
      ], take + 1)
      const { rows: wanted, hasMore } = stepOf(found, take)
      const rows = await tx.invoice.findMany({ where: { tenantId, id: { in: wanted } }, orderBy: { id: 'asc' } })
      return { rows: rows.map(invoiceOf), hasMore, until }
    },

    /** One page, the newest first. `page` counts from 1. */
    async paginate (filter: InvoiceFilter, page: number, pageSize: number): Promise<PageOf<InvoiceRow>> {
      await planAlongIndexes(tx)
      const { ids: found, ...total } = await find(filter, { skip: (page - 1) * pageSize, take: pageSize })
      const rows = await tx.invoice.findMany({ where: { tenantId, id: { in: found } }, orderBy: { id: 'desc' } })
      return { rows: rows.map(invoiceOf), ...total }
    }
  }
}
