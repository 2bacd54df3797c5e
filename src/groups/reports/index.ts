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
      summary: 'Documents and amounts by channel and status between two dates',
      description: 'Over the documents that Webhook/GetWebhooks lists for the same dates: the sums agree.',
      query: schemas.rangeQuery,
      answer: schemas.channelData,
      handler: async ({ actor, query }) => ok(channelReport(await reports.byChannel(actor, query)))
    })

    operation({
      method: 'GET',
      path: '/OverviewDataReport',
      rule: { permission: 'Reports.Read' },
      summary: 'Totals by type, status and day, how documents fared, and the folios left',
      description: 'Over the documents that Webhook/GetWebhooks lists for the same dates: the sums agree.',
      query: schemas.rangeQuery,
      answer: schemas.overviewData,
      handler: async ({ actor, query }) => ok(overviewReport(await reports.overview(actor, query)))
    })
  })
}
