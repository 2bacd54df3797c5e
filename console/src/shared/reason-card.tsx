import { Group, Paper, Stack, Title } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface ReasonCardProps {
  title: string
  colour: string
  /** The title is only for screen readers. */
  isBare?: boolean
  children: ReactNode
}

/** Above everything else on a document's page: what is wrong with it, and what to do. */
export function ReasonCard ({ title, colour, isBare = false, children }: ReasonCardProps) {
  return (
    <Paper p={{ base: 'md', md: 'lg' }} className='reasons' style={{ '--status': colour }} component='section' aria-label={title}>
      <Group align='start' wrap='nowrap' gap='sm'>
        <CircleAlert size={20} color='var(--status)' aria-hidden='true' style={{ flex: 'none', marginTop: 2 }} />
        <Stack gap='sm' flex={1} miw={0}>
          <Title order={2} className={isBare ? 'unseen' : undefined}>{title}</Title>
          {children}
        </Stack>
      </Group>
    </Paper>
  )
}
