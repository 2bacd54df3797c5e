import type { ResultOf } from '../../../clients/typescript/client.ts'
import { useCan } from '../session/session.ts'
import { PlotCard } from '../shared/plot-card.tsx'
import { RankedBars } from '../shared/ranked-bars.tsx'
import { useText, useWords } from '../text/text.tsx'
import { words } from './words.ts'

type ChannelReport = ResultOf<'/api/Reports/GetChannelDataReport', 'get'>

/** Where the documents came from: programs, spreadsheets or the console. */
export function Channels ({ report, currency, fileName }: { report: ChannelReport, currency: string, fileName: string }) {
  const own = useWords(words)
  const { text, format } = useText()
  const can = useCan()
  const { startDate: from, endDate: to } = report
  const channels = report.channels.filter((channel) => channel.currency === currency).toSorted((a, b) => b.totalAmount - a.totalAmount)
  const nameOf = (channel: number) => text.channels[channel as 1 | 2 | 3]
  return (
    <PlotCard
      title={own.byChannel} head={[own.channel, own.documents, own.total]} fileName={fileName}
      rows={channels.map(({ channelType, documents, totalAmount }) => [nameOf(channelType), documents, totalAmount])}
      write={(cell, column) => typeof cell === 'string' ? cell : column === 1 ? format.number(cell) : format.amount(cell, currency)}
    >
      <RankedBars
        bars={channels.map(({ channelType, documents, totalAmount }) => ({
          key: String(channelType), label: nameOf(channelType), note: format.number(documents), value: totalAmount,
          shown: format.amount(totalAmount, currency), ...(can('Webhook.Read') && { filters: { channel: channelType, from, to } })
        }))}
      />
    </PlotCard>
  )
}
