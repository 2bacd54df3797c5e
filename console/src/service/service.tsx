import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Braces, BookOpen } from 'lucide-react'
import { apiUrl, facts, timbre, useCan } from '../session/session.ts'
import { CopyIcon } from '../shared/copy.tsx'
import { Card, Facts, Loading, PageTitle } from '../shared/page.tsx'
import { Problem, ProblemNotice } from '../shared/problem.tsx'
import { Dot, tones } from '../shared/status.tsx'
import { labelOf } from '../text/labels.ts'
import { useText, useWords } from '../text/text.tsx'
import { words } from './words.ts'

/** What /health/ready answers; it stands beside the contract. */
interface Health {
  status: 'ready' | 'unavailable' | 'stopping'
  checks: Record<string, 'ok' | 'failed'>
  /** Where the simulator of this server listens. */
  simulator?: string
}

const everyTenSeconds = 10_000

/** Whether the server works, which one it is, and where its API is described. */
export function ServicePage () {
  const { text } = useText()
  const own = useWords(words)
  const can = useCan()
  const { data, error, refetch } = useQuery({ queryKey: ['health'], queryFn: readHealth, refetchInterval: everyTenSeconds })
  return (
    <div className='stack'>
      <PageTitle title={text.places.service} note={own.note} />
      {error && !data ? <Problem error={error} onRetry={() => { void refetch() }} /> : !data ? <Loading rows={4} /> : (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing='lg' className='tops'>
          <State health={data} />
          <About health={data} />
        </SimpleGrid>
      )}
      {can('Tenant.Manage') && <Cache />}
      <Developers />
    </div>
  )
}

/** A server that cannot work says so with 503, and why. */
async function readHealth ({ signal }: { signal: AbortSignal }): Promise<Health> {
  const answer = await fetch(`${apiUrl}/health/ready`, { signal, headers: { accept: 'application/json' } })
  const health = await answer.json() as Partial<Health>
  if (health.status === undefined || health.checks === undefined) throw new Error(`HTTP ${answer.status}`)
  return { ...health, status: health.status, checks: health.checks }
}

function State ({ health: { status, checks } }: { health: Health }) {
  const own = useWords(words)
  return (
    <Card title={own.state} aside={<Dot colour={status === 'ready' ? tones.good : tones.bad}>{own.states[status]}</Dot>}>
      <ul className='cards'>
        {Object.entries(checks).map(([name, outcome]) => (
          <li key={name}>
            <Stack gap={2} py='xs'>
              <Group justify='space-between' gap='xs'>
                <Text size='sm' fw={550}>{labelOf(own.checks, name) ?? name}</Text>
                <Dot colour={outcome === 'ok' ? tones.good : tones.bad}>{outcome === 'ok' ? own.ok : own.failed}</Dot>
              </Group>
              {outcome === 'failed' && <Text size='sm' c='dimmed'>{labelOf(own.hints, name) ?? own.hintElse}</Text>}
            </Stack>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function About ({ health: { simulator } }: { health: Health }) {
  const own = useWords(words)
  return (
    <Card title={own.about}>
      <Facts
        facts={[
          [own.version, facts.version],
          [own.address, <Address key='api' value={apiUrl} name={own.address} />],
          [own.simulator, simulator !== undefined && <Address key='simulator' value={simulator} name={own.simulator} />]
        ]}
      />
    </Card>
  )
}

function Address ({ value, name }: { value: string, name: string }) {
  const own = useWords(words)
  // Where it does not fit, it is broken before its port.
  const [host, port] = value.split(/(?=:\d+$)/)
  return <span className='address'><span>{host}<wbr />{port}</span> <CopyIcon value={value} label={own.copy(name)} /></span>
}

function Cache () {
  const own = useWords(words).cache
  const forget = useMutation({ mutationFn: () => timbre.post('/api/Tenant/TenantCacheRefresh') })
  return (
    <Card title={own.title}>
      <Group justify='space-between' gap='md'>
        <Text size='sm' c='dimmed' flex='1 1 320px'>{own.text}</Text>
        <Button variant='default' loading={forget.isPending} onClick={() => { forget.mutate() }}>{own.action}</Button>
      </Group>
      {forget.isSuccess && <Text size='sm' mt='sm' role='status' fw={550}>{own.done}</Text>}
      <ProblemNotice error={forget.error} />
    </Card>
  )
}

function Developers () {
  const own = useWords(words).developers
  const ways = [
    { href: `${apiUrl}/docs`, icon: BookOpen, title: own.reference, note: own.referenceNote },
    { href: `${apiUrl}/openapi.json`, icon: Braces, title: own.contract, note: own.contractNote }
  ]
  return (
    <Card title={own.title}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {ways.map(({ href, icon: Icon, title, note }) => (
          <a key={href} href={href} target='_blank' rel='noreferrer' className='plain way'>
            <Icon size={20} aria-hidden='true' />
            <Stack gap={2} component='span'><Text span size='sm' fw={600}>{title}</Text><Text span size='sm' c='dimmed'>{note}</Text></Stack>
          </a>
        ))}
      </SimpleGrid>
    </Card>
  )
}
