import { ActionIcon, Alert, Anchor, Button, Group, Menu, Paper, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Download, Ellipsis, RotateCw, Trash } from 'lucide-react'
import { useState } from 'react'
import { timbre, useCan } from '../session/session.ts'
import { Confirm } from '../shared/confirm.tsx'
import { save } from '../shared/files.tsx'
import { BackLink, Card, Loading, PageTitle } from '../shared/page.tsx'
import { Problem, ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { Failures } from './failures.tsx'
import { Mistakes } from './mistakes.tsx'
import { Process, ReadyTypes } from './process.tsx'
import { Progress } from './progress.tsx'
import { isActive, useSubmission, type Failure, type Submission } from './queries.ts'
import { Rows } from './rows.tsx'
import { SubmissionLabel } from './states.tsx'
import { Upload } from './upload.tsx'
import { words } from './words.ts'

/** From the checked file to the result: what is wrong, what will be issued, how far it is. */
export function SubmissionPage () {
  const own = useWords(words)
  const { language } = useText()
  const { id } = useParams({ from: '/bulk/$id' })
  const { data, error, refetch, isStreamLost } = useSubmission(id)
  const [failure, setFailure] = useState<Failure>()

  if (!data) {
    return (
      <Stack>
        <BackLink to='/bulk'>{own.back}</BackLink>
        <PageTitle title={own.submission} />
        {error ? <Problem error={error} onRetry={() => { void refetch() }} /> : <Loading rows={8} />}
      </Stack>
    )
  }
  return (
    <Stack gap='lg'>
      <BackLink to='/bulk'>{own.back}</BackLink>
      <Heading submission={data} />
      <Relations submission={data} />
      <Counters submission={data} />
      {data.status !== 1 && data.status !== 5 && <Progress submission={data} isStreamLost={isStreamLost} />}
      {data.status === 1 && data.types.length > 0 && <ReadyTypes submission={data} />}
      {/* Its filters are sentences, which another language does not have. */}
      {data.counters.invalid > 0 && <Mistakes key={language} submission={data} />}
      <Again submission={data} />
      <Failures submission={data} onShow={setFailure} />
      <Rows
        key={failure && `${failure.code} ${failure.field}`} submission={data} isActive={isActive(data)}
        failure={failure} onAll={() => { setFailure(undefined) }}
      />
    </Stack>
  )
}

function Heading ({ submission }: { submission: Submission }) {
  const { format } = useText()
  const can = useCan()
  const { name, status, createdAt, counters } = submission
  return (
    <PageTitle title={name} aside={<SubmissionLabel status={status} />} note={format.moment(createdAt)}>
      {counters.taken + counters.failed > 0 && <ResultDownload submission={submission} />}
      {can('BulkInvoice.Manage') && status === 1 && counters.ready > 0 && <Process submission={submission} />}
      {can('BulkInvoice.Manage') && counters.taken === 0 && status !== 2 && <Remove submission={submission} />}
    </PageTitle>
  )
}

/** What there is before and after it, where a file was corrected. */
function Relations (
  { submission: { replacedById, replacesId, leftBehind, encoding } }: { submission: Submission }
) {
  const { format } = useText()
  const own = useWords(words)
  return (
    <>
      {replacedById && (
        <Alert color='orange' variant='light'>
          {own.replaced} <Anchor component={Link} to={`/bulk/${replacedById}`} size='sm'>{own.seeReplacement}</Anchor>
        </Alert>
      )}
      {encoding === 'windows-1252' && <Alert color='orange' variant='light'>{own.windows1252}</Alert>}
      {leftBehind > 0 && <Alert color='orange' variant='light'>{own.leftBehind(format.number(leftBehind))}</Alert>}
      {replacesId && <Anchor component={Link} to={`/bulk/${replacesId}`} size='sm' w='fit-content'>{own.replaces}</Anchor>}
    </>
  )
}

/** The numbers that are not zero. */
function Counters ({ submission: { counters, skipped } }: { submission: Submission }) {
  const { format } = useText()
  const own = useWords(words)
  const { issued, sending, sent } = counters
  const figures: Array<[label: string, count: number, isBad?: boolean]> = [
    [own.counters.documents, counters.documents], [own.counters.ready, counters.ready], [own.counters.invalid, counters.invalid, true],
    [own.counters.skipped, skipped], [own.counters.taken, counters.taken], [own.counters.waiting, counters.waiting],
    [own.counters.sending, issued + sending + sent], [own.counters.accepted, counters.accepted],
    [own.counters.acceptedWithObjections, counters.acceptedWithObjections], [own.counters.rejected, counters.rejected, true],
    [own.counters.stopped, counters.stopped, true], [own.counters.failed, counters.failed, true],
    [own.counters.cancelled, counters.cancelled]
  ]
  return (
    <Paper p={{ base: 'md', md: 'lg' }}>
      <Group gap='xl' component='dl' m={0}>
        {figures.map(([label, count, isBad = false]) => count > 0 && (
          <Stack key={label} gap={0}>
            <Text component='dt' size='xs' c='dimmed'>{label}</Text>
            <Text
              component='dd' m={0} fz={22} fw={620} className='numbers'
              {...(isBad ? { c: 'light-dark(#b91c1c, #f87171)' } : {})}
            >
              {format.number(count)}
            </Text>
          </Stack>
        ))}
      </Group>
    </Paper>
  )
}

function ResultDownload ({ submission: { id, name } }: { submission: Submission }) {
  const own = useWords(words)
  const download = useMutation({
    mutationFn: async (format: 'xlsx' | 'csv') => {
      save(await timbre.get('/api/BulkInvoice/GetResult', { query: { id, format } }), `${name}-resultado.${format}`)
    }
  })
  return (
    <Stack gap='xs' align='end'>
      <Menu position='bottom-end'>
        <Menu.Target>
          <Button variant='default' loading={download.isPending} leftSection={<Download size={16} />}>{own.result.download}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => { download.mutate('xlsx') }}>{own.result.xlsx}</Menu.Item>
          <Menu.Item onClick={() => { download.mutate('csv') }}>{own.result.csv}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ProblemNotice error={download.error} />
    </Stack>
  )
}

function Remove ({ submission: { id, name } }: { submission: Submission }) {
  const { text } = useText()
  const own = useWords(words)
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [opened, { open, close }] = useDisclosure()
  const remove = useMutation({
    mutationFn: () => timbre.delete('/api/BulkInvoice/Delete', { query: { id } }),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: ['submissions'] })
      void navigate({ to: '/bulk' })
    }
  })
  return (
    <>
      <Menu position='bottom-end'>
        <Menu.Target><ActionIcon variant='default' size={36} aria-label={text.actions.more}><Ellipsis size={18} /></ActionIcon></Menu.Target>
        <Menu.Dropdown><Menu.Item leftSection={<Trash size={15} />} onClick={open}>{own.remove.action}</Menu.Item></Menu.Dropdown>
      </Menu>
      <Confirm
        opened={opened} onClose={close} title={own.remove.title} action={text.actions.remove} danger work={remove}
        onConfirm={() => { remove.mutate() }}
      >
        {own.remove.text(name)}
      </Confirm>
    </>
  )
}

/** What was not issued, again: as it was posted, or from the corrected file. */
function Again ({ submission: { id, status, counters, replacedById } }: { submission: Submission }) {
  const own = useWords(words)
  const can = useCan()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [opened, setOpened] = useState(false)
  const repeat = useMutation({
    mutationFn: () => timbre.post('/api/BulkInvoice/Repeat', { body: { id } }),
    onSuccess: (made) => {
      void cache.invalidateQueries({ queryKey: ['submissions'] })
      void cache.invalidateQueries({ queryKey: ['submission', id] })
      void navigate({ to: '/bulk/$id', params: { id: made.id } })
    }
  })
  const { failed, cancelled, invalid } = counters
  if (failed + cancelled + invalid === 0 || status < 3 || replacedById !== null || !can('BulkInvoice.Manage')) return null
  if (opened) return <Upload replacesId={id} title={own.again.upload} />
  return (
    <Card title={own.again.title}>
      <Stack gap='sm'>
        <Text size='sm' c='dimmed'>{own.again.text}</Text>
        <Group gap='sm'>
          <Button leftSection={<RotateCw size={16} />} loading={repeat.isPending} onClick={() => { repeat.mutate() }}>
            {own.again.action}
          </Button>
          {invalid === 0 && <Button variant='default' onClick={() => { setOpened(true) }}>{own.again.upload}</Button>}
        </Group>
        <ProblemNotice error={repeat.error} />
      </Stack>
    </Card>
  )
}
