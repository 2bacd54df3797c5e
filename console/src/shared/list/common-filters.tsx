import { Select } from '@mantine/core'
import { AmountFilter } from '../amount-filter.tsx'
import { DateRange } from '../date-range.tsx'
import { useDocumentTypes, useTypeName } from '../document-types.ts'
import { useWords } from '../../text/text.tsx'
import type { Filter } from './filter-bar.tsx'
import { words } from './words.ts'

interface Values { type?: number, from?: string, to?: string, min?: number, max?: number }
type Change = { [Name in keyof Values]: Values[Name] | undefined }

/** The filters that every list of documents has; `types` narrows the types that are offered. */
export function useCommonFilters ({ type, from, to, min, max }: Values, onChange: (change: Change) => void, types?: readonly string[]) {
  const own = useWords(words)
  const nameOf = useTypeName()
  const { data } = useDocumentTypes()
  const codes = (data ?? []).map(({ code }) => code).filter((code) => types?.includes(code) ?? true)
  return {
    type: choice({
      label: own.type, member: 'type', placeholder: own.anyType, value: type, onChange: (value) => { onChange({ type: numberOf(value) }) },
      options: codes.map((code) => ({ value: code, label: nameOf(code) }))
    }),
    dates: {
      label: own.dates, members: ['from', 'to'],
      field: <DateRange label={own.dates} value={{ from, to }} w={216} clearable={false} onChange={(range) => { onChange(range) }} />
    },
    min: {
      label: own.minAmount, members: ['min'],
      field: <AmountFilter label={own.minAmount} value={min} onChange={(value) => { onChange({ min: value }) }} />
    },
    max: {
      label: own.maxAmount, members: ['max'],
      field: <AmountFilter label={own.maxAmount} value={max} onChange={(value) => { onChange({ max: value }) }} />
    }
  } satisfies Record<string, Filter<keyof Values>>
}

interface ChoiceProps<Name extends string> {
  label: string
  member: Name
  /** What an empty one shows. */
  placeholder: string
  value: string | number | undefined
  options: Array<{ value: string, label: string }>
  onChange: (value: string | undefined) => void
}

/** One out of several. */
export function choice<Name extends string> ({ label, member, placeholder, value, options, onChange }: ChoiceProps<Name>): Filter<Name> {
  return {
    label, members: [member],
    field: (
      <Select
        aria-label={label} placeholder={placeholder} searchable={options.length > 8} w={180} data={options}
        value={value === undefined ? null : String(value)} onChange={(chosen) => { onChange(chosen ?? undefined) }}
      />
    )
  }
}

/** A code that was chosen. */
export function numberOf (value: string | undefined): number | undefined {
  return value === undefined ? undefined : Number(value)
}
