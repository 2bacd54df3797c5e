import { ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import { useText, useWords } from '../text/text.tsx'
import { useEditing } from './editing.ts'
import { Field, ListComplaints } from './field.tsx'
import { columnsOf, newRow, type Row } from './model/form.ts'
import { fieldName } from './model/payload.ts'
import { membersOf, type ListName } from './model/types.ts'
import { words } from './words.ts'

const undoMs = 8000

/** What was taken out, for eight seconds. */
export function useRemoval (list: ListName) {
  const { change } = useEditing()
  const [removed, setRemoved] = useState<{ row: Row, at: number }>()
  useEffect(() => {
    if (!removed) return undefined
    const timer = setTimeout(() => { setRemoved(undefined) }, undoMs)
    return () => { clearTimeout(timer) }
  }, [removed])
  return {
    removed,
    remove: (row: Row, at: number) => {
      change({ do: 'remove', list, id: row.id })
      setRemoved({ row, at })
    },
    undo: () => {
      if (removed) change({ do: 'insert', list, at: removed.at, rows: [removed.row] })
      setRemoved(undefined)
      return removed?.row.id
    }
  }
}

/** Says what was taken out, and brings it back. */
export function Removed ({ list, removal: { removed, undo }, onUndone }: {
  list: ListName, removal: ReturnType<typeof useRemoval>, onUndone?: (id: string) => void
}) {
  const { text } = useText()
  const own = useWords(words)
  return (
    <div role='status'>
      {removed && (
        <Group gap='sm'>
          <Text size='sm'>{own.removed(own.row[list], removed.at + 1)}</Text>
          <Button
            size='compact-sm' variant='light'
            onClick={() => {
              const id = undo()
              if (id) onUndone?.(id)
            }}
          >
            {text.actions.undo}
          </Button>
        </Group>
      )}
    </div>
  )
}

/** The rows of a list other than the lines: references, discounts, payments. */
export const Rows = memo(function Rows ({ list, rows }: { list: ListName, rows: readonly Row[] }) {
  const own = useWords(words)
  const { change, type } = useEditing()
  const removal = useRemoval(list)
  const area = useRef<HTMLDivElement>(null)
  const begun = useRef(false)
  useEffect(() => {
    if (!begun.current) return
    begun.current = false
    area.current?.querySelector<HTMLElement>('fieldset:last-of-type :is(input, select)')?.focus()
  }, [rows.length])
  const members = membersOf(list)
  return (
    <div ref={area} className='rows'>
      {rows.map((row, index) => (
        <fieldset key={row.id} className='row-fields'>
          <legend className='unseen'>{own.of(own.row[list], index + 1)}</legend>
          <div className='fields'>
            {columnsOf(list, type).map((path) => (
              <div key={path} className='field' data-width={members[path]!.width}>
                <Field
                  path={path} member={members[path]!} list={list} rowId={row.id} value={row.values[path] ?? ''}
                  onChange={(value) => { change({ do: 'cells', list, id: row.id, values: { [path]: value } }) }}
                />
              </div>
            ))}
          </div>
          <Tooltip label={own.remove(own.row[list], index + 1)}>
            <ActionIcon
              variant='subtle' color='gray' size={32} mt={24} aria-label={own.remove(own.row[list], index + 1)}
              onClick={() => { removal.remove(row, index) }}
            >
              <Trash2 size={16} />
            </ActionIcon>
          </Tooltip>
        </fieldset>
      ))}
      <Removed
        list={list} removal={removal}
        onUndone={(id) => { requestAnimationFrame(() => document.getElementById(fieldName(columnsOf(list, type)[0]!, id))?.focus()) }}
      />
      <Button
        variant='default' size='sm' leftSection={<Plus size={16} />} w='fit-content'
        onClick={() => {
          begun.current = true
          change({ do: 'insert', list, at: rows.length, rows: [newRow(list)] })
        }}
      >
        {own.add[list]}
      </Button>
      <ListComplaints list={list} />
    </div>
  )
})
