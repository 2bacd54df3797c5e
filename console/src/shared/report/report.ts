import { timbre } from '../../session/session.ts'
import type { ResultOf } from '../../../../clients/typescript/client.ts'
import type { Range } from '../date-range.tsx'

export type Report = ResultOf<'/api/Reports/OverviewDataReport', 'get'>

/** Without a range: the last thirty days. */
export function reportOf ({ from, to }: Partial<Range>, signal: AbortSignal): Promise<Report> {
  return timbre.get('/api/Reports/OverviewDataReport', {
    query: { ...(from !== undefined && { startDate: from }), ...(to !== undefined && { endDate: to }) }, signal
  })
}
