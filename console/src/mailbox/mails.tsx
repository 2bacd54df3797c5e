import { Box, Group, NativeSelect, Paper, Stack, Table, Text, Title, UnstyledButton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre } from '../session/session.ts'
import { Loading, useNarrow } from '../shared/page.tsx'
import { Pages } from '../shared/pages.tsx'
import { Nothing, Problem } from '../shared/problem.tsx'
import { pollWhilePending } from '../shared/queries.ts'
import { SearchField } from '../shared/search-field.tsx'
import { useText, useWords } from '../text/text.tsx'
import type { Filters } from './filters.ts'
import { MailDetails } from './mail.tsx'
import { MailState, stored } from './mail-state.tsx'
import { words } from './words.ts'

type Mail = ResultOf<'/api/Mailbox/Messages', 'get'>['data'][number]

/** The mails of the mailbox with their states. */
export function Mails () {
  const own = useWords(words)
  const filters = useSearch({ from: '/mailbox' })
  const navigate = useNavigate({ from: '/mailbox' })
  const [shown, setShown] = useState<string>()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['mails', filters], placeholderData: keepPreviousData,
    queryFn: () => timbre.get('/api/Mailbox/Messages', { query: { pageSize: 20, ...filters } }),
    refetchInterval: ({ state }) => state.data?.data.some((mail) => mail.state === stored) ? pollWhilePending(state) : false
  })
  const change = (next: { [Key in keyof Filters]: Filters[Key] | undefined }) => {
    void navigate({ search: (before) => ({ ...before, page: undefined, ...next }) as Filters, replace: true })
  }
  const isFiltered = filters.state !== undefined || filters.search !== undefined
  return (
    <Stack component='section' gap='sm' aria-label={own.mails}>
      <Title order={2}>{own.mails}</Title>
      {(isFiltered || data?.totalRecords !== 0) && (
        <Group gap='sm'>
          <SearchField label={own.search} value={filters.search ?? ''} onChange={(search) => { change({ search: search || undefined }) }} />
          <NativeSelect
            aria-label={own.stateFilter} value={String(filters.state ?? '')} flex='0 1 220px'
            data={[{ value: '', label: own.anyState }, ...Object.entries(own.states).map(([value, label]) => ({ value, label }))]}
            onChange={({ currentTarget: { value } }) => { change({ state: value === '' ? undefined : Number(value) }) }}
          />
        </Group>
      )}
      {error && !data ? <Problem error={error} onRetry={() => { void refetch() }} /> : !data ? <Loading rows={4} />
        : data.totalRecords === 0 ? <Nothing icon={<Inbox size={28} />} title={isFiltered ? own.noMatch : own.none} note={isFiltered ? '' : own.noneText} />
          : (
            <Paper aria-busy={isPlaceholderData} className='former'>
              <Rows mails={data.data} onShow={setShown} />
              <Pages page={data} onPage={(page) => { void navigate({ search: (before) => ({ ...before, page }) }) }} />
            </Paper>
            )}
      <MailDetails id={shown} onClose={() => { setShown(undefined) }} />
    </Stack>
  )
}

function senderOf ({ fromName, fromAddress }: Mail): string | null {
  return fromName ?? fromAddress
}

function Rows ({ mails, onShow }: { mails: readonly Mail[], onShow: (id: string) => void }) {
  const { format, language } = useText()
  const own = useWords(words)
  const narrow = useNarrow()
  const name = (mail: Mail) => {
    const subject = mail.subject ?? own.noSubject
    return <UnstyledButton onClick={() => { onShow(mail.id) }} aria-label={own.show(subject)} className='clip' maw='100%'><Text span size='sm' fw={550}>{subject}</Text></UnstyledButton>
  }
  const at = ({ receivedAt, storedAt }: Mail) => format.moment(receivedAt ?? storedAt)
  if (narrow) {
    return (
      <ul className='cards'>
        {mails.map((mail) => (
          <Box component='li' key={mail.id} px='md' py='sm'>
            {name(mail)}
            <Text size='sm' className='clip'>{senderOf(mail) ?? own.noSender}</Text>
            <Group justify='space-between' gap='xs'><MailState state={mail.state} /><Text size='xs' c='dimmed' className='numbers'>{at(mail)}</Text></Group>
            {mail.explanation && <Text size='sm' c='dimmed'>{mail.explanation[language]}</Text>}
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
          <Table.Th>{own.subject}</Table.Th><Table.Th w='24%'>{own.from}</Table.Th><Table.Th w='16%'>{own.at}</Table.Th><Table.Th w='13%'>{own.became}</Table.Th>
          <Table.Th w='22%'>{own.why}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {mails.map((mail) => (
          <Table.Tr key={mail.id}>
            <Table.Td>{name(mail)}</Table.Td>
            <Table.Td className='clip' title={mail.fromAddress ?? undefined}>{senderOf(mail) ?? own.noSender}</Table.Td>
            <Table.Td c='dimmed' className='numbers'>{at(mail)}</Table.Td>
            <Table.Td><MailState state={mail.state} /></Table.Td>
            <Table.Td c='dimmed'>{mail.explanation?.[language]}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
