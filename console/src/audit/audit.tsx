import { Box, Button, Code, Drawer, Group, Menu, Paper, ScrollArea, Select, Stack, Table, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download, ScrollText, X } from 'lucide-react'
import { useState } from 'react'
import { timbre } from '../session/session.ts'
import { DateRange } from '../shared/date-range.tsx'
import { save } from '../shared/files.tsx'
import { Facts, Loading, PageTitle, useNarrow } from '../shared/page.tsx'
import { Pages } from '../shared/pages.tsx'
import { Nothing, Problem, ProblemNotice } from '../shared/problem.tsx'
import { labelOf } from '../text/labels.ts'
import { useText, useWords } from '../text/text.tsx'
import { actionNames, actions } from './actions.ts'
import { Chain } from './chain.tsx'
import { Changes } from './changes.tsx'
import { listOf, queryOf, type Filters, type Recorded } from './records.ts'
import { useActor, useSubject } from './subjects.ts'
import { words } from './words.ts'

/** Who did what, and whether the record is whole. */
export function Audit () {
  const own = useWords(words)
  const filters = useSearch({ from: '/audit' })
  const navigate = useNavigate({ from: '/audit' })
  const [shown, setShown] = useState<Recorded>()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['audit', filters], placeholderData: keepPreviousData, queryFn: () => listOf(filters)
  })
  return (
    <Stack gap='lg'>
      <PageTitle title={own.title} note={own.intro}><Export filters={filters} /></PageTitle>
      <Chain />
      <FilterBar filters={filters} />
      {error && !data ? <Problem error={error} onRetry={() => { void refetch() }} /> : !data ? <Loading rows={10} />
        : data.totalRecords === 0 ? <Nothing icon={<ScrollText size={28} />} title={own.none} note={own.noneText} />
          : (
            <Paper aria-busy={isPlaceholderData} className='former'>
              <Records records={data.data} onShow={setShown} />
              <Pages page={data} onPage={(page) => { void navigate({ search: (before) => ({ ...before, page }) }) }} />
            </Paper>
            )}
      <Details record={shown} onClose={() => { setShown(undefined) }} />
    </Stack>
  )
}

function FilterBar ({ filters }: { filters: Filters }) {
  const { language, text } = useText()
  const { filters: own } = useWords(words)
  const navigate = useNavigate({ from: '/audit' })
  const change = (next: { [Key in keyof Filters]: Filters[Key] | undefined }) => {
    void navigate({ search: (before) => ({ ...before, page: undefined, ...next }) as Filters, replace: true })
  }
  const tellUser = useDebouncedCallback((user: string) => { change({ user: user.trim() || undefined }) }, 300)
  return (
    <Group gap='sm'>
      <TextInput
        aria-label={own.user} placeholder={own.user} flex='1 1 200px' defaultValue={filters.user ?? ''} key={filters.user === undefined ? 'none' : 'user'}
        onChange={({ currentTarget }) => { tellUser(currentTarget.value) }}
      />
      <Select
        aria-label={own.action} placeholder={own.action} clearable searchable flex='1 1 220px' value={filters.action ?? null}
        data={actions.map((value) => ({ value, label: actionNames[language][value] }))}
        onChange={(action) => { change({ action: action ?? undefined }) }}
      />
      <DateRange label={own.dates} w={{ base: '100%', xs: 260 }} value={{ from: filters.from, to: filters.to }} onChange={change} />
      {Object.keys(filters).some((name) => name !== 'page') && (
        <Button
          variant='subtle' color='gray' c='dimmed' leftSection={<X size={15} />} onClick={() => { void navigate({ search: {} }) }}
        >
          {text.actions.clearFilters}
        </Button>
      )}
    </Group>
  )
}

function useActionName (): (action: string) => string {
  const { language } = useText()
  return (action) => labelOf(actionNames[language], action) ?? action
}

function Records ({ records, onShow }: { records: Recorded[], onShow: (record: Recorded) => void }) {
  const { format } = useText()
  const own = useWords(words)
  const narrow = useNarrow()
  const nameOf = useActionName()
  const actorOf = useActor()
  const subjectOf = useSubject()
  const action = (record: Recorded) => (
    <UnstyledButton onClick={() => { onShow(record) }} aria-label={`${nameOf(record.action)}. ${own.show(format.number(record.sequence))}`}>
      <Text span size='sm' fw={550}>{nameOf(record.action)}</Text>
    </UnstyledButton>
  )
  if (narrow) {
    return (
      <ul className='cards'>
        {records.map((record) => (
          <Box component='li' key={record.id} px='md' py='sm'>
            {action(record)}
            {subjectOf(record) && <Text size='sm' className='clip'>{subjectOf(record)}</Text>}
            <Text size='xs' c='dimmed' className='numbers'>{format.moment(record.at)}</Text>
            <Text size='xs' c='dimmed' className='clip'>{actorOf(record)}</Text>
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
          <Table.Th>{own.action}</Table.Th><Table.Th>{own.entity}</Table.Th><Table.Th>{own.user}</Table.Th>
          <Table.Th w='18%'>{own.at}</Table.Th><Table.Th w='13%'>{own.address}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {records.map((record) => (
          <Table.Tr key={record.id}>
            <Table.Td>{action(record)}</Table.Td>
            <Table.Td className='clip numbers' title={subjectOf(record)}>{subjectOf(record)}</Table.Td>
            <Table.Td className='clip' title={actorOf(record)}>{actorOf(record)}</Table.Td>
            <Table.Td c='dimmed' className='numbers'>{format.moment(record.at)}</Table.Td>
            <Table.Td c='dimmed' className='numbers'>{record.address}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Details ({ record, onClose }: { record: Recorded | undefined, onClose: () => void }) {
  const { text, format } = useText()
  const own = useWords(words)
  const nameOf = useActionName()
  const actorOf = useActor()
  const subjectOf = useSubject()
  return (
    <Drawer
      opened={record !== undefined} onClose={onClose} position='right' size='lg' title={record && nameOf(record.action)}
      closeButtonProps={{ 'aria-label': text.actions.close }}
    >
      {record && (
        <Stack>
          <Facts
            facts={[
              [own.user, actorOf(record)], [own.entity, subjectOf(record)], [own.at, `${format.day(record.at)}, ${format.clock(record.at)}`],
              [own.address, record.address], [own.identifier, record.entityId], [own.request, record.requestId]
            ]}
          />
          <Changes record={record} />
          <ScrollArea.Autosize mah={420} viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': own.details }}>
            <Code block>{JSON.stringify(record.details, null, 2)}</Code>
          </ScrollArea.Autosize>
        </Stack>
      )}
    </Drawer>
  )
}

function Export ({ filters }: { filters: Filters }) {
  const own = useWords(words)
  const download = useMutation({
    mutationFn: async (format: 'xlsx' | 'csv') => {
      save(await timbre.get('/api/AuditLogs/Export', { query: { ...queryOf(filters), format } }), `${own.fileName}.${format}`)
    }
  })
  return (
    <Stack gap='xs' align='end'>
      <Menu position='bottom-end'>
        <Menu.Target><Button variant='default' loading={download.isPending} leftSection={<Download size={16} />}>{own.export}</Button></Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => { download.mutate('xlsx') }}>{own.xlsx}</Menu.Item>
          <Menu.Item onClick={() => { download.mutate('csv') }}>{own.csv}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ProblemNotice error={download.error} />
    </Stack>
  )
}
