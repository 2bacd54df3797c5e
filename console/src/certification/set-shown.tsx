import { Accordion, Stack, Table, Text } from '@mantine/core'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { useTypeName } from '../shared/document-types.ts'
import { useText, useWords } from '../text/text.tsx'
import { Lacks } from './lacks.tsx'
import { words } from './words.ts'

export type ReadSet = ResultOf<'/api/Certification/UploadSet', 'post'>

/** What the file of a set asks for: its sets with their documents and folios, and the SII's notes. */
export function SetShown ({ read: { sets, folios, missing, notes } }: { read: ReadSet }) {
  const { format } = useText()
  const { set: own, missing: lacking } = useWords(words)
  const nameOf = useTypeName()
  return (
    <Stack gap='md'>
      <Text fw={600} size='sm'>{own.asks}</Text>
      <Accordion multiple order={3} variant='contained'>
        {sets.map((set) => (
          <Accordion.Item key={set.name} value={set.name}>
            <Accordion.Control>{set.name}</Accordion.Control>
            <Accordion.Panel>
              {set.documents.length > 0 && <Documents set={set} />}
              {set.purchases.length > 0 && <Text size='sm'>{own.purchases(format.number(set.purchases.length))}</Text>}
              <Notes notes={set.notes} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      <div>
        <Text fw={600} size='sm'>{own.folios}</Text>
        <ul className='sentences'>
          {folios.map(({ documentType, needed, active }) => (
            <li key={documentType}>{nameOf(documentType)}: {own.folioOf(format.number(needed), format.number(active))}</li>
          ))}
        </ul>
      </div>
      {missing.length > 0 && <div><Text fw={600} size='sm'>{lacking}</Text><Lacks lacks={missing} /></div>}
      <Notes notes={notes} />
    </Stack>
  )
}

function Documents ({ set: { name, documents } }: { set: ReadSet['sets'][number] }) {
  const { format } = useText()
  const { columns, set: own } = useWords(words)
  const nameOf = useTypeName()
  const amount = (value: number) => format.number(value)
  return (
    <Table.ScrollContainer minWidth={520} scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': name } }}>
      <Table className='numbers' horizontalSpacing='xs' aria-label={name}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th ta='right'>{columns.case}</Table.Th><Table.Th>{columns.type}</Table.Th><Table.Th ta='right'>{columns.lines}</Table.Th>
            <Table.Th ta='right'>{columns.total}</Table.Th><Table.Th>{columns.changes}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {documents.map((document) => (
            <Table.Tr key={document.case}>
              <Table.Td ta='right'>{document.case}</Table.Td><Table.Td>{nameOf(document.documentType)}</Table.Td>
              <Table.Td ta='right'>{document.lines}</Table.Td><Table.Td ta='right'>{amount(document.totalAmount)}</Table.Td>
              <Table.Td>{document.changes && own.note(String(document.changes.case), document.changes.reason)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** What the SII tells the author of the set, in its words. */
function Notes ({ notes }: { notes: readonly string[] }) {
  const { set: own } = useWords(words)
  if (notes.length === 0) return null
  return (
    <div>
      <Text fw={600} size='sm' mt='sm'>{own.notes}</Text>
      <ul className='sentences'>{notes.map((note) => <li key={note}>{note}</li>)}</ul>
    </div>
  )
}
