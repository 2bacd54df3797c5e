import { Button, Select, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ChartColumn } from 'lucide-react'
import { timbre, useCan } from '../session/session.ts'
import { DateRange } from '../shared/date-range.tsx'
import { PageTitle } from '../shared/page.tsx'
import { Nothing, Problem } from '../shared/problem.tsx'
import { DailyAmounts } from '../shared/report/daily-amounts.tsx'
import { Figures } from '../shared/report/figures.tsx'
import { reportOf, type Report } from '../shared/report/report.ts'
import { Types } from '../shared/report/types.tsx'
import { addDays, today } from '../text/formats.ts'
import { useText, useWords } from '../text/text.tsx'
import { Channels } from './channels.tsx'
import { SiiCodes } from './sii-codes.tsx'
import { States } from './states.tsx'
import { words } from './words.ts'

const usual = 29

export function Reports () {
  const own = useWords(words)
  const { text } = useText()
  const search = useSearch({ from: '/reports' })
  const range = { from: search.from ?? addDays(today(), -usual), to: search.to ?? today() }
  const navigate = useNavigate({ from: '/reports' })
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['report', range], queryFn: ({ signal }) => reportOf(range, signal), placeholderData: keepPreviousData
  })
  // Asked for beside the other report: neither needs the other's answer.
  const channels = useChannels(range)
  const currencies = data?.totals.map(({ currency }) => currency) ?? []
  const currency = currencies.find((candidate) => candidate === search.currency) ?? currencies[0]
  return (
    <Stack gap='lg'>
      <PageTitle title={text.places.reports}>
        {currencies.length > 1 && (
          <Select
            aria-label={own.currency} data={currencies} value={currency ?? null} allowDeselect={false} w={150}
            onChange={(chosen) => { void navigate({ search: (before) => ({ ...before, ...(chosen !== null && { currency: chosen }) }) }) }}
          />
        )}
        <DateRange
          label={own.range} value={range} clearable={false} w={260}
          onChange={({ from, to }) => { if (from && to) void navigate({ search: (before) => ({ ...before, from, to }) }) }}
        />
      </PageTitle>
      {error ? <Problem error={error} onRetry={() => { void refetch() }} />
        : !data ? <Coming />
            : currency === undefined ? <Empty />
              : (
                <Stack gap='lg' aria-busy={isPlaceholderData} className='former'>
                  <Parts report={data} channels={channels} currency={currency} />
                </Stack>
                )}
    </Stack>
  )
}

function Coming () {
  return <Stack gap='lg' aria-busy='true'><Figures report={undefined} /><Skeleton height={376} /><Skeleton height={220} /></Stack>
}

function Empty () {
  const own = useWords(words)
  const can = useCan()
  return (
    <Nothing icon={<ChartColumn size={28} />} title={own.none} note={own.noneText} role='status'>
      {can('Webhook.Issue') && <Button component={Link} to='/issue' variant='default'>{own.issue}</Button>}
    </Nothing>
  )
}

function useChannels ({ from, to }: { from: string, to: string }) {
  return useQuery({
    queryKey: ['report', 'channels', from, to], placeholderData: keepPreviousData,
    queryFn: ({ signal }) => timbre.get('/api/Reports/GetChannelDataReport', { query: { startDate: from, endDate: to }, signal })
  })
}

interface PartsProps { report: Report, channels: ReturnType<typeof useChannels>, currency: string }

function Parts ({ report, channels, currency }: PartsProps) {
  const own = useWords(words)
  const { startDate, endDate } = report
  const name = (kind: string) => `${kind}-${startDate}-${endDate}`
  return (
    <>
      <Figures report={report} />
      <DailyAmounts report={report} currency={currency} fileName={name(own.files.days)} />
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing='lg'>
        <Types report={report} currency={currency} fileName={name(own.files.types)} />
        <States report={report} currency={currency} fileName={name(own.files.states)} />
        {channels.data ? <Channels report={channels.data} currency={currency} fileName={name(own.files.channels)} />
          : channels.error ? <Problem error={channels.error} onRetry={() => { void channels.refetch() }} />
            : <Skeleton height={220} />}
      </SimpleGrid>
      <SiiCodes report={report} fileName={name(own.files.codes)} />
    </>
  )
}
