import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { statuses, type Status } from '../shared/status.tsx'
import { ViewBar } from '../shared/view-bar.tsx'
import { useText, useWords } from '../text/text.tsx'
import { onTheirWay, statusesOf, toAttend, type Filters } from './filters.ts'
import type { Answer } from './requests.ts'
import { words } from './words.ts'

type Counts = NonNullable<Answer['counts']>

/**
 * The list by state: each view is a link that keeps the other filters, with how many documents it has under them. Those
 * without any are not shown, unless chosen.
 */
export function Views ({ filters, counts }: { filters: Filters, counts: Counts | undefined }) {
  const own = useWords(words)
  const { text } = useText()
  const { page: _page, status: current, ...others } = filters
  const views: Array<[name: string, status: number | string | undefined]> = [
    [own.all, undefined], [own.attend, toAttend], [text.statuses[1], 1], [own.onTheirWay, onTheirWay],
    ...([5, 6, 7, 8] as const).map((status): [string, Status] => [text.statuses[status], status])
  ]
  return (
    <ViewBar label={own.views} shown={`${current} ${counts !== undefined}`}>
      {views.filter(([, status]) => status === undefined || status === current || countOf(counts, status) > 0).map(([name, status]) => (
        <Link
          key={name} to='/documents' search={{ ...others, ...(status !== undefined && { status }) }} activeProps={{}} activeOptions={{ exact: true }}
          aria-current={current === status ? 'true' : undefined}
        >
          {name} <Count counts={counts} status={status} />
        </Link>
      ))}
    </ViewBar>
  )
}

function countOf (counts: Counts | undefined, status: number | string): number {
  const wanted = statusesOf(status)
  return (counts ?? []).reduce((sum, count) => wanted.includes(count.status) ? sum + count.documents : sum, 0)
}

function Count ({ counts, status }: { counts: Counts | undefined, status: number | string | undefined }) {
  const own = useWords(words)
  const { format } = useText()
  if (!counts) return null
  const wanted = status === undefined ? statuses : statusesOf(status)
  const counted = counts.filter((count) => wanted.some((candidate) => candidate === count.status))
  const documents = counted.reduce((sum, count) => sum + count.documents, 0)
  const number = format.number(documents)
  return (
    <Text span size='xs' c='dimmed' fw={450} className='numbers'>
      {counted.some(({ isMinimum }) => isMinimum) ? own.atLeast(number) : number}
    </Text>
  )
}
