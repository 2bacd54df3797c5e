import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { timbre, TimbreError } from '../session/session.ts'
import { FileDrop } from '../shared/files.tsx'
import { Card } from '../shared/page.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { labelOf } from '../text/labels.ts'
import { useWords } from '../text/text.tsx'
import { useProgressChanged, type Kind } from './progress.ts'
import { type ReadSet, SetShown } from './set-shown.tsx'
import { words } from './words.ts'

/** The SII's file of test cases: what it asks for is shown before it is stored. */
export function SetFile ({ kind, isLoaded }: { kind: Kind, isLoaded: boolean }) {
  const own = useWords(words).set
  return <Card title={own.title}><SetUpload kind={kind} isLoaded={isLoaded} /></Card>
}

export function SetUpload ({ kind, isLoaded }: { kind: Kind, isLoaded: boolean }) {
  const { set: own, states } = useWords(words)
  const changed = useProgressChanged()
  const [file, setFile] = useState<File>()
  const send = (chosen: File, dryRun: boolean): Promise<ReadSet> => timbre.post('/api/Certification/UploadSet', {
    body: { File: chosen, ...isLoaded && { Replace: 'true' as const } }, headers: dryRun ? { 'X-Dry-Run': 'true' } : {}
  })
  const read = useMutation({ mutationFn: (chosen: File) => send(chosen, true) })
  const keep = useMutation({
    mutationFn: () => send(file!, false),
    onSuccess: async () => {
      setFile(undefined)
      read.reset()
      await changed()
    }
  })
  const begin = ([chosen]: File[]) => {
    keep.reset()
    setFile(chosen)
    read.mutate(chosen!)
  }
  return (
    <Stack>
      <Text size='sm' c='dimmed'>{own.text}</Text>
      {!read.data && <FileDrop label={own.drop} accept='.txt,text/plain' maxBytes={1024 * 1024} busy={read.isPending} onFiles={begin} />}
      {read.error && <Refused error={read.error} />}
      {keep.isSuccess && <Alert color='green' variant='light' role='status'>{own.kept}</Alert>}
      {read.data && (
        <>
          <SetShown read={read.data} />
          {read.data.lost.length > 0 && (
            <Alert color='orange' variant='light'>
              {own.replaces} {read.data.lost.map(({ name, state }) => `${name} (${labelOf(states, state) ?? state})`).join(', ')}.
            </Alert>
          )}
          <ProblemNotice error={keep.error} />
          <Group justify='end'>
            <Button variant='default' onClick={() => { read.reset() }}>{own.again}</Button>
            <Button loading={keep.isPending} disabled={read.data.kind !== kind} onClick={() => { keep.mutate() }}>
              {isLoaded ? own.replace : own.keep}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  )
}

/** The unreadable lines, each with its number; any other error in the server's words. */
function Refused ({ error }: { error: Error }) {
  const own = useWords(words).set
  if (!(error instanceof TimbreError) || error.code !== 'TEST_SET_INVALID') return <ProblemNotice error={error} />
  return (
    <Alert color='red' variant='light' role='alert' title={own.refused}>
      <ul className='sentences'>
        {error.errors.map((sentence) => {
          const [, line, what] = /^File:(\d+): (.*)$/s.exec(sentence) ?? []
          return <li key={sentence}>{line && what ? <><strong>{own.line(line)}</strong> {what}</> : sentence}</li>
        })}
      </ul>
    </Alert>
  )
}
