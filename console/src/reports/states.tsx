import { useCan } from '../session/session.ts'
import { PlotCard } from '../shared/plot-card.tsx'
import { RankedBars } from '../shared/ranked-bars.tsx'
import type { Report } from '../shared/report/report.ts'
import type { Status } from '../shared/status.tsx'
import { useText, useWords } from '../text/text.tsx'
import { words } from './words.ts'

/** How many documents are in each state, and what they amount to. */
export function States ({ report, currency, fileName }: { report: Report, currency: string, fileName: string }) {
  const own = useWords(words)
  const { text, format } = useText()
  const can = useCan()
  const { startDate: from, endDate: to } = report
  const states = report.statuses.filter((state) => state.currency === currency)
  const nameOf = (status: number) => text.statuses[status as Status]
  return (
    <PlotCard
      title={own.byState} head={[own.state, own.documents, own.total]} fileName={fileName}
      rows={states.map(({ status, documents, totalAmount }) => [nameOf(status), documents, totalAmount])}
      write={(cell, column) => typeof cell === 'string' ? cell : column === 1 ? format.number(cell) : format.amount(cell, currency)}
    >
      <RankedBars
        bars={states.map(({ status, documents }) => ({
          key: String(status), label: nameOf(status), value: documents, shown: format.number(documents),
          ...(can('Webhook.Read') && { filters: { status, from, to } })
        }))}
      />
    </PlotCard>
  )
}
