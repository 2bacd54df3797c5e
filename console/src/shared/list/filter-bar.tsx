import '../document/documents.css'
import { Button, CloseButton, Group, Menu } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useText, useWords } from '../../text/text.tsx'
import { SearchField } from '../search-field.tsx'
import { words } from './words.ts'

export interface Filter<Name extends string> {
  label: string
  /** Its members of the address. */
  members: readonly Name[]
  field: ReactNode
  /** Whether it comes by a link alone. */
  isByLink?: boolean
}

type Change<Name extends string> = { [Member in Name]?: undefined } & { search?: string | undefined }

interface FilterBarProps<Name extends string> {
  searchLabel: string
  values: { readonly [Member in Name | 'search']?: unknown }
  filters: ReadonlyArray<Filter<Name>>
  onChange: (change: Change<Name>) => void
  onClear: () => void
}

/** The search of a list, and its filters: those in use are drawn, a menu offers the others. */
export function FilterBar<Name extends string> ({ searchLabel, values, filters, onChange, onClear }: FilterBarProps<Name>) {
  const own = useWords(words)
  const { text } = useText()
  const bar = useRef<HTMLDivElement>(null)
  const [added, setAdded] = useState<readonly string[]>([])
  const isUsed = ({ members }: Filter<Name>) => members.some((name) => values[name] !== undefined)
  const isDrawn = (filter: Filter<Name>) => isUsed(filter) || added.includes(filter.label)
  const anyUsed = values.search !== undefined || filters.some(isUsed)
  // Cleared from elsewhere, as by a view: empty filters go, too. A filter that is emptied by hand keeps its field.
  useEffect(() => {
    if (!anyUsed && !bar.current?.contains(document.activeElement)) setAdded([])
  }, [anyUsed])
  const remove = ({ label, members }: Filter<Name>) => {
    setAdded(added.filter((one) => one !== label))
    onChange(Object.fromEntries(members.map((name) => [name, undefined])) as Change<Name>)
    bar.current?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.focus()
  }
  const offered = filters.filter((filter) => !filter.isByLink && !isDrawn(filter))
  return (
    <Group gap='xs' ref={bar}>
      <SearchField
        label={searchLabel} value={String(values.search ?? '')}
        onChange={(search) => { onChange({ search: search || undefined } as Change<Name>) }}
      />
      {filters.filter(isDrawn).map((filter) => (
        <Chip
          key={filter.label} label={filter.label} isNew={added.includes(filter.label)} onRemove={() => { remove(filter) }}
          onFocus={() => { if (!added.includes(filter.label)) setAdded([...added, filter.label]) }}
        >
          {filter.field}
        </Chip>
      ))}
      <Menu position='bottom-start' returnFocus={false}>
        <Menu.Target>
          <Button variant='default' leftSection={<Plus size={15} />} disabled={offered.length === 0}>{own.addFilter}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {offered.map(({ label }) => (
            <Menu.Item key={label} onClick={() => { setAdded([...added, label]) }}>{label}</Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {anyUsed && (
        <Button
          variant='subtle' color='gray' c='dimmed' leftSection={<X size={15} />}
          onClick={() => { setAdded([]); onClear() }}
        >
          {text.actions.clearFilters}
        </Button>
      )}
    </Group>
  )
}

interface ChipProps { label: string, isNew: boolean, onFocus: () => void, onRemove: () => void, children: ReactNode }

/** One that was just chosen takes the focus. */
function Chip ({ label, isNew, onFocus, onRemove, children }: ChipProps) {
  const own = useWords(words)
  const chip = useRef<HTMLDivElement>(null)
  const [takesFocus] = useState(isNew)
  useEffect(() => {
    if (takesFocus) chip.current?.querySelector<HTMLElement>('input:not([type=hidden]), button')?.focus()
  }, [takesFocus])
  return (
    <Group ref={chip} className='filter' gap={0} wrap='nowrap' onFocus={onFocus}>
      <span className='filter-name' aria-hidden='true'>{label}</span>
      {children}
      <CloseButton size={24} aria-label={own.removeFilter(label)} onClick={onRemove} />
    </Group>
  )
}
