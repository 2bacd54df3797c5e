import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre } from '../session/session.ts'
import { Card } from '../shared/page.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { Dot, tones } from '../shared/status.tsx'
import { useText, useWords } from '../text/text.tsx'
import { deviceOf } from './device.ts'
import { words } from './words.ts'

type Session = ResultOf<'/api/Auth/Sessions', 'get'>[number]

const key = ['Auth/Sessions']

/** Where the reader is signed in to this company, and the way to end that elsewhere. */
export function SessionsCard () {
  const own = useWords(words).sessions
  const queries = useQueryClient()
  const { data, error } = useQuery({ queryKey: key, queryFn: ({ signal }) => timbre.get('/api/Auth/Sessions', { signal }) })
  const onSuccess = () => {
    notifications.show({ message: own.ended })
    return queries.invalidateQueries({ queryKey: key })
  }
  const end = useMutation({ mutationFn: (id: string) => timbre.delete('/api/Auth/EndSession', { query: { id } }), onSuccess })
  const endOthers = useMutation({ mutationFn: () => timbre.post('/api/Auth/EndOtherSessions'), onSuccess })
  const others = (data ?? []).filter(({ isCurrent }) => !isCurrent)
  return (
    <Card title={own.title}>
      <Stack>
        <ProblemNotice error={error ?? end.error ?? endOthers.error} />
        <ul className='outcomes' aria-label={own.title}>
          {data?.map((session) => (
            <li key={session.id}>
              <Row session={session} onEnd={() => { end.mutate(session.id) }} loading={end.isPending && end.variables === session.id} />
            </li>
          ))}
        </ul>
        {others.length > 1 && (
          <Group justify='end'>
            <Button variant='default' loading={endOthers.isPending} onClick={() => { endOthers.mutate() }}>{own.endOthers}</Button>
          </Group>
        )}
      </Stack>
    </Card>
  )
}

function Row ({ session, onEnd, loading }: { session: Session, onEnd: () => void, loading: boolean }) {
  const own = useWords(words).sessions
  const { format } = useText()
  const device = deviceOf(session.userAgent) ?? own.unknown
  return (
    <Group justify='space-between' gap='xs' py={6}>
      <div>
        <Text size='sm' fw={550}>{device}</Text>
        <Text size='sm' c='dimmed'>{own.use(session.address, format.moment(session.usedAt))}</Text>
      </div>
      {session.isCurrent ? <Dot colour={tones.good}>{own.here}</Dot> : (
        <Button variant='default' size='compact-sm' loading={loading} onClick={onEnd} aria-label={own.endOf(device)}>{own.end}</Button>
      )}
    </Group>
  )
}
