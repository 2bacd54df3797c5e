import '../document/documents.css'
import { CloseButton, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText, useWords } from '../../text/text.tsx'
import type { Selection } from '../selection.ts'
import { words } from './words.ts'

/** What can be done with the selected rows, above the headings: no row moves. Nothing while none is selected. */
export function SelectionBar<Row> ({ selection: { rows, clear }, children }: { selection: Selection<Row>, children: ReactNode }) {
  const own = useWords(words)
  const { format } = useText()
  if (rows.length === 0) return null
  const title = own.selected(format.number(rows.length), rows.length === 1)
  return (
    <Paper radius={0} className='selection' role='region' aria-label={title}>
      <Text size='sm' fw={600} role='status'>{title}</Text>
      {children}
      <CloseButton aria-label={own.unselect} title={own.unselect} onClick={clear} />
    </Paper>
  )
}
