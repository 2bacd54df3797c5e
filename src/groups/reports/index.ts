import { ok } from '../../http/envelope.ts'
import { defineGroup } from '../../http/operation.ts'
import type { Reports } from '../../services/reports/reports.ts'
import * as schemas from './schemas.ts'
import { channelReport, overviewReport } from './shapes.ts'

/** What was issued, by channel, type, status and day. */
export function reportsGroup ({ reports }: { reports: Reports }) {
  return defineGroup('Reports', (operation) => {
    operation({
      method: 'GET',
      path: '/GetChannelDataReport',
      rule: { permission: 'Reports.Read' },
      summary: 'Report documents and amounts by channel and status',
      description: 'Covers the same documents that Webhook/GetWebhooks lists for these dates.',
      query: schemas.rangeQuery,
      answer: schemas.channelData,
      handler: async ({ actor, query }) => ok(channelReport(await reports.byChannel(actor, query)))
    })

    operation({
      method: 'GET',
      path: '/OverviewDataReport',
      rule: { permission: 'Reports.Read' },
      summary: 'Report totals by type, status and day, acceptance and remaining folios',
      description: 'Covers the same documents that Webhook/GetWebhooks lists for these dates.',
      query: schemas.rangeQuery,
      answer: schemas.overviewData,
      handler: async ({ actor, query }) => ok(overviewReport(await reports.overview(actor, query)))
    })
  })
}
