import { Button, Group as Row, Select, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { ResultOf } from '../../../../clients/typescript/client.ts'
import { useMe } from '../../session/session.ts'
import { useWords } from '../../text/text.tsx'
import { chosenBefore, keepChosen, type Chosen, type Group } from './chosen-columns.ts'
import { words } from './words.ts'

export type Headings = ResultOf<'/api/Customer/ReadHeadings', 'post'>

/**
 * Whether there is nothing to ask: each heading was recognized as a column of its own, none is missing, and none was
 * chosen otherwise for an earlier sheet.
 */
export function isPlain ({ headings, columns }: Headings, before: ReadonlyMap<string, string | null>): boolean {
  const found = headings.map(({ column }) => column)
  return !found.includes(null) && new Set(found).size === found.length &&
    headings.every(({ heading, column }) => !before.has(heading) || before.get(heading) === column) &&
    columns.every(({ name, required }) => !required || found.includes(name))
}

interface ColumnsProps { group: Group, read: Headings, isPending: boolean, onChosen: (chosen: Chosen) => void }

const leftOut = '-'

/** What each heading of the sheet is: recognized, chosen for an earlier sheet, or to be chosen. */
export function Columns ({ group, read: { headings, columns }, isPending, onChosen }: ColumnsProps) {
  const own = useWords(words)
  const me = useMe()
  const [picked, setPicked] = useState<Record<string, string>>(() => {
    const before = chosenBefore(me, group)
    return Object.fromEntries(headings.flatMap(({ heading, column }) => {
      const known = before.get(heading)
      const value = known === null ? leftOut : columns.some(({ name }) => name === known) ? known : column
      return value ? [[heading, value]] : []
    }))
  })
  const values = headings.map(({ heading }) => picked[heading])
  const isTwice = (value: string | undefined) =>
    value !== undefined && value !== leftOut && values.filter((one) => one === value).length > 1
  const lacking = columns.filter(({ name, required }) => required && !values.includes(name))
  const isWhole = lacking.length === 0 && values.every((value) => value !== undefined && !isTwice(value))
  const take = () => {
    const chosen: Chosen = Object.fromEntries(headings.flatMap(({ heading, column }) => {
      const value = picked[heading] === leftOut ? null : picked[heading] ?? null
      return value !== null && value === column ? [] : [[heading, value]]
    }))
    keepChosen(me, group, Object.fromEntries(Object.entries(picked).map(([heading, value]) => [heading, value === leftOut ? null : value])))
    onChosen(chosen)
  }
  return (
    <Stack gap='sm'>
      <Text size='sm' fw={550} role='status'>{own.columnsText}</Text>
      <Table withTableBorder>
        <caption className='unseen'>{own.columns}</caption>
        <Table.Thead><Table.Tr><Table.Th>{own.heading}</Table.Th><Table.Th w='55%'>{own.isColumn}</Table.Th></Table.Tr></Table.Thead>
        <Table.Tbody>
          {headings.map(({ cell, heading }) => (
            <Table.Tr key={cell}>
              <Table.Td className='clip' title={heading}>{heading}</Table.Td>
              <Table.Td>
                <Select
                  aria-label={own.columnOf(heading)} size='xs' allowDeselect={false} placeholder={own.choose} value={picked[heading] ?? null}
                  data={[{ value: leftOut, label: own.leaveOut }, ...columns.map(({ name, heading: label }) => ({ value: name, label }))]}
                  error={isTwice(picked[heading]) && own.twice}
                  onChange={(value) => { if (value !== null) setPicked({ ...picked, [heading]: value }) }}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {lacking.length > 0 && <Text size='sm' c='red'>{own.lacking(lacking.map(({ heading }) => heading).join(', '))}</Text>}
      <Row justify='end'><Button loading={isPending} disabled={!isWhole} onClick={take}>{own.take}</Button></Row>
    </Stack>
  )
}
