import { Anchor, Box, Button, Code, Drawer, Group, Paper, ScrollArea, Select, Stack, Table, Text, Title, UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { BellOff, RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre, useCan } from '../session/session.ts'
import { DateRange } from '../shared/date-range.tsx'
import { Loading, useNarrow } from '../shared/page.tsx'
import { Pages } from '../shared/pages.tsx'
import { Nothing, Problem, ProblemNotice } from '../shared/problem.tsx'
import { pollWhilePending } from '../shared/queries.ts'
import { labelOf } from '../text/labels.ts'
import { useText, useWords } from '../text/text.tsx'
import type { Filters } from './filters.ts'
import { DeliveryLabel, DeliveryOutcome, useDelivery } from './outcome.tsx'
import type { Endpoint } from './requests.ts'
import { isKind, words, type Kind } from './words.ts'

type Delivery = ResultOf<'/api/Notification/Deliveries', 'get'>['data'][number]

/** Each message of the last thirty days. */
export function Deliveries ({ endpoints }: { endpoints: Endpoint[] }) {
  const own = useWords(words)
  const filters = useSearch({ from: '/notifications' })
  const change = useChange()
  const [shown, setShown] = useState<string>()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['deliveries', filters], placeholderData: keepPreviousData,
    queryFn: ({ signal }) => timbre.get('/api/Notification/Deliveries', { query: { ...queryOf(filters), pageSize: 20 }, signal }),
    refetchInterval: ({ state }) => state.data?.data.some((delivery) => delivery.state === 1) ? pollWhilePending(state) : false
  })
  return (
    <Stack component='section' gap='sm' aria-label={own.deliveries}>
      <Title order={2}>{own.deliveries}</Title>
      <FilterBar filters={filters} endpoints={endpoints} onChange={change} />
      {error && !data ? <Problem error={error} onRetry={() => { void refetch() }} /> : !data ? <Loading />
        : data.totalRecords === 0 ? <Empty filtered={isFiltered(filters)} onClear={() => { change(noFilters) }} />
          : (
            <Paper aria-busy={isPlaceholderData} className='former'>
              <DeliveryRows rows={data.data} endpoints={endpoints} onShow={setShown} />
              <Pages page={data} onPage={(page) => { change({ page: page > 1 ? page : undefined }) }} />
            </Paper>
            )}
      <Details id={shown} onClose={() => { setShown(undefined) }} />
    </Stack>
  )
}

type FilterChange = { [Key in keyof Filters]: Filters[Key] | undefined }

const noFilters: FilterChange = { state: undefined, kind: undefined, from: undefined, to: undefined, endpoint: undefined }

function isFiltered ({ state, kind, from, to, endpoint }: Filters): boolean {
  return [state, kind, from, to, endpoint].some((value) => value !== undefined)
}

function queryOf ({ page = 1, state, kind, from, to, endpoint }: Filters) {
  return {
    page,
    ...(state !== undefined && { state }),
    ...(isKind(kind) && { type: kind }),
    ...(from !== undefined && { startDate: from }),
    ...(to !== undefined && { endDate: to }),
    ...(endpoint !== undefined && { endpointId: endpoint })
  }
}

/** A changed filter begins at the first page. */
function useChange (): (change: FilterChange) => void {
  const navigate = useNavigate({ from: '/notifications' })
  return (change) => {
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) as Filters, replace: true, resetScroll: false })
  }
}

interface FilterBarProps { filters: Filters, endpoints: Endpoint[], onChange: (change: FilterChange) => void }

function FilterBar ({ filters: { state, kind, from, to, endpoint }, endpoints, onChange }: FilterBarProps) {
  const own = useWords(words)
  return (
    <Group gap='sm'>
      <Select
        aria-label={own.state} placeholder={own.anyState} clearable w={widths.choice} value={state === undefined ? null : String(state)}
        data={([1, 2, 3] as const).map((value) => ({ value: String(value), label: own.states[value] }))}
        onChange={(value) => { onChange({ state: value ? Number(value) : undefined }) }}
      />
      <Select
        aria-label={own.kind} placeholder={own.anyKind} clearable searchable w={widths.kind} value={kind ?? null}
        data={Object.entries(own.kinds).map(([value, label]) => ({ value, label }))}
        onChange={(value) => { onChange({ kind: value ?? undefined }) }}
      />
      {endpoints.length > 1 && (
        <Select
          aria-label={own.endpoint} placeholder={own.anyEndpoint} clearable w={widths.kind} value={endpoint ?? null}
          data={endpoints.map(({ id, url }) => ({ value: id, label: url }))}
          onChange={(value) => { onChange({ endpoint: value ?? undefined }) }}
        />
      )}
      <DateRange label={own.dates} value={{ from, to }} w={widths.dates} onChange={onChange} />
    </Group>
  )
}

const widths = { choice: { base: '100%', sm: 190 }, kind: { base: '100%', sm: 290 }, dates: { base: '100%', sm: 250 } }

function Empty ({ filtered, onClear }: { filtered: boolean, onClear: () => void }) {
  const { text } = useText()
  const own = useWords(words)
  if (!filtered) return <Nothing icon={<BellOff size={28} />} title={own.none} note={own.noneText} />
  return (
    <Nothing icon={<BellOff size={28} />} title={own.noMatch} note={own.noMatchText} role='status'>
      <Button variant='default' onClick={onClear}>{text.actions.clearFilters}</Button>
    </Nothing>
  )
}

interface RowsProps { rows: Delivery[], endpoints: Endpoint[], onShow: (id: string) => void }

function DeliveryRows ({ rows, endpoints, onShow }: RowsProps) {
  const { format } = useText()
  const own = useWords(words)
  const narrow = useNarrow()
  const name = (row: Delivery) => (
    <UnstyledButton onClick={() => { onShow(row.id) }}>
      <Text span size='sm' fw={550}>{own.kinds[row.type as Kind] ?? row.type}</Text>
      <span className='unseen'>. {own.show}</span>
    </UnstyledButton>
  )
  const urls = new Map(endpoints.map(({ id, url }) => [id, url]))
  const address = ({ endpointId }: Delivery) => endpoints.length > 1 && urls.has(endpointId) && (
    <Text size='xs' c='dimmed' className='clip'>{urls.get(endpointId)}</Text>
  )
  const answer = (row: Delivery) => row.httpStatus !== null ? `HTTP ${row.httpStatus}` : labelOf(own.problems, row.problem ?? '') ?? row.problem ?? '—'
  if (narrow) {
    return (
      <ul className='cards'>
        {rows.map((row) => (
          <Box component='li' key={row.id} px='md' py='sm'>
            <Group justify='space-between' wrap='nowrap'>{name(row)}<DeliveryLabel state={row.state} /></Group>
            {address(row)}
            <Text size='xs' c='dimmed' className='wrap'>{format.moment(row.at)} · {answer(row)}</Text>
          </Box>
        ))}
      </ul>
    )
  }
  return (
    <Table layout='fixed'>
      <caption className='unseen'>{own.caption}</caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{own.columns.kind}</Table.Th><Table.Th w='18%'>{own.columns.state}</Table.Th><Table.Th w='20%'>{own.columns.at}</Table.Th>
          <Table.Th>{own.columns.answer}</Table.Th><Table.Th w='10%' ta='right'>{own.columns.attempts}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.id}>
            <Table.Td>{name(row)}{address(row)}</Table.Td>
            <Table.Td><DeliveryLabel state={row.state} /></Table.Td>
            <Table.Td c='dimmed' className='numbers'>{format.moment(row.at)}</Table.Td>
            <Table.Td c='dimmed' className='clip' title={answer(row)}>{answer(row)}</Table.Td>
            <Table.Td ta='right' className='numbers'>{row.attempts}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Details ({ id, onClose }: { id: string | undefined, onClose: () => void }) {
  const { text } = useText()
  const own = useWords(words)
  return (
    <Drawer
      opened={id !== undefined} onClose={onClose} position='right' size='lg' title={own.show}
      closeButtonProps={{ 'aria-label': text.actions.close }}
    >
      {id !== undefined && <Delivered id={id} />}
    </Drawer>
  )
}

function Delivered ({ id }: { id: string }) {
  const own = useWords(words)
  const can = useCan()
  const cache = useQueryClient()
  const { data } = useDelivery(id)
  const resend = useMutation({
    mutationFn: () => timbre.post('/api/Notification/Resend', { body: { id } }),
    onSuccess: () => {
      notifications.show({ message: own.resent, color: 'green' })
      void cache.invalidateQueries({ queryKey: ['deliveries'] })
    }
  })
  return (
    <Stack>
      <Group>
        {can('Notification.Manage') && (
          <Button
            variant='default' leftSection={<RotateCw size={15} />} loading={resend.isPending} onClick={() => { resend.mutate() }}
          >
            {own.resend}
          </Button>
        )}
        {data?.correlationId && <Anchor component={Link} to={`/documents/${data.correlationId}`} size='sm'>{own.document}</Anchor>}
      </Group>
      <ProblemNotice error={resend.error} />
      <DeliveryOutcome id={id} />
      {data && data.history.length === 0 && <Text size='sm' c='dimmed'>{own.noAttempts}</Text>}
      {data && (
        <>
          <Title order={3}>{own.body}</Title>
          <ScrollArea.Autosize mah={420} viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': own.body }}>
            <Code block>{pretty(data.body)}</Code>
          </ScrollArea.Autosize>
        </>
      )}
    </Stack>
  )
}

function pretty (json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
