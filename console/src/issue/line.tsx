import { ActionIcon, Button, Group, NativeSelect } from '@mantine/core'
import { ArrowDown, ArrowUp, Ellipsis, Trash2 } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { useText, useWords } from '../text/text.tsx'
import { useChoices } from './codes.ts'
import { useEditing } from './editing.ts'
import { complaintsIn, Field, tidied, useComplaints } from './field.tsx'
import { labels } from './labels.ts'
import { lineAmount } from './model/amounts.ts'
import { type Row } from './model/form.ts'
import { fieldName } from './model/payload.ts'
import { peso } from './model/proposed.ts'
import { membersOf } from './model/types.ts'
import { TableProposals } from '../shared/table-proposals.tsx'
import { ItemProposals } from './proposals.tsx'
import { words } from './words.ts'

const list = 'details'
const members = membersOf(list)

interface LineProps {
  row: Row
  index: number
  last: boolean
  columns: readonly string[]
  extras: readonly string[]
  currency: string
  onRemove: () => void
}

/** A line: its cells, their errors, and below them the rarely used members. */
export const LineRow = memo(Line, (before, after) => before.row === after.row && before.index === after.index &&
  before.last === after.last && before.currency === after.currency && before.columns.join() === after.columns.join())

function Line ({ row, index, last, columns, extras, currency, onRemove }: LineProps) {
  const own = useWords(words)
  const { language, format } = useText()
  const { change, said, showAll, type } = useEditing()
  const amount = lineAmount(row, currency === peso ? 0 : 4)
  const span = columns.length + (type === '43' ? 2 : 3)
  const filled = extras.filter((member) => (row.values[member] ?? '') !== '').length
  const [opened, setOpened] = useState(filled > 0)
  const isWrong = showAll && extras.some((member) => said.has(fieldName(member, row.id)))
  const [wasWrong, setWasWrong] = useState(false)
  if (isWrong !== wasWrong) {
    setWasWrong(isWrong)
    if (isWrong) setOpened(true)
  }
  const put = (member: string, value: string) => { change({ do: 'cells', list, id: row.id, values: { [member]: value } }) }
  return (
    <tbody className='line'>
      <tr>
        <th scope='row' className='line-number numbers'>{index + 1}</th>
        {columns.map((member) => (
          <td key={member} data-member={member}>
            <span className='cell-label' aria-hidden='true'>{labels[language].rows[member]}</span>
            <Cell
              row={row} member={member} name={own.cell(own.row[list], index + 1, labels[language].rows[member]!)}
              onChange={(value) => { put(member, value) }}
            />
          </td>
        ))}
        {type !== '43' && (
          <td data-member='amount' className='numbers'>
            <span className='cell-label' aria-hidden='true'>{labels[language].rows['lineTotal']}</span>
            {amount !== undefined && format.number(amount)}
          </td>
        )}
        <td className='line-more'>
          <ActionIcon
            variant={filled > 0 ? 'light' : 'subtle'} color={filled > 0 ? 'ink' : 'gray'} size={30} aria-expanded={opened}
            aria-label={own.more(index + 1)} onClick={() => { setOpened(!opened) }}
          >
            <Ellipsis size={16} />
          </ActionIcon>
        </td>
      </tr>
      <Complaints row={row} columns={columns} span={span} />
      {opened && (
        <tr className='line-extras'>
          <td colSpan={span}>
            <div className='fields'>
              {extras.map((member) => (
                <div key={member} className='field' data-width={members[member]!.width}>
                  <Field path={member} member={members[member]!} list={list} rowId={row.id} value={row.values[member] ?? ''} onChange={(value) => { put(member, value) }} />
                </div>
              ))}
            </div>
            <Group gap='xs' mt='md'>
              <Button size='compact-sm' variant='default' disabled={index === 0} leftSection={<ArrowUp size={14} />} onClick={() => { change({ do: 'move', list, id: row.id, by: -1 }) }}>{own.up}</Button>
              <Button size='compact-sm' variant='default' disabled={last} leftSection={<ArrowDown size={14} />} onClick={() => { change({ do: 'move', list, id: row.id, by: 1 }) }}>{own.down}</Button>
              <Button size='compact-sm' variant='default' leftSection={<Trash2 size={14} />} onClick={onRemove}>{own.remove(own.row[list], index + 1)}</Button>
            </Group>
          </td>
        </tr>
      )}
    </tbody>
  )
}

interface CellProps { row: Row, member: string, name: string, onChange: (value: string) => void }

// The lines of a settlement name the documents that it settles.
const namesItem = ['itemCode.codeValue', 'itemName']

function Cell ({ row, member, name, onChange }: CellProps) {
  const { leave, type } = useEditing()
  const field = fieldName(member, row.id)
  const typed = row.values[member] ?? ''
  const { kind } = members[member]!
  const wrong = complaintsIn(useComplaints(field, members[member]!, typed)) !== undefined
  const shared = {
    id: field, value: typed, 'aria-label': name, ...wrong ? { 'aria-invalid': true, 'aria-describedby': `${field}-wrong` } : {}
  }
  if (kind === 'codeText') return <CodedCell {...shared} wrong={wrong} member={member} onBlur={() => { leave(field) }} onChange={onChange} />
  const input = (
    <input
      {...shared} className={`cell${kind === 'number' ? ' numbers cell-number' : ''}`} autoComplete='off'
      {...kind === 'number' ? { inputMode: 'decimal' as const } : {}}
      onChange={({ currentTarget }) => { onChange(currentTarget.value) }}
      onBlur={() => {
        leave(field)
        const tidy = tidied(kind, typed)
        if (tidy !== typed) onChange(tidy)
      }}
    />
  )
  if (member === 'unitOfMeasure') {
    return <TableProposals member='details[].unitOfMeasure' typed={typed} onPick={({ code }) => { onChange(code) }}>{input}</TableProposals>
  }
  return type !== '43' && namesItem.includes(member) ? <ItemProposals row={row} typed={typed}>{input}</ItemProposals> : input
}

function CodedCell ({ member, onChange, wrong, ...input }: {
  id: string, value: string, member: string, wrong: boolean, onBlur: () => void, onChange: (value: string) => void
}) {
  const own = useWords(words)
  const { type } = useEditing()
  const choices = useChoices(member, list, type)
  const others = input.value === '' || choices.some(({ value }) => value === input.value) ? [] : [{ value: input.value, label: input.value }]
  return (
    <NativeSelect
      {...input} size='xs' error={wrong} variant='unstyled' data={[{ value: '', label: own.notSaid }, ...choices, ...others]}
      onChange={({ currentTarget }) => { onChange(currentTarget.value) }}
    />
  )
}

/** Below the line, for the cells are too narrow for sentences. */
function Complaints ({ row, columns, span }: { row: Row, columns: readonly string[], span: number }) {
  const id = useId()
  const all = columns.map((member) => <Complaint key={`${id}${member}`} row={row} member={member} />)
  return <tr className='line-wrong'><td /><td colSpan={span - 1}>{all}</td></tr>
}

function Complaint ({ row, member }: { row: Row, member: string }) {
  const { language } = useText()
  const field = fieldName(member, row.id)
  const complaints = complaintsIn(useComplaints(field, members[member]!, row.values[member] ?? ''))
  if (complaints === undefined) return null
  return <p id={`${field}-wrong`} className='wrong'><strong>{labels[language].rows[member]}:</strong> {complaints}</p>
}
