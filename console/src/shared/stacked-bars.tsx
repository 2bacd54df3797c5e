import { Group, Paper, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useState, type KeyboardEvent, type PointerEvent } from 'react'

export interface Series { label: string, colour: string, values: number[] }

interface StackedBarsProps {
  label: string
  places: Array<{ tick: string, title: string }>
  series: Series[]
  format: (value: number) => string
  formatTick: (value: number) => string
  /** What a stack leads to: pressed, or Enter where the arrow keys are. */
  onOpen?: (place: number) => void
}

const height = 280
const margin = { top: 8, right: 4, bottom: 26, left: 64 }

/**
 * Bars upon one another, one stack a place; what is less than nothing hangs below the line. Pointer
 * and arrow keys go through the stacks; what each holds is shown and said.
 */
export function StackedBars ({ label, places, series, format, formatTick, onOpen }: StackedBarsProps) {
  const { ref, width } = useElementSize()
  const [active, setActive] = useState<number>()
  const totals = places.map((_, place) => series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0))
  const sideOf = (place: number, sign: number) =>
    series.reduce((sum, { values }) => sum + Math.max(0, sign * (values[place] ?? 0)), 0)
  const [most, least] = [1, -1].map((sign) => Math.max(0, ...places.map((_, place) => sideOf(place, sign))))
  const ticks = ticksFor(Math.max(1, most ?? 0), least ?? 0)
  const [bottom = 0, top = 1] = [ticks[0], ticks.at(-1)]
  const inner = { width: Math.max(0, width - margin.left - margin.right), height: height - margin.top - margin.bottom }
  const step = inner.width / places.length
  const bar = Math.min(24, step * 0.68)
  const y = (value: number) => margin.top + inner.height * (1 - (value - bottom) / (top - bottom))
  const x = (place: number) => margin.left + step * place + (step - bar) / 2
  const everyNth = Math.ceil(places.length / Math.max(1, Math.floor(inner.width / 76)))

  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const place = Math.floor((clientX - currentTarget.getBoundingClientRect().left - margin.left) / step)
    setActive(place >= 0 && place < places.length ? place : undefined)
  }
  const open = () => { if (active !== undefined) onOpen?.(active) }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') open()
    const moved = { ArrowRight: (active ?? -1) + 1, ArrowLeft: (active ?? places.length) - 1, Home: 0, End: places.length - 1 }[event.key]
    if (moved === undefined) return
    event.preventDefault()
    setActive(Math.min(places.length - 1, Math.max(0, moved)))
  }

  return (
    <div
      ref={ref} className='plot' role='slider' tabIndex={0} aria-label={label} aria-valuemin={0} aria-valuemax={places.length - 1} aria-valuenow={active ?? 0}
      aria-valuetext={active === undefined ? label : `${places[active]?.title}: ${format(totals[active] ?? 0)}`}
      onPointerMove={point} onPointerLeave={() => { setActive(undefined) }} onBlur={() => { setActive(undefined) }} onKeyDown={press}
      onClick={open} data-opens={onOpen !== undefined || undefined}
    >
      <svg width={width} height={height} aria-hidden='true' className='numbers'>
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={margin.left} x2={width} y1={y(tick)} y2={y(tick)} className='plot-line' />
            <text x={margin.left - 10} y={y(tick)} dy='0.32em' textAnchor='end' className='plot-text'>{formatTick(tick)}</text>
          </g>
        ))}
        {active !== undefined && <rect x={margin.left + step * active} y={margin.top} width={step} height={inner.height} className='plot-here' />}
        {places.map(({ tick }, place) => (
          <g key={place}>
            {series.map(({ colour, values }, index) => {
              const value = values[place] ?? 0
              const before = series.slice(0, index).map((other) => other.values[place] ?? 0).filter((other) => other * value > 0)
              const base = before.reduce((sum, other) => sum + other, 0)
              const [high, low] = [Math.min(y(base), y(base + value)), Math.max(y(base), y(base + value))]
              const tall = Math.max(1, low - high - (before.length > 0 ? 1 : 0))
              return value !== 0 && <rect key={index} x={x(place)} y={high} width={bar} height={tall} rx={2} style={{ fill: colour }} />
            })}
            {place % everyNth === 0 && <text x={x(place) + bar / 2} y={height - 6} textAnchor='middle' className='plot-text'>{tick}</text>}
          </g>
        ))}
      </svg>
      {active !== undefined && (
        <Paper shadow='md' p='sm' radius='md' className='plot-card numbers' style={{ left: Math.min(Math.max(0, x(active) + bar / 2 - 100), Math.max(0, width - 200)) }}>
          <Text size='sm' fw={600} mb={4}>{places[active]?.title}</Text>
          {series.map(({ label: name, colour, values }) => (
            <Group key={name} justify='space-between' gap='lg'>
              <span className='status' style={{ '--status': colour }}><span className='status-dot' /><Text span size='xs' c='dimmed'>{name}</Text></span>
              <Text size='xs'>{format(values[active] ?? 0)}</Text>
            </Group>
          ))}
        </Paper>
      )}
    </div>
  )
}

/** Some five round numbers, zero among them, from the last that is not above `-least` to the first that is not below `most`. */
function ticksFor (most: number, least: number): number[] {
  const rough = (most + least) / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? rough
  const below = Math.ceil(least / step)
  return Array.from({ length: below + Math.ceil(most / step) + 1 }, (_, index) => (index - below) * step)
}
