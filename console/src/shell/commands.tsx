import { useDebouncedValue, useHotkeys } from '@mantine/hooks'
import { Spotlight, spotlight, type SpotlightActionData } from '@mantine/spotlight'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { FilePlus2, FileText, MousePointerClick, Search } from 'lucide-react'
import { useState } from 'react'
import { timbre, useCan, useMe } from '../session/session.ts'
import { useTypeName } from '../shared/document-types.ts'
import { useSingleLetters } from '../shared/shortcuts.tsx'
import { useText } from '../text/text.tsx'
import { actions } from './actions.ts'
import { pageActions, type PageAction } from './page-actions.ts'
import { isOffered, places } from './places.ts'

/** Ctrl K, also from a field: what can be done here, every place, what can be begun, and every document by its name. */
export function Commands () {
  const { text, format } = useText()
  const can = useCan()
  const navigate = useNavigate()
  const { tenant: { environment } } = useMe()
  const nameOf = useTypeName()
  const [singleKeys] = useSingleLetters()
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed.trim(), 200)
  const searches = wanted.length > 1 && can('Webhook.Read')
  const { data } = useQuery({
    queryKey: ['search', wanted], enabled: searches, placeholderData: keepPreviousData,
    queryFn: () => timbre.get('/api/Webhook/GetWebhooks', { query: { search: wanted, pageSize: 6 } })
  })

  const here = useHere()
  useHotkeys([['mod+K', spotlight.toggle]], [])

  const sections: SpotlightActionData[] = places
    .filter((place) => isOffered(place, can, environment))
    .map(({ to, name, icon: Icon }) => ({
      id: to, label: text.places[name], leftSection: <Icon size={18} aria-hidden='true' />, onClick: () => { void navigate({ to }) }
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
        { group: text.nav.actions, actions: begun },
        ...(found.length > 0 ? [{ group: text.nav.found, actions: found }] : [])
      ]}
      shortcut={singleKeys ? '/' : null} query={typed} onQueryChange={setTyped} nothingFound={text.nav.nothingFound} limit={40}
      attributes={{ content: { 'aria-label': text.nav.search } }}
      scrollable maxHeight={420} overlayProps={{ backgroundOpacity: 0.35, blur: 2 }}
      searchProps={{ placeholder: text.nav.search, 'aria-label': text.nav.search, leftSection: <Search size={18} /> }}
    />
  )
}

const documentPage = /\/documents\/([0-9a-f-]{36})$/

/** What can be done on the page, as it was when this was opened; another document like the open one can always be issued. */
function useHere () {
  const { text } = useText()
  const can = useCan()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [found, setFound] = useState<PageAction[]>([])
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
