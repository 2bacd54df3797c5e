import { Box, Group, Paper, Progress, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Files, Search } from 'lucide-react'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre, useCan } from '../session/session.ts'
import { Card, Loading, PageTitle, useNarrow } from '../shared/page.tsx'
import { Pages } from '../shared/pages.tsx'
import { Nothing, Problem } from '../shared/problem.tsx'
import { SearchField } from '../shared/search-field.tsx'
import { useText, useWords } from '../text/text.tsx'
import { SubmissionLabel } from './states.tsx'
import { TemplateDownload, Upload } from './upload.tsx'
import { words } from './words.ts'

type Listed = ResultOf<'/api/BulkInvoice/List', 'get'>['data'][number]

/** Every submission, and the place where a new one begins. */
export function Submissions () {
  const own = useWords(words)
  const can = useCan()
  const { page = 1, search } = useSearch({ from: '/bulk' })
  const navigate = useNavigate({ from: '/bulk' })
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['submissions', page, search], placeholderData: keepPreviousData,
    queryFn: () => timbre.get('/api/BulkInvoice/List', { query: { page, pageSize: 20, ...(search ? { search } : {}) } }),
    refetchInterval: ({ state }) => state.data?.data.some(({ status }) => status === 2) ? 3000 : false
  })

  return (
    <Stack gap='lg'>
      <PageTitle title={own.title} />
      {can('BulkInvoice.Manage') && (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing='lg'>
          <Upload />
          <Card title={own.upload.template}><TemplateDownload /></Card>
        </SimpleGrid>
      )}
      {(data?.totalRecords !== 0 || search) && (
        <Group>
          <SearchField
            label={own.search} value={search ?? ''}
            onChange={(next) => { void navigate({ search: next ? { search: next } : {}, replace: true }) }}
          />
        </Group>
      )}
      {error && !data ? <Problem error={error} onRetry={() => { void refetch() }} />
        : !data ? <Loading />
            : data.totalRecords === 0 ? (
              search ? <Nothing icon={<Search size={28} />} title={own.noMatch} note='' />
                : <Nothing icon={<Files size={28} />} title={own.none} note={own.noneText} />
            ) : (
              <Paper aria-busy={isPlaceholderData} className='former'>
                <Rows rows={data.data} />
                <Pages page={data} onPage={(next) => { void navigate({ search: (before) => ({ ...before, page: next }) }) }} />
              </Paper>
            )}
    </Stack>
  )
}

function Rows ({ rows }: { rows: Listed[] }) {
  const { format } = useText()
  const own = useWords(words)
  const narrow = useNarrow()
  const nameOf = (row: Listed) => <Link to='/bulk/$id' params={{ id: row.id }} className='plain'><Text span size='sm' fw={550}>{row.name}</Text></Link>
  if (narrow) {
    return (
      <ul className='cards'>
        {rows.map((row) => (
          <Box component='li' key={row.id} className='row' px='md' py='sm'>
            <Group justify='space-between' wrap='nowrap'><Box miw={0} className='clip'>{nameOf(row)}</Box><SubmissionLabel status={row.status} /></Group>
            <Text size='xs' c='dimmed' className='numbers'>{own.count(row.counters.documents, format.number(row.counters.documents))} · {format.moment(row.createdAt)}</Text>
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
          <Table.Th>{own.columns.name}</Table.Th>
          <Table.Th w='16%'>{own.columns.created}</Table.Th>
          <Table.Th w='13%' ta='right'>{own.columns.documents}</Table.Th>
          <Table.Th w='20%'>{own.columns.state}</Table.Th>
          <Table.Th w='18%'>{own.columns.progress}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.id} className='row'>
            <Table.Td className='clip' title={row.name}>{nameOf(row)}</Table.Td>
            <Table.Td><Text size='sm' c='dimmed' className='numbers'>{format.moment(row.createdAt)}</Text></Table.Td>
            <Table.Td ta='right' className='numbers'>{format.number(row.counters.documents)}</Table.Td>
            <Table.Td><SubmissionLabel status={row.status} /></Table.Td>
            <Table.Td>
              {row.status !== 1 && row.status !== 5 && (
                <Group gap='xs' wrap='nowrap'>
                  <Progress value={row.progress} size={6} flex={1} aria-hidden='true' />
                  <Text size='xs' c='dimmed' className='numbers'>{format.percent(row.progress / 100)}</Text>
                </Group>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
