import { Button, Checkbox, Group, Modal, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { timbre } from '../session/session.ts'
import { SecretOnce } from '../shared/copy.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { endpoints, type Endpoint, type Event } from './requests.ts'
import { eventKinds, words } from './words.ts'

interface FormProps { endpoint: Endpoint | undefined, onClose: () => void, onSecret: (secret: string) => void }

/** Adds an address, or changes one. */
export function EndpointForm ({ endpoint, onClose, onSecret }: FormProps) {
  const { text } = useText()
  const own = useWords(words)
  const cache = useQueryClient()
  const form = useForm({
    initialValues: { url: endpoint?.url ?? '', enabled: endpoint?.enabled ?? true, events: (endpoint?.events ?? []) as string[] }
  })
  const keep = useMutation({
    mutationFn: async ({ url, enabled, events }: typeof form.values) => {
      const body = { url: url.trim(), enabled, events: events.length === 0 ? [...eventKinds] : events as Event[] }
      if (!endpoint) return (await timbre.post('/api/NotificationEndpoint/Create', { body })).secret
      await timbre.put('/api/NotificationEndpoint/Update', { body: { id: endpoint.id, ...body } })
      return undefined
    },
    onSuccess: (secret) => {
      void cache.invalidateQueries({ queryKey: endpoints.queryKey })
      if (secret === undefined) notifications.show({ message: own.saved, color: 'green' })
      else onSecret(secret)
      onClose()
    }
  })
  return (
    <Modal
      opened onClose={onClose} size='lg' title={endpoint ? own.edit : own.add} centered
      closeButtonProps={{ 'aria-label': text.actions.close }}
    >
      <form onSubmit={form.onSubmit((values) => { keep.mutate(values) })}>
        <Stack>
          <TextInput
            label={own.url} description={own.urlNote} type='url' required withAsterisk={false} data-autofocus
            {...form.getInputProps('url')}
          />
          <Switch label={own.enabled} {...form.getInputProps('enabled', { type: 'checkbox' })} />
          <Checkbox.Group label={own.events} description={own.allEvents} {...form.getInputProps('events')}>
            <SimpleGrid cols={{ base: 1, sm: 2 }} mt='sm' spacing='xs'>
              {eventKinds.map((kind) => <Checkbox key={kind} value={kind} label={own.kinds[kind]} />)}
            </SimpleGrid>
          </Checkbox.Group>
          <ProblemNotice error={keep.error} />
          <Group justify='end'>
            <Button variant='default' onClick={onClose}>{text.actions.cancel}</Button>
            <Button type='submit' loading={keep.isPending}>{text.actions.save}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

export function SecretDialog ({ secret, onClose }: { secret: string | undefined, onClose: () => void }) {
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
