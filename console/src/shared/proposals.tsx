import { Combobox, Text, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { cloneElement, useEffect, useRef, useState, type InputHTMLAttributes, type KeyboardEvent, type ReactElement, type ReactNode } from 'react'
import { useCan } from '../session/session.ts'
import type { Claim } from '../text/claims.ts'

const pauseMs = 200
const longestSearch = 100

export interface Source<One> {
  name: string
  /** Without it nothing is proposed. */
  claim?: Claim
  find: (search: { search?: string }, signal: AbortSignal) => Promise<One[]>
}

export interface ProposalsProps<One> {
  from: Source<One>
  /** Of the list, as it is read out. */
  label: string
  typed: string
  row: (one: One) => ReactNode
  /** `isOther`: something stood there when the field was entered, and one thing takes the place of another. */
  onPick: (one: One, isOther: boolean) => void
  /** Whether what is typed names one thing exactly, such as a scanned code: Enter and Tab take it without a choice. */
  isExact?: (one: One, typed: string) => boolean
  children: ReactElement<InputHTMLAttributes<HTMLInputElement>>
}

/**
 * What the server proposes, such as what was used earlier, below a field while something is typed in it, or on the arrow
 * down. Nothing is chosen until the reader chooses, and where the server proposes nothing the field is an ordinary one.
 */
export function Proposals<One> ({ from, label, typed, row, onPick, isExact, children }: ProposalsProps<One>) {
  const can = useCan()
  const may = from.claim === undefined || can(from.claim)
  const [wanted, setWanted] = useState(false)
  const entered = useRef('')
  const [search] = useDebouncedValue(typed.trim(), pauseMs)
  const found = (search: string) => queryOptions({
    queryKey: ['proposals', from.name, search], retry: false,
    queryFn: ({ signal }) => from.find(search === '' ? {} : { search }, signal)
  })
  const { data = [] } = useQuery({
    ...found(search), enabled: may && wanted && search.length <= longestSearch, placeholderData: keepPreviousData
  })
  const combobox = useCombobox({ opened: wanted && data.length > 0, onOpenedChange: setWanted })
  const { resetSelectedOption } = combobox
  const shown = JSON.stringify(data)
  useEffect(() => { resetSelectedOption() }, [shown, resetSelectedOption])
  const cache = useQueryClient()
  const missed = useRef('')
  const pick = (one: One) => {
    onPick(one, entered.current !== '')
    setWanted(false)
  }
  /** Before a code that a scanner typed is known, its Enter has come: the key waits for what the code names. */
  const takeExact = async (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget: field } = event
    const text = typed.trim()
    const isChosen = combobox.getSelectedOptionIndex() !== -1
    if (!isExact || !may || isChosen || text === '' || text.length > longestSearch || missed.current === text) return
    if (key === 'Enter') event.preventDefault()
    const known = await cache.fetchQuery({ ...found(text), staleTime: 10_000 }).catch(() => [])
    const exact = known.find((one) => isExact(one, text))
    if (exact) return pick(exact)
    missed.current = text
    if (key === 'Enter') field.dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }
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
    onKeyDown: (event) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event
      if (ctrlKey || metaKey) resetSelectedOption()
      else if ((key === 'Enter' || key === 'Tab') && !shiftKey && !altKey) void takeExact(event)
    },
    onBlur: (event) => {
      setWanted(false)
      onBlur?.(event)
    }
  })
  return (
    <Combobox
      store={combobox} width='max-content' position='bottom-start' classNames={{ dropdown: 'proposals' }}
      onOptionSubmit={(index) => { pick(data[Number(index)]!) }}
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

/** Two lines of a proposal: what it is, and what tells it from others. */
export function Proposal ({ name, note }: { name: string, note: ReadonlyArray<string | null | undefined> }) {
  return (
    <>
      <Text size='sm' fw={550} truncate>{name}</Text>
      <Text size='xs' className='quiet numbers' truncate>{note.filter(Boolean).join(' · ')}</Text>
    </>
  )
}
