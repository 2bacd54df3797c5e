import { Modal } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useCan } from '../session/session.ts'
import { ShortcutList, useSingleLetters } from '../shared/shortcuts.tsx'
import { useText } from '../text/text.tsx'

/** `n` issues, `?` lists the shortcuts. */
export function Shortcuts () {
  const { text } = useText()
  const can = useCan()
  const navigate = useNavigate()
  const [opened, { open, close }] = useDisclosure()
  const [letters] = useSingleLetters()
  useHotkeys(letters ? [
    ['n', () => { if (can('Webhook.Issue')) void navigate({ to: '/issue' }) }],
    ['shift+?', open, { usePhysicalKeys: false }],
    ['?', open]
  ] : [])
  return (
    <Modal opened={opened} onClose={close} title={text.shortcuts.title} centered closeButtonProps={{ 'aria-label': text.actions.close }}>
      <ShortcutList />
    </Modal>
  )
}
