import './documents.css'
import { Box, Checkbox, Group, Table, Text } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTypeName } from '../shared/document-types.ts'
import { useNarrow } from '../shared/page.tsx'
import { StatusLabel } from '../shared/status.tsx'
import { useText, useWords } from '../text/text.tsx'
import { useDocumentName } from './name.ts'
import type { Row } from './requests.ts'
import type { Selection } from './selection.ts'
import { words } from './words.ts'

interface RowsProps { rows: Row[], selection: Selection }

export function Rows (props: RowsProps) {
  return useNarrow() ? <Cards {...props} /> : <Wide {...props} />
}

function Wide ({ rows, selection }: RowsProps) {
  const own = useWords(words)
  const { format } = useText()
  return (
    <Table layout='fixed'>
      <caption className='unseen'>{own.caption}</caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Td w={48} pr={0}>
            <Checkbox
              aria-label={own.selectAll} checked={selection.all} indeterminate={selection.some} onChange={selection.toggleAll}
            />
          </Table.Td>
          <Table.Th w='22%' scope='col'>{own.document}</Table.Th>
          <Table.Th scope='col'>{own.receiver}</Table.Th>
          <Table.Th w='13%' scope='col'>{own.date}</Table.Th>
          <Table.Th w='15%' ta='right' scope='col'>{own.total}</Table.Th>
          <Table.Th w='22%' scope='col'>{own.status}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.correlationId} className='row' data-selected={selection.isSelected(row) || undefined}>
            <Table.Td pr={0}><Selector row={row} selection={selection} /></Table.Td>
            <Table.Td><DocumentLink row={row} /></Table.Td>
            <Table.Td><Receiver row={row} /></Table.Td>
            <Table.Td><Text size='sm' c='dimmed' className='numbers'>{format.date(row.issueDate)}</Text></Table.Td>
            <Table.Td ta='right'><Text size='sm' fw={550} className='numbers'>{format.amount(row.totalAmount, row.currency)}</Text></Table.Td>
            <Table.Td><State row={row} /></Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Cards ({ rows, selection }: RowsProps) {
  const own = useWords(words)
  const { text, format } = useText()
  const nameOf = useTypeName()
  return (
    <ul className='cards' aria-label={own.caption}>
      {rows.map((row) => (
        <Box component='li' key={row.correlationId} className='row' px='md' py='sm' data-selected={selection.isSelected(row) || undefined}>
          <Group wrap='nowrap' align='start' gap='sm'>
            <Selector row={row} selection={selection} />
            <Box flex={1} miw={0}>
              <Group justify='space-between' wrap='nowrap' align='start' gap='sm'>
                <Box miw={0}>
                  <RowLink row={row}>
                    <Text size='sm' fw={550} className='clip'>{row.customerCompanyName || text.document.noReceiver}</Text>
                  </RowLink>
                  <Text size='xs' c='dimmed' className='clip numbers'>
                    {nameOf(row.invoiceTypeCode)} {row.invoiceNumber ? `N° ${row.invoiceNumber}` : text.document.noFolio}
                  </Text>
                </Box>
                <Text size='sm' fw={600} className='numbers' flex='none'>{format.amount(row.totalAmount, row.currency)}</Text>
              </Group>
              <Group justify='space-between' mt={4} align='start'>
                <State row={row} />
                <Text size='xs' c='dimmed' className='numbers'>{format.date(row.issueDate)}</Text>
              </Group>
            </Box>
          </Group>
        </Box>
      ))}
    </ul>
  )
}

function Selector ({ row, selection }: { row: Row, selection: Selection }) {
  const own = useWords(words)
  const nameOf = useDocumentName()
  return (
    <Checkbox
      className='above' aria-label={own.select(nameOf(row))} checked={selection.isSelected(row)}
      onChange={() => { selection.toggle(row) }}
    />
  )
}

function DocumentLink ({ row }: { row: Row }) {
  const { text } = useText()
  const nameOf = useTypeName()
  const name = nameOf(row.invoiceTypeCode)
  return (
    <RowLink row={row}>
      <Text size='sm' fw={550} className='clip' title={name}>{name}</Text>
      <Text size='xs' c='dimmed' className='numbers'>{row.invoiceNumber ? `N° ${row.invoiceNumber}` : text.document.noFolio}</Text>
    </RowLink>
  )
}

/** The document's page leads back to the list as it is now. */
function RowLink ({ row, children }: { row: Row, children: ReactNode }) {
  const filters = useSearch({ from: '/documents' })
  return (
    <Link to='/documents/$id' params={{ id: row.correlationId }} state={{ list: filters }} className='plain'>{children}</Link>
  )
}

function Receiver ({ row }: { row: Row }) {
  const { text, format } = useText()
  if (row.customerCompanyName === '') return <Text size='sm' c='dimmed'>{text.document.noReceiver}</Text>
  return (
    <>
      <Text size='sm' className='clip above' title={row.customerCompanyName} w='fit-content' maw='100%'>{row.customerCompanyName}</Text>
      <Text size='xs' c='dimmed' className='numbers'>{format.rut(row.customerTaxNumber)}</Text>
    </>
  )
}

/** The state, and why: in words for what Timbre itself says, by its code for what the SII says. */
function State ({ row: { status, reasonCode } }: { row: Row }) {
  const own = useWords(words)
  const why = reasonCode === null ? undefined : own.waiting[reasonCode] ?? (reasonCode.includes('_') ? undefined : reasonCode)
  return (
    <div>
      <StatusLabel status={status} />
      {why !== undefined && <Text size='xs' c='dimmed' pl={16} className='clip numbers'>{why}</Text>}
    </div>
  )
}
