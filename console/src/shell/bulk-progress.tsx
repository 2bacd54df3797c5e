import { Anchor, Group, Progress, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { timbre, useCan } from '../session/session.ts'
import { useText } from '../text/text.tsx'

/** While a submission is being issued, how far it is, on every other page. */
export function BulkProgress () {
  const { text, format } = useText()
  const can = useCan()
  const { pathname } = useLocation()
  const { data } = useQuery({
    queryKey: ['submissions', 'running'], enabled: can('BulkInvoice.Read'),
    queryFn: () => timbre.get('/api/BulkInvoice/List', { query: { status: 2, pageSize: 1 } }),
    refetchInterval: ({ state }) => state.data?.data.length ? 3000 : 30_000
  })
  const running = data?.data[0]
  if (!running || pathname.endsWith(running.id)) return null
  return (
    <Group gap='sm' className='bulk-bar' wrap='nowrap'>
      <Anchor component={Link} to={`/bulk/${running.id}`} size='xs' className='clip'>{text.bulkRunning(running.name)}</Anchor>
      <Progress value={running.progress} size={6} w={120} aria-label={text.bulkRunning(running.name)} />
      <Text size='xs' c='dimmed' className='numbers'>{format.percent(running.progress / 100)}</Text>
    </Group>
  )
}
