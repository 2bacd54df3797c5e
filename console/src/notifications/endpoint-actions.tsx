import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { timbre } from '../session/session.ts'
import { Confirm } from '../shared/confirm.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { DeliveryOutcome } from './outcome.tsx'
import { endpoints, type Endpoint } from './requests.ts'
import { words } from './words.ts'

interface ActionProps { endpoint: Endpoint, onClose: () => void }

/** A test with its answer. */
export function Trial ({ endpoint: { id, url }, onClose }: ActionProps) {
  const { text } = useText()
  const own = useWords(words)
  const cache = useQueryClient()
  const test = useMutation({
    mutationFn: () => timbre.post('/api/NotificationEndpoint/Test', { body: { id } }),
    onSuccess: () => { void cache.invalidateQueries({ queryKey: ['deliveries'] }) }
  })
  // The outcome counts as the last of the address.
  const close = () => {
    void cache.invalidateQueries({ queryKey: endpoints.queryKey })
    onClose()
  }
  return (
    <Modal opened onClose={close} title={own.test} centered closeButtonProps={{ 'aria-label': text.actions.close }}>
      <Stack>
        <Text size='sm' className='wrap'>{url}</Text>
        <Text size='sm' c='dimmed'>{own.testedText}</Text>
        {test.data && <DeliveryOutcome id={test.data.id} />}
        <ProblemNotice error={test.error} />
        <Group justify='end'>
          <Button leftSection={<Send size={16} />} loading={test.isPending} onClick={() => { test.mutate() }} data-autofocus>
            {own.send}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

export function Rotation ({ endpoint: { id }, onClose, onSecret }: ActionProps & { onSecret: (secret: string) => void }) {
  const own = useWords(words)
  const cache = useQueryClient()
  const rotate = useMutation({
    mutationFn: () => timbre.post('/api/NotificationEndpoint/RotateSecret', { body: { id } }),
    onSuccess: ({ secret }) => {
      void cache.invalidateQueries({ queryKey: endpoints.queryKey })
      onSecret(secret)
      onClose()
    }
  })
  return (
    <Confirm opened onClose={onClose} title={own.rotate} action={own.rotate} work={rotate} onConfirm={() => { rotate.mutate() }}>
      {own.rotateText}
    </Confirm>
  )
}

export function Removal ({ endpoint: { id, url }, onClose }: ActionProps) {
  const { text } = useText()
  const own = useWords(words)
  const cache = useQueryClient()
  const remove = useMutation({
    mutationFn: () => timbre.delete('/api/NotificationEndpoint/Delete', { query: { id } }),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: endpoints.queryKey })
      onClose()
    }
  })
  return (
    <Confirm
      opened onClose={onClose} title={own.remove} action={text.actions.remove} danger work={remove}
      onConfirm={() => { remove.mutate() }}
    >
      {own.removeText(url)}
    </Confirm>
  )
}
