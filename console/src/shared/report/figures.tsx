import { Paper, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useText, useWords } from '../../text/text.tsx'
import type { Report } from './report.ts'
import { words } from './words.ts'

const columns = { cols: { base: 2, md: 4 }, spacing: { base: 'sm', md: 'lg' } }

/** What was billed, how many documents, how many of them the SII accepted, and how soon. */
export function Figures ({ report }: { report: Report | undefined }) {
  const own = useWords(words)
  const { format } = useText()
  if (!report) return <SimpleGrid {...columns}>{[1, 2, 3, 4].map((index) => <Skeleton key={index} height={116} />)}</SimpleGrid>
  const { startDate, endDate, sales, totals, acceptance, timeToVerdict } = report
  const days = (Date.parse(endDate) - Date.parse(startDate)) / 86_400_000 + 1
  const documents = totals.reduce((sum, total) => sum + total.documents, 0)
  const [first, ...others] = sales
  const billedNote = first && [
    own.billedNote(format.amount(first.netAmount, first.currency)),
    ...others.map(({ totalAmount, currency }) => format.amount(totalAmount, currency))
  ].join(' · ')
  return (
    <SimpleGrid {...columns}>
      <Figure label={own.billed} value={first && format.amount(first.totalAmount, first.currency)} note={billedNote} />
      <Figure
        label={own.documents} value={format.number(documents)}
        note={own.aDay(format.number(Math.round(documents / days * 10) / 10))}
      />
      <Figure
        label={own.acceptance} value={acceptance.rate === null ? undefined : format.percent(acceptance.rate)}
        note={own.verdicts(format.number(acceptance.accepted + acceptance.acceptedWithObjections + acceptance.rejected))}
      />
      <Figure
        label={own.verdict} note={own.median}
        value={timeToVerdict.medianSeconds === null ? undefined : format.seconds(timeToVerdict.medianSeconds)}
      />
    </SimpleGrid>
  )
}

function Figure ({ label, value, note }: { label: string, value: string | undefined, note: string | undefined }) {
  return (
    <Paper p={{ base: 'sm', xs: 'md', md: 'lg' }}>
      <Text size='sm' c='dimmed'>{label}</Text>
      <Text fz={{ base: 16, xs: 20, md: 26 }} fw={620} lh={1.3} mt={4} className='numbers figure'>{value ?? '—'}</Text>
      <Text size='xs' c='dimmed' mih={18} className='numbers'>{note}</Text>
    </Paper>
  )
}
