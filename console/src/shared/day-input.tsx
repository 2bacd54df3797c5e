import '@mantine/dates/styles.css'
import 'dayjs/locale/es'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { useId } from 'react'
import { useText } from '../text/text.tsx'

/** A day that is typed as it is written in Chile, or chosen; its value is YYYY-MM-DD. The browser's language does not matter. */
export function DayInput (props: Omit<DateInputProps, 'locale' | 'valueFormat' | 'dateParser' | 'placeholder'>) {
  const { text, language } = useText()
  const ownId = useId()
  const { id = ownId } = props
  return (
    <DateInput
      popoverProps={{ id }} ariaLabels={text.calendar} hideOutsideDates locale={language} valueFormat='DD-MM-YYYY'
      placeholder={text.dateForm} dateParser={typedDate} {...props} id={id}
    />
  )
}

/** `22-08-2014` or `22/8/2014` as the API writes it; null for anything else. */
function typedDate (typed: string): string | null {
  const [, day, month, year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(typed.trim()) ?? []
  if (!day || !month || !year) return null
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  // 31-02 is no day, and becomes another one.
  return new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date) ? date : null
}
