import { Modal } from '@mantine/core'
import { useDisclosure, useHotkeys, type HotkeyItem } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useCan } from '../session/session.ts'
import { ShortcutList, useSingleLetters } from '../shared/shortcuts.tsx'
import { useText } from '../text/text.tsx'
import { commands } from './commands-store.ts'
import { quickTypes } from './quick-types.ts'

/** `n` issues, `b`, `f` and `g` a type of document, `?` lists the shortcuts. */
export function Shortcuts () {
  const { text } = useText()
  const can = useCan()
  const navigate = useNavigate()
  const [opened, { open, close }] = useDisclosure()
  const [letters] = useSingleLetters()
  const issue = (type?: string) => { if (can('Webhook.Issue')) void navigate({ to: '/issue', search: type === undefined ? {} : { type } }) }
  // Also from a field.
  useHotkeys([['mod+K', commands.toggle]], [])
  useHotkeys(letters ? [
    ['/', commands.open],
    ['n', () => { issue() }],
    ...quickTypes.map(({ type, key }): HotkeyItem => [key, () => { issue(type) }]),
    ['shift+?', open, { usePhysicalKeys: false }],
    ['?', open]
  ] : [])
  return (
    <Modal opened={opened} onClose={close} title={text.shortcuts.title} centered closeButtonProps={{ 'aria-label': text.actions.close }}>
      <ShortcutList />
    </Modal>
  )
}
