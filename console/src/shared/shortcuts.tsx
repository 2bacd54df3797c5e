import { Group, Kbd, Stack, Switch, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useText } from '../text/text.tsx'

/** The key that begins commands: what this computer calls it. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

/** Whether single keys, such as `n` and `/`, do something: readers who dictate can turn them off (WCAG 2.1.4). */
export function useSingleLetters () {
  // A default that the hook knows would be kept as if the reader had chosen it.
  const [letters = true, setLetters] = useLocalStorage<boolean | undefined>({ key: 'timbre.letters', getInitialValueInEffect: false })
  return [letters, setLetters] as const
}

/** Every shortcut, with the choice about single letters. */
export function ShortcutList () {
  const { text } = useText()
  const [letters, setLetters] = useSingleLetters()
  const rows: Array<[keys: string[], what: string]> = [
    [[commandKey, 'K'], text.shortcuts.search], [['/'], text.shortcuts.searchToo], [['n'], text.shortcuts.issue], [['b'], text.shortcuts.boleta], [['f'], text.shortcuts.factura], [['g'], text.shortcuts.guide],
    [['Alt', 'P'], text.shortcuts.preview], [[commandKey, 'Enter'], text.shortcuts.send],
    [['↑', '↓'], text.shortcuts.list], [['Enter'], text.shortcuts.open], [['Esc'], text.shortcuts.close],
    [['?'], text.shortcuts.help]
  ]
  return (
    <Stack gap='xs'>
      {rows.map(([keys, what]) => (
        <Group key={keys.join()} justify='space-between' wrap='nowrap'>
          <Text size='sm'>{what}</Text>
          <Group gap={4} wrap='nowrap'>{keys.map((key) => <Kbd key={key}>{key}</Kbd>)}</Group>
        </Group>
      ))}
      <Switch mt='sm' label={text.shortcuts.singleLetters} checked={letters} onChange={({ currentTarget }) => { setLetters(currentTarget.checked) }} />
    </Stack>
  )
}
