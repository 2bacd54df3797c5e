import { ActionIcon, Group, ScrollArea, Table, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ChartColumn, Download, Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../text/text.tsx'
import { csvOf, type Cell } from './csv.ts'
import { save } from './files.tsx'
import { Card } from './page.tsx'

interface PlotCardProps {
  title: string
  /** What the plot shows, as a table: the first column names, the others count. */
  head: readonly string[]
  rows: ReadonlyArray<readonly Cell[]>
  /** How a cell is written; `column` counts from 0. */
  write?: (cell: Cell, column: number) => string
  /** The table's file, without its ending; without it no table is offered. */
  fileName?: string
  legend?: ReactNode
  children: ReactNode
}

function Tool ({ label, onClick, children }: { label: string, onClick: () => void, children: ReactNode }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant='subtle' color='gray' c='dimmed' size={30} aria-label={label} onClick={onClick}>{children}</ActionIcon>
    </Tooltip>
  )
}

/** A plot for those who look; the same as a table for those who read, and as a file for those who compute. */
export function PlotCard ({ title, head, rows, write = String, fileName, legend, children }: PlotCardProps) {
  const { text } = useText()
  const [asTable, { toggle }] = useDisclosure()
  return (
    <Card
      title={title}
      aside={(
        <Group gap={4} wrap='nowrap'>
          {!asTable && legend && <Group gap='md' mr='xs'>{legend}</Group>}
          <Tool label={asTable ? text.readAsPlot : text.readAsTable} onClick={toggle}>
            {asTable ? <ChartColumn size={16} /> : <Table2 size={16} />}
          </Tool>
          {fileName !== undefined && (
            <Tool label={`CSV: ${title}`} onClick={() => { save(csvOf(head, rows), `${fileName}.csv`) }}><Download size={16} /></Tool>
          )}
        </Group>
      )}
    >
      {!asTable ? children : (
        <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': title }}>
          <Table stickyHeader className='numbers' verticalSpacing='xs'>
            <caption className='unseen'>{title}</caption>
            <Table.Thead>
              <Table.Tr>{head.map((name, column) => <Table.Th key={name} scope='col' ta={column > 0 ? 'right' : 'left'}>{name}</Table.Th>)}</Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row, index) => (
                <Table.Tr key={index}>
                  {row.map((cell, column) => <Table.Td key={column} ta={column > 0 ? 'right' : 'left'}>{write(cell, column)}</Table.Td>)}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
      )}
    </Card>
  )
}
