import '../document/documents.css'
import { Box, Checkbox, Group, Table, Text } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import { useWords } from '../../text/text.tsx'
import { useNarrow } from '../page.tsx'
import type { Selection } from '../selection.ts'
import { words } from './words.ts'

export interface Column<Row> {
  name: string
  /** Without one it takes what the others leave. */
  width?: string
  isAmount?: boolean
  sort?: { direction: 'ascending' | 'descending' | undefined, link: (name: ReactNode) => ReactNode }
  cell: (row: Row) => ReactNode
}

export interface CardParts { title: ReactNode, note: string, amount: string, foot: ReactNode }

interface RowsProps<Row> {
  caption: string
  rows: readonly Row[]
  selection: Selection<Row>
  /** `Factura N° 1042`, for the box that selects it. */
  nameOf: (row: Row) => string
  columns: ReadonlyArray<Column<Row>>
  card: (row: Row) => CardParts
}

/** Documents in rows of one line, or as cards on phones. One link in each opens it. */
export function Rows<Row> (props: RowsProps<Row>) {
  return useNarrow() ? <Cards {...props} /> : <Wide {...props} />
}

const headerHeight = 56

function Wide<Row> ({ caption, rows, selection, nameOf, columns }: RowsProps<Row>) {
  const own = useWords(words)
  return (
    <Table layout='fixed' verticalSpacing={0} horizontalSpacing='sm' stickyHeader stickyHeaderOffset={headerHeight} className='dense'>
      <caption className='unseen'>{caption}</caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Td w={44} pr={0}>
            <Checkbox
              aria-label={own.selectAll} checked={selection.all} indeterminate={selection.some} onChange={selection.toggleAll}
            />
          </Table.Td>
          {columns.map((column) => <Heading key={column.name} {...column} isCovered={selection.rows.length > 0} />)}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={selection.idOf(row)} className='row' data-selected={selection.isSelected(row) || undefined} onClick={open}>
            <Table.Td pr={0}><Selector row={row} selection={selection} nameOf={nameOf} /></Table.Td>
            {columns.map(({ name, isAmount, cell }) => <Table.Td key={name} {...isAmount && { ta: 'right' }}>{cell(row)}</Table.Td>)}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** Below the bar of a selection nothing can take the focus. */
function Heading<Row> ({ name, width, isAmount, sort, isCovered }: Column<Row> & { isCovered: boolean }) {
  const arrow = sort?.direction && <span aria-hidden='true'>{sort.direction === 'ascending' ? ' ↑' : ' ↓'}</span>
  return (
    <Table.Th
      scope='col' {...width && { w: width }} {...isAmount && { ta: 'right' }} {...sort?.direction && { 'aria-sort': sort.direction }}
    >
      {sort && !isCovered ? sort.link(<>{name}{arrow}</>) : name}
    </Table.Th>
  )
}

function Cards<Row> ({ caption, rows, selection, nameOf, card }: RowsProps<Row>) {
  return (
    <ul className='cards' aria-label={caption}>
      {rows.map((row) => {
        const { title, note, amount, foot } = card(row)
        return (
          <Box
            component='li' key={selection.idOf(row)} className='row' px='md' py='sm' data-selected={selection.isSelected(row) || undefined}
            onClick={open}
          >
            <Group wrap='nowrap' align='start' gap='sm'>
              <Selector row={row} selection={selection} nameOf={nameOf} />
              <Box flex={1} miw={0}>
                <Group justify='space-between' wrap='nowrap' align='start' gap='sm'>
                  <Box miw={0}>
                    {title}
                    <Text size='xs' c='dimmed' className='clip numbers'>{note}</Text>
                  </Box>
                  <Text size='sm' fw={600} className='numbers' flex='none'>{amount}</Text>
                </Group>
                <Group justify='space-between' mt={4} gap='xs'>{foot}</Group>
              </Box>
            </Group>
          </Box>
        )
      })}
    </ul>
  )
}

/** What stands above the row's link, for its tooltip, opens the row, too. */
function open ({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (target instanceof Element && target.closest('.tip') && !target.closest('a')) currentTarget.querySelector('a')?.click()
}

/*
 * Twenty rows are drawn at once, also on slow machines: their texts and boxes are plain elements, which cost a fraction
 * of the library's.
 */

function Selector<Row> ({ row, selection, nameOf }: Pick<RowsProps<Row>, 'selection' | 'nameOf'> & { row: Row }) {
  const own = useWords(words)
  return (
    <input
      type='checkbox' className='tick above' aria-label={own.select(nameOf(row))} checked={selection.isSelected(row)}
      onChange={() => { selection.toggle(row) }}
    />
  )
}

/** A type that is cut where there is no room, and a folio that never is. */
export function TypeAndFolio ({ type, folio }: { type: string, folio: string }) {
  return (
    <span className='one-line'>
      <span className='words clip tip' title={type}>{type}</span> <span className='words quiet numbers'>{folio}</span>
    </span>
  )
}
