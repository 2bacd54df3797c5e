import { useQuery } from '@tanstack/react-query'
import { timbre, useCan } from '../session/session.ts'
import { Proposal, Proposals, type ProposalsProps, type Source } from '../shared/proposals.tsx'
import { useText, useWords } from '../text/text.tsx'
import { useEditing } from './editing.ts'
import type { Change, Row } from './model/form.ts'
import { itemFilling, receiverFilling, type Filling, type Item, type Receiver } from './model/proposed.ts'
import { words } from './words.ts'

const receivers: Source<Receiver> = {
  name: 'receivers', claim: 'Webhook.Issue', find: (query, signal) => timbre.get('/api/Webhook/Receivers', { query, signal })
}
const items: Source<Item> = {
  name: 'items', claim: 'Webhook.Issue', find: (query, signal) => timbre.get('/api/Webhook/Items', { query, signal })
}

/** Whether the company's items have codes; it is known before lines are drawn, so that their columns stay where they are. */
export function useUsesCodes () {
  const can = useCan()
  const { data, isLoading } = useQuery({
    queryKey: ['proposals', items.name, ''], enabled: can('Webhook.Issue'), staleTime: Infinity, retry: false,
    queryFn: ({ signal }) => items.find({}, signal)
  })
  return { isLoading, usesCodes: data?.some(({ itemCode }) => itemCode !== null) ?? false }
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
