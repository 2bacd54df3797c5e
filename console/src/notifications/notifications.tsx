import { Alert, Box, Button, Checkbox, Code, Group, Modal, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre, useCan } from '../session/session.ts'
import { Confirm } from '../shared/confirm.tsx'
import { CopyIcon, SecretOnce } from '../shared/copy.tsx'
import { Card, Loading, PageTitle } from '../shared/page.tsx'
import { Problem, ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { Deliveries } from './deliveries.tsx'
import { DeliveryOutcome } from './outcome.tsx'
import { words, type Kind } from './words.ts'

type Settings = ResultOf<'/api/Notification/GetSettings', 'get'>

const eventKinds = [
  'document.waiting', 'document.issued', 'document.sending', 'document.sent', 'document.accepted', 'document.accepted_with_objections',
  'document.rejected', 'document.failed', 'folios.low', 'folios.stopped', 'certificate.expiring', 'document.damaged',
  'document.answered', 'certification.verdict', 'certification.deadline', 'received.document'
] as const satisfies readonly Kind[]

/** The address for notifications, their events, and the outcome of each message. */
export function NotificationsPage () {
  const own = useWords(words)
  const can = useCan()
  const { data, error, refetch } = useQuery({
    queryKey: ['notification-settings'], queryFn: () => timbre.get('/api/Notification/GetSettings')
  })
  return (
    <Stack gap='lg'>
      <PageTitle title={own.title} note={own.intro} />
      {error && !data ? <Problem error={error} onRetry={() => { void refetch() }} /> : !data ? <Loading rows={5} /> : (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing='lg'>
          <Card title={own.settings}>
            {can('Notification.Manage') ? <SettingsForm settings={data} /> : <Text size='sm' c='dimmed'>{data.url ?? own.forbidden}</Text>}
          </Card>
          <Stack gap='lg'>
            {can('Notification.Manage') && data.url !== null && <Trial settings={data} />}
            <Card title={own.verify}><Verification /></Card>
          </Stack>
        </SimpleGrid>
      )}
      <Deliveries />
    </Stack>
  )
}

function SettingsForm ({ settings }: { settings: Settings }) {
  const { text } = useText()
  const own = useWords(words)
  const cache = useQueryClient()
  const [secret, setSecret] = useState<string>()
  const form = useForm({ initialValues: { url: settings.url ?? '', enabled: settings.url === null || settings.enabled, events: settings.events as string[] } })
  const keep = useMutation({
    mutationFn: ({ url, enabled, events }: typeof form.values) => timbre.put('/api/Notification/Update', {
      body: { url: url.trim(), enabled, events: events as typeof eventKinds[number][] }
    }),
    onSuccess: ({ secret: made }) => {
      if (made) setSecret(made)
      else notifications.show({ message: own.saved, color: 'green' })
      void cache.invalidateQueries({ queryKey: ['notification-settings'] })
    }
  })
  return (
    <form onSubmit={form.onSubmit((values) => { keep.mutate(values) })}>
      <Stack>
        <TextInput label={own.url} description={own.urlNote} type='url' required withAsterisk={false} {...form.getInputProps('url')} />
        <Switch label={own.enabled} {...form.getInputProps('enabled', { type: 'checkbox' })} />
        <Checkbox.Group label={own.events} description={own.allEvents} {...form.getInputProps('events')}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} mt='sm' spacing='xs'>
            {eventKinds.map((kind) => <Checkbox key={kind} value={kind} label={own.kinds[kind]} />)}
          </SimpleGrid>
        </Checkbox.Group>
        <ProblemNotice error={keep.error} />
        <Group justify='end'><Button type='submit' loading={keep.isPending}>{text.actions.save}</Button></Group>
      </Stack>
      <SecretDialog secret={secret} onClose={() => { setSecret(undefined) }} />
    </form>
  )
}

function SecretDialog ({ secret, onClose }: { secret: string | undefined, onClose: () => void }) {
  const own = useWords(words)
  return (
    <Modal
      opened={secret !== undefined} onClose={onClose} title={own.secretTitle} centered withCloseButton={false} closeOnEscape={false}
      closeOnClickOutside={false}
    >
      {secret !== undefined && <SecretOnce values={[[own.secret, secret]]} fileName={own.secretFile} onKept={onClose} />}
    </Modal>
  )
}

/** A test with its answer, and another secret. */
function Trial ({ settings: { olderSecretEndsAt } }: { settings: Settings }) {
  const { format } = useText()
  const own = useWords(words)
  const cache = useQueryClient()
  const [opened, { open, close }] = useDisclosure()
  const [secret, setSecret] = useState<string>()
  const test = useMutation({
    mutationFn: () => timbre.post('/api/Notification/Test'),
    onSuccess: () => { void cache.invalidateQueries({ queryKey: ['deliveries'] }) }
  })
  const rotate = useMutation({
    mutationFn: () => timbre.post('/api/Notification/RotateSecret'),
    onSuccess: ({ secret: made }) => {
      close()
      setSecret(made)
      void cache.invalidateQueries({ queryKey: ['notification-settings'] })
    }
  })
  return (
    <Card title={own.tested}>
      <Stack>
        <Text size='sm' c='dimmed'>{own.testedText}</Text>
        <Group>
          <Button leftSection={<Send size={16} />} loading={test.isPending} onClick={() => { test.mutate() }}>{own.test}</Button>
          <Button variant='default' onClick={open}>{own.rotate}</Button>
        </Group>
        {olderSecretEndsAt && <Alert color='orange' variant='light'>{own.olderEnds(format.moment(olderSecretEndsAt))}</Alert>}
        {test.data && <DeliveryOutcome id={test.data.id} />}
        <ProblemNotice error={test.error} />
      </Stack>
      <Confirm opened={opened} onClose={close} title={own.rotate} action={own.rotate} work={rotate} onConfirm={() => { rotate.mutate() }}>
        {own.rotateText}
      </Confirm>
      <SecretDialog secret={secret} onClose={() => { setSecret(undefined) }} />
    </Card>
  )
}

const codeWith = (note: string) => `import { createHmac, timingSafeEqual } from 'node:crypto'

// ${note}
function isFromTimbre (headers, body, secret) {
  const id = headers['webhook-id']
  const at = headers['webhook-timestamp']
  if (Math.abs(Date.now() / 1000 - Number(at)) > 300) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${at}.\${body}\`).digest()
  return headers['webhook-signature'].split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`

function Verification () {
  const { text } = useText()
  const own = useWords(words)
  const code = codeWith(own.codeNote)
  return (
    <Stack gap='sm'>
      <Text size='sm' c='dimmed'>{own.verifyText}</Text>
      <Box pos='relative'>
        <Code block fz={12} mah={300} pr={44} tabIndex={0} role='region' aria-label={own.code} className='code'>{code}</Code>
        <Box pos='absolute' top={6} right={6} bg='var(--mantine-color-body)' bdrs='sm'><CopyIcon value={code} label={`${text.actions.copy}: ${own.verify}`} /></Box>
      </Box>
    </Stack>
  )
}
