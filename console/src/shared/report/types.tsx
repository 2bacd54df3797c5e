import { useCan } from '../../session/session.ts'
import { useText, useWords } from '../../text/text.tsx'
import { useTypeName } from '../document-types.ts'
import { PlotCard } from '../plot-card.tsx'
import { RankedBars } from '../ranked-bars.tsx'
import type { Report } from './report.ts'
import { words } from './words.ts'

/** The amounts of each type of document, each a link to its documents. */
export function Types ({ report, currency, fileName }: { report: Report, currency: string, fileName?: string }) {
  const own = useWords(words)
  const { format } = useText()
  const can = useCan()
  const nameOf = useTypeName()
  const { startDate: from, endDate: to } = report
  const types = report.types.filter((type) => type.currency === currency).toSorted((a, b) => b.totalAmount - a.totalAmount)
  return (
    <PlotCard
      title={own.byType} head={[own.type, own.documents, own.total]} {...(fileName !== undefined && { fileName })}
      rows={types.map(({ documentType, documents, totalAmount }) => [nameOf(documentType), documents, totalAmount])}
      write={(cell, column) => typeof cell === 'string' ? cell : column === 1 ? format.number(cell) : format.amount(cell, currency)}
    >
      <RankedBars
        bars={types.map(({ documentType, documents, totalAmount }) => ({
          key: String(documentType), label: nameOf(documentType), note: format.number(documents), value: totalAmount,
          shown: format.amount(totalAmount, currency), ...(can('Webhook.Read') && { filters: { type: documentType, from, to } })
        }))}
      />
    </PlotCard>
  )
}
