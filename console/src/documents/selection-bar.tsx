import { Alert, Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Mail, RotateCw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { timbre, useCan } from '../session/session.ts'
import { Confirm } from '../shared/confirm.tsx'
import { SelectionBar } from '../shared/list/selection-bar.tsx'
import { useSentencesOf } from '../shared/problem.tsx'
import type { Selection } from '../shared/selection.ts'
import { useText, useWords } from '../text/text.tsx'
import { Export } from './export.tsx'
import { useDocumentName } from './name.ts'
import { Pdfs } from './pdfs.tsx'
import type { Row } from './requests.ts'
import { words } from './words.ts'

const SendSelected = lazy(async () => ({ default: (await import('./send-selected.tsx')).SendSelected }))

/** What can be done with the selected rows, and how it ended. */
export function DocumentSelection ({ selection }: { selection: Selection<Row> }) {
  const own = useWords(words)
  const can = useCan()
  const { rows } = selection
  const [outcome, setOutcome] = useState<Outcome>()
  const [opened, { open, close }] = useDisclosure()
  const sendable = rows.filter(({ status, invoiceNumber }) => status < 7 && invoiceNumber !== '')
  const failed = rows.filter(({ status }) => status > 6)
  if (rows.length === 0) return outcome ? <RetryOutcome outcome={outcome} /> : null
  return (
    <>
      <SelectionBar selection={selection}>
        {failed.length > 0 && can('Webhook.Manage') && (
          <Retry rows={failed} onDone={(done) => { setOutcome(done); selection.clear() }} />
        )}
        {sendable.length > 0 && can('Webhook.Send') && (
          <Button variant='default' size='xs' leftSection={<Mail size={15} />} onClick={open}>{own.sendThem}</Button>
        )}
        <Export label={own.exportSelected} size='xs' query={{ correlationIds: rows.map(({ correlationId }) => correlationId) }} />
        <Pdfs rows={rows.filter(({ invoiceNumber }) => invoiceNumber !== '')} />
      </SelectionBar>
      {opened && <Suspense><SendSelected rows={sendable} onClose={close} /></Suspense>}
    </>
  )
}

interface Outcome { retried: number, refused: Array<{ row: Row, error: unknown }> }

function Retry ({ rows, onDone }: { rows: Row[], onDone: (outcome: Outcome) => void }) {
  const own = useWords(words)
  const { text, format } = useText()
  const [opened, { open, close }] = useDisclosure()
  const cache = useQueryClient()
  const work = useMutation({
    mutationFn: () => retryEach(rows),
    onSuccess: (outcome) => {
      close()
      onDone(outcome)
      void cache.invalidateQueries()
    }
  })
  const count = format.number(rows.length)
  return (
    <>
      <Button size='xs' leftSection={<RotateCw size={15} />} onClick={open}>{own.retryThem(count)}</Button>
      <Confirm
        opened={opened} onClose={close} title={own.retryTitle} action={text.actions.retry} work={work}
        onConfirm={() => { work.mutate() }}
      >
        <Stack gap='xs'>
          <Text size='sm'>{own.retryText(count, rows.length === 1)}</Text>
          <Text size='sm' c='dimmed'>{own.retryHint}</Text>
        </Stack>
      </Confirm>
    </>
  )
}

/** One after another; one that the server refuses does not stop the others. */
async function retryEach (rows: Row[]): Promise<Outcome> {
  const refused: Outcome['refused'] = []
  for (const row of rows) {
    const { correlationId } = row
    await timbre.put('/api/Webhook/Retry', { body: { correlationId } }).catch((error: unknown) => { refused.push({ row, error }) })
  }
  return { retried: rows.length - refused.length, refused }
}

function RetryOutcome ({ outcome: { retried, refused } }: { outcome: Outcome }) {
  const own = useWords(words)
  const { format } = useText()
  const nameOf = useDocumentName()
  const sentencesOf = useSentencesOf()
  return (
    <Alert color={refused.length > 0 ? 'orange' : 'green'} variant='light' radius={0} role='status'>
      <Stack gap={4}>
        {retried > 0 && <Text size='sm'>{own.retried(format.number(retried), retried === 1)}</Text>}
        {refused.map(({ row, error }) => (
          <Text size='sm' key={row.correlationId}><b>{own.notRetried(nameOf(row))}</b> {sentencesOf(error).join(' ')}</Text>
        ))}
      </Stack>
    </Alert>
  )
}
