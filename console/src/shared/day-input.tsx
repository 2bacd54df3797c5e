import '@mantine/dates/styles.css'
import 'dayjs/locale/es'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { useId, useLayoutEffect, useState } from 'react'
import { useText } from '../text/text.tsx'

const gap = 8

/**
 * A day that is typed as it is written in Chile, or chosen; its value is YYYY-MM-DD. The browser's language does not
 * matter. The calendar opens below what is said to be wrong.
 */
export function DayInput (props: Omit<DateInputProps, 'locale' | 'valueFormat' | 'dateParser' | 'placeholder'>) {
  const { text, language } = useText()
  const ownId = useId()
  const { id = ownId, error } = props
  const [said, setSaid] = useState(0)
  useLayoutEffect(() => { setSaid(error ? document.getElementById(`${id}-error`)?.offsetHeight ?? 0 : 0) }, [id, error])
  return (
    <DateInput
      popoverProps={{ id, offset: gap + said }} ariaLabels={text.calendar} hideOutsideDates locale={language} valueFormat='DD-MM-YYYY'
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
