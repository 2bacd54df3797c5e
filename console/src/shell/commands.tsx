import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, type SpotlightActionData } from '@mantine/spotlight'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { ContactRound, FileInput, FilePlus2, FileText, MousePointerClick, Package, Search } from 'lucide-react'
import { useState } from 'react'
import { timbre, useCan, useMe } from '../session/session.ts'
import { useTypeName } from '../shared/document-types.ts'
import { plain } from '../shared/table-proposals.tsx'
import { useText } from '../text/text.tsx'
import { actions } from './actions.ts'
import { commandsStore } from './commands-store.ts'
import { pageActions } from './page-actions.ts'
import { isOffered, places } from './places.ts'
import { quickTypes } from './quick-types.ts'

/** Ctrl K, also from a field: what can be done here, every place, what can be begun, and every document by its name. */
export function Commands () {
  const { text, format } = useText()
  const can = useCan()
  const navigate = useNavigate()
  const { tenant: { environment } } = useMe()
  const nameOf = useTypeName()
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed.trim(), 200)
  const searches = wanted.length > 1 && can('Webhook.Read')
  const { data } = useQuery({
    queryKey: ['search', wanted], enabled: searches, placeholderData: keepPreviousData,
    queryFn: () => timbre.get('/api/Webhook/GetWebhooks', { query: { search: wanted, pageSize: 6 } })
  })

  const kept = useKept(wanted)
  const here = useHere()

  const sections: SpotlightActionData[] = places
    .filter((place) => isOffered(place, can, environment))
    .map(({ to, name, icon: Icon }) => ({
      id: to, label: text.places[name], leftSection: <Icon size={18} aria-hidden='true' />, onClick: () => { void navigate({ to }) }
    }))
  const quick: SpotlightActionData[] = !can('Webhook.Issue') ? [] : quickTypes.map(({ type }) => ({
    id: `issue-${type}`, label: text.nav.issueType(nameOf(type)), leftSection: <FilePlus2 size={18} aria-hidden='true' />,
    onClick: () => { void navigate({ to: '/issue', search: { type } }) }
  }))
  const begun: SpotlightActionData[] = actions
    .filter(({ claim }) => claim === undefined || can(claim))
    .map(({ name, icon: Icon, to, hash, search, issues }) => ({
      id: `do-${name}`, label: text.commands[name], ...issues && { keywords: text.issued }, leftSection: <Icon size={18} aria-hidden='true' />,
      onClick: () => { void navigate({ to, ...hash && { hash }, ...search && { search } }) }
    }))
  const found: SpotlightActionData[] = !searches ? [] : (data?.data ?? []).map((record) => ({
    id: record.correlationId,
    label: record.invoiceNumber
      ? text.document.number(nameOf(record.invoiceTypeCode), record.invoiceNumber)
      : `${nameOf(record.invoiceTypeCode)}, ${text.document.noFolio}`,
    description: `${record.customerCompanyName || text.document.noReceiver} · ${format.amount(record.totalAmount, record.currency)}`,
    // The server found it: the list's own filter lets it through.
    keywords: wanted,
    leftSection: <FileText size={18} aria-hidden='true' />,
    onClick: () => { void navigate({ to: '/documents/$id', params: { id: record.correlationId } }) }
  }))

  return (
    <Spotlight
      onSpotlightOpen={here.look}
      actions={[
        ...(here.actions.length > 0 ? [{ group: text.nav.here, actions: here.actions }] : []),
        { group: text.nav.places, actions: sections },
        { group: text.nav.actions, actions: [...quick, ...begun] },
        ...kept,
        ...(found.length > 0 ? [{ group: text.nav.found, actions: found }] : [])
      ]}
      store={commandsStore} shortcut={null} query={typed} onQueryChange={setTyped} nothingFound={text.nav.nothingFound} limit={40}
      attributes={{ content: { 'aria-label': text.nav.search } }}
      scrollable maxHeight={420} overlayProps={{ backgroundOpacity: 0.35, blur: 2 }}
      searchProps={{ placeholder: text.nav.search, 'aria-label': text.nav.search, leftSection: <Search size={18} /> }}
    />
  )
}

const mostKept = 4

/** `boleta a quillay`: a document for a customer, or a name alone. */
const addressed = /^(\p{L}+)(?: \p{L}+)* (?:a|to) (.{2,})$/u

/** Customers, products and received documents by what is typed; of a customer, also the document that is asked for. */
function useKept (typed: string): Array<{ group: string, actions: SpotlightActionData[] }> {
  const { text, format } = useText()
  const can = useCan()
  const navigate = useNavigate()
  const nameOf = useTypeName()
  const [, kind = '', addressee] = addressed.exec(typed) ?? []
  const asked = quickTypes.find(({ type }) => addressee !== undefined && plain(nameOf(type)).startsWith(plain(kind)))?.type
  const search = asked === undefined ? typed : addressee!
  const isSearched = search.length > 1
  const query = { search, pageSize: mostKept }
  const customers = useQuery({
    queryKey: ['search', 'customers', search], enabled: isSearched && can('Customer.Read'), placeholderData: keepPreviousData,
    queryFn: ({ signal }) => timbre.get('/api/Customer/List', { query, signal })
  })
  const products = useQuery({
    queryKey: ['search', 'products', search], enabled: isSearched && asked === undefined && can('Product.Read'),
    queryFn: ({ signal }) => timbre.get('/api/Product/List', { query, signal })
  })
  const received = useQuery({
    queryKey: ['search', 'received', search], enabled: isSearched && asked === undefined && can('Received.Read'),
    queryFn: ({ signal }) => timbre.get('/api/Received/List', { query, signal })
  })
  if (!isSearched) return []
  // The server found them: the list's own filter lets them through.
  const shared = { keywords: typed }
  const groups = [
    {
      group: text.places.customers, actions: (customers.data?.data ?? []).map(({ id, businessName, taxNumber }) => ({
        ...shared, id: `customer-${id}`, label: asked === undefined ? businessName : text.nav.issueTo(nameOf(asked), businessName),
        description: format.rut(taxNumber), leftSection: <ContactRound size={18} aria-hidden='true' />,
        onClick: () => {
          if (asked === undefined) void navigate({ to: '/customers/$id', params: { id } })
          else void navigate({ to: '/issue', search: { customer: id, type: asked } })
        }
      }))
    },
    {
      group: text.places.products, actions: (products.data?.data ?? []).map(({ id, name, code }) => ({
        ...shared, id: `product-${id}`, label: name, description: code ?? '', leftSection: <Package size={18} aria-hidden='true' />,
        onClick: () => { void navigate({ to: '/products', search: { search: code ?? name } }) }
      }))
    },
    {
      group: text.places.received, actions: (received.data?.data ?? []).map(({ id, documentType, folio, issuerName, totalAmount }) => ({
        ...shared, id: `received-${id}`, label: text.document.number(nameOf(documentType), String(folio)),
        description: `${issuerName} · ${format.amount(totalAmount)}`, leftSection: <FileInput size={18} aria-hidden='true' />,
        onClick: () => { void navigate({ to: '/received/$id', params: { id } }) }
      }))
    }
  ]
  return groups.filter(({ actions }) => actions.length > 0)
}

const documentPage = /\/documents\/([0-9a-f-]{36})$/

/** What can be done on the page, as it was when this was opened; another document like the open one can always be issued. */
function useHere () {
  const { text } = useText()
  const can = useCan()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [found, setFound] = useState(pageActions)
  const [, copied] = documentPage.exec(pathname) ?? []
  const isFound = found.some(({ label }) => label === text.nav.another)
  const another = copied !== undefined && can('Webhook.Issue') && !isFound
    ? [{ label: text.nav.another, icon: FilePlus2, press: () => { void navigate({ to: '/issue', search: { copy: copied } }) } }]
    : []
  const actions: SpotlightActionData[] = [...found.map((action) => ({ ...action, icon: MousePointerClick })), ...another]
    .map(({ label, icon: Icon, press }, index) => ({
      id: `here-${index}`, label, leftSection: <Icon size={18} aria-hidden='true' />, onClick: press
    }))
  return { actions, look: () => { setFound(pageActions()) } }
}
