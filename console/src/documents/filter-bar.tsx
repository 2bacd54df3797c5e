import { useQuery } from '@tanstack/react-query'
import { SearchField } from '../shared/search-field.tsx'
import { choice, numberOf, useCommonFilters } from '../shared/list/common-filters.tsx'
import { FilterBar, type Filter } from '../shared/list/filter-bar.tsx'
import { timbre, useCan } from '../session/session.ts'
import { labelOf } from '../text/labels.ts'
import { useText, useWords } from '../text/text.tsx'
import { noFilters, type FilterChange, type Filters } from './filters.ts'
import { words } from './words.ts'

interface DocumentFiltersProps { filters: Filters, onChange: (change: FilterChange) => void }

export function DocumentFilters ({ filters, onChange }: DocumentFiltersProps) {
  const own = useWords(words)
  const { text } = useText()
  const { type, dates, min, max } = useCommonFilters(filters, onChange)
  const issuer = useIssuer(filters.by, onChange)
  const { externalId, channel, customer, code } = filters
  const all: Array<Filter<Exclude<keyof Filters, 'search'>>> = [
    type, dates, min, max,
    {
      label: own.externalId, members: ['externalId'],
      field: (
        <SearchField label={own.externalId} value={externalId ?? ''} w={150} onChange={(value) => { onChange({ externalId: value || undefined }) }} />
      )
    },
    choice({
      label: own.channel, member: 'channel', placeholder: own.anyChannel, value: channel,
      options: ([1, 2, 3] as const).map((value) => ({ value: String(value), label: text.channels[value] })),
      onChange: (value) => { onChange({ channel: numberOf(value) }) }
    }),
    choice({
      label: own.customerState, member: 'customer', placeholder: own.anyCustomerState, value: customer,
      options: Object.entries(own.customerStates).map(([value, label]) => ({ value, label })),
      onChange: (value) => { onChange({ customer: numberOf(value) }) }
    }),
    ...issuer ? [issuer] : [],
    { label: own.code, members: ['code'], isByLink: true, field: <span>{code && (labelOf(own.waiting, code) ?? code)}</span> }
  ]
  return (
    <FilterBar searchLabel={own.search} values={filters} filters={all} onChange={onChange} onClear={() => { onChange(noFilters) }} />
  )
}

/** Undefined for those who may not see people. */
function useIssuer (by: string | undefined, onChange: (change: FilterChange) => void): Filter<'by'> | undefined {
  const own = useWords(words)
  const can = useCan()('User.Read')
  const { data: users } = useQuery({ queryKey: ['users'], queryFn: () => timbre.get('/api/User/GetUsers'), enabled: can })
  return can ? choice({
    label: own.issuer, member: 'by', placeholder: own.anyIssuer, value: by, onChange: (value) => { onChange({ by: value }) },
    options: (users ?? []).map(({ id, fullName }) => ({ value: id, label: fullName }))
  }) : undefined
}
