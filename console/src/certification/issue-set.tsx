import { Alert, Button, Group, Modal, Stack, Table } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre, TimbreError, useCan } from '../session/session.ts'
import { Confirm } from '../shared/confirm.tsx'
import { useTypeName } from '../shared/document-types.ts'
import { ProblemNotice } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { isDueAgain, useProgressChanged, type Item, type Kind } from './progress.ts'
import { words } from './words.ts'

export type Issued = ResultOf<'/api/Certification/Issue', 'post'>

/** Shows what a set would be, and issues it, again after an attempt that does not count. */
export function IssueSet ({ kind, item }: { kind: Kind, item: Item }) {
  const { name, state } = item
  const { text } = useText()
  const own = useWords(words)
  const can = useCan()
  const changed = useProgressChanged()
  const [asked, setAsked] = useState(false)
  const send = (dryRun: boolean, confirm = false): Promise<Issued> => timbre.post('/api/Certification/Issue', {
    body: { kind, name, ...confirm && { confirm } }, headers: dryRun ? { 'X-Dry-Run': 'true' } : {}
  })
  const preview = useMutation({ mutationFn: () => send(true) })
  const issue = useMutation({
    mutationFn: (confirm: boolean) => send(false, confirm),
    onSuccess: async () => {
      setAsked(false)
      await changed()
    }
  })
  const isLate = issue.error instanceof TimbreError && issue.error.code === 'BOLETA_DAY_OVER'
  if (!can('Certification.Manage') || !isDueAgain(item)) return null
  return (
    <Group gap='sm'>
      <Button onClick={() => { issue.reset(); setAsked(true) }}>{state === 'Ready' ? own.issue : own.issueAgain}</Button>
      <Button variant='default' loading={preview.isPending} onClick={() => { preview.mutate() }}>{own.preview}</Button>
      <ProblemNotice error={preview.error} />
      <Modal
        opened={preview.data !== undefined} onClose={() => { preview.reset() }} title={own.previewTitle(name)} size='xl'
        closeButtonProps={{ 'aria-label': text.actions.close }}
      >
        {preview.data && <Preview issued={preview.data} />}
      </Modal>
      <Confirm
        opened={asked} onClose={() => { setAsked(false) }} title={own.confirmIssue.title}
        work={isLate ? { isPending: issue.isPending, error: null } : issue}
        action={isLate ? own.confirmIssue.evenSo : own.issue} onConfirm={() => { issue.mutate(isLate) }}
      >
        <Stack gap='sm'>
          {own.confirmIssue.text(name)}
          {isLate && <Alert color='orange' variant='light' role='alert'>{own.confirmIssue.even}</Alert>}
        </Stack>
      </Confirm>
    </Group>
  )
}

/** The documents as they would be issued. */
export function Preview ({ issued: { name, documents } }: { issued: Issued }) {
  const { format } = useText()
  const { columns: own } = useWords(words)
  const nameOf = useTypeName()
  return (
    <Table.ScrollContainer minWidth={620} scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': name } }}>
      <Table className='numbers' horizontalSpacing='xs' aria-label={name}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th ta='right'>{own.case}</Table.Th><Table.Th>{own.type}</Table.Th><Table.Th ta='right'>{own.folio}</Table.Th>
            <Table.Th ta='right'>{own.net}</Table.Th><Table.Th ta='right'>{own.exempt}</Table.Th><Table.Th ta='right'>{own.tax}</Table.Th>
            <Table.Th ta='right'>{own.total}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {documents.map((document) => (
            <Table.Tr key={document.case}>
              <Table.Td ta='right'>{document.case}</Table.Td><Table.Td>{nameOf(document.documentType)}</Table.Td><Table.Td ta='right'>{document.folio}</Table.Td>
              {[document.netAmount, document.exemptAmount, document.taxAmount, document.totalAmount].map((amount, index) => (
                <Table.Td key={index} ta='right'>{format.number(amount)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
