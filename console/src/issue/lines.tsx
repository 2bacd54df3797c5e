import { Button, Group, Kbd, Switch, Text } from '@mantine/core'
import { Plus } from 'lucide-react'
import { memo, useEffect, useRef, type ClipboardEvent, type FocusEvent, type KeyboardEvent } from 'react'
import { commandKey } from '../shared/shortcuts.tsx'
import { useText, useWords } from '../text/text.tsx'
import { useEditing } from './editing.ts'
import { ListComplaints } from './field.tsx'
import { labels } from './labels.ts'
import { LineRow } from './line.tsx'
import { columnsOf, isBlank, newRow, type Row } from './model/form.ts'
import { fieldName } from './model/payload.ts'
import { cellsIn } from './model/paste.ts'
import { choosesGross, grossPath } from './model/types.ts'
import { useUsesCodes } from './proposals.tsx'
import { Removed, useRemoval } from './rows.tsx'
import { words } from './words.ts'

const list = 'details'
const code = 'itemCode.codeValue'
const inTheGrid = [code, 'itemName', 'quantity', 'unitOfMeasure', 'unitPrice', 'discountPercentage']
// In settlements the amount is entered by document type; elsewhere it is computed, and rarely entered.
const inSettlements = ['settledDocumentType', 'itemName', 'quantity', 'unitPrice', 'lineTotal']

interface LinesProps {
  rows: readonly Row[]
  /** In which the amounts are. */
  currency: string
}

/**
 * The lines as a grid: it is written with the keyboard alone, and takes cells of a spreadsheet. Codes have a column where
 * the company uses them.
 */
export const Lines = memo(function Lines ({ rows, currency }: LinesProps) {
  const own = useWords(words)
  const { language } = useText()
  const { change, type, prices } = useEditing()
  const removal = useRemoval(list)
  const taken = columnsOf(list, type)
  const { usesCodes } = useUsesCodes()
  const hasCodes = usesCodes || rows.some(({ values }) => (values[code] ?? '') !== '')
  const columns = type === '43' ? inSettlements : inTheGrid.filter((member) => taken.includes(member) && (hasCodes || member !== code))
  const extras = taken.filter((member) => !columns.includes(member))
  const focus = useFocusAfter(rows)
  const latest = useRef(rows)
  useEffect(() => { latest.current = rows })
  const first = type === '43' ? columns[0]! : 'itemName'
  const begun = useRef({ row: '', member: first })
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const cell = cellOf(target)
    if (cell && cell.row !== begun.current.row) begun.current = cell
  }

  const begin = (at: number, member = first) => {
    const row = newRow(list)
    focus(fieldName(member, row.id))
    change({ do: 'insert', list, at, rows: [row] })
  }
  const takeOut = (id: string, member: string) => {
    const now = latest.current
    const index = now.findIndex((one) => one.id === id)
    const row = now[index]!
    const next = now[index + 1] ?? now[index - 1]
    if (next) focus(fieldName(member, next.id))
    if (!next && isBlank(list, row)) return
    removal.remove(row, index)
    if (!next) begin(0)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const cell = cellOf(event.target)
    if (!cell || event.defaultPrevented) return
    const index = rows.findIndex(({ id }) => id === cell.row)
    const done = keyed(event, {
      enter: () => {
        const next = rows[index + 1]
        const { member } = begun.current
        if (next) focus(fieldName(member, next.id))
        else if (!isBlank(list, rows[index]!)) begin(rows.length, member)
      },
      move: (by) => {
        focus(fieldName(cell.member, cell.row))
        change({ do: 'move', list, id: cell.row, by })
      },
      remove: () => { takeOut(cell.row, cell.member) }
    })
    if (done) event.preventDefault()
  }
  // Below a cell with proposals the arrows go through those; with Alt they move the line.
  const beforeLists = (event: KeyboardEvent<HTMLElement>) => {
    if (!event.altKey) return
    onKeyDown(event)
    if (event.defaultPrevented) event.stopPropagation()
  }
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const cell = cellOf(event.target)
    const cells = cellsIn(event.clipboardData.getData('text/plain'))
    if (!cell || !cells || !columns.includes(cell.member)) return
    event.preventDefault()
    const from = columns.indexOf(cell.member)
    const at = rows.findIndex(({ id }) => id === cell.row)
    const under = columns.slice(from)
    const pasted = cells.map((row) => Object.fromEntries(under.slice(0, row.length).map((member, index) => [member, row[index]!])))
    const present = pasted.slice(0, rows.length - at)
    present.forEach((values, index) => { change({ do: 'cells', list, id: rows[at + index]!.id, values }) })
    const further = pasted.slice(present.length).map((values) => newRow(list, values))
    if (further.length > 0) change({ do: 'insert', list, at: rows.length, rows: further })
  }

  return (
    <>
      {/* Keys of the whole grid: each of its cells can have the focus. */}
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div onKeyDown={onKeyDown} onKeyDownCapture={beforeLists} onFocus={onFocus} onPaste={onPaste} className='lines' data-columns={columns.join(' ')}>
        <table className='lines-table'>
          <caption className='unseen'>{own.sections.details}</caption>
          <thead>
            <tr>
              <th scope='col' className='line-number'>{own.lineNumber}</th>
              {columns.map((member) => <th key={member} scope='col' data-member={member}>{labels[language].rows[member]}</th>)}
              {type !== '43' && <th scope='col' data-member='amount'>{labels[language].rows['lineTotal']}</th>}
              <th scope='col' className='line-more'><span className='unseen'>{own.options}</span></th>
            </tr>
          </thead>
          {rows.map((row, index) => (
            <LineRow
              key={row.id} row={row} index={index} last={index === rows.length - 1} columns={columns} extras={extras} currency={currency}
              onRemove={() => { takeOut(row.id, columns[0]!) }}
            />
          ))}
        </table>
      </div>
      <Group gap='xs' className='lines-foot'>
        <Button variant='default' size='compact-sm' fw={450} leftSection={<Plus size={14} />} onClick={() => { begin(rows.length) }}>{own.add.details}</Button>
        {choosesGross(type) && (
          <Switch
            size='sm' label={own.grossPrices} checked={prices.gross}
            onChange={({ currentTarget }) => { change({ do: 'set', values: { [grossPath]: currentTarget.checked ? 'true' : '' } }) }}
          />
        )}
        <Removed list={list} removal={removal} onUndone={(id) => { focus(fieldName(first, id)) }} />
        <Keys />
      </Group>
      <ListComplaints list={list} />
    </>
  )
})

function Keys () {
  const own = useWords(words)
  return (
    <Text size='xs' c='dimmed' visibleFrom='md' component='div' ms='auto'>
      <Group gap={6}>
        {own.lineKeys.map(([keys, what]) => (
          <Group key={what} gap={4} component='span'>{keys.map((key) => <Kbd key={key} size='xs'>{key === 'Ctrl' ? commandKey : key}</Kbd>)}<span>{what}</span></Group>
        ))}
      </Group>
    </Text>
  )
}

/** Gives the focus to a cell, once it is drawn. */
function useFocusAfter (rows: readonly Row[]): (field: string) => void {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    const cell = document.getElementById(wanted.current)
    if (!cell) return
    wanted.current = undefined
    cell.focus()
  }, [rows])
  return (field) => {
    wanted.current = field
    requestAnimationFrame(() => {
      if (wanted.current !== field) return
      const cell = document.getElementById(field)
      if (!cell) return
      wanted.current = undefined
      cell.focus()
    })
  }
}

/** `r7-x1/quantity`: the row and the member of a cell that has the focus. */
function cellOf (target: EventTarget): { row: string, member: string } | undefined {
  const [row, member] = target instanceof HTMLElement ? target.id.split('/') : []
  return row && member ? { row, member } : undefined
}

interface Moves { enter: () => void, move: (by: 1 | -1) => void, remove: () => void }

/** Whether the key was one of the grid's. */
function keyed (event: KeyboardEvent<HTMLElement>, { enter, move, remove }: Moves): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  const command = ctrlKey || metaKey
  if (key === 'Enter' && !command && !altKey && !shiftKey && !(event.target instanceof HTMLTextAreaElement)) enter()
  else if (altKey && key === 'ArrowUp') move(-1)
  else if (altKey && key === 'ArrowDown') move(1)
  else if (command && key === 'Delete') remove()
  else return false
  return true
}
