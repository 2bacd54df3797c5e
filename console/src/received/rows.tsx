import '../shared/document/documents.css'
import { Box, Checkbox, Group, Table, Text } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTypeName } from '../shared/document-types.ts'
import { useNarrow } from '../shared/page.tsx'
import type { Selection } from '../shared/selection.ts'
import { useText, useWords } from '../text/text.tsx'
import { useReceivedName } from './name.ts'
import type { Row } from './requests.ts'
import { Confirmation, Deadline } from './state.tsx'
import { words } from './words.ts'

interface RowsProps { rows: Row[], selection: Selection<Row> }

export function Rows (props: RowsProps) {
  return useNarrow() ? <Cards {...props} /> : <Wide {...props} />
}

function Wide ({ rows, selection }: RowsProps) {
  const own = useWords(words)
  const { format } = useText()
  const nameOf = useTypeName()
  const { columns } = own
  return (
    <Table layout='fixed'>
      <caption className='unseen'>{own.caption}</caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Td w={48} pr={0}>
            <Checkbox aria-label={own.selectAll} checked={selection.all} indeterminate={selection.some} onChange={selection.toggleAll} />
          </Table.Td>
          <Table.Th scope='col'>{columns.supplier}</Table.Th>
          <Table.Th scope='col' w='17%'>{columns.document}</Table.Th>
          <Table.Th scope='col' w='13%'>{columns.date}</Table.Th>
          <Table.Th scope='col' w='13%' ta='right'>{columns.total}</Table.Th>
          <Table.Th scope='col' w='17%'>{columns.sii}</Table.Th>
          <Table.Th scope='col' w='16%'>{columns.state}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.id} className='row' data-selected={selection.isSelected(row) || undefined}>
            <Table.Td pr={0}><Selector row={row} selection={selection} /></Table.Td>
            <Table.Td>
              <RowLink row={row}><p className='words strong clip' title={row.issuerName}>{row.issuerName}</p></RowLink>
              <p className='note numbers'>{format.rut(row.issuer)}</p>
            </Table.Td>
            <Table.Td>
              <p className='words clip' title={nameOf(row.documentType)}>{nameOf(row.documentType)}</p>
              <p className='note numbers'>N° {row.folio}</p>
            </Table.Td>
            <Table.Td><span className='words quiet numbers'>{format.date(row.issueDate)}</span></Table.Td>
            <Table.Td ta='right'><span className='words strong numbers'>{format.amount(row.totalAmount)}</span></Table.Td>
            <Table.Td><Confirmation row={row} /></Table.Td>
            <Table.Td><Deadline row={row} /></Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Cards ({ rows, selection }: RowsProps) {
  const own = useWords(words)
  const { format } = useText()
  const nameOf = useTypeName()
  return (
    <ul className='cards' aria-label={own.caption}>
      {rows.map((row) => (
        <Box component='li' key={row.id} className='row' px='md' py='sm' data-selected={selection.isSelected(row) || undefined}>
          <Group wrap='nowrap' align='start' gap='sm'>
            <Selector row={row} selection={selection} />
            <Box flex={1} miw={0}>
              <Group justify='space-between' wrap='nowrap' align='start' gap='sm'>
                <Box miw={0}>
                  <RowLink row={row}><Text size='sm' fw={550} className='clip'>{row.issuerName}</Text></RowLink>
                  <Text size='xs' c='dimmed' className='clip numbers'>{nameOf(row.documentType)} N° {row.folio} · {format.date(row.issueDate)}</Text>
                </Box>
                <Text size='sm' fw={600} className='numbers' flex='none'>{format.amount(row.totalAmount)}</Text>
              </Group>
              <Group justify='space-between' mt={4} align='start' gap='xs'>
                <Deadline row={row} />
                <Confirmation row={row} />
              </Group>
            </Box>
          </Group>
        </Box>
      ))}
    </ul>
  )
}

function Selector ({ row, selection }: { row: Row, selection: Selection<Row> }) {
  const own = useWords(words)
  const nameOf = useReceivedName()
  return (
    <input
      type='checkbox' className='tick above' aria-label={own.select(nameOf(row))} checked={selection.isSelected(row)}
      onChange={() => { selection.toggle(row) }}
    />
  )
}

/** The document's page leads back to the list as it is now. */
function RowLink ({ row, children }: { row: Row, children: ReactNode }) {
  const filters = useSearch({ from: '/received' })
  return <Link to='/received/$id' params={{ id: row.id }} state={{ received: filters }} className='plain'>{children}</Link>
}
