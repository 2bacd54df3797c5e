import { Combobox, Text, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { cloneElement, useEffect, useRef, useState, type InputHTMLAttributes, type ReactElement, type ReactNode } from 'react'
import { timbre, useCan } from '../session/session.ts'
import { useText, useWords } from '../text/text.tsx'
import { useEditing } from './editing.ts'
import type { Change, Row } from './model/form.ts'
import { itemFilling, receiverFilling, type Filling, type Item, type Receiver } from './model/proposed.ts'
import { words } from './words.ts'

const pauseMs = 200
const longestSearch = 100

interface Source<One> {
  name: string
  find: (search: { search?: string }, signal: AbortSignal) => Promise<One[]>
}

const receivers: Source<Receiver> = {
  name: 'receivers', find: (query, signal) => timbre.get('/api/Webhook/Receivers', { query, signal })
}
const items: Source<Item> = {
  name: 'items', find: (query, signal) => timbre.get('/api/Webhook/Items', { query, signal })
}

interface ProposalsProps<One> {
  from: Source<One>
  /** Of the list, as it is read out. */
  label: string
  typed: string
  row: (one: One) => ReactNode
  /** `isOther`: something stood there when the field was entered, and one thing takes the place of another. */
  onPick: (one: One, isOther: boolean) => void
  children: ReactElement<InputHTMLAttributes<HTMLInputElement>>
}

/**
 * What was used earlier, below a field while something is typed in it, or on the arrow down. Nothing is chosen until
 * the reader chooses, and where the server proposes nothing the field is an ordinary one.
 */
function Proposals<One> ({ from, label, typed, row, onPick, children }: ProposalsProps<One>) {
  const may = useCan()('Webhook.Issue')
  const [wanted, setWanted] = useState(false)
  const entered = useRef('')
  const [search] = useDebouncedValue(typed.trim(), pauseMs)
  const { data = [] } = useQuery({
    queryKey: ['proposals', from.name, search], enabled: may && wanted && search.length <= longestSearch,
    retry: false, placeholderData: keepPreviousData,
    queryFn: ({ signal }) => from.find(search === '' ? {} : { search }, signal)
  })
  const combobox = useCombobox({ opened: wanted && data.length > 0, onOpenedChange: setWanted })
  const { resetSelectedOption } = combobox
  const shown = JSON.stringify(data)
  useEffect(() => { resetSelectedOption() }, [shown, resetSelectedOption])
  const { onFocus, onBlur, onChange } = children.props
  const target = cloneElement(children, {
    onFocus: (event) => {
      entered.current = typed.trim()
      onFocus?.(event)
    },
    onChange: (event) => {
      setWanted(true)
      onChange?.(event)
    },
    onKeyDown: ({ ctrlKey, metaKey }) => { if (ctrlKey || metaKey) resetSelectedOption() },
    onBlur: (event) => {
      setWanted(false)
      onBlur?.(event)
    }
  })
  return (
    <Combobox
      store={combobox} width='max-content' position='bottom-start' classNames={{ dropdown: 'proposals' }}
      onOptionSubmit={(index) => {
        onPick(data[Number(index)]!, entered.current !== '')
        setWanted(false)
      }}
    >
      <Combobox.Target withExpandedAttribute autoComplete='off'>{target}</Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={label}>
          {data.map((one, index) => <Combobox.Option key={JSON.stringify(one)} value={String(index)}>{row(one)}</Combobox.Option>)}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

interface InputProps { typed: string, children: ProposalsProps<unknown>['children'] }

/** Earlier receivers, by the beginning of the RUT or of words of the name, below a field of the receiver. */
export function ReceiverProposals ({ typed, children }: InputProps) {
  const { format } = useText()
  const own = useWords(words)
  const { change } = useEditing()
  return (
    <Proposals
      from={receivers} label={own.earlierReceivers} typed={typed}
      onPick={(one, isOther) => { change({ do: 'set', ...filled(receiverFilling(one), isOther) }) }}
      row={({ taxNumber, businessName, municipality }) => (
        <Proposal name={businessName ?? format.rut(taxNumber)} note={[format.rut(taxNumber), municipality]} />
      )}
    >
      {children}
    </Proposals>
  )
}

/** Earlier items, by words of the code or the name, below a cell of a line. */
export function ItemProposals ({ row, typed, children }: InputProps & { row: Row }) {
  const { format } = useText()
  const own = useWords(words)
  const { change, prices } = useEditing()
  const priced = ({ unitPrice, currency }: Item) => unitPrice === null ? null : format.amount(unitPrice, currency)
  return (
    <Proposals
      from={items} label={own.earlierItems} typed={typed}
      onPick={(one, isOther) => { change({ do: 'cells', list: 'details', id: row.id, ...filled(itemFilling(one, prices), isOther) }) }}
      row={(one) => (
        <Proposal
          name={one.itemName}
          note={[one.itemCode?.codeValue, priced(one), one.exempt ? own.exempt : one.linePrices === 'gross' ? own.withVat : own.withoutVat]}
        />
      )}
    >
      {children}
    </Proposals>
  )
}

/** What was typed in a new line stays; what belongs to another item goes with it. */
function filled ({ identity, others }: Filling, isOther: boolean): Pick<Extract<Change, { do: 'set' }>, 'values' | 'blanks'> {
  return isOther ? { values: { ...others, ...identity } } : { values: identity, blanks: others }
}

function Proposal ({ name, note }: { name: string, note: ReadonlyArray<string | null | undefined> }) {
  return (
    <>
      <Text size='sm' fw={550} truncate>{name}</Text>
      <Text size='xs' c='dimmed' className='numbers' truncate>{note.filter(Boolean).join(' · ')}</Text>
    </>
  )
}
