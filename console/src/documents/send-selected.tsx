import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { facts, timbre } from '../session/session.ts'
import { useSentencesOf } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { words } from './hand-over-words.ts'
import { useDocumentName } from './name.ts'
import { detail, type Row } from './requests.ts'

interface Outcome { row: Row, to?: string, error?: unknown }
interface Receiving { header?: { receiver?: { email?: string | null } } }

/** Mails each selected document to the address that it has, or to the one that is typed here. */
export function SendSelected ({ rows, onClose }: { rows: Row[], onClose: () => void }) {
  const own = useWords(words)
  const { text } = useText()
  const cache = useQueryClient()
  const [address, setAddress] = useState('')
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const send = useMutation({
    mutationFn: async () => {
      setOutcomes([])
      // One after another; one that is refused does not stop the others.
      for (const row of rows) {
        const outcome = await sendOne(row).catch((error: unknown): Outcome => ({ row, error }))
        setOutcomes((before) => [...before, outcome])
      }
    }
  })
  async function sendOne (row: Row): Promise<Outcome> {
    const { correlationId } = row
    const { payload } = await cache.fetchQuery(detail(correlationId))
    const to = address.trim() || ((payload as Receiving).header?.receiver?.email ?? '')
    if (to === '') return { row }
    await timbre.post('/api/Webhook/Send', { body: { correlationId, to: to.split(/[\s,;]+/), copyToMe: false } })
    void cache.invalidateQueries({ queryKey: ['document', correlationId] })
    return { row, to }
  }
  const isDone = outcomes.length === rows.length && !send.isPending
  return (
    <Modal opened onClose={onClose} title={own.sendMany(rows.length)} centered closeButtonProps={{ 'aria-label': text.actions.close }}>
      <form onSubmit={(event) => { event.preventDefault(); send.mutate() }}>
        <Stack>
          {!facts.mail && <Alert color='orange' variant='light'>{own.noMail}</Alert>}
          {!isDone && (
            <TextInput
              label={own.oneAddress} description={own.oneAddressNote} autoComplete='off' inputMode='email' value={address}
              disabled={send.isPending} data-autofocus onChange={({ currentTarget }) => { setAddress(currentTarget.value) }}
            />
          )}
          <Stack gap={4} role='status'>
            {outcomes.map((outcome) => <OutcomeLine key={outcome.row.correlationId} outcome={outcome} />)}
          </Stack>
          <Group justify='end'>
            <Button variant='default' onClick={onClose}>{isDone ? text.actions.close : text.actions.cancel}</Button>
            {!isDone && <Button type='submit' loading={send.isPending}>{own.send}</Button>}
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function OutcomeLine ({ outcome: { row, to, error } }: { outcome: Outcome }) {
  const own = useWords(words)
  const nameOf = useDocumentName()
  const sentencesOf = useSentencesOf()
  const said = error !== undefined ? sentencesOf(error).join(' ') : to === undefined ? own.noAddress : own.queued(to)
  return <Text size='sm' {...to === undefined && { c: 'red.8' }}><b>{nameOf(row)}</b>: {said}</Text>
}
