import type { ResultOf } from '../../../clients/typescript/client.ts'
import { useCan } from '../session/session.ts'
import { PlotCard } from '../shared/plot-card.tsx'
import { RankedBars } from '../shared/ranked-bars.tsx'
import { useText, useWords } from '../text/text.tsx'
import { words } from './words.ts'

type ChannelReport = ResultOf<'/api/Reports/GetChannelDataReport', 'get'>

/** Where the documents came from, programs, spreadsheets or the console, and what was billed so. */
export function Channels ({ report, currency, fileName }: { report: ChannelReport, currency: string, fileName: string }) {
  const own = useWords(words)
  const { text, format } = useText()
  const can = useCan()
  const { startDate: from, endDate: to } = report
  const billed = new Map(report.salesByChannel.filter((one) => one.currency === currency).map((one) => [one.channelType, one.totalAmount]))
  const channels = report.channels.filter((channel) => channel.currency === currency)
    .map(({ channelType, documents }) => ({ channelType, documents, amount: billed.get(channelType) ?? 0 }))
    .toSorted((a, b) => b.amount - a.amount)
  const nameOf = (channel: number) => text.channels[channel as 1 | 2 | 3]
  return (
    <PlotCard
      title={own.byChannel} head={[own.channel, own.documents, own.billed]} fileName={fileName}
      rows={channels.map(({ channelType, documents, amount }) => [nameOf(channelType), documents, amount])}
      write={(cell, column) => typeof cell === 'string' ? cell : column === 1 ? format.number(cell) : format.amount(cell, currency)}
    >
      <RankedBars
        bars={channels.map(({ channelType, documents, amount }) => ({
          key: String(channelType), label: nameOf(channelType), note: format.number(documents), value: amount,
          shown: format.amount(amount, currency), ...(can('Webhook.Read') && { filters: { channel: channelType, from, to } })
        }))}
      />
    </PlotCard>
  )
}
