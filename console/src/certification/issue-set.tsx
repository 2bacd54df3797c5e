import { Table } from '@mantine/core'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre } from '../session/session.ts'
import { useTypeName } from '../shared/document-types.ts'
import { useText, useWords } from '../text/text.tsx'
import { IssueItem } from './issue-item.tsx'
import type { Item, Kind } from './progress.ts'
import { words } from './words.ts'

export type Issued = ResultOf<'/api/Certification/Issue', 'post'>

export function IssueSet ({ kind, item }: { kind: Kind, item: Item }) {
  const { name } = item
  const { confirmIssue } = useWords(words)
  const send = (dryRun: boolean, confirm: boolean): Promise<Issued> => timbre.post('/api/Certification/Issue', {
    body: { kind, name, ...confirm && { confirm } }, headers: dryRun ? { 'X-Dry-Run': 'true' } : {}
  })
  return (
    <IssueItem
      item={item} send={send} shown={(issued) => <Preview issued={issued} />} wide
      question={{ title: confirmIssue.title, text: confirmIssue.text(name) }}
      setAside={{ code: 'BOLETA_DAY_OVER', action: confirmIssue.evenSo, text: confirmIssue.even }}
    />
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
