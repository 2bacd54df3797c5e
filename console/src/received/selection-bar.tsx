import { Button, Group, Paper, Text } from '@mantine/core'
import { X } from 'lucide-react'
import type { Selection } from '../shared/selection.ts'
import { useText, useWords } from '../text/text.tsx'
import { ActButtons } from './act-buttons.tsx'
import type { Row } from './requests.ts'
import { words } from './words.ts'

/** What can be done with the selected rows; nothing while none is selected. */
export function SelectionBar ({ selection: { rows, clear } }: { selection: Selection<Row> }) {
  const own = useWords(words)
  const { format } = useText()
  if (rows.length === 0) return null
  const title = own.selected(format.number(rows.length), rows.length === 1)
  return (
    <Paper p='xs' pl='md' className='selection' role='region' aria-label={title}>
      <Group justify='space-between' gap='xs'>
        <Text size='sm' fw={600} role='status'>{title}</Text>
        <Group gap='xs'>
          <ActButtons rows={rows} size='sm' />
          <Button variant='subtle' color='gray' c='dimmed' size='sm' leftSection={<X size={15} />} onClick={clear}>{own.unselect}</Button>
        </Group>
      </Group>
    </Paper>
  )
}
