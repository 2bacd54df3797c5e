import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCan } from '../../session/session.ts'
import { addDays } from '../../text/formats.ts'
import { useText, useWords } from '../../text/text.tsx'
import { PlotCard } from '../plot-card.tsx'
import { StackedBars, type Series } from '../stacked-bars.tsx'
import type { Report } from './report.ts'
import { words } from './words.ts'

interface DailyAmountsProps { report: Report, currency: string, fileName?: string }

/** What was billed on each day, days without a document included; a day leads to its documents. */
export function DailyAmounts ({ report, currency, fileName }: DailyAmountsProps) {
  const own = useWords(words)
  const { text, format } = useText()
  const navigate = useNavigate()
  const can = useCan()
  const days = daysOf(report, currency)
  const all: Series[] = [
    { label: own.net, colour: 'light-dark(#1d4ed8, #6b90ee)', values: days.map(({ net }) => net) },
    { label: own.vat, colour: 'light-dark(#9db8f7, #31477f)', values: days.map(({ vat }) => vat) },
    { label: own.exempt, colour: 'light-dark(#0f9a8b, #2dd4bf)', values: days.map(({ exempt }) => exempt) },
    { label: own.otherTaxes, colour: 'light-dark(#b45309, #f59e0b)', values: days.map(({ others }) => others) }
  ]
  const series = all.filter(({ values }) => values.some((value) => value !== 0))
  const toDay = (place: number) => {
    const date = days[place]?.date
    if (date !== undefined) void navigate({ to: '/documents', search: { from: date, to: date } })
  }
  return (
    <PlotCard
      title={own.perDay} head={[text.date, ...series.map(({ label }) => label)]} {...(fileName !== undefined && { fileName })}
      rows={days.map(({ date }, index) => [date, ...series.map(({ values }) => values[index] ?? 0)])}
      write={(cell) => typeof cell === 'number' ? format.amount(cell, currency) : format.date(cell)}
      legend={series.map(({ label, colour }) => (
        <span key={label} className='status' style={{ '--status': colour }}>
          <span className='status-dot' aria-hidden='true' /><Text span size='xs' c='dimmed'>{label}</Text>
        </span>
      ))}
    >
      <StackedBars
        label={own.perDay} places={days.map(({ date }) => ({ tick: format.shortDate(date), title: format.date(date) }))} series={series}
        format={(value) => format.amount(value, currency)} formatTick={format.shortAmount} {...(can('Webhook.Read') && { onOpen: toDay })}
      />
    </PlotCard>
  )
}

function daysOf ({ startDate, endDate, salesByDay }: Report, currency: string) {
  const known = new Map(salesByDay.filter((day) => day.currency === currency).map((day) => [day.date, day]))
  const count = (Date.parse(endDate) - Date.parse(startDate)) / 86_400_000 + 1
  return Array.from({ length: count }, (_, index) => {
    const date = addDays(startDate, index)
    const { netAmount = 0, taxAmount = 0, exemptAmount = 0, totalAmount = 0 } = known.get(date) ?? {}
    // Exports have four decimals; a difference of doubles has more.
    const others = Math.round((totalAmount - netAmount - taxAmount - exemptAmount) * 1e4) / 1e4
    return { date, net: netAmount, vat: taxAmount, exempt: exemptAmount, others }
  })
}
