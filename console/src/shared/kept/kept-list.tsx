import { Badge, Button, Group, Paper, SegmentedControl, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FileUp, Plus, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useBegin } from '../begin.ts'
import { Loading, PageTitle } from '../page.tsx'
import { Pages, pageSizes } from '../pages.tsx'
import { Nothing, Problem } from '../problem.tsx'
import { moveBetweenRows } from '../row-keys.ts'
import { SearchField } from '../search-field.tsx'
import { useText, useWords } from '../../text/text.tsx'
import type { KeptSearch } from './filters.ts'
import { ImportDialog } from './import.tsx'
import { Sheet, Template, type SheetProps } from './sheet.tsx'
import { words } from './words.ts'

interface Page<Row> { data: Row[], page: number, pageSize: number, totalPage: number, totalRecords: number }

interface KeptListProps<Row> {
  place: '/customers' | '/products'
  own: { title: string, search: string, none: string, noneText: string, create: string }
  icon: ReactNode
  find: (query: { page: number, pageSize: number, search?: string, archived?: true }, signal: AbortSignal) => Promise<Page<Row>>
  /** Undefined for those who may not. */
  onCreate: (() => void) | undefined
  rows: (rows: Row[]) => ReactNode
}

/** A list of what the company keeps by hand: customers or products. */
export function KeptList<Row> ({ place, own, icon, find, onCreate, rows }: KeptListProps<Row>) {
  const { format } = useText()
  const shared = useWords(words)
  const search: KeptSearch = useSearch({ from: place })
  const navigate = useNavigate({ from: place })
  const show = (next: KeptSearch, replace = false) => { void navigate({ search: next, replace }) }
  const { page = 1, ...filter } = search
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['kept', place, search], placeholderData: keepPreviousData,
    queryFn: ({ signal }) => find({ page, pageSize: pageSizes[0], ...filter }, signal)
  })
  useBegin('new', () => { onCreate?.() })
  const create = onCreate && <Button leftSection={<Plus size={16} />} onClick={onCreate}>{own.create}</Button>
  const sheet: SheetProps = { group: place === '/customers' ? 'Customer' : 'Product', name: own.title.toLowerCase() }
  const [importing, { open, close }] = useDisclosure()
  const onImport = onCreate && open
  const isUntouched = filter.search === undefined && !filter.archived
  return (
    <Stack gap='md' onKeyDown={moveBetweenRows}>
      <PageTitle
        title={own.title}
        aside={data && <Badge variant='default' size='lg' fw={550} className='numbers' role='status'>{format.number(data.totalRecords)}</Badge>}
      >
        {data && <Sheet {...sheet} onImport={onImport} />}
        {data && (data.totalRecords > 0 || !isUntouched) && create}
      </PageTitle>
      <Group gap='sm'>
        <SearchField
          label={own.search} value={filter.search ?? ''}
          onChange={(text) => { show({ ...filter.archived && { archived: true }, ...text && { search: text } }, true) }}
        />
        <SegmentedControl
          aria-label={shared.which} value={filter.archived ? 'archived' : 'inUse'}
          data={[{ value: 'inUse', label: shared.inUse }, { value: 'archived', label: shared.archived }]}
          onChange={(value) => { show({ ...filter.search && { search: filter.search }, ...value === 'archived' && { archived: true } }) }}
        />
      </Group>
      {error && !data ? <Problem error={error} onRetry={() => { void refetch() }} />
        : !data ? <Loading rows={8} height={36} />
            : data.totalRecords === 0 ? (
              filter.search ? <Nothing icon={<Search size={28} />} title={shared.noMatch} note={shared.noMatchText} role='status' />
                : filter.archived ? <Nothing icon={icon} title={shared.noneArchived} note={shared.noneArchivedText} role='status' />
                  : (
                    <Nothing icon={icon} title={own.none} note={own.noneText}>
                      {create}
                      {onImport && <Button variant='default' leftSection={<FileUp size={16} />} onClick={onImport}>{shared.import}</Button>}
                      {onImport && <Template {...sheet} />}
                    </Nothing>
                    )
            ) : (
              <Paper aria-busy={isPlaceholderData} className='former list'>
                {rows(data.data)}
                <Pages page={data} onPage={(next) => { show({ ...filter, ...next > 1 && { page: next } }) }} />
              </Paper>
            )}
      <ImportDialog {...sheet} opened={importing} onClose={close} />
    </Stack>
  )
}
