import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre, useCan } from '../session/session.ts'
import { Confirm } from '../shared/confirm.tsx'
import { save } from '../shared/files.tsx'
import { Facts } from '../shared/page.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { isDueAgain, useProgressChanged, type Item, type Kind } from './progress.ts'
import { words } from './words.ts'

type Book = ResultOf<'/api/Certification/IssueBook', 'post'>

/** Shows what a book would contain, and issues it, again after an attempt that does not count. */
export function IssueBook ({ kind, item }: { kind: Kind, item: Item }) {
  const { text } = useText()
  const own = useWords(words)
  const can = useCan()
  const changed = useProgressChanged()
  const [asked, setAsked] = useState(false)
  const { name, state } = item
  const send = (dryRun: boolean): Promise<Book> => timbre.post('/api/Certification/IssueBook', {
    body: { kind, name }, headers: dryRun ? { 'X-Dry-Run': 'true' } : {}
  })
  const preview = useMutation({ mutationFn: () => send(true) })
  const issue = useMutation({
    mutationFn: () => send(false),
    onSuccess: async () => {
      setAsked(false)
      await changed()
    }
  })
  if (!can('Certification.Manage') || !isDueAgain(item)) return null
  return (
    <Group gap='sm'>
      <Button onClick={() => { issue.reset(); setAsked(true) }}>{state === 'Ready' ? own.issue : own.issueAgain}</Button>
      <Button variant='default' loading={preview.isPending} onClick={() => { preview.mutate() }}>{own.preview}</Button>
      <ProblemNotice error={preview.error} />
      <Modal
        opened={preview.data !== undefined} onClose={() => { preview.reset() }} title={own.previewTitle(name)}
        closeButtonProps={{ 'aria-label': text.actions.close }}
      >
        {preview.data && <Contents book={preview.data} />}
      </Modal>
      <Confirm
        opened={asked} onClose={() => { setAsked(false) }} title={own.confirmBook.title} work={issue} action={own.issue}
        onConfirm={() => { issue.mutate() }}
      >
        <Text size='sm'>{own.confirmBook.text(name)}</Text>
      </Confirm>
    </Group>
  )
}

function Contents ({ book: { period, entries, fileName, xml } }: { book: Book }) {
  const { format } = useText()
  const { book: own } = useWords(words)
  return (
    <Stack>
      <Facts facts={[[own.period, period], [own.entries, format.number(entries)]]} />
      <Group>
        <Button
          variant='default' leftSection={<Download size={16} />}
          onClick={() => { save(new Blob([xml], { type: 'application/xml' }), fileName) }}
        >
          {own.download}
        </Button>
      </Group>
    </Stack>
  )
}
