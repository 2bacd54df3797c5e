import { Button, Drawer, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre, useCan } from '../session/session.ts'
import { useTypeName } from '../shared/document-types.ts'
import { AnchorLink } from '../shared/links.tsx'
import { Facts, Loading } from '../shared/page.tsx'
import { Problem, ProblemNotice } from '../shared/problem.tsx'
import { Dot, tones } from '../shared/status.tsx'
import { labelOf } from '../text/labels.ts'
import { useText, useWords } from '../text/text.tsx'
import { MailState } from './mail-state.tsx'
import { words } from './words.ts'

type Mail = ResultOf<'/api/Mailbox/Message', 'get'>
type MailedFile = Mail['files'][number]

const processed = 2

/** A mail, with the outcome of each of its files and of each document that they name. */
export function MailDetails ({ id, onClose }: { id: string | undefined, onClose: () => void }) {
  const { text } = useText()
  const own = useWords(words)
  const { data, error, refetch } = useQuery({
    queryKey: ['mail', id], enabled: id !== undefined, queryFn: () => timbre.get('/api/Mailbox/Message', { query: { id: id! } })
  })
  return (
    <Drawer
      opened={id !== undefined} onClose={onClose} position='right' size='lg' title={data?.subject ?? own.noSubject}
      closeButtonProps={{ 'aria-label': text.actions.close }}
    >
      {error && !data ? <Problem error={error} onRetry={() => { void refetch() }} />
        : !data ? <Loading rows={4} /> : <Details mail={data} />}
    </Drawer>
  )
}

function Details ({ mail }: { mail: Mail }) {
  const { format, language } = useText()
  const own = useWords(words)
  const { fromName, fromAddress, receivedAt, storedAt, state, explanation, files } = mail
  return (
    <Stack>
      <Facts
        facts={[
          [own.from, fromName && fromAddress ? `${fromName} <${fromAddress}>` : fromAddress ?? own.noSender], [own.at, format.moment(receivedAt ?? storedAt)],
          [own.became, <MailState key='state' state={state} />], [own.why, explanation?.[language]]
        ]}
      />
      <Again mail={mail} />
      <Title order={3}>{own.files}</Title>
      {files.length === 0 && <Text size='sm' c='dimmed'>{own.noFiles}</Text>}
      {files.map((file) => <FileOf key={`${file.name}${file.sha256}`} file={file} />)}
    </Stack>
  )
}

function FileOf ({ file: { name, size, kind, taken, reason, documents } }: { file: MailedFile }) {
  const { format } = useText()
  const own = useWords(words)
  const why = reason === null ? undefined : labelOf(own.reasons, reason) ?? reason
  return (
    <Paper p='sm'>
      <Stack gap={6}>
        <Group justify='space-between' gap='xs'>
          <Text size='sm' fw={550}>{labelOf(own.fileKinds, kind) ?? own.fileKinds.other}</Text>
          <Dot colour={taken ? tones.good : tones.quiet}>{taken ? own.taken : own.notTaken}</Dot>
        </Group>
        <Text size='xs' c='dimmed' className='numbers break'>{name} · {format.bytes(size)}</Text>
        {why && <Text size='sm'>{why}.</Text>}
        {documents.length > 0 && <ul className='sentences'>{documents.map((one, index) => <li key={index}><Named document={one} /></li>)}</ul>}
      </Stack>
    </Paper>
  )
}

/** A document that an answer names; one's own leads to its page. */
function Named ({ document: { documentType, folio, correlationId, kind, reason } }: { document: MailedFile['documents'][number] }) {
  const own = useWords(words)
  const nameOf = useTypeName()
  const name = own.document(nameOf(documentType), String(folio))
  return (
    <Text span size='sm'>
      {correlationId ? <AnchorLink to='/documents/$id' params={{ id: correlationId }} size='sm'>{name}</AnchorLink> : name}
      {` · ${labelOf(own.answers, kind) ?? kind}`}{reason !== null && ` · ${labelOf(own.reasons, reason) ?? reason}`}
    </Text>
  )
}

// A person may know better than the mail server.
const unproven: ReadonlySet<string> = new Set(['SENDER_AMBIGUOUS', 'SENDER_UNPROVEN', 'SENDER_FORGED'])

/** For what was put aside, once its cause is gone. */
function Again ({ mail: { id, state, reason, files } }: { mail: Mail }) {
  const own = useWords(words)
  const can = useCan()
  const cache = useQueryClient()
  const again = useMutation({
    mutationFn: (trustSender: boolean) => timbre.post('/api/Mailbox/Reprocess', { body: { id, trustSender } }),
    onSuccess: async () => {
      notifications.show({ message: own.againDone, color: 'green' })
      await Promise.all(['mail', 'mails'].map((key) => cache.invalidateQueries({ queryKey: [key] })))
    }
  })
  if (!can('Mailbox.Manage') || state === processed) return null
  const isUnproven = [reason, ...files.map((file) => file.reason)].some((one) => one !== null && unproven.has(one))
  return (
    <Group>
      <Button variant='default' leftSection={<RotateCw size={16} />} loading={again.isPending} onClick={() => { again.mutate(false) }}>{own.again}</Button>
      {isUnproven && <Button variant='default' loading={again.isPending} onClick={() => { again.mutate(true) }}>{own.trust}</Button>}
      <ProblemNotice error={again.error} />
    </Group>
  )
}
