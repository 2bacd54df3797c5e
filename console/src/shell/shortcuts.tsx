import { Group, Kbd, Modal, Stack, Switch, Text } from '@mantine/core'
import { useDisclosure, useHotkeys, useLocalStorage } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useCan } from '../session/session.ts'
import { useText } from '../text/text.tsx'

/** Whether single letters do something: readers who dictate can turn them off (WCAG 2.1.4). */
export function useSingleLetters () {
  return useLocalStorage({ key: 'timbre.letters', defaultValue: true, getInitialValueInEffect: false })
}

/** `n` issues, `?` lists the shortcuts. */
export function Shortcuts () {
  const { text } = useText()
  const can = useCan()
  const navigate = useNavigate()
  const [opened, { open, close }] = useDisclosure()
  const [letters, setLetters] = useSingleLetters()
  useHotkeys(letters ? [
    ['n', () => { if (can('Webhook.Issue')) void navigate({ to: '/issue' }) }],
    ['shift+?', open, { usePhysicalKeys: false }],
    ['?', open]
  ] : [])

  const rows: Array<[keys: string[], what: string]> = [
    [['Ctrl', 'K'], text.shortcuts.search], [['/'], text.shortcuts.search], [['n'], text.shortcuts.issue],
    [['↑', '↓'], text.shortcuts.list], [['Enter'], text.shortcuts.open], [['Esc'], text.shortcuts.close],
    [['?'], text.shortcuts.help]
  ]
  return (
    <Modal opened={opened} onClose={close} title={text.shortcuts.title} centered closeButtonProps={{ 'aria-label': text.actions.close }}>
      <Stack gap='xs'>
        {rows.map(([keys, what]) => (
          <Group key={keys.join()} justify='space-between'>
            <Text size='sm'>{what}</Text>
            <Group gap={4}>{keys.map((key) => <Kbd key={key}>{key}</Kbd>)}</Group>
          </Group>
        ))}
        <Switch mt='sm' label={text.shortcuts.singleLetters} checked={letters} onChange={({ currentTarget }) => { setLetters(currentTarget.checked) }} />
      </Stack>
    </Modal>
  )
}
