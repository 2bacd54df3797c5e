import '../shared/document/documents.css'
import { Box, Checkbox, Group, Table, Text } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTypeName } from '../shared/document-types.ts'
import { useNarrow } from '../shared/page.tsx'
import { isOfSii } from '../shared/own-sentences.ts'
import type { Selection } from '../shared/selection.ts'
import { Dot, StatusLabel, tones } from '../shared/status.tsx'
import { labelOf } from '../text/labels.ts'
import { useText, useWords } from '../text/text.tsx'
import { customerTones, worthSaying } from './customer-tones.ts'
import { type headings, nextSort } from './filters.ts'
import { useDocumentName } from './name.ts'
import type { Row } from './requests.ts'
import { words } from './words.ts'

interface RowsProps { rows: Row[], selection: Selection<Row> }

export function Rows (props: RowsProps) {
  return useNarrow() ? <Cards {...props} /> : <Wide {...props} />
}

/** A heading that sorts by its column. */
function Heading ({ by, children, ...style }: { by: typeof headings[number], children: string, w?: string, ta?: 'right' }) {
  const own = useWords(words)
  const { sort, page: _, ...others } = useSearch({ from: '/documents' })
  const next = nextSort(by, sort)
  const direction = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : undefined
  return (
    <Table.Th scope='col' {...style} {...direction && { 'aria-sort': direction }}>
      <Link to='/documents' search={{ ...others, ...next && { sort: next } }} className='plain sort' title={own.sortBy}>
        {children}{direction && <span aria-hidden='true'>{direction === 'ascending' ? ' ↑' : ' ↓'}</span>}
      </Link>
    </Table.Th>
  )
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
          <Heading by='number' w='22%'>{own.document}</Heading>
          <Heading by='customer'>{own.receiver}</Heading>
          <Heading by='date' w='13%'>{own.date}</Heading>
          <Heading by='amount' w='15%' ta='right'>{own.total}</Heading>
          <Table.Th w='22%' scope='col'>{own.status}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.correlationId} className='row' data-selected={selection.isSelected(row) || undefined}>
            <Table.Td pr={0}><Selector row={row} selection={selection} /></Table.Td>
            <Table.Td><DocumentLink row={row} /></Table.Td>
            <Table.Td><Receiver row={row} /></Table.Td>
            <Table.Td><span className='words quiet numbers'>{format.date(row.issueDate)}</span></Table.Td>
            <Table.Td ta='right'><span className='words strong numbers'>{format.amount(row.totalAmount, row.currency)}</span></Table.Td>
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

/*
 * Twenty rows are drawn at once, also on slow machines: their texts and boxes are plain elements, which cost a fraction
 * of the library's.
 */

function Selector ({ row, selection }: { row: Row, selection: Selection<Row> }) {
  const own = useWords(words)
  const nameOf = useDocumentName()
  return (
    <input
      type='checkbox' className='tick above' aria-label={own.select(nameOf(row))} checked={selection.isSelected(row)}
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
      <p className='words strong clip' title={name}>{name}</p>
      <p className='note numbers'>{row.invoiceNumber ? `N° ${row.invoiceNumber}` : text.document.noFolio}</p>
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
  if (row.customerCompanyName === '') return <p className='words quiet'>{text.document.noReceiver}</p>
  return (
    <>
      <p className='words fitting clip above' title={row.customerCompanyName}>{row.customerCompanyName}</p>
      <p className='note numbers'>{format.rut(row.customerTaxNumber)}</p>
    </>
  )
}

/** The state, and why: in words for what Timbre itself says, by its code for what the SII says. */
function State ({ row: { status, reasonCode, reasonExplanation, annulledBy, hasNotes, customer } }: { row: Row }) {
  const { language } = useText()
  const own = useWords(words)
  const explanation = reasonExplanation?.[language]
  const why = reasonCode === null ? undefined : labelOf(own.waiting, reasonCode) ?? (isOfSii(reasonCode) ? reasonCode : explanation)
  return (
    <div className='state'>
      <StatusLabel status={status} />
      {(annulledBy !== null || hasNotes) && <> <Dot colour={tones.quiet}>{annulledBy ? own.annulled : own.withNote}</Dot></>}
      {annulledBy === null && customer && worthSaying.includes(customer.state) && (
        <div><Dot colour={customerTones[customer.state]}>{own.customerStates[customer.state]}</Dot></div>
      )}
      {why !== undefined && <p className='note why clip numbers' title={explanation}>{why}</p>}
    </div>
  )
}
