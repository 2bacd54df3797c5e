import { useNavigate } from '@tanstack/react-router'
import { useCan } from '../../session/session.ts'
import { addDays } from '../../text/formats.ts'
import { useText, useWords } from '../../text/text.tsx'
import { AmountBars } from './amount-bars.tsx'
import type { Report } from './report.ts'
import { words } from './words.ts'

interface DailyAmountsProps { report: Report, currency: string, fileName?: string }

/** What was billed on each day, days without a document included; a day leads to its documents. */
export function DailyAmounts ({ report, currency, fileName }: DailyAmountsProps) {
  const own = useWords(words)
  const { text, format } = useText()
  const navigate = useNavigate()
  const can = useCan()
  const bars = daysOf(report, currency).map(({ date, amounts }) =>
    ({ key: date, tick: format.shortDate(date), title: format.date(date), amounts }))
  const toDay = (bar: number) => {
    const date = bars[bar]?.key
    if (date !== undefined) void navigate({ to: '/documents', search: { from: date, to: date } })
  }
  return (
    <AmountBars
      title={own.perDay} head={text.date} bars={bars} currency={currency} {...(fileName !== undefined && { fileName })}
      {...(can('Webhook.Read') && { onOpen: toDay })}
    />
  )
}

function daysOf ({ startDate, endDate, salesByDay }: Report, currency: string) {
  const known = new Map(salesByDay.filter((day) => day.currency === currency).map((day) => [day.date, day]))
  const count = (Date.parse(endDate) - Date.parse(startDate)) / 86_400_000 + 1
  return Array.from({ length: count }, (_, index) => {
    const date = addDays(startDate, index)
    return { date, amounts: known.get(date) }
  })
}
