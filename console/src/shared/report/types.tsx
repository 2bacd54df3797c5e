import { useCan } from '../../session/session.ts'
import { useText, useWords } from '../../text/text.tsx'
import { useTypeName } from '../document-types.ts'
import { PlotCard } from '../plot-card.tsx'
import { RankedBars } from '../ranked-bars.tsx'
import type { Report } from './report.ts'
import { words } from './words.ts'

/** What was billed with each type of document, credit notes less; each is a link to its documents. */
export function Types ({ report, currency, fileName }: { report: Report, currency: string, fileName?: string }) {
  const own = useWords(words)
  const { format } = useText()
  const can = useCan()
  const nameOf = useTypeName()
  const { startDate: from, endDate: to } = report
  const billed = new Map(report.salesByType.filter((one) => one.currency === currency).map((one) => [one.documentType, one.totalAmount]))
  const types = report.types.filter((type) => type.currency === currency)
    .map(({ documentType, documents }) => ({ documentType, documents, amount: billed.get(documentType) ?? 0 }))
    .toSorted((a, b) => b.amount - a.amount)
  return (
    <PlotCard
      title={own.byType} head={[own.type, own.documents, own.billed]} {...(fileName !== undefined && { fileName })}
      rows={types.map(({ documentType, documents, amount }) => [nameOf(documentType), documents, amount])}
      write={(cell, column) => typeof cell === 'string' ? cell : column === 1 ? format.number(cell) : format.amount(cell, currency)}
    >
      <RankedBars
        bars={types.map(({ documentType, documents, amount }) => ({
          key: String(documentType), label: nameOf(documentType), note: format.number(documents), value: amount,
          shown: format.amount(amount, currency), ...(can('Webhook.Read') && { filters: { type: documentType, from, to } })
        }))}
      />
    </PlotCard>
  )
}
