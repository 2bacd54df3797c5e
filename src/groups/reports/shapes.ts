import type { ChannelDataReport, DocumentSums, OverviewDataReport } from '../../services/reports/reports.ts'

/** The service keeps exact decimal texts; JSON carries numbers. */
function sumsOf ({ currency, documents, netAmount, exemptAmount, taxAmount, totalAmount }: DocumentSums) {
  return {
    currency,
    documents,
    netAmount: Number(netAmount),
    exemptAmount: Number(exemptAmount),
    taxAmount: Number(taxAmount),
    totalAmount: Number(totalAmount)
  }
}

export function channelReport ({ totals, sales, salesByChannel, channels, ...range }: ChannelDataReport) {
  return {
    ...range,
    totals: totals.map(sumsOf),
    sales: sales.map(sumsOf),
    salesByChannel: salesByChannel.map((channel) => ({ ...channel, ...sumsOf(channel) })),
    channels: channels.map((channel) => ({
      ...channel, ...sumsOf(channel), statuses: channel.statuses.map((status) => ({ ...status, ...sumsOf(status) }))
    }))
  }
}

export function overviewReport (
  { totals, sales, salesByType, salesByDay, types, statuses, days, ...rest }: OverviewDataReport
) {
  return {
    ...rest,
    totals: totals.map(sumsOf),
    sales: sales.map(sumsOf),
    salesByType: salesByType.map((type) => ({ ...type, ...sumsOf(type) })),
    salesByDay: salesByDay.map((day) => ({ ...day, ...sumsOf(day) })),
    types: types.map((type) => ({ ...type, ...sumsOf(type) })),
    statuses: statuses.map((status) => ({ ...status, ...sumsOf(status) })),
    days: days.map((day) => ({ ...day, ...sumsOf(day) }))
  }
}
