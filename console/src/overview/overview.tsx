import { Button, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { useCan } from '../session/session.ts'
import { PageTitle } from '../shared/page.tsx'
import { Nothing, Problem } from '../shared/problem.tsx'
import { DailyAmounts } from '../shared/report/daily-amounts.tsx'
import { Figures } from '../shared/report/figures.tsx'
import type { Report } from '../shared/report/report.ts'
import { Types } from '../shared/report/types.tsx'
import { useText, useWords } from '../text/text.tsx'
import { Attention } from './attention.tsx'
import { Certificate } from './certificate.tsx'
import { FolioSupplies } from './folio-supplies.tsx'
import { report, useAttention } from './requests.ts'
import { SetUp } from './set-up.tsx'
import { useTasks } from './tasks.ts'
import { words } from './words.ts'

const everyMinute = 60_000

export function Overview () {
  const own = useWords(words)
  const { text, format } = useText()
  const can = useCan()
  const { data, error, refetch } = useQuery({ ...report, enabled: can('Reports.Read'), refetchInterval: everyMinute })
  const attention = useAttention()
  const known = useTasks()
  // What waits for a person stands first: what is below it would move when it comes.
  const isReady = !can('Webhook.Read') || attention.error !== null || (attention.data !== undefined && known !== undefined)
  const range = data ? `${format.shortDate(data.startDate)} – ${format.date(data.endDate)}` : own.last30
  return (
    <Stack gap='lg'>
      <PageTitle title={text.places.overview} note={can('Reports.Read') ? range : undefined} />
      {isReady ? <Content report={data} error={error} onRetry={() => { void refetch() }} /> : <Skeleton height={640} aria-busy='true' />}
    </Stack>
  )
}

interface ContentProps { report: Report | undefined, error: Error | null, onRetry: () => void }

function Content ({ report: data, error, onRetry }: ContentProps) {
  const can = useCan()
  return (
    <>
      {can('Tenant.Read') && <SetUp />}
      <Attention />
      {can('Reports.Read') && (error && !data ? <Problem error={error} onRetry={onRetry} /> : <Past report={data} />)}
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing='lg' className='tops'>
        {can('Tenant.Read') && <Certificate />}
        {can('Reports.Read') && (data ? data.totals.length > 0 && <Types report={data} currency={mainCurrencyOf(data)} /> : !error && <Skeleton height={220} />)}
        {can('Folio.Read') && <FolioSupplies />}
      </SimpleGrid>
    </>
  )
}

function mainCurrencyOf (report: Report): string {
  return report.totals[0]?.currency ?? 'PESO CL'
}

/** The last thirty days. */
function Past ({ report }: { report: Report | undefined }) {
  const own = useWords(words)
  const can = useCan()
  if (report?.totals.length === 0) {
    return (
      <Nothing icon={<FileText size={28} />} title={own.none} note={own.noneText}>
        {can('Webhook.Issue') && <Button component={Link} to='/issue'>{own.setUp.issue}</Button>}
      </Nothing>
    )
  }
  return (
    <>
      <Figures report={report} />
      {report ? <DailyAmounts report={report} currency={mainCurrencyOf(report)} /> : <Skeleton height={376} />}
    </>
  )
}
