import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../text/text.tsx'
import { ProblemNotice } from './problem.tsx'

interface ConfirmProps {
  opened: boolean
  onClose: () => void
  title: string
  /** Names the thing, and says what cannot be undone. */
  children: ReactNode
  /** The verb on the button. */
  action: string
  danger?: boolean
  /** `useMutation`'s result fits. */
  work: { isPending: boolean, error: Error | null }
  onConfirm: () => void
}

/** Asks once before what cannot be undone. The answer of the server is shown here, too. */
export function Confirm ({ opened, onClose, title, children, action, danger = false, work, onConfirm }: ConfirmProps) {
  const { text } = useText()
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': text.actions.close }}>
      <Stack>
        <Text size='sm' component='div'>{children}</Text>
        <ProblemNotice error={work.error} />
        <Group justify='end'>
          <Button variant='default' onClick={onClose}>{text.actions.cancel}</Button>
          <Button color={danger ? 'red.8' : 'ink'} loading={work.isPending} onClick={onConfirm} data-autofocus>{action}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
