import { ActionIcon, Alert, Button, Checkbox, Code, CopyButton, Group, Stack, Text, Tooltip } from '@mantine/core'
import { Check, Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../text/text.tsx'
import { save } from './files.tsx'

/** An icon that copies a value; `label` says which. */
export function CopyIcon ({ value, label }: { value: string, label: string }) {
  const { text } = useText()
  return (
    <CopyButton value={value}>{({ copied, copy }) => (
      <Tooltip label={copied ? text.actions.copied : label}>
        <ActionIcon variant='subtle' color='gray' onClick={copy} aria-label={label}>
          {copied ? <Check size={16} /> : <Copy size={16} />}
        </ActionIcon>
      </Tooltip>
    )}
    </CopyButton>
  )
}

interface SecretProps {
  /** Names and values, as they are shown and saved. */
  values: ReadonlyArray<readonly [name: string, value: string]>
  fileName: string
  /** The verb on the button; it closes what is shown. */
  action?: string
  onKept: () => void
}

/** What is shown once. It lives in this component alone and is in no cache. */
export function SecretOnce ({ values, fileName, action, onKept }: SecretProps) {
  const { text } = useText()
  const [kept, setKept] = useState(false)
  const lines = values.map(([name, value]) => `${name}: ${value}`).join('\n')
  return (
    <Stack gap='sm'>
      <Alert color='orange' variant='light'>{text.secret.once}</Alert>
      {values.map(([name, value]) => (
        <div key={name}>
          <Text size='sm' fw={550} mb={4}>{name}</Text>
          <Group gap='xs' wrap='nowrap'>
            <Code block flex={1} className='secret'>{value}</Code>
            <CopyIcon value={value} label={`${text.actions.copy}: ${name}`} />
          </Group>
        </div>
      ))}
      <Group justify='space-between'>
        <Button
          variant='default' leftSection={<Download size={16} />}
          onClick={() => { save(new Blob([`${lines}\n`], { type: 'text/plain' }), fileName) }}
        >
          {text.secret.download}
        </Button>
        <Checkbox label={text.secret.kept} checked={kept} onChange={({ currentTarget }) => { setKept(currentTarget.checked) }} />
      </Group>
      <Group justify='end'><Button disabled={!kept} onClick={onKept}>{action ?? text.actions.close}</Button></Group>
    </Stack>
  )
}
