import { Text } from '@mantine/core'
import { useText, useWords } from '../../text/text.tsx'
import { PlotCard } from '../plot-card.tsx'
import { StackedBars, type Series } from '../stacked-bars.tsx'
import { words } from './words.ts'

interface Amounts { netAmount: number, taxAmount: number, exemptAmount: number, totalAmount: number }

interface AmountBarsProps {
  title: string
  /** What the bars stand for, such as days. */
  head: string
  /** `key` is in the file, `tick` below the bar; without amounts there was nothing. */
  bars: ReadonlyArray<{ key: string, tick: string, title: string, amounts: Amounts | undefined }>
  currency: string
  fileName?: string
  onOpen?: (bar: number) => void
}

/** What was billed in each part of some time, by its kinds of amounts. */
export function AmountBars ({ title, head, bars, currency, fileName, onOpen }: AmountBarsProps) {
  const own = useWords(words)
  const { format } = useText()
  const parts = bars.map(({ amounts }) => partsOf(amounts))
  const all: Series[] = [
    { label: own.net, colour: 'light-dark(#1d4ed8, #6b90ee)', values: parts.map(({ net }) => net) },
    { label: own.vat, colour: 'light-dark(#9db8f7, #31477f)', values: parts.map(({ vat }) => vat) },
    { label: own.exempt, colour: 'light-dark(#0f9a8b, #2dd4bf)', values: parts.map(({ exempt }) => exempt) },
    { label: own.otherTaxes, colour: 'light-dark(#b45309, #f59e0b)', values: parts.map(({ others }) => others) }
  ]
  const series = all.filter(({ values }) => values.some((value) => value !== 0))
  const titles = new Map(bars.map((bar) => [bar.key, bar.title]))
  return (
    <PlotCard
      title={title} head={[head, ...series.map(({ label }) => label)]} {...(fileName !== undefined && { fileName })}
      rows={bars.map(({ key }, index) => [key, ...series.map(({ values }) => values[index] ?? 0)])}
      write={(cell) => typeof cell === 'number' ? format.amount(cell, currency) : titles.get(cell) ?? cell}
      legend={series.map(({ label, colour }) => (
        <span key={label} className='status' style={{ '--status': colour }}>
          <span className='status-dot' aria-hidden='true' /><Text span size='xs' c='dimmed'>{label}</Text>
        </span>
      ))}
    >
      <StackedBars
        label={title} places={bars.map(({ tick, title: name }) => ({ tick, title: name }))} series={series}
        format={(value) => format.amount(value, currency)} formatTick={(value) => format.shortAmount(value, currency)}
        {...onOpen && { onOpen }}
      />
    </PlotCard>
  )
}

function partsOf ({ netAmount = 0, taxAmount = 0, exemptAmount = 0, totalAmount = 0 }: Partial<Amounts> = {}) {
  // Exports have four decimals; a difference of doubles has more.
  const others = Math.round((totalAmount - netAmount - taxAmount - exemptAmount) * 1e4) / 1e4
  return { net: netAmount, vat: taxAmount, exempt: exemptAmount, others }
}
