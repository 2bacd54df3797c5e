import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { TimbreError, useCan } from '../session/session.ts'
import { Confirm } from '../shared/confirm.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { isDueAgain, useProgressChanged, type Item } from './progress.ts'
import { words } from './words.ts'

interface IssueItemProps<Answer> {
  item: Item
  /** A dry run or the issue itself; `evenSo` once it was refused for a cause that a person may set aside. */
  send: (dryRun: boolean, evenSo: boolean) => Promise<Answer>
  shown: (answer: Answer) => ReactNode
  wide?: boolean
  question: { title: string, text: string }
  setAside?: { code: string, action: string, text: string }
}

/** Shows what a set or a book would be, and issues it, again after an attempt that does not count. */
export function IssueItem<Answer> ({ item, send, shown, wide = false, question, setAside }: IssueItemProps<Answer>) {
  const { name, state } = item
  const { text } = useText()
  const own = useWords(words)
  const can = useCan()
  const changed = useProgressChanged()
  const [asked, setAsked] = useState(false)
  const preview = useMutation({ mutationFn: () => send(true, false) })
  const issue = useMutation({
    mutationFn: (evenSo: boolean) => send(false, evenSo),
    onSuccess: async () => {
      setAsked(false)
      await changed()
    }
  })
  const refused = setAside && issue.error instanceof TimbreError && issue.error.code === setAside.code ? setAside : undefined
  if (!can('Certification.Manage') || !isDueAgain(item)) return null
  return (
    <Group gap='sm'>
      <Button onClick={() => { issue.reset(); setAsked(true) }}>{state === 'Ready' ? own.issue : own.issueAgain}</Button>
      <Button variant='default' loading={preview.isPending} onClick={() => { preview.mutate() }}>{own.preview}</Button>
      <ProblemNotice error={preview.error} />
      <Modal
        opened={preview.data !== undefined} onClose={() => { preview.reset() }} title={own.previewTitle(name)} size={wide ? 'xl' : 'md'}
        closeButtonProps={{ 'aria-label': text.actions.close }}
      >
        {preview.data !== undefined && shown(preview.data)}
      </Modal>
      <Confirm
        opened={asked} onClose={() => { setAsked(false) }} title={question.title}
        work={refused ? { isPending: issue.isPending, error: null } : issue} action={refused?.action ?? own.issue}
        onConfirm={() => { issue.mutate(refused !== undefined) }}
      >
        <Stack gap='sm'>
          <Text size='sm'>{question.text}</Text>
          {refused && <Alert color='orange' variant='light' role='alert'>{refused.text}</Alert>}
        </Stack>
      </Confirm>
    </Group>
  )
}
