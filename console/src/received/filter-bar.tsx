import { SearchField } from '../shared/search-field.tsx'
import { choice, numberOf, useCommonFilters } from '../shared/list/common-filters.tsx'
import { FilterBar, type Filter } from '../shared/list/filter-bar.tsx'
import { useWords } from '../text/text.tsx'
import { noFilters, type FilterChange, type Filters } from './filters.ts'
import { words } from './words.ts'

const issuedToUs = ['33', '34', '43', '46', '52', '56', '61']

interface ReceivedFiltersProps { filters: Filters, onChange: (change: FilterChange) => void }

export function ReceivedFilters ({ filters, onChange }: ReceivedFiltersProps) {
  const own = useWords(words)
  const { type, dates, min, max } = useCommonFilters(filters, onChange, issuedToUs)
  const all: Array<Filter<Exclude<keyof Filters, 'search'>>> = [
    {
      label: own.issuer, members: ['issuer'],
      field: <SearchField label={own.issuer} value={filters.issuer ?? ''} w={130} onChange={(value) => { onChange({ issuer: value || undefined }) }} />
    },
    type,
    choice({
      label: own.sii, member: 'sii', placeholder: own.anySii, value: filters.sii,
      options: Object.entries(own.confirmations).map(([value, label]) => ({ value, label })),
      onChange: (value) => { onChange({ sii: numberOf(value) }) }
    }),
    dates, min, max
  ]
  return (
    <FilterBar searchLabel={own.search} values={filters} filters={all} onChange={onChange} onClear={() => { onChange(noFilters) }} />
  )
}
