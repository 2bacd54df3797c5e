import { ActionIcon, Button, Group, Select } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { SlidersHorizontal, X } from 'lucide-react'
import { AmountFilter } from '../shared/amount-filter.tsx'
import { DateRange } from '../shared/date-range.tsx'
import { useDocumentTypes, useTypeName } from '../shared/document-types.ts'
import { useNarrow } from '../shared/page.tsx'
import { SearchField } from '../shared/search-field.tsx'
import { useText, useWords } from '../text/text.tsx'
import { isFiltered, noFilters, type FilterChange, type Filters } from './filters.ts'
import { words } from './words.ts'

const widths = {
  issuer: { base: '100%', sm: 180 }, choice: { base: '100%', sm: 200 }, dates: { base: '100%', sm: 250 }, amount: { base: '48%', sm: 130 }
}

interface FilterBarProps { filters: Filters, onChange: (change: FilterChange) => void }

/** On phones the filters fold, unless one of them is set. */
export function FilterBar ({ filters, onChange }: FilterBarProps) {
  const own = useWords(words)
  const { text } = useText()
  const narrow = useNarrow()
  const { view: _view, search, ...others } = filters
  const [opened, { toggle }] = useDisclosure(isFiltered(others))
  return (
    <Group gap='sm'>
      <SearchField label={own.search} value={search ?? ''} onChange={(value) => { onChange({ search: value || undefined }) }} />
      {narrow && (
        <ActionIcon variant='default' size={36} aria-label={own.filters} aria-expanded={opened} onClick={toggle}>
          <SlidersHorizontal size={16} />
        </ActionIcon>
      )}
      {(!narrow || opened) && <Fields filters={filters} onChange={onChange} />}
      {isFiltered({ ...others, ...search !== undefined && { search } }) && (
        <Button variant='subtle' color='gray' c='dimmed' leftSection={<X size={15} />} onClick={() => { onChange(noFilters) }}>
          {text.actions.clearFilters}
        </Button>
      )}
    </Group>
  )
}

const issuedToUs = ['33', '34', '43', '46', '52', '56', '61']

function Fields ({ filters: { type, issuer, sii, from, to, min, max }, onChange }: FilterBarProps) {
  const own = useWords(words)
  const nameOf = useTypeName()
  const { data: types } = useDocumentTypes()
  return (
    <>
      <SearchField
        label={own.issuer} value={issuer ?? ''} w={widths.issuer} onChange={(value) => { onChange({ issuer: value || undefined }) }}
      />
      <Select
        aria-label={own.type} placeholder={own.anyType} clearable searchable w={widths.choice}
        value={type === undefined ? null : String(type)}
        data={(types ?? []).filter(({ code }) => issuedToUs.includes(code)).map(({ code }) => ({ value: code, label: nameOf(code) }))}
        onChange={(code) => { onChange({ type: code ? Number(code) : undefined }) }}
      />
      <Select
        aria-label={own.sii} placeholder={own.anySii} clearable w={widths.choice} value={sii === undefined ? null : String(sii)}
        data={Object.entries(own.confirmations).map(([value, label]) => ({ value, label }))}
        onChange={(value) => { onChange({ sii: value ? Number(value) : undefined }) }}
      />
      <DateRange
        label={own.dates} value={{ from, to }} w={widths.dates} onChange={(range) => { onChange({ from: range.from, to: range.to }) }}
      />
      <AmountFilter label={own.minAmount} w={widths.amount} value={min} onChange={(value) => { onChange({ min: value }) }} />
      <AmountFilter label={own.maxAmount} w={widths.amount} value={max} onChange={(value) => { onChange({ max: value }) }} />
    </>
  )
}
