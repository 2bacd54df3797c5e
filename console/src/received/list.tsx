import { Badge, Button, Paper, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FileInput, Search } from 'lucide-react'
import { useCan } from '../session/session.ts'
import { AnchorLink } from '../shared/links.tsx'
import { Loading, PageTitle } from '../shared/page.tsx'
import { pageSizes, Pages } from '../shared/pages.tsx'
import { Nothing, Problem } from '../shared/problem.tsx'
import { goThroughRows } from '../shared/row-keys.ts'
import { useSelection } from '../shared/selection.ts'
import { ViewBar } from '../shared/view-bar.tsx'
import { useText, useWords } from '../text/text.tsx'
import { FilterBar } from './filter-bar.tsx'
import { isFiltered, noFilters, views, type FilterChange, type Filters, type View } from './filters.ts'
import { list } from './requests.ts'
import { Rows } from './rows.tsx'
import { Upload } from './upload.tsx'
import { words } from './words.ts'

/** What suppliers issued for the company. */
export function ReceivedList () {
  const { text, format } = useText()
  const can = useCan()
  const filters = useSearch({ from: '/received' })
  const change = useChange()
  const { data, error, refetch, isPlaceholderData } = useQuery({ ...list(filters), placeholderData: keepPreviousData })
  const selection = useSelection(data?.data ?? [], ({ id }) => id)
  const total = data && (data.totalIsEstimate ? text.pages.estimate(format.number(data.totalRecords)) : format.number(data.totalRecords))
  return (
    <Stack gap='md' onKeyDown={goThroughRows}>
      <PageTitle
        title={text.places.received}
        aside={total && <Badge variant='default' size='lg' fw={550} className='numbers' role='status'>{total}</Badge>}
      >
        {can('Received.Manage') && <Upload />}
      </PageTitle>
      <Views filters={filters} />
      <FilterBar filters={filters} onChange={change} />
      {error && !data ? <Problem error={error} onRetry={() => { void refetch() }} />
        : !data ? <Loading rows={10} height={36} />
            : data.totalRecords === 0 ? <Empty filtered={isFiltered(filters)} onClear={() => { change(nothing) }} />
              : (
                <Paper aria-busy={isPlaceholderData} className='former list'>
                  <Rows rows={data.data} selection={selection} />
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
  return (
    <ViewBar label={own.views} shown={String(current)}>
      {([undefined, ...Object.keys(views) as View[]]).map((view) => (
        <Link
          key={view ?? ''} to='/received' search={{ ...others, ...view && { view } }} activeProps={{}} activeOptions={{ exact: true }}
          aria-current={current === view ? 'true' : undefined}
        >
          {view ? own.view[view] : own.all}
        </Link>
      ))}
    </ViewBar>
  )
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
