import { Code, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { timbre } from '../session/session.ts'
import { Problem } from '../shared/problem.tsx'
import { pollWhilePending } from '../shared/queries.ts'
import { Dot, tones } from '../shared/status.tsx'
import { labelOf } from '../text/labels.ts'
import { useText, useWords } from '../text/text.tsx'
import { words } from './words.ts'

const stateTones = { 1: tones.busy, 2: tones.good, 3: tones.bad } as const

export function DeliveryLabel ({ state }: { state: number }) {
  const own = useWords(words)
  return <Dot colour={stateTones[state as 1]} moving={state === 1}>{own.states[state as 1]}</Dot>
}

export function useDelivery (id: string) {
  return useQuery({
    queryKey: ['deliveries', 'one', id], queryFn: () => timbre.get('/api/Notification/GetDelivery', { query: { id } }),
    refetchInterval: ({ state }) => state.data?.state === 1 ? pollWhilePending(state) : false
  })
}

/** What became of one message, and what the other side answered each time. */
export function DeliveryOutcome ({ id }: { id: string }) {
  const { format } = useText()
  const own = useWords(words)
  const { data, error, refetch } = useDelivery(id)
  if (error && !data) return <Problem error={error} onRetry={() => { void refetch() }} />
  if (!data) return null
  return (
    <Stack gap='xs' role='status' aria-label={own.answer}>
      <Group gap='sm'>
        <DeliveryLabel state={data.state} />
        {data.state === 1 && data.nextAttemptAt && <Text size='xs' c='dimmed'>{own.next(format.clock(data.nextAttemptAt))}</Text>}
      </Group>
      {data.history.map(({ at, httpStatus, excerpt, problem }) => (
        <div key={at}>
          <Text
            size='xs' c='dimmed' className='numbers'
          >
            {format.day(at)}, {format.clock(at)}{httpStatus !== null && ` · HTTP ${httpStatus}`}
          </Text>
          {problem && <Text size='sm'>{labelOf(own.problems, problem) ?? problem}</Text>}
          {excerpt && <Code block mt={4} className='excerpt'>{excerpt}</Code>}
        </div>
      ))}
    </Stack>
  )
}
