import { Badge, Button, Paper, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FileInput, ListOrdered, Search } from 'lucide-react'
import { useCan } from '../session/session.ts'
import { AnchorLink, ButtonLink } from '../shared/links.tsx'
import { Loading, PageTitle } from '../shared/page.tsx'
import { pageSizes, Pages } from '../shared/pages.tsx'
import { Nothing, Problem } from '../shared/problem.tsx'
import { moveBetweenRows } from '../shared/row-keys.ts'
import { useSelection } from '../shared/selection.ts'
import { ViewBar } from '../shared/view-bar.tsx'
import { useText, useWords } from '../text/text.tsx'
import { Export } from './export.tsx'
import { ReceivedFilters } from './filter-bar.tsx'
import { isFiltered, noFilters, queryOf, views, type FilterChange, type Filters, type View } from './filters.ts'
import { list, summary, type Summary } from './requests.ts'
import { ReceivedRows } from './rows.tsx'
import { ReceivedSelection } from './selection-bar.tsx'
import { Upload } from './upload.tsx'
import { words } from './words.ts'

/** What suppliers issued for the company. */
export function ReceivedList () {
  const own = useWords(words)
  const { text, format } = useText()
  const can = useCan()
  const filters = useSearch({ from: '/received' })
  const change = useChange()
  const { data, error, refetch, isPlaceholderData } = useQuery({ ...list(filters), placeholderData: keepPreviousData })
  const selection = useSelection(data?.data ?? [], ({ id }) => id)
  const total = data && (data.totalIsEstimate ? text.pages.estimate(format.number(data.totalRecords)) : format.number(data.totalRecords))
  return (
    <Stack gap='sm' onKeyDown={moveBetweenRows}>
      <PageTitle
        title={text.places.received}
        aside={total && <Badge variant='default' size='lg' fw={550} className='numbers' role='status'>{total}</Badge>}
      >
        <ButtonLink variant='default' to='/received/policies' leftSection={<ListOrdered size={16} />}>{own.policies}</ButtonLink>
        {data && data.totalRecords > 0 && <Export query={queryOf(filters)} />}
        {can('Received.Manage') && <Upload />}
      </PageTitle>
      <Views filters={filters} />
      <ReceivedFilters filters={filters} onChange={change} />
      {error && !data ? <Problem error={error} onRetry={() => { void refetch() }} />
        : !data ? <Loading rows={12} height={28} />
            : data.totalRecords === 0 ? <Empty filtered={isFiltered(filters)} onClear={() => { change(nothing) }} />
              : (
                <Paper aria-busy={isPlaceholderData} className='former list'>
                  <ReceivedSelection selection={selection} />
                  <ReceivedRows rows={data.data} selection={selection} />
                  <Pages
                    page={data}
                    onPage={(page) => { change({ page: page > 1 ? page : undefined }) }}
                    onSize={(size) => { change({ size: size === pageSizes[0] ? undefined : size }) }}
                  />
                </Paper>
                )}
    </Stack>
  )
}

const nothing: FilterChange = { ...noFilters, view: undefined }

/** A changed filter begins at the first page, and the browser's step back leads to the filter before. */
function useChange (): (change: FilterChange) => void {
  const navigate = useNavigate({ from: '/received' })
  return (change) => { void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) as Filters }) }
}

/** Each view keeps the other filters. */
function Views ({ filters: { page: _page, view: current, ...others } }: { filters: Filters }) {
  const own = useWords(words)
  const { data: counts } = useQuery(summary)
  return (
    <ViewBar label={own.views} shown={`${current} ${counts !== undefined}`}>
      {([undefined, ...Object.keys(views) as View[]]).map((view) => (
        <Link
          key={view ?? ''} to='/received' search={{ ...others, ...view && { view } }} activeProps={{}} activeOptions={{ exact: true }}
          aria-current={current === view ? 'true' : undefined}
        >
          {view ? own.view[view] : own.all} <Count of={counts} name={view && counted[view]} />
        </Link>
      ))}
      {counts !== undefined && counts.awaitingApproval > 0 && (
        <Link to='/received/approvals'>{own.toApprove} <Count of={counts} name='awaitingApproval' /></Link>
      )}
    </ViewBar>
  )
}

const counted: Partial<Record<View, keyof Summary>> = {
  open: 'open', today: 'dueToday', soon: 'dueIn3Days', credit: 'creditAtRisk', notDone: 'failedClaims'
}

function Count ({ of, name }: { of: Summary | undefined, name: keyof Summary | undefined }) {
  const { format } = useText()
  if (!of || !name) return null
  return <Text span size='xs' c='dimmed' fw={450} className='numbers'>{format.number(of[name])}</Text>
}

function Empty ({ filtered, onClear }: { filtered: boolean, onClear: () => void }) {
  const { text } = useText()
  const own = useWords(words)
  const can = useCan()
  if (filtered) {
    return (
      <Nothing icon={<Search size={28} />} title={own.noMatch} note={own.noMatchText} role='status'>
        <Button variant='default' onClick={onClear}>{text.actions.clearFilters}</Button>
      </Nothing>
    )
  }
  return (
    <Nothing icon={<FileInput size={28} />} title={own.none} note={own.noneText}>
      {can('Mailbox.Read') && <AnchorLink to='/mailbox' size='sm'>{own.toMailbox}</AnchorLink>}
    </Nothing>
  )
}
