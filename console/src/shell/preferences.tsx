import { ActionIcon, Button, Group, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Moon, Sun } from 'lucide-react'
import { useText } from '../text/text.tsx'

/** The other language, named in itself, and the other light. */
export function Preferences () {
  const { text, language, setLanguage } = useText()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const label = scheme === 'dark' ? text.preferences.light : text.preferences.dark
  const other = language === 'es' ? 'en' : 'es'
  return (
    <Group gap={4} wrap='nowrap'>
      <Button variant='subtle' color='gray' size='compact-sm' c='dimmed' lang={other} onClick={() => { setLanguage(other) }}>
        {text.preferences.language}
      </Button>
      <Tooltip label={label}>
        <ActionIcon variant='subtle' color='gray' c='dimmed' size={34} aria-label={label} onClick={() => { setColorScheme(scheme === 'dark' ? 'light' : 'dark') }}>
          {scheme === 'dark' ? <Sun size={18} /> : <Moon size={18} />}
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
