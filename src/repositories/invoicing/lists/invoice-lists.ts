import { Prisma } from '../../../generated/prisma/client.ts'
import { ServiceError } from '../../../shared/errors.ts'
import { firstIdAt } from '../../../shared/ids.ts'
import { hasSums } from '../../reports/document-sums.ts'
import {
  changedCondition, customerCondition, idsWithExternalId, idsWithFolio, idsWithText, type InvoiceFilter,
  type InvoiceOrder, isAlong, isByMoment,
  momentConditions, reasonCondition, receiverCondition, summedConditions, unindexedConditions
} from './invoice-filters.ts'
import { counted, type Found, invoiceIds, merged, type Span } from './invoice-ids.ts'
import { findByCode } from './invoices-by-code.ts'
import { findByDay } from './invoices-by-day.ts'
import { findBySearch, findOfReceiver } from './invoices-by-receiver.ts'
import { invoiceOf, type InvoiceRow } from '../documents/invoices.ts'
import { planAlongIndexes } from '../../postgres/reading-plans.ts'
import { isOfReceiver, receiverRepository, type Search, searchOf } from './receivers.ts'
import { mostRead, type StatusCount, statusCounts } from './status-counts.ts'
import { type Cells, countedCells, isSold, soldSums, summedCells, type Sums } from '../../reports/sold.ts'
import type { PageOf } from '../../postgres/totals.ts'
import type { Transaction } from '../../postgres/transaction.ts'
import { type Step, stepOf, visibleUntil, type Walked } from '../../postgres/walks.ts'

export type { InvoiceFilter, InvoiceOrder } from './invoice-filters.ts'

/**
 * So many documents are looked at one by one, to sort them, to add them up and for what no index knows: it takes
 * some tenths of a second. The sentence of LIST_TOO_LARGE says so too.
 */
const maxScanned = 10_000

const noUnindexed = { minAmount: undefined, maxAmount: undefined, createdById: undefined } satisfies InvoiceFilter

// The dimensions of a day's sums.
const summedNames = new Set<string>(['channelType', 'invoiceTypeCode', 'startDate', 'endDate'] satisfies (keyof InvoiceFilter)[])

/** Whether ids, an external id or a folio name the few documents that can fit. */
const isNamed = ({ correlationId, correlationIds, externalId, invoiceNumber }: InvoiceFilter): boolean =>
  [correlationId, correlationIds, externalId, invoiceNumber].some((value) => value !== undefined)

/** Whether the sums of days answer it. */
const isByDay = (filter: InvoiceFilter): boolean => !isByMoment(filter) &&
  Object.entries(filter).every(([name, value]) => value === undefined || summedNames.has(name))

export const invoiceListRepository = (tx: Transaction, tenantId: string) => {
  const ids = invoiceIds(tx, tenantId)
  const receivers = receiverRepository(tx, tenantId)

  /** Undefined if there are too many documents to look at one by one. */
  async function look (filter: InvoiceFilter, span: Span, order?: InvoiceOrder): Promise<Found | undefined> {
    const conditions = unindexedConditions(filter)
    if (conditions.length === 0 && !order) return find(filter, span)
    const candidates = await allOf({ ...filter, ...noUnindexed }, maxScanned)
    if (!candidates) return undefined
    const found = conditions.length === 0 ? candidates : await ids.among(candidates, conditions)
    return { ids: order ? await ids.inOrder(found, order, span) : merged([found], span), ...counted(found.length) }
  }

  /** All that fit; undefined if there are more than `most`. */
  async function allOf (filter: InvoiceFilter, most: number): Promise<string[] | undefined> {
    const { totalRecords, totalIsEstimate } = await find(filter, { skip: 0, take: 1 })
    if (totalRecords > most) return undefined
    const { ids: found } = await find(filter, { skip: 0, take: (totalIsEstimate ? most : totalRecords) + 1 })
    return found.length > most ? undefined : found
  }

  async function find (filter: InvoiceFilter, span: Span): Promise<Found> {
    const { customerTaxNumbers, search, reasonCode } = filter
    if (isNamed(filter)) return findNamed(filter, span)
    if (isAlong(filter)) return findAlong(await conditionsOf(filter), span)
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
      ...momentConditions(filter), ...customerCondition(filter), ...unindexedConditions(filter),
      ...updatedSince === undefined ? [] : [await changedCondition(tx, tenantId, updatedSince)]
    ]
    if (search === undefined) return conditions
    const wanted = searchOf(search)
    return [
      ...conditions, Prisma.sql`(${isOfReceiver(wanted)} or id = any(${await namedBy(wanted)}::uuid[]))`
    ]
  }

  async function countByStatus ({ status: _, ...filter }: InvoiceFilter): Promise<StatusCount[] | undefined> {
    const counts = statusCounts(tx, tenantId)
    if (isByDay(filter) && await hasSums(tx, tenantId)) return counts.byDay(summedConditions(filter))
    const most = filter.search === undefined ? mostRead.ofOthers : mostRead.ofSearch
    const found = await look(filter, { skip: 0, take: most + 1 })
    return found && counts.among(found.ids.slice(0, most), found.ids.length > most)
  }

  /** The documents that are summed up: by the sums of their days, or by their ids. */
  async function cellsOf (filter: InvoiceFilter): Promise<{ cells: Cells, where: Prisma.Sql } | undefined> {
    const all = (conditions: Prisma.Sql[]) =>
      Prisma.join([Prisma.sql`tenant_id = ${tenantId}::uuid`, ...conditions], ' and ')
    const { status: _, ...others } = filter
    if (isByDay(others) && await hasSums(tx, tenantId)) {
      const where = all(summedConditions(filter))
      return { cells: summedCells(where), where }
    }
    const found = await allOf({ ...filter, ...noUnindexed }, maxScanned)
    if (!found) return undefined
    const where = all([Prisma.sql`id = any(${found}::uuid[])`, ...unindexedConditions(filter)])
    return { cells: countedCells(where), where }
  }

  return {
    /**
     * How many documents are in each state, whatever states the filter wants; undefined if there are too many to look
     * at one by one.
     */
    async countByStatus (filter: InvoiceFilter): Promise<StatusCount[] | undefined> {
      await planAlongIndexes(tx)
      return countByStatus(filter)
    },

    /** What the documents that fit sold, as reports have it; undefined of too many to look at one by one. */
    async sums (filter: InvoiceFilter): Promise<Sums[] | undefined> {
      await planAlongIndexes(tx)
      const summed = await cellsOf(filter)
      const { status, invoiceTypeCode } = filter
      return summed && soldSums(tx, tenantId, {
        ...summed, summed: { status, types: invoiceTypeCode === undefined ? undefined : [invoiceTypeCode] }
      })
    },

    /** The ids of all documents that fit, newest first; undefined if there are more than `most`. */
    async listIds (filter: InvoiceFilter, most: number): Promise<string[] | undefined> {
      await planAlongIndexes(tx)
      const conditions = unindexedConditions(filter)
      const found = await allOf({ ...filter, ...noUnindexed }, most)
      return found && conditions.length > 0 ? ids.among(found, conditions) : found
    },

    /** Those of these documents that are sales, in the order of a book: by day, type and folio. */
    async listSold (wanted: string[]): Promise<string[]> {
      await planAlongIndexes(tx)
      return ids.inBook(wanted, isSold(tenantId))
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

    /** One page, the newest first unless in another order. `page` counts from 1. Throws ServiceError LIST_TOO_LARGE. */
    async paginate (
      filter: InvoiceFilter, page: number, pageSize: number, order?: InvoiceOrder
    ): Promise<PageOf<InvoiceRow>> {
      await planAlongIndexes(tx)
      const looked = await look(filter, { skip: (page - 1) * pageSize, take: pageSize }, order)
      if (!looked) throw new ServiceError('LIST_TOO_LARGE')
      const { ids: found, ...total } = looked
      const rows = await tx.invoice.findMany({ where: { tenantId, id: { in: found } } })
      const byId = new Map(rows.map((row) => [row.id, invoiceOf(row)]))
      return { rows: found.flatMap((id) => byId.get(id) ?? []), ...total }
    }
  }
}
