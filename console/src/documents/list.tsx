import { Badge, Box, Button, Group, Paper, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FileText, Search } from 'lucide-react'
import { useCan } from '../session/session.ts'
import { Loading, PageTitle } from '../shared/page.tsx'
import { pageSizes, Pages } from '../shared/pages.tsx'
import { Nothing, Problem } from '../shared/problem.tsx'
import { pollWhilePending } from '../shared/queries.ts'
import { moveBetweenRows } from '../shared/row-keys.ts'
import { useSelection } from '../shared/selection.ts'
import { isUnderWay } from '../shared/status.tsx'
import { useText, useWords } from '../text/text.tsx'
import { Export } from './export.tsx'
import { DocumentFilters } from './filter-bar.tsx'
import { isFiltered, noFilters, queryOf, type FilterChange, type Filters } from './filters.ts'
import { list, type Answer } from './requests.ts'
import { DocumentRows } from './rows.tsx'
import { SavedViews } from './saved-views.tsx'
import { DocumentSelection } from './selection-bar.tsx'
import { Views } from './views.tsx'
import { words } from './words.ts'

export function DocumentList () {
  const own = useWords(words)
  const { text, format } = useText()
  const filters = useSearch({ from: '/documents' })
  const change = useChange()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...list(filters), placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data?.data.some(({ status }) => isUnderWay(status)) ? pollWhilePending(state) : false
  })
  const selection = useSelection(data?.data ?? [], ({ correlationId }) => correlationId)

  return (
    <Stack gap='sm' onKeyDown={moveBetweenRows}>
      <PageTitle
        title={text.places.documents}
        aside={data && <Badge variant='default' size='lg' fw={550} className='numbers' role='status'>{totalOf(data, format, text)}</Badge>}
      >
        <SavedViews filters={filters} />
        {data && data.totalRecords > 0 && <Export label={own.export} query={queryOf(filters)} closing />}
      </PageTitle>
      <Views filters={filters} counts={data?.counts} />
      <DocumentFilters filters={filters} onChange={change} />
      {error && !data ? <Problem error={error} onRetry={() => { void refetch() }} />
        : !data ? <Loading rows={12} height={28} />
            : data.totalRecords === 0 ? <Empty filtered={isFiltered(filters)} onClear={() => { change(nothing) }} />
              : (
                <Paper aria-busy={isPlaceholderData} className='former list'>
                  <DocumentSelection selection={selection} />
                  <DocumentRows rows={data.data} selection={selection} />
                  <Sums sums={data.sums} />
                  <Pages
                    page={data}
                    onPage={(page) => { change({ page: page > 1 ? page : undefined }) }}
                    onSize={(size) => { change({ size: size === pageSizes[0] ? undefined : size, page: undefined }) }}
                  />
                </Paper>
                )}
    </Stack>
  )
}

const nothing: FilterChange = { ...noFilters, page: undefined, status: undefined, sort: undefined }

/** A changed filter begins at the first page, and the browser's step back leads to the filter before. */
function useChange (): (change: FilterChange) => void {
  const navigate = useNavigate({ from: '/documents' })
  return (change) => { void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) as Filters }) }
}

/** What the documents under the filters sold, in each currency. */
function Sums ({ sums }: { sums: Answer['sums'] }) {
  const own = useWords(words)
  const { format } = useText()
  if (!sums || sums.length === 0) return null
  return (
    <Box className='list-sums numbers' px='md' py='xs' title={own.sumsNote}>
      {sums.map(({ currency, documents, netAmount, exemptAmount, taxAmount, totalAmount }) => (
        <Group key={currency} gap='lg' justify='end'>
          {([
            [own.sums, format.number(documents)], [own.net, format.amount(netAmount, currency)],
            [own.exempt, exemptAmount === 0 ? undefined : format.amount(exemptAmount, currency)],
            [own.vat, format.amount(taxAmount, currency)], [own.total, format.amount(totalAmount, currency)]
          ] as const).map(([name, value]) => value !== undefined && (
            <span key={name}><span>{name}</span> <b>{value}</b></span>
          ))}
        </Group>
      ))}
    </Box>
  )
}

function totalOf (
  { totalRecords, totalIsEstimate }: { totalRecords: number, totalIsEstimate: boolean },
  format: ReturnType<typeof useText>['format'], text: ReturnType<typeof useText>['text']
): string {
  const total = format.number(totalRecords)
  return totalIsEstimate ? text.pages.estimate(total) : total
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
    <Nothing icon={<FileText size={28} />} title={own.none} note={own.noneText}>
      {can('Webhook.Issue') && <Button component={Link} to='/issue'>{own.issue}</Button>}
    </Nothing>
  )
}
