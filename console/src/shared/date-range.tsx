import '@mantine/dates/styles.css'
import 'dayjs/locale/es'
import { DatePickerInput } from '@mantine/dates'
import type { BoxProps } from '@mantine/core'
import dayjs from 'dayjs'
import { CalendarDays } from 'lucide-react'
import { useId } from 'react'
import { addDays, today } from '../text/formats.ts'
import { useText } from '../text/text.tsx'

export interface Range { from: string | undefined, to: string | undefined }

interface DateRangeProps extends Pick<BoxProps, 'w' | 'visibleFrom'> {
  label: string
  value: Range
  clearable?: boolean
  onChange: (value: Range) => void
}

const valueFormat = 'D MMM YYYY'

/** Two calendar dates, with the ranges that are asked for most. */
export function DateRange ({ label, value: { from, to }, clearable = true, onChange, ...style }: DateRangeProps) {
  const { text, language } = useText()
  const id = useId()
  const presets = usePresets()
  // The name of a filled field holds what it shows (WCAG 2.5.3).
  const shown = [from, to].filter(Boolean).map((date) => dayjs(date).locale(language).format(valueFormat)).join(' – ')
  return (
    <DatePickerInput
      type='range' id={id} popoverProps={{ id }} ariaLabels={text.calendar} aria-label={shown ? `${label}: ${shown}` : label} placeholder={label} clearable={clearable} allowSingleDateInRange
      hideOutsideDates locale={language} valueFormat={valueFormat} presets={presets} leftSection={<CalendarDays size={16} />} {...style}
      value={[from ?? null, to ?? null]}
      onChange={([first, last]) => {
        if (Boolean(first) === Boolean(last)) onChange({ from: first ?? undefined, to: last ?? undefined })
      }}
    />
  )
}

/** Calendar days of Chile, wherever the reader is. */
function usePresets () {
  const { text } = useText()
  const now = today()
  const first = `${now.slice(0, 8)}01`
  const lastOfBefore = addDays(first, -1)
  const range = (label: string, from: string, to: string) => ({ label, value: [from, to] as [string, string] })
  return [
    range(text.presets.today, now, now),
    range(text.presets.week, addDays(now, -6), now),
    range(text.presets.days30, addDays(now, -29), now),
    range(text.presets.month, first, now),
    range(text.presets.lastMonth, `${lastOfBefore.slice(0, 8)}01`, lastOfBefore),
    range(text.presets.year, `${now.slice(0, 4)}-01-01`, now)
  ]
}
