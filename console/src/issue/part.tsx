import { Group, Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { useId, type ReactNode } from 'react'

interface PartProps {
  name: string
  title: string
  /** Beside the title of a folded part: what is in it. */
  note?: string
  /** Undefined: it cannot be folded. */
  open: boolean | undefined
  onToggle: () => void
  children: ReactNode
}

/** A part of the form under its heading, which folds it. */
export function Part ({ name, title, note, open, onToggle, children }: PartProps) {
  const id = useId()
  const heading = <Title order={2} id={`${id}-title`}>{title}</Title>
  return (
    <Paper component='section' id={`part-${name}`} aria-labelledby={`${id}-title`} className='part'>
      {open === undefined ? <div className='part-head'>{heading}</div> : (
        <Title order={2} id={`${id}-title`}>
          <UnstyledButton className='part-head' fz='inherit' fw='inherit' aria-expanded={open} aria-controls={`${id}-body`} onClick={onToggle}>
            <Group gap='sm' component='span'>
              <span>{title}</span>
              {!open && note && <Text component='span' size='sm' c='dimmed' fw={400}>{note}</Text>}
            </Group>
            <ChevronDown size={18} className='part-mark' aria-hidden='true' />
          </UnstyledButton>
        </Title>
      )}
      {open !== false && <Stack className='part-body' gap='md' id={`${id}-body`}>{children}</Stack>}
    </Paper>
  )
}
