import { Combobox, Text, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { cloneElement, useEffect, useRef, useState, type InputHTMLAttributes, type ReactElement, type ReactNode } from 'react'
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
  children: ReactElement<InputHTMLAttributes<HTMLInputElement>>
}

/**
 * What the server proposes, such as what was used earlier, below a field while something is typed in it, or on the arrow
 * down. Nothing is chosen until the reader chooses, and where the server proposes nothing the field is an ordinary one.
 */
export function Proposals<One> ({ from, label, typed, row, onPick, children }: ProposalsProps<One>) {
  const can = useCan()
  const may = from.claim === undefined || can(from.claim)
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

/** Two lines of a proposal: what it is, and what tells it from others. */
export function Proposal ({ name, note }: { name: string, note: ReadonlyArray<string | null | undefined> }) {
  return (
    <>
      <Text size='sm' fw={550} truncate>{name}</Text>
      <Text size='xs' c='dimmed' className='numbers' truncate>{note.filter(Boolean).join(' · ')}</Text>
    </>
  )
}
