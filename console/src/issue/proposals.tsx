import { useQuery } from '@tanstack/react-query'
import { timbre, useCan } from '../session/session.ts'
import { Proposal, Proposals, type ProposalsProps, type Source } from '../shared/proposals.tsx'
import { plain } from '../shared/table-proposals.tsx'
import { useText, useWords } from '../text/text.tsx'
import { useEditing } from './editing.ts'
import { firstCell, focusSoon } from './focus.ts'
import type { Change, Row } from './model/form.ts'
import { fieldName } from './model/payload.ts'
import { customerFilling, itemFilling, itemOf, receiverFilling, turnsGross, type Customer, type Filling, type Item, type Receiver } from './model/proposed.ts'
import { grossPath } from './model/types.ts'
import { words } from './words.ts'

/** Somebody of earlier documents, or a customer that the company keeps. */
type Buyer = Receiver & { kept?: Customer }

const mostProposed = 10
// Each name with one of these is somebody else.
const sharedRuts = ['55555555-5', '66666666-6']
const buyerKey = ({ taxNumber, businessName }: Buyer) => sharedRuts.includes(taxNumber) ? `${taxNumber} ${plain(businessName ?? '')}` : taxNumber
const itemKey = ({ itemCode, itemName }: Item) => itemCode?.codeValue ?? plain(itemName)

/**
 * What the company keeps and what it used earlier, as one list without doubles: first what it keeps, and before
 * anything is typed what it used last.
 */
function joined<One> (kept: readonly One[], earlier: readonly One[], keyOf: (one: One) => string, search?: string): One[] {
  const known = new Map(kept.map((one) => [keyOf(one), one]))
  const ordered = search === undefined ? [...earlier, ...kept] : [...kept, ...earlier]
  return [...new Map(ordered.map((one) => [keyOf(one), known.get(keyOf(one)) ?? one])).values()].slice(0, mostProposed)
}

function useReceivers (): Source<Buyer> {
  const can = useCan()
  const mayKnow = can('Customer.Read')
  return {
    name: 'receivers', claim: 'Webhook.Issue', find: async (query, signal) => {
      const [customers, earlier] = await Promise.all([
        mayKnow ? timbre.get('/api/Customer/List', { query: { ...query, pageSize: mostProposed }, signal }) : { data: [] },
        timbre.get('/api/Webhook/Receivers', { query, signal })
      ])
      const known = customers.data.map((kept) => ({ ...kept, contact: null, internalCode: null, kept }))
      return joined<Buyer>(known, earlier, buyerKey, query.search)
    }
  }
}

function useItems (): Source<Item> {
  const can = useCan()
  const mayKnow = can('Product.Read')
  return {
    name: 'items', claim: 'Webhook.Issue', find: async (query, signal) => {
      const [products, earlier] = await Promise.all([
        mayKnow ? timbre.get('/api/Product/List', { query: { ...query, pageSize: mostProposed }, signal }) : { data: [] },
        timbre.get('/api/Webhook/Items', { query, signal })
      ])
      return mayKnow ? joined(products.data.map(itemOf), earlier, itemKey, query.search) : earlier
    }
  }
}

/** Whether the company's items have codes; it is known before lines are drawn, so that their columns stay where they are. */
export function useUsesCodes () {
  const can = useCan()
  const items = useItems()
  const { data, isLoading } = useQuery({
    queryKey: ['proposals', items.name, ''], enabled: can('Webhook.Issue'), staleTime: Infinity, retry: false,
    queryFn: ({ signal }) => items.find({}, signal)
  })
  return { isLoading, usesCodes: data?.some(({ itemCode }) => itemCode !== null) ?? false }
}

interface InputProps { typed: string, children: ProposalsProps<unknown>['children'] }

/** Customers and earlier receivers, by the beginning of the RUT or of words of the name, below a field of the receiver. */
export function ReceiverProposals ({ typed, children }: InputProps) {
  const { format } = useText()
  const own = useWords(words)
  const { change } = useEditing()
  return (
    <Proposals
      from={useReceivers()} label={own.earlierReceivers} typed={typed}
      onPick={(one, isOther) => {
        change({ do: 'set', ...filled(one.kept ? customerFilling(one.kept) : receiverFilling(one), isOther) })
        focusSoon(firstCell)
      }}
      row={({ taxNumber, businessName, municipality }) => (
        <Proposal name={businessName ?? format.rut(taxNumber)} note={[format.rut(taxNumber), municipality]} />
      )}
    >
      {children}
    </Proposals>
  )
}

/** Products and earlier items, by words of the code or the name, below a cell of a line. */
export function ItemProposals ({ row, typed, children }: InputProps & { row: Row }) {
  const { format } = useText()
  const own = useWords(words)
  const { change, prices } = useEditing()
  const priced = ({ unitPrice, currency }: Item) => unitPrice === null ? null : format.amount(unitPrice, currency)
  return (
    <Proposals
      from={useItems()} label={own.earlierItems} typed={typed}
      onPick={(one, isOther) => {
        const gross = prices.gross || turnsGross(one, prices)
        if (gross !== prices.gross) change({ do: 'set', values: { [grossPath]: 'true' } })
        change({ do: 'cells', list: 'details', id: row.id, ...filled(itemFilling(one, { ...prices, gross }), isOther) })
        focusSoon(() => document.getElementById(fieldName('quantity', row.id)))
      }}
      isExact={({ itemCode }, text) => itemCode?.codeValue.toLowerCase() === text.toLowerCase()}
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
function filled ({ identity, others, terms }: Filling, isOther: boolean): Omit<Extract<Change, { do: 'set' }>, 'do'> {
  return isOther ? { values: { ...others, ...identity, ...terms } } : { values: identity, blanks: others, ...terms && { terms } }
}
