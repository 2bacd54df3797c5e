import { ActionIcon, Box, Button, Group, Pill, Select } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal, X } from 'lucide-react'
import { useDeferredValue } from 'react'
import { AmountFilter } from '../shared/amount-filter.tsx'
import { DateRange } from '../shared/date-range.tsx'
import { useDocumentTypes, useTypeName } from '../shared/document-types.ts'
import { useNarrow } from '../shared/page.tsx'
import { SearchField } from '../shared/search-field.tsx'
import { timbre, useCan } from '../session/session.ts'
import { labelOf } from '../text/labels.ts'
import { useText, useWords } from '../text/text.tsx'
import { isFiltered, noFilters, type FilterChange, type Filters } from './filters.ts'
import { words } from './words.ts'

/** On phones the filters fold, unless one of them is set. */
export function FilterBar ({ filters, onChange }: { filters: Filters, onChange: (change: FilterChange) => void }) {
  const own = useWords(words)
  const { text } = useText()
  const narrow = useNarrow()
  const { type, channel, from, to, externalId, min, max, by, customer } = filters
  const folded = [type, channel, from, to, externalId, min, max, by, customer]
  const [opened, { toggle }] = useDisclosure(folded.some((value) => value !== undefined))
  return (
    <Group gap='sm'>
      <SearchField label={own.search} value={filters.search ?? ''} onChange={(search) => { onChange({ search: search || undefined }) }} />
      {narrow && (
        <ActionIcon variant='default' size={36} aria-label={own.filters} aria-expanded={opened} onClick={toggle}>
          <SlidersHorizontal size={16} />
        </ActionIcon>
      )}
      {(!narrow || opened) && <LateFields filters={filters} onChange={onChange} />}
      {filters.code !== undefined && (
        <Pill
          size='md' withRemoveButton onRemove={() => { onChange({ code: undefined }) }}
          removeButtonProps={{ 'aria-label': own.anyCode, 'aria-hidden': false, tabIndex: 0 }}
        >
          {own.code(labelOf(own.waiting, filters.code) ?? filters.code)}
        </Pill>
      )}
      {isFiltered({ ...filters, status: undefined }) && (
        <Button
          variant='subtle' color='gray' c='dimmed' leftSection={<X size={15} />}
          onClick={() => { onChange(noFilters) }}
        >
          {text.actions.clearFilters}
        </Button>
      )}
    </Group>
  )
}

interface FieldsProps { filters: Filters, onChange: (change: FilterChange) => void }

const widths = { own: { base: '100%', sm: 170 }, choice: { base: '100%', sm: 190 }, dates: { base: '100%', sm: 250 }, amount: { base: '48%', sm: 125 } }

/** The fields take long to draw on a slow machine: heading and documents come before them, and their places are kept. */
function LateFields (props: FieldsProps) {
  const can = useCan()
  const isTheirTurn = useDeferredValue(true, false)
  if (isTheirTurn) return <Fields {...props} />
  return <>{[widths.own, widths.choice, widths.choice, widths.choice, widths.dates, widths.amount, widths.amount, ...can('User.Read') ? [widths.choice] : []].map((width, at) => <Box key={at} w={width} h={36} />)}</>
}

function Fields ({ filters: { type, channel, from, to, externalId, min, max, by, customer }, onChange }: FieldsProps) {
  const own = useWords(words)
  const { text } = useText()
  const nameOf = useTypeName()
  const { data: types } = useDocumentTypes()
  const can = useCan()
  return (
    <>
      <SearchField
        label={own.externalId} value={externalId ?? ''} w={widths.own}
        onChange={(value) => { onChange({ externalId: value || undefined }) }}
      />
      <Select
        aria-label={own.type} placeholder={own.anyType} clearable searchable w={widths.choice}
        value={type === undefined ? null : String(type)}
        data={(types ?? []).map(({ code }) => ({ value: code, label: nameOf(code) }))}
        onChange={(code) => { onChange({ type: code ? Number(code) : undefined }) }}
      />
      <Select
        aria-label={own.channel} placeholder={own.anyChannel} clearable w={widths.choice}
        value={channel === undefined ? null : String(channel)}
        data={([1, 2, 3] as const).map((code) => ({ value: String(code), label: text.channels[code] }))}
        onChange={(code) => { onChange({ channel: code ? Number(code) : undefined }) }}
      />
      <Select
        aria-label={own.customerState} placeholder={own.anyCustomerState} clearable w={widths.choice}
        value={customer === undefined ? null : String(customer)}
        data={Object.entries(own.customerStates).map(([value, label]) => ({ value, label }))}
        onChange={(value) => { onChange({ customer: value ? Number(value) : undefined }) }}
      />
      <DateRange
        label={own.dates} value={{ from, to }} w={widths.dates}
        onChange={(range) => { onChange({ from: range.from, to: range.to }) }}
      />
      <AmountFilter label={own.minAmount} w={widths.amount} value={min} onChange={(value) => { onChange({ min: value }) }} />
      <AmountFilter label={own.maxAmount} w={widths.amount} value={max} onChange={(value) => { onChange({ max: value }) }} />
      {can('User.Read') && <Issuer value={by} onChange={(value) => { onChange({ by: value }) }} />}
    </>
  )
}

interface FieldProps<Value> { value: Value | undefined, onChange: (value: Value | undefined) => void }

function Issuer ({ value, onChange }: FieldProps<string>) {
  const own = useWords(words)
  const { data: users } = useQuery({ queryKey: ['users'], queryFn: () => timbre.get('/api/User/GetUsers') })
  return (
    <Select
      aria-label={own.issuer} placeholder={own.anyIssuer} clearable searchable w={widths.choice} value={value ?? null}
      data={(users ?? []).map(({ id, fullName }) => ({ value: id, label: fullName }))}
      onChange={(id) => { onChange(id ?? undefined) }}
    />
  )
}
