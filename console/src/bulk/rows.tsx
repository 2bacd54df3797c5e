import { Box, Group, Paper, Pill, SegmentedControl, Stack, Table, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTypeName } from '../shared/document-types.ts'
import { capital, useServersSentence } from '../shared/document/sentences.ts'
import { Loading, useNarrow } from '../shared/page.tsx'
import { Pages } from '../shared/pages.tsx'
import { Problem } from '../shared/problem.tsx'
import { StatusLabel } from '../shared/status.tsx'
import { useText, useWords } from '../text/text.tsx'
import { useFailureReason } from './failures.tsx'
import { useRows, type Failure, type Row, type Submission } from './queries.ts'
import { RowLabel } from './states.tsx'
import { words } from './words.ts'

interface RowsProps { submission: Submission, isActive: boolean, failure: Failure | undefined, onAll: () => void }

/** Each document of the file with its outcome; with `failure`, those that it stopped. */
export function Rows ({ submission, isActive, failure, onAll }: RowsProps) {
  const { id, status: stage, counters } = submission
  const reasonOf = useFailureReason(submission)
  const chosen = useRef<HTMLDivElement>(null)
  useEffect(() => { chosen.current?.scrollIntoView({ block: 'center' }) }, [failure])
  const { rows: own } = useWords(words)
  const [page, setPage] = useState(1)
  const [status, setStatus] = useState<number>()
  const { data, error, refetch, isPlaceholderData } = useRows({ id, page, status, failure, stage, isActive })
  const choices: Array<[value: string, label: string, count: number]> = [
    ['', own.all, counters.documents], ['1', own.ready, counters.ready], ['2', own.invalid, counters.invalid],
    ['3', own.taken, counters.taken], ['4', own.failed, counters.failed], ['5', own.cancelled, counters.cancelled]
  ]
  const offered = choices.filter(([, , count]) => count > 0)
  return (
    <Stack component='section' gap='sm' aria-label={own.title}>
      <Group justify='space-between'>
        <Title order={2}>{own.title}</Title>
        {offered.length > 2 && (
          <Box className='scroll-x'>
            <SegmentedControl
              size='xs' value={String(status ?? '')} data={offered.map(([value, label]) => ({ value, label }))}
              onChange={(value) => { setStatus(value ? Number(value) : undefined); setPage(1) }}
            />
          </Box>
        )}
      </Group>
      {failure && (
        <Group ref={chosen}>
          <Pill
            size='md' maw='100%' withRemoveButton onRemove={onAll}
            removeButtonProps={{ 'aria-label': own.anyFailure, 'aria-hidden': false, tabIndex: 0 }}
          >
            {reasonOf(failure)}
          </Pill>
        </Group>
      )}
      {error && !data ? <Problem error={error} onRetry={() => { void refetch() }} /> : !data ? <Loading /> : (
        <Paper aria-busy={isPlaceholderData} className='former'>
          {data.data.length === 0 ? <Text size='sm' c='dimmed' p='lg' ta='center'>{own.none}</Text> : <RowsTable rows={data.data} />}
          {data.totalPage > 1 && <Pages page={data} onPage={setPage} />}
        </Paper>
      )}
    </Stack>
  )
}

function RowsTable ({ rows }: { rows: Row[] }) {
  const { rows: own } = useWords(words)
  const { text, format } = useText()
  const sentenceOf = useServersSentence()
  const narrow = useNarrow()
  const nameOf = useTypeName()
  const name = (row: Row) => {
    const label = row.invoiceNumber ? text.document.number(nameOf(row.invoiceTypeCode), row.invoiceNumber) : nameOf(row.invoiceTypeCode)
    const heading = <Text span size='sm' fw={550}>{label}</Text>
    return row.correlationId ? <Link to='/documents/$id' params={{ id: row.correlationId }} className='plain'>{heading}</Link> : heading
  }
  const state = (row: Row) => {
    const [problem] = row.problems
    const why = row.reasons[0]?.message ?? (problem && capital(sentenceOf(problem)))
    return (
      <Box miw={0}>
        {row.documentStatus === null ? <RowLabel status={row.status} /> : <StatusLabel status={row.documentStatus} />}
        {why !== undefined && <Text size='xs' c='dimmed' className='clip' title={why}>{why}</Text>}
      </Box>
    )
  }
  const total = ({ totalAmount, invoiceTypeCode }: Row) => totalAmount === null ? '—'
    : Number(invoiceTypeCode) >= 110 ? format.number(totalAmount) : format.amount(totalAmount)
  const ownNames = ({ key, externalId }: Row) => externalId === null || externalId === key ? key : `${key} · ${externalId}`
  if (narrow) {
    return (
      <ul className='cards'>
        {rows.map((row) => (
          <Box component='li' key={row.position} className='row' px='md' py='sm'>
            <Group justify='space-between' wrap='nowrap' gap='sm'>
              <Box miw={0} className='clip'>{name(row)}</Box>
              <Text size='sm' className='numbers' flex='none'>{total(row)}</Text>
            </Group>
            <Text size='xs' c='dimmed' className='clip'>{ownNames(row)}</Text>
            <Group justify='space-between' align='start' wrap='nowrap' gap='sm' mt={4}>{state(row)}<Text size='xs' c='dimmed' className='clip' maw='50%' flex='none'>{row.customerCompanyName}</Text></Group>
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
          <Table.Th w='28%'>{own.name}</Table.Th>
          <Table.Th>{own.receiver}</Table.Th>
          <Table.Th w='16%' ta='right'>{own.total}</Table.Th>
          <Table.Th w='22%'>{own.state}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.position} className={row.correlationId ? 'row' : ''}>
            <Table.Td>{name(row)}<Text size='xs' c='dimmed' className='clip' title={ownNames(row)}>{ownNames(row)}</Text></Table.Td>
            <Table.Td><Text size='sm' className='clip' title={row.customerCompanyName}>{row.customerCompanyName || text.document.noReceiver}</Text></Table.Td>
            <Table.Td ta='right' className='numbers'>{total(row)}</Table.Td>
            <Table.Td>{state(row)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
