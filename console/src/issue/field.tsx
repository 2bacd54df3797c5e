import { Checkbox, Input, NativeSelect, Select, Textarea, TextInput, type OptionsFilter } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { memo, useState, type ReactNode } from 'react'
import { useText, useWords } from '../text/text.tsx'
import { useChoices } from './codes.ts'
import { useEditing, type Said } from './editing.ts'
import { labels } from './labels.ts'
import { tidyNumber } from '../shared/numbers.ts'
import { isSearched } from './model/tables.ts'
import { timeIn } from './model/times.ts'
import { fieldName, lacksTransfer, mistakeIn } from './model/payload.ts'
import { boletas, type DocumentType, type Kind, type ListName, type Member } from './model/types.ts'
import { ReceiverProposals } from './proposals.tsx'
import { CodeMark } from '../shared/code-mark.tsx'
import { capital, useServersSentence } from '../shared/document/sentences.ts'
import { plain, TableProposals, type TableMember } from '../shared/table-proposals.tsx'
import { DayInput } from '../shared/day-input.tsx'
import { normalRut } from '../shared/rut.ts'
import { words } from './words.ts'

const belowInput: Array<'label' | 'input' | 'description' | 'error'> = ['label', 'input', 'description', 'error']

/** The codes of references in boletas are free text. */
const kindOf = ({ kind }: Member, path: string, type: DocumentType): Kind =>
  path === 'code' && boletas.includes(type) ? 'text' : kind

/** What is wrong with a field, once it was left: its own mistake, or what the dry run says of what stands there. */
export function useComplaints (field: string, member: Member, typed: string): { known: string | undefined, said: readonly Said[] } {
  const { said, left, showAll, type } = useEditing()
  const own = useWords(words)
  const shown = showAll || left.has(field)
  const early = member.kind === 'rut' && /^\d[\d.]{6,}-[\dkK]$/.test(typed.trim())
  const mistake = typed.trim() === '' || !(shown || early) ? undefined : mistakeIn(member, typed.trim())
  if (mistake) return { known: own.mistakes[mistake], said: [] }
  if (shown && lacksTransfer(field, type, typed)) return { known: own.mistakes.transfer, said: [] }
  return { known: undefined, said: shown ? (said.get(field) ?? []).filter((one) => one.typed === typed) : [] }
}

/** What the server says of a field; the SII's code is behind a mark, for its help desk. */
export function Sentence ({ said }: { said: Said }) {
  const { text } = useText()
  const sentence = capital(useServersSentence()(said))
  const { rule } = said
  return <>{sentence}{rule !== '' && <CodeMark label={text.problem.siiCode(rule)} />}</>
}

export function complaintsIn ({ known, said }: ReturnType<typeof useComplaints>): ReactNode {
  if (known === undefined && said.length === 0) return undefined
  return <>{known}{said.map((one, index) => <span key={index} className='said'><Sentence said={one} /></span>)}</>
}

interface FieldProps {
  path: string
  member: Member
  value: string
  list?: ListName
  rowId?: string
  /** Read out in place of the label, where that stands above a column. */
  name?: string
  labelled?: boolean
  description?: string
  /** In place of putting the text into the form. */
  onChange: (value: string) => void
}

/** One member of the document, by its kind. What is typed elsewhere does not render it again. */
export function Field ({ path, member, value, list, rowId, onChange, ...looks }: FieldProps) {
  const { type, leave } = useEditing()
  const field = fieldName(path, rowId)
  const complaints = complaintsIn(useComplaints(field, member, value))
  const put = useCallbackRef(onChange)
  const leaveIt = useCallbackRef(() => { leave(field) })
  return (
    <Drawn
      {...looks} id={field} path={path} kind={kindOf(member, path, type)} type={type} value={value} list={list} error={complaints}
      onChange={put} onLeave={leaveIt}
    />
  )
}

interface DrawnProps extends Omit<CodedProps, 'onBlur' | 'label'>, Pick<FieldProps, 'name' | 'labelled' | 'description'> {
  onLeave: () => void
}

const Drawn = memo(function Drawn (props: DrawnProps) {
  const { id, error, path, kind, type, value, list, name, labelled = true, description, onChange, onLeave } = props
  const { language } = useText()
  const label = (list === undefined ? labels[language].scalars : labels[language].rows)[path] ?? path
  const shared = {
    id, error, ...labelled ? { label } : {}, ...name ? { 'aria-label': name } : {}, ...description ? { description, inputWrapperOrder: belowInput } : {},
    onBlur: onLeave
  }
  if (kind === 'code' || kind === 'codeText' || kind === 'yesNo') {
    return <Coded {...shared} path={path} kind={kind} list={list} type={type} value={value} onChange={onChange} />
  }
  if (kind === 'flag') {
    return (
      <Checkbox
        {...shared} label={label} mt={labelled ? 30 : 0} checked={value === 'true'}
        onChange={({ currentTarget }) => { onChange(currentTarget.checked ? 'true' : '') }}
      />
    )
  }
  if (kind === 'long') {
    return <Textarea {...shared} autosize minRows={2} value={value} onChange={({ currentTarget }) => { onChange(currentTarget.value) }} />
  }
  if (kind === 'date') return <Day {...shared} value={value} onChange={onChange} />
  const input = (
    <TextInput
      {...shared} {...inputOf[kind]} value={value} onChange={({ currentTarget }) => { onChange(currentTarget.value) }}
      onBlur={() => {
        onLeave()
        const tidy = tidied(kind, value)
        if (tidy !== value) onChange(tidy)
      }}
    />
  )
  const table = tables[path]
  if (table) {
    return (
      <TableProposals member={table.member} typed={value} onPick={(row) => { onChange(table.text?.(row) ?? row.code) }}>
        {input}
      </TableProposals>
    )
  }
  return list === undefined && namesReceiver.includes(path) ? <ReceiverProposals typed={value}>{input}</ReceiverProposals> : input
})

interface ProposedTable {
  member: TableMember
  /** What is written, if not the code. */
  text?: (row: { name: string }) => string
}

const longestActivity = 40

/** As much of a text as the format takes, without half a word. */
function fitting (text: string, longest: number): string {
  return text.length <= longest ? text : text.slice(0, text.lastIndexOf(' ', longest)).replace(/[\s,;.(-]+$/, '')
}

const tables: Readonly<Record<string, ProposedTable>> = {
  'header.receiver.businessActivity': {
    member: 'header.receiver.businessActivityCode', text: ({ name }) => fitting(name, longestActivity)
  },
  'header.receiver.municipality': { member: 'header.receiver.municipality' },
  'header.sender.municipality': { member: 'header.sender.municipality' },
  'header.sender.activityCode': { member: 'header.sender.activityCode' },
  'header.transport.destinationMunicipality': { member: 'header.transport.destinationMunicipality' },
  unitOfMeasure: { member: 'details[].unitOfMeasure' }
}

const namesReceiver = ['header.receiver.taxNumber', 'header.receiver.businessName']

const inputOf: Partial<Record<Kind, object>> = {
  number: { inputMode: 'decimal', autoComplete: 'off', className: 'numbers' },
  time: { inputMode: 'numeric', autoComplete: 'off', className: 'numbers', placeholder: '08:30' },
  rut: { autoComplete: 'off', className: 'numbers', placeholder: '76.543.210-3' },
  text: { autoComplete: 'off' }
}

/** As it was read: `1990` becomes `1.990`, `830` becomes `08:30`, `76543210k` becomes `76543210-K`. */
export function tidied (kind: Kind, value: string): string {
  if (kind === 'number') return tidyNumber(value)
  if (kind === 'time') return timeIn(value) ?? value
  return kind === 'rut' ? normalRut(value) ?? value : value
}

/** The days that the SII's format takes. */
function Day ({ value, onChange, ...input }: Pick<CodedProps, 'id' | 'error' | 'onBlur' | 'value' | 'onChange'>) {
  return (
    <DayInput
      {...input} value={value || null} minDate='2002-08-01' maxDate='2050-12-31' allowDeselect onChange={(day) => { onChange(day ?? '') }}
    />
  )
}

interface CodedProps {
  id: string
  error: ReactNode
  onBlur: () => void
  label?: string
  path: string
  kind: Kind
  list: ListName | undefined
  type: DocumentType
  value: string
  onChange: (value: string) => void
}

/** A short table is a list of the browser's own; a long one is searched, by code or name, and takes a code that it does not have. */
function Coded ({ kind, ...props }: CodedProps) {
  return kind === 'yesNo' ? <YesNo {...props} /> : <FromTable {...props} />
}

function YesNo ({ path: _, list: __, type: ___, onChange, ...input }: Omit<CodedProps, 'kind'>) {
  const own = useWords(words)
  const data = [{ value: '', label: own.notSaid }, { value: 'true', label: own.yes }, { value: 'false', label: own.no }]
  return <NativeSelect {...input} data={data} onChange={({ currentTarget }) => { onChange(currentTarget.value) }} />
}

/** The rows with every word of the search, without regard to case and accents. */
const byWords: OptionsFilter = ({ options, search }) => {
  const wanted = plain(search).split(/\s+/)
  return options.filter((option) => 'label' in option && wanted.every((word) => plain(option.label).includes(word)))
}

// A currency that the table does not have would be refused.
const currencies = ['header.totals.currency', 'header.otherCurrency.currency']

function FromTable ({ path, list, type, value, onChange, ...input }: Omit<CodedProps, 'kind'>) {
  const own = useWords(words)
  const [search, setSearch] = useState('')
  const choices = useChoices(path, list, type)
  const known = choices.some((choice) => choice.value === value)
  const others = value === '' || known ? [] : [{ value, label: value }]
  if (!isSearched(path, list)) {
    const unsaid = path === 'exemptIndicator' && list === 'globalDiscounts' ? own.affected : own.notSaid
    return (
      <NativeSelect
        {...input} value={value} data={[{ value: '', label: unsaid }, ...choices, ...others]}
        onChange={({ currentTarget }) => { onChange(currentTarget.value) }}
      />
    )
  }
  const wanted = search.trim().toUpperCase()
  const free = !currencies.includes(path) && wanted !== '' && wanted.length <= 4 && !choices.some((choice) => choice.value === wanted) ? [{ value: wanted, label: wanted }] : []
  const coded = choices.map((choice) => ({ value: choice.value, label: `${choice.value} · ${choice.label}` }))
  return (
    <Select
      {...input} searchable clearable limit={60} value={value || null} filter={byWords}
      data={[...coded, ...others, ...free.filter((one) => one.value !== value)]}
      placeholder={own.chooseCode} nothingFoundMessage={own.nothingFound} searchValue={search} onSearchChange={setSearch}
      onChange={(chosen) => { onChange(chosen ?? '') }}
    />
  )
}

/** What is wrong with a list as a whole, below it. */
export function ListComplaints ({ list }: { list: ListName }) {
  const { said, left, showAll } = useEditing()
  const all = said.get(list) ?? []
  if (all.length === 0 || !(showAll || left.has(list))) return null
  return (
    <Input.Error size='sm' mt='xs' component='div'>
      {all.map((one, index) => <span key={index} className='said'><Sentence said={one} /></span>)}
    </Input.Error>
  )
}
