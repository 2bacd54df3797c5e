import { Button, Group, Menu, Paper, Progress, Select, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Download, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { timbre } from '../session/session.ts'
import { upload, type Sent } from '../session/upload.ts'
import { useDocumentTypes, useTypeName } from '../shared/document-types.ts'
import { FileDrop, save } from '../shared/files.tsx'
import { newName } from '../shared/new-name.ts'
import { ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { words } from './words.ts'

const maxBytes = 64 * 1024 * 1024

/** Takes a spreadsheet, with its progress; then leads to what was found in it. */
export function Upload ({ replacesId, title }: { replacesId?: string, title?: string }) {
  const { upload: own } = useWords(words)
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [problem, setProblem] = useState<unknown>()
  const [running, setRunning] = useState<{ name: string, sent: Sent | undefined, startedAt: number }>()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => { controller.current?.abort() }, [])

  const start = async (file: File) => {
    setProblem(undefined)
    const { signal } = controller.current = new AbortController()
    const startedAt = Date.now()
    setRunning({ name: file.name, sent: undefined, startedAt })
    try {
      const { id } = await upload('/api/BulkInvoice/Create', {
        parts: { File: file, Name: file.name.replace(/\.\w+$/, '') }, query: { replacesId }, signal,
        // A second attempt after a lost answer must not make a second submission.
        headers: { 'idempotency-key': newName() },
        onProgress: (sent) => { setRunning({ name: file.name, sent, startedAt }) }
      })
      void cache.invalidateQueries({ queryKey: ['submissions'] })
      if (replacesId) void cache.invalidateQueries({ queryKey: ['submission', replacesId] })
      await navigate({ to: '/bulk/$id', params: { id } })
    } catch (error) {
      if (!signal.aborted) setProblem(error)
    } finally {
      setRunning(undefined)
    }
  }

  return (
    <Stack gap='sm'>
      {running ? <Sending {...running} onCancel={() => { controller.current?.abort() }} /> : (
        <FileDrop label={title ?? own.drop} note={own.note} accept='.xlsx,.csv' maxBytes={maxBytes} onFiles={([file]) => { void start(file!) }} />
      )}
      <ProblemNotice error={problem} />
    </Stack>
  )
}

interface SendingProps { name: string, sent: Sent | undefined, startedAt: number, onCancel: () => void }

function Sending ({ name, sent, startedAt, onCancel }: SendingProps) {
  const { format } = useText()
  const { upload: own } = useWords(words)
  const share = sent ? sent.bytes / Math.max(1, sent.of) : 0
  const seconds = (Date.now() - startedAt) / 1000
  const left = share > 0 && seconds > 1 ? seconds / share - seconds : undefined
  const isSent = share >= 1
  const label = isSent ? own.checking(name) : own.sending(name)
  return (
    <Paper p='lg'>
      <Group justify='space-between' mb='xs'>
        <Text size='sm' fw={550} role='status' className='clip'>{label}</Text>
        <Button variant='subtle' color='gray' size='compact-sm' leftSection={<X size={14} />} onClick={onCancel}>{own.cancel}</Button>
      </Group>
      <Progress.Root size='md'>
        <Progress.Section value={share * 100} animated={isSent} aria-label={label} />
      </Progress.Root>
      {sent && !isSent && (
        <Text size='xs' c='dimmed' mt='xs' className='numbers'>
          {[own.sent(format.bytes(sent.bytes), format.bytes(sent.of)), left !== undefined && own.left(format.seconds(left))].filter(Boolean).join(' · ')}
        </Text>
      )}
    </Paper>
  )
}

/** The template of a document type, as a spreadsheet or as text. */
export function TemplateDownload () {
  const { upload: own } = useWords(words)
  const { data: types } = useDocumentTypes()
  const nameOf = useTypeName()
  const [type, setType] = useState('33')
  const [problem, setProblem] = useState<unknown>()
  const [busy, setBusy] = useState(false)

  const download = async (format: 'xlsx' | 'csv') => {
    setProblem(undefined)
    setBusy(true)
    try {
      save(await timbre.get('/api/BulkInvoice/GetTemplate', { query: { documentType: type as '33', format } }), `plantilla-${type}.${format}`)
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack gap='sm'>
      <Group gap='sm' align='end'>
        <Select
          label={own.type} allowDeselect={false} value={type} flex='1 1 220px' searchable
          data={(types ?? []).map(({ code }) => ({ value: code, label: nameOf(code) }))} onChange={(value) => { setType(value ?? '33') }}
        />
        <Menu position='bottom-end'>
          <Menu.Target><Button variant='default' loading={busy} leftSection={<Download size={16} />}>{own.template}</Button></Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => { void download('xlsx') }}>{own.xlsx}</Menu.Item>
            <Menu.Item onClick={() => { void download('csv') }}>{own.csv}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      <ProblemNotice error={problem} />
    </Stack>
  )
}
