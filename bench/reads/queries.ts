import type { TenantRepositories } from '../../src/repositories/store.ts'
import type { InvoiceFilter } from '../../src/repositories/invoicing/lists/invoice-lists.ts'
import { taxNumberBeginning } from '../../src/dte/values/rut.ts'
import { wordsOf } from '../../src/shared/search-words.ts'
import { lastDay } from './fill.ts'

export interface Query { name: string, limitMs: number, run: (repositories: TenantRepositories) => Promise<unknown> }

const lists: Record<string, InvoiceFilter> = {
  'first page': {},
  'status 5': { status: [5] },
  'status 7': { status: [7] },
  'status 2': { status: [2] },
  'status 1 (none)': { status: [1] },
  'status 7 or 8': { status: [7, 8] },
  'status 4 or 7': { status: [4, 7] },
  'channel 1': { channelType: 1 },
  'channel 2': { channelType: 2 },
  'channel 3 (few, old)': { channelType: 3 },
  'type 33': { invoiceTypeCode: 33 },
  'type 110 (few, old)': { invoiceTypeCode: 110 },
  'type 112 (none)': { invoiceTypeCode: 112 },
  'receiver with many': { customerTaxNumbers: ['70000000-0'] },
  'receiver with few': { customerTaxNumbers: ['70019000-0'] },
  'anonymous receiver': { customerTaxNumbers: ['66666666-6'] },
  folio: { invoiceNumber: 500_000 },
  'correlation id': { correlationId: '00000000-0000-7000-8000-000000000000' },
  'last week': { startDate: daysBefore(6) },
  'a month, a year ago': { startDate: daysBefore(395), endDate: daysBefore(365) },
  'a day, a year ago': { startDate: daysBefore(365), endDate: daysBefore(365) },
  'a year': { startDate: daysBefore(365), endDate: lastDay },
  'up to a year ago': { endDate: daysBefore(365) },
  'a month and status 7': { startDate: daysBefore(95), endDate: daysBefore(65), status: [7] },
  'a year and type 61': { startDate: daysBefore(365), endDate: lastDay, invoiceTypeCode: 61 },
  'a receiver in a month': { startDate: daysBefore(95), endDate: daysBefore(65), customerTaxNumbers: ['70000000-0'] }
}

const searches: Record<string, string> = {
  'a common word': 'comercial',
  'part of a word': 'erreter',
  'one name': 'Hotel Ñandú 7',
  'another name': 'maipo 21 s.a.',
  nothing: 'zzyzx',
  'two letters': 'ma',
  'beginning of a RUT': '7001900',
  'a RUT with dots': '70.000.000-0',
  'a folio': '500000',
  everybody: 'consumidor'
}

const year = { startDate: daysBefore(365), endDate: lastDay }

export const queries: Query[] = [
  ...Object.entries(lists).map(([name, filter]): Query => ({
    name: `documents: ${name}`, limitMs: 10, run: ({ invoiceLists }) => invoiceLists.paginate(filter, 1, 20)
  })),
  ...Object.entries(lists).map(([name, filter]): Query => ({
    name: `counts: ${name}`, limitMs: 20, run: ({ invoiceLists }) => invoiceLists.countByStatus(filter)
  })),
  ...Object.entries(searches).map(([name, search]): Query => ({
    name: `counts: ${name}`, limitMs: 100, run: ({ invoiceLists }) => invoiceLists.countByStatus({ search })
  })),
  ...Object.entries(searches).map(([name, search]): Query => ({
    name: `receivers: ${name}`, limitMs: 50,
    run: ({ proposals }) =>
      proposals.latestReceivers({ taxNumber: taxNumberBeginning(search), words: wordsOf(search) }, 50)
  })),
  { name: 'items: latest', limitMs: 20, run: ({ proposals }) => proposals.latestIds(100) },
  ...(['date', 'amount', 'number', 'customer'] as const).map((by): Query => ({
    name: `documents: a day by ${by}`, limitMs: 100,
    run: ({ invoiceLists }) => invoiceLists.paginate({ startDate: lastDay }, 1, 20, { by, descending: true })
  })),
  {
    name: 'documents: a day from an amount', limitMs: 100,
    run: ({ invoiceLists }) => invoiceLists.paginate({ startDate: lastDay, minAmount: 50_000 }, 1, 20)
  },
  { name: 'sums: all', limitMs: 100, run: ({ invoiceLists }) => invoiceLists.sums({}) },
  {
    name: 'sums: a receiver in a month', limitMs: 200,
    run: ({ invoiceLists }) => invoiceLists.sums(lists['a receiver in a month']!)
  },
  ...[2, 500, 5000, 45_000].map((page): Query => ({
    name: `documents: page ${page}`, limitMs: page === 2 ? 10 : 150, run: ({ invoiceLists }) => invoiceLists.paginate({}, page, 20)
  })),
  ...Object.entries(searches).map(([name, search]): Query => ({
    name: `search: ${name}`, limitMs: 50, run: ({ invoiceLists }) => invoiceLists.paginate({ search }, 1, 20)
  })),
  {
    name: 'document: its relations', limitMs: 20,
    run: async ({ invoiceLists, invoiceReferences }) => {
      const { rows: [credit] } = await invoiceLists.paginate({ invoiceTypeCode: 61 }, 1, 1)
      const [about] = await invoiceReferences.listChangedBy(credit!.id)
      await invoiceReferences.listChanging('certification', { documentType: about!.documentType, folio: about!.folio! })
    }
  },
  {
    name: 'reports: by channel, 366 days', limitMs: 100,
    run: async ({ reports }) => { await reports.byChannel(year); await reports.sales(year) }
  },
  {
    name: 'reports: overview, 366 days', limitMs: 100,
    run: async ({ reports }) => {
      await reports.overview(year)
      await reports.sales(year)
      await reports.siiCodes(year, 10)
      await reports.verdictTimes(year)
    }
  },
  {
    name: 'folios: list with pace', limitMs: 10,
    run: async ({ folioBlocks }) => {
      await folioBlocks.issuedByType(daysBefore(7))
      await folioBlocks.list('certification')
    }
  },
  { name: 'audit: first page', limitMs: 10, run: ({ auditLog }) => auditLog.paginate({}, 1, 20) },
  { name: 'audit: action', limitMs: 10, run: ({ auditLog }) => auditLog.paginate({ action: 'invoice' }, 1, 20) },
  { name: 'audit: rare action', limitMs: 10, run: ({ auditLog }) => auditLog.paginate({ action: 'folio.upload' }, 1, 20) },
  { name: 'audit: actor (none)', limitMs: 10, run: ({ auditLog }) => auditLog.paginate({ actorName: 'nobody' }, 1, 20) },
  {
    name: 'audit: a day, a year ago', limitMs: 10,
    run: ({ auditLog }) => auditLog.paginate({ from: moment(365), before: moment(364) }, 1, 20)
  },
  { name: 'notifications: first page', limitMs: 10, run: ({ notifications }) => notifications.paginate({}, 1, 20) },
  { name: 'notifications: failed', limitMs: 10, run: ({ notifications }) => notifications.paginate({ state: 3 }, 1, 20) },
  {
    name: 'notifications: of one document', limitMs: 10,
    run: ({ notifications }) => notifications.paginate({ correlationId: '00000000-0000-7000-8000-000000000000' }, 1, 20)
  },
  { name: 'bulk: first page', limitMs: 10, run: ({ bulkInvoices }) => bulkInvoices.paginate({}, 1, 20) },
  {
    name: 'bulk: rows of one', limitMs: 10,
    run: async ({ bulkInvoices, bulkRows }) => {
      const { rows: [bulk] } = await bulkInvoices.paginate({}, 1, 1)
      await bulkRows.countOutcomes(bulk!.id, {})
      await bulkRows.listOutcomes(bulk!.id, {}, { limit: 20 })
    }
  }
]

function moment (daysAgo: number): Date {
  return new Date(`${daysBefore(daysAgo)}T03:00:00Z`)
}

function daysBefore (count: number): string {
  return new Date(Date.parse(`${lastDay}T00:00:00Z`) - count * 86_400_000).toISOString().slice(0, 10)
}
