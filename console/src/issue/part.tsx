import { Paper, Title, UnstyledButton } from '@mantine/core'
import { ChevronUp } from 'lucide-react'
import { useId, type ReactNode } from 'react'

interface PartProps {
  name: string
  title: string
  /** Beside the title. */
  aside?: ReactNode
  /** Its fields say what it is: the title is only read out. */
  plain?: boolean
  /** If it can be folded. */
  onFold?: () => void
  children: ReactNode
}

/** A part of the form under its heading, which folds it. */
export function Part ({ name, title, aside, plain = false, onFold, children }: PartProps) {
  const id = useId()
  return (
    <Paper component='section' id={`part-${name}`} aria-labelledby={`${id}-title`} className='part'>
      <div className={plain ? 'unseen' : 'part-head'}>
        <Title order={2} id={`${id}-title`}>
          {onFold === undefined ? title : (
            <UnstyledButton className='part-fold' fz='inherit' fw='inherit' aria-expanded='true' aria-controls={`${id}-body`} onClick={onFold}>
              {title} <ChevronUp size={18} className='quiet' aria-hidden='true' />
            </UnstyledButton>
          )}
        </Title>
        {aside}
      </div>
      <div className='part-body' id={`${id}-body`}>{children}</div>
    </Paper>
  )
}
