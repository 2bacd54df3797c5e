import { Input, SegmentedControl } from '@mantine/core'
import { useWords } from '../text/text.tsx'
import { useEditing } from './editing.ts'
import type { Form } from './model/form.ts'
import { termOf, terms, termValues, type Term } from './model/terms.ts'
import { words } from './words.ts'

const due = 'header.documentId.dueDate'

/** When the sale is paid: on the spot, in so many days, or on a day that is written beside it. */
export function Terms ({ id, label, form }: { id: string, label: string, form: Form }) {
  const own = useWords(words)
  const { change } = useEditing()
  return (
    <Input.Wrapper label={label} labelElement='div'>
      <SegmentedControl
        id={id} aria-label={label} className='chips' fullWidth value={termOf(form.values) ?? ''}
        data={terms.map((value) => ({ value, label: own.terms[value] }))}
        onChange={(value) => {
          change({ do: 'set', values: termValues(value as Term) })
          if (value === 'other') document.getElementById(due)?.focus()
        }}
      />
    </Input.Wrapper>
  )
}
