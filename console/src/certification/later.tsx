import { Alert, Anchor, Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { RequestOf } from '../../../clients/typescript/client.ts'
import { timbre } from '../session/session.ts'
import { Confirm } from '../shared/confirm.tsx'
import { FileDrop, save } from '../shared/files.tsx'
import { Facts } from '../shared/page.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { labelOf } from '../text/labels.ts'
import { useText, useWords } from '../text/text.tsx'
import { Preview } from './issue-set.tsx'
import { Lacks } from './lacks.tsx'
import { useProgressChanged } from './progress.ts'
import { words } from './words.ts'

type Documents = RequestOf<'/api/Certification/Simulation', 'post'>['body']['documents']

/** `{ documents: […] }`, `{ invoices: […] }` or a list; undefined for anything else. */
function documentsIn (text: string): Documents | undefined {
  try {
    const read = JSON.parse(text) as { documents?: unknown, invoices?: unknown } | null
    const list = Array.isArray(read) ? read : read?.documents ?? read?.invoices
    return Array.isArray(list) ? list as Documents : undefined
  } catch {
    return undefined
  }
}

/** The documents of the simulation, shown before they are issued. */
export function Simulation () {
  const { format } = useText()
  const { simulation: own } = useWords(words)
  const changed = useProgressChanged()
  const [documents, setDocuments] = useState<Documents>()
  const [isUnreadable, setUnreadable] = useState(false)
  const [asked, setAsked] = useState(false)
  const send = (wanted: Documents, dryRun: boolean) => timbre.post('/api/Certification/Simulation', {
    body: { documents: wanted }, headers: dryRun ? { 'X-Dry-Run': 'true' } : {}
  })
  const preview = useMutation({ mutationFn: (wanted: Documents) => send(wanted, true) })
  const issue = useMutation({
    mutationFn: () => send(documents!, false),
    onSuccess: async () => {
      setAsked(false)
      preview.reset()
      await changed()
    }
  })
  const read = async ([file]: File[]) => {
    const found = documentsIn(await file!.text())
    issue.reset()
    setUnreadable(found === undefined)
    setDocuments(found)
    if (found) preview.mutate(found)
  }
  return (
    <Stack>
      <Text size='sm' c='dimmed'>{own.text}</Text>
      <FileDrop
        label={own.drop} accept='.json,application/json' maxBytes={4 * 1024 * 1024} busy={preview.isPending}
        onFiles={(files) => { void read(files) }}
      />
      {isUnreadable && <Alert color='red' variant='light' role='alert'>{own.unreadable}</Alert>}
      <ProblemNotice error={preview.error} />
      {issue.data && <Alert color='green' variant='light' role='status'>{own.issued(format.number(issue.data.documents.length))}</Alert>}
      {preview.data && (
        <>
          <Preview issued={preview.data} />
          <Group justify='end'><Button onClick={() => { setAsked(true) }}>{own.issue}</Button></Group>
        </>
      )}
      <Confirm
        opened={asked} onClose={() => { setAsked(false) }} title={own.issue} action={own.issue} work={issue}
        onConfirm={() => { issue.mutate() }}
      >
        {own.confirm(format.number(documents?.length ?? 0))}
      </Confirm>
    </Stack>
  )
}

/** The answers to what the SII sends as a supplier. */
export function Exchange () {
  const { exchange: own } = useWords(words)
  const changed = useProgressChanged()
  const [file, setFile] = useState<File>()
  const [number, setNumber] = useState<number | string>('')
  const answer = useMutation({
    mutationFn: async () => {
      save(await timbre.post('/api/Certification/Exchange', { body: { File: file!, Number: Number(number) } }), `RESPUESTAS_${number}.zip`)
      await changed()
    }
  })
  const choose = ([chosen]: File[]) => {
    answer.reset()
    setFile(chosen)
    const [, inName] = /(\d+)\.xml$/i.exec(chosen!.name) ?? []
    if (inName) setNumber(Number(inName))
  }
  return (
    <Stack>
      <Text size='sm' c='dimmed'>{own.text}</Text>
      <FileDrop label={own.drop} accept='.xml,text/xml' maxBytes={1024 * 1024} note={file && own.chosen(file.name)} onFiles={choose} />
      <NumberInput
        label={own.number} description={own.numberNote} hideControls allowDecimal={false} min={1} maw={320} value={number}
        onChange={setNumber}
      />
      <ProblemNotice error={answer.error} />
      <Group justify='end'>
        <Button
          leftSection={<Download size={16} />} disabled={!file || number === ''} loading={answer.isPending}
          onClick={() => { answer.mutate() }}
        >
          {own.submit}
        </Button>
      </Group>
    </Stack>
  )
}

export function Samples () {
  const { samples: own } = useWords(words)
  const download = useMutation({ mutationFn: async () => { save(await timbre.get('/api/Certification/Samples'), own.file) } })
  return (
    <Stack>
      <Text size='sm' c='dimmed'>{own.text}</Text>
      <ProblemNotice error={download.error} />
      <Group>
        <Button leftSection={<Download size={16} />} loading={download.isPending} onClick={() => { download.mutate() }}>
          {own.submit}
        </Button>
      </Group>
    </Stack>
  )
}

/** Takes over into production what may be, and says what is left to do there. */
export function GoLive () {
  const { goLive: own } = useWords(words)
  const [tenantCode, setTenantCode] = useState('')
  const prepare = useMutation({ mutationFn: () => timbre.post('/api/Certification/GoLive', { body: { tenantCode: tenantCode.trim() } }) })
  const done = prepare.data
  const listed = (names: readonly string[]) => names.length === 0 ? own.none : names.join(', ')
  return (
    <form onSubmit={(event) => { event.preventDefault(); prepare.mutate() }}>
      <Stack>
        <Text size='sm' c='dimmed'>{own.text}</Text>
        <TextInput
          label={own.code} required withAsterisk={false} autoComplete='off' maw={320} value={tenantCode}
          onChange={({ currentTarget }) => { setTenantCode(currentTarget.value) }}
        />
        <ProblemNotice error={prepare.error} />
        <Group><Button type='submit' loading={prepare.isPending}>{own.submit}</Button></Group>
        {done && (
          <Stack gap='sm' role='status'>
            <Facts facts={[[own.settings, listed(done.copied.settings)], [own.templates, listed(done.copied.templates)]]} />
            {done.ready ? <Text size='sm'>{own.ready}</Text> : <div><Text size='sm' fw={550}>{own.left}</Text><Lacks lacks={done.missing} /></div>}
            {done.steps.length > 0 && (
              <div>
                <Text size='sm' fw={550}>{own.steps}</Text>
                <ul className='sentences'>
                  {done.steps.map(({ page, message }) => (
                    <li key={message}><Anchor href={page.address} target='_blank' rel='noreferrer' size='sm'>{page.name}</Anchor>: {labelOf(own.todo, page.name) ?? message}</li>
                  ))}
                </ul>
              </div>
            )}
          </Stack>
        )}
      </Stack>
    </form>
  )
}
