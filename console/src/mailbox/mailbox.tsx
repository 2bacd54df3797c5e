import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PlugZap } from 'lucide-react'
import { timbre, useCan } from '../session/session.ts'
import { Card, Facts, Loading, PageTitle } from '../shared/page.tsx'
import { Problem, ProblemNotice } from '../shared/problem.tsx'
import { Dot, tones } from '../shared/status.tsx'
import { labelOf } from '../text/labels.ts'
import { useText, useWords } from '../text/text.tsx'
import { Mails } from './mails.tsx'
import { SettingsForm, type Mailbox } from './settings.tsx'
import { words } from './words.ts'

/** The mailbox in which the SII and customers answer: its settings, whether it is read, and its mails. */
export function MailboxPage () {
  const own = useWords(words)
  const can = useCan()
  const { data, error, refetch } = useQuery({ queryKey: ['mailbox'], queryFn: () => timbre.get('/api/Mailbox/Get') })
  return (
    <Stack gap='lg'>
      <PageTitle title={own.title} note={own.intro} />
      {error && !data ? <Problem error={error} onRetry={() => { void refetch() }} /> : !data ? <Loading rows={5} /> : (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing='lg'>
          <Card title={own.settings}>{can('Mailbox.Manage') ? <SettingsForm mailbox={data} /> : <Settings mailbox={data} />}</Card>
          <Stack><State mailbox={data} /></Stack>
        </SimpleGrid>
      )}
      <Mails />
    </Stack>
  )
}

function Settings ({ mailbox: { host, port, security, userName, folder } }: { mailbox: Mailbox }) {
  const own = useWords(words)
  if (host === null) return <Text size='sm' c='dimmed'>{own.notSet}</Text>
  return (
    <Facts
      facts={[
        [own.host, `${host}:${port}`], [own.security, own.securities[security as keyof typeof own.securities]], [own.userName, userName],
        [own.folder, folder]
      ]}
    />
  )
}

/** Whether it is read, what hinders it, and a test now. */
function State ({ mailbox: { host, enabled, readAt, failures, problem } }: { mailbox: Mailbox }) {
  const { format } = useText()
  const own = useWords(words)
  const can = useCan()
  const cache = useQueryClient()
  const test = useMutation({
    mutationFn: () => timbre.post('/api/Mailbox/Test'),
    onSuccess: async () => { await cache.invalidateQueries({ queryKey: ['mailbox'] }) }
  })
  const why = (code: string) => labelOf(own.problems, code) ?? code
  return (
    <Card title={own.state}>
      <Stack>
        {host === null ? <Text size='sm' c='dimmed'>{own.notSet}</Text> : (
          <>
            {!enabled && problem ? (
              <Alert color='red' variant='light' title={own.switchedOff}>{why(problem)} {own.switchOn}</Alert>
            ) : !enabled ? <Dot colour={tones.quiet}>{own.off}</Dot>
              : problem ? <Dot colour={tones.bad}>{why(problem)}</Dot> : <Dot colour={tones.good}>{own.reads}</Dot>}
            <Facts
              facts={[[own.readAt, readAt ? format.moment(readAt) : own.never], [own.failures, failures > 0 && format.number(failures)]]}
            />
          </>
        )}
        {can('Mailbox.Manage') && host !== null && (
          <Group><Button variant='default' leftSection={<PlugZap size={16} />} loading={test.isPending} onClick={() => { test.mutate() }}>{own.test}</Button></Group>
        )}
        {test.data && (
          <Alert color={test.data.works ? 'green' : 'red'} variant='light' role='status'>
            {test.data.works ? own.works(format.number(test.data.messages ?? 0)) : why(test.data.problem ?? '')}
          </Alert>
        )}
        <ProblemNotice error={test.error} />
      </Stack>
    </Card>
  )
}
