import { chileanPeso } from '../../dte/values/currencies.ts'
import { documentTypes, isDocumentType } from '../../dte/values/document-types.ts'
import { addDays, daysBetween, santiagoDate } from '../../dte/values/calendar.ts'
import { type Decimal, sum, zero } from '../../dte/values/amounts.ts'
import type { ChannelRow, OverviewRow, SalesRow, Sums } from '../../repositories/reports/reports.ts'
import type { DateRange, VerdictTimes } from '../../repositories/reports/verdict-times.ts'
import type { Store } from '../../repositories/store.ts'
import { problemAt, ServiceError, type Sentence } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import type { FolioBlockView } from '../tenants/folio-views.ts'
import { type ChannelType, channelTypes, channelTypeText, statuses, statusText } from '../../model/document-states.ts'
import type { Clock } from '../ports.ts'
import { explainSiiCode } from '../invoicing/sii-codes.ts'

/** First and last date of issue, YYYY-MM-DD; left out, the thirty days up to today in Chile. */
export interface ReportRange { startDate?: string | undefined, endDate?: string | undefined }

/** Sums over documents of one currency, named as in the customs' table; the amounts are exact decimal texts. */
export interface DocumentSums {
  currency: string
  documents: number
  netAmount: Decimal
  exemptAmount: Decimal
  taxAmount: Decimal
  totalAmount: Decimal
}

export interface ChannelSums extends DocumentSums {
  channelType: number
  channelTypeText: string
  statuses: (DocumentSums & { status: number, statusText: string })[]
}

/** `totals` have one entry for each currency, pesos first; so have `sales` and each channel. */
export interface ChannelDataReport extends DateRange {
  totals: DocumentSums[]
  /** Invoices and debit notes less credit notes: what was sold (src/repositories/reports/reports.ts). */
  sales: DocumentSums[]
  salesByChannel: (DocumentSums & { channelType: number, channelTypeText: string })[]
  channels: ChannelSums[]
}

export interface FoliosLeft {
  documentType: number
  typeName: string
  /** In active blocks that have not expired: what the next documents can take. */
  active: number
  /** In blocks that are not activated yet. */
  uploaded: number
  /** Until the active ones are used up or expired; null when neither is in sight. */
  daysLeft: number | null
}

/** Each type, status and day has one entry for each currency, and so have the totals: pesos first. */
export interface OverviewDataReport extends DateRange {
  totals: DocumentSums[]
  /** Invoices and debit notes less credit notes: what was sold (src/repositories/reports/reports.ts). */
  sales: DocumentSums[]
  /** The amounts of credit notes are negative. */
  salesByType: (DocumentSums & { documentType: number, typeName: string })[]
  salesByDay: (DocumentSums & { date: string })[]
  types: (DocumentSums & { documentType: number, typeName: string })[]
  statuses: (DocumentSums & { status: number, statusText: string })[]
  days: (DocumentSums & { date: string })[]
  /** `rate`: accepted, with objections or without, among those with a verdict; null when none has one. */
  acceptance: { accepted: number, acceptedWithObjections: number, rejected: number, rate: number | null }
  /** The codes that most documents met; explained where they are known. */
  siiCodes: { code: string, documents: number, explanation: Sentence | null, remedy: Sentence | null }[]
  timeToVerdict: VerdictTimes
  folios: FoliosLeft[]
}

export interface ReportsDependencies {
  store: Store
  folios: { list: (actor: Actor) => Promise<FolioBlockView[]> }
  clock: Clock
}

const defaultDays = 30
const mostDays = 366
const mostCodes = 10

/** What was issued between two dates of issue, over the same documents that Webhook/GetWebhooks lists for them. */
export function createReports ({ store, folios, clock }: ReportsDependencies) {
  return {
    /** Documents and amounts by channel and status. Throws ServiceError REPORT_RANGE_INVALID. */
    async byChannel (actor: Actor, wanted: ReportRange): Promise<ChannelDataReport> {
      const range = rangeOf(wanted, santiagoDate(clock()))
      const { rows, sales } = await store.asTenant(actor.tenantId, async ({ reports }) => ({
        rows: await reports.byChannel(range), sales: await reports.sales(range)
      }))
      return {
        ...range, totals: totalsOf(rows), sales: allSales(sales), salesByChannel: sales.flatMap(channelSales),
        channels: Object.values(channelTypes).flatMap((channelType) => channelSums(channelType, rows))
      }
    },

    /** Totals by type, status and day, and how the documents fared. Throws ServiceError REPORT_RANGE_INVALID. */
    async overview (actor: Actor, wanted: ReportRange): Promise<OverviewDataReport> {
      const range = rangeOf(wanted, santiagoDate(clock()))
      const { rows, sales, codes, timeToVerdict } = await store.asTenant(actor.tenantId, async ({ reports }) => ({
        rows: await reports.overview(range),
        sales: await reports.sales(range),
        codes: await reports.siiCodes(range, mostCodes),
        timeToVerdict: await reports.verdictTimes(range)
      }))
      const byStatus = rows.flatMap(statusSums)
      return {
        ...range,
        totals: totalsOf(byStatus),
        sales: allSales(sales),
        salesByType: sales.flatMap(typeSums),
        salesByDay: sales.flatMap(daySums),
        types: rows.flatMap(typeSums),
        statuses: byStatus,
        days: rows.flatMap(daySums),
        acceptance: acceptanceOf(byStatus),
        siiCodes: codes.map(({ code, documents }) => ({ code, documents, ...explanationOf(code) })),
        timeToVerdict,
        folios: foliosLeft(await folios.list(actor))
      }
    }
  }
}

export type Reports = ReturnType<typeof createReports>

function rangeOf ({ startDate, endDate }: ReportRange, today: string): DateRange {
  const last = endDate ?? (startDate === undefined ? today : later(startDate, today))
  const first = startDate ?? addDays(last, 1 - defaultDays)
  const days = daysBetween(first, last) + 1
  if (days < 1) throw refusal('endDate', { en: 'must not be before startDate', es: 'no debe ser anterior a startDate' })
  if (days > mostDays) {
    throw refusal('startDate', {
      en: `must be at most ${mostDays - 1} days before endDate`,
      es: `debe ser como máximo ${mostDays - 1} días anterior a endDate`
    })
  }
  return { startDate: first, endDate: last }
}

function later (one: string, other: string): string {
  return one > other ? one : other
}

function refusal (path: string, message: Sentence): ServiceError {
  return new ServiceError('REPORT_RANGE_INVALID', { problems: [problemAt(path, message)] })
}

function channelSums (channelType: ChannelType, rows: readonly ChannelRow[]): ChannelSums[] {
  const ofChannel = byCurrency(rows.filter((row) => row.channelType === channelType))
  return ofChannel.map(([currency, ofCurrency]) => ({
    channelType,
    channelTypeText: channelTypeText(channelType),
    ...total(currency, ofCurrency),
    statuses: ofCurrency.map((row) => ({ status: row.status, statusText: statusText(row.status), ...asSums(row) }))
  }))
}

function totalsOf (rows: readonly Sums[]): DocumentSums[] {
  return byCurrency(rows).map(([currency, ofCurrency]) => total(currency, ofCurrency))
}

/** Amounts of different currencies make no sum. */
function byCurrency<Row extends Sums> (rows: readonly Row[]): [string, Row[]][] {
  const foreign = new Set(rows.map(({ currency }) => currency).filter((currency) => currency !== chileanPeso))
  return [chileanPeso, ...[...foreign].sort()]
    .map((currency): [string, Row[]] => [currency, rows.filter((row) => row.currency === currency)])
    .filter(([, ofCurrency]) => ofCurrency.length > 0)
}

function asSums (row: Sums): DocumentSums {
  return total(row.currency, [row])
}

function total (currency: string, rows: readonly Sums[]): DocumentSums {
  return {
    currency,
    documents: countOf(rows),
    netAmount: sumOf(rows.map(({ netAmount }) => netAmount)),
    exemptAmount: sumOf(rows.map(({ exemptAmount }) => exemptAmount)),
    taxAmount: sumOf(rows.map(({ taxAmount }) => taxAmount)),
    totalAmount: sumOf(rows.map(({ totalAmount }) => totalAmount))
  }
}

function countOf (rows: readonly { documents: number }[]): number {
  return rows.reduce((count, { documents }) => count + documents, 0)
}

/** PostgreSQL writes sums, cut of their last zeros, as the Decimals that they are. */
function sumOf (texts: readonly string[]): Decimal {
  return texts.length === 0 ? zero : sum(texts as Decimal[])
}

function allSales (rows: readonly SalesRow[]): DocumentSums[] {
  return rows
    .filter(({ documentType, channelType, day }) => documentType === null && channelType === null && day === null)
    .map(asSums)
}

function channelSales (row: SalesRow) {
  const { channelType } = row
  return channelType === null ? [] : [{ channelType, channelTypeText: channelTypeText(channelType), ...asSums(row) }]
}

function typeSums (row: Sums & Pick<OverviewRow, 'documentType'>) {
  const { documentType } = row
  if (documentType === null) return []
  return [{ documentType, typeName: typeName(documentType), ...asSums(row) }]
}

function statusSums (row: OverviewRow) {
  return row.status === null ? [] : [{ status: row.status, statusText: statusText(row.status), ...asSums(row) }]
}

function daySums (row: Sums & Pick<OverviewRow, 'day'>) {
  return row.day === null ? [] : [{ date: row.day, ...asSums(row) }]
}

function typeName (documentType: number): string {
  return isDocumentType(documentType) ? documentTypes[documentType].name : String(documentType)
}

function acceptanceOf (byStatus: readonly { status: number, documents: number }[]): OverviewDataReport['acceptance'] {
  const count = (status: number): number => countOf(byStatus.filter((row) => row.status === status))
  const [accepted, acceptedWithObjections, rejected] = [
    count(statuses.Accepted), count(statuses.AcceptedWithObjections), count(statuses.Rejected)
  ]
  const decided = accepted + acceptedWithObjections + rejected
  return {
    accepted, acceptedWithObjections, rejected,
    rate: decided === 0 ? null : Math.round((accepted + acceptedWithObjections) / decided * 10_000) / 10_000
  }
}

function explanationOf (code: string): { explanation: Sentence | null, remedy: Sentence | null } {
  const known = explainSiiCode(code)
  return { explanation: known ? { en: known.en, es: known.es } : null, remedy: known?.remedy ?? null }
}

const [uploaded, active] = [1, 2]

function foliosLeft (blocks: readonly FolioBlockView[]): FoliosLeft[] {
  const left = new Map<number, FoliosLeft>()
  for (const { documentType, typeName, state, remaining, typeDaysLeft } of blocks) {
    const ofType = left.get(documentType) ?? {
      documentType, typeName, active: 0, uploaded: 0, daysLeft: typeDaysLeft
    }
    if (state === active) ofType.active += remaining
    if (state === uploaded) ofType.uploaded += remaining
    left.set(documentType, ofType)
  }
  return [...left.values()]
}
