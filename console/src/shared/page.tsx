import { Anchor, Group, Paper, Skeleton, Stack, Text, Title, type PaperProps } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useSession } from '../session/session.ts'
import { useText } from '../text/text.tsx'

interface PageTitleProps {
  title: string
  /** Beside the title: a count, a state. */
  aside?: ReactNode
  /** Below the title, one line. */
  note?: ReactNode
  /** At the right: what can be done here. */
  children?: ReactNode
}

/** The heading of a place; it names the browser's tab, too, and takes the focus after a change of place. */
export function PageTitle ({ title, aside, note, children }: PageTitleProps) {
  const { text } = useText()
  const company = useSession()?.me.tenant.businessName
  useEffect(() => {
    document.title = [title, company, text.product].filter(Boolean).join(' · ')
  }, [title, company, text])
  return (
    <Group justify='space-between' align='start' gap='sm'>
      <Stack gap={4} miw={0}>
        <Group gap='sm'>
          <Title order={1} tabIndex={-1} className='page-title'>{title}</Title>
          {aside}
        </Group>
        {note && <Text size='sm' c='dimmed' component='div'>{note}</Text>}
      </Stack>
      {children && <Group gap='xs' data-actions>{children}</Group>}
    </Group>
  )
}

/** A part of a page, under a heading of its own. */
export function Card ({ title, aside, children, ...paper }: { title: string, aside?: ReactNode, children: ReactNode } & PaperProps) {
  return (
    <Paper p={{ base: 'md', md: 'lg' }} component='section' aria-label={title} {...paper}>
      <Group justify='space-between' mb='md' mih={30} gap='xs'>
        <Title order={2}>{title}</Title>
        {aside}
      </Group>
      {children}
    </Paper>
  )
}

/** Where the reader came from; by a link in a mail, the place above. */
export function BackLink ({ to, children }: { to: LinkProps['to'], children: string }) {
  return (
    <Anchor component={Link} to={to as string} size='sm' c='dimmed' w='fit-content'>
      <Group gap={6} component='span'><ArrowLeft size={15} aria-hidden='true' /> {children}</Group>
    </Anchor>
  )
}

/** The final shape of what is loading, after 150 ms: what comes at once must not flicker. */
export function Loading ({ rows = 6, height = 42 }: { rows?: number, height?: number }) {
  const shown = useDelay(150)
  return (
    <Paper p='md' aria-busy='true' mih={rows * (height + 12) + 20}>
      {shown && <Stack gap='sm'>{Array.from({ length: rows }, (_, index) => <Skeleton key={index} height={height} />)}</Stack>}
    </Paper>
  )
}

function useDelay (ms: number): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => { setOver(true) }, ms)
    return () => { clearTimeout(timer) }
  }, [ms])
  return over
}

/** Whether rows are drawn as cards: the width of a phone. */
export function useNarrow (): boolean {
  return useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
}

/** Names and values below one another; a fact without a value is left out. */
export function Facts ({ facts }: { facts: ReadonlyArray<readonly [name: string, value: ReactNode]> }) {
  return (
    <dl className='facts'>
      {facts.map(([name, value]) => value !== undefined && value !== null && value !== false && value !== '' && (
        <div key={name}><dt>{name}</dt><dd className='numbers'>{value}</dd></div>
      ))}
    </dl>
  )
}
