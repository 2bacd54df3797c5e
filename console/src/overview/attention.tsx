import { Box, Group, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { AnchorLink } from '../shared/links.tsx'
import { useTypeName } from '../shared/document-types.ts'
import { Card } from '../shared/page.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { StatusLabel, tones } from '../shared/status.tsx'
import { useText, useWords } from '../text/text.tsx'
import { useCan } from '../session/session.ts'
import { useAttention } from './requests.ts'
import { useHasAccepted, useTasks } from './tasks.ts'
import { words } from './words.ts'

/** What waits for a person. */
export function Attention () {
  const own = useWords(words)
  const { text, format } = useText()
  const nameOf = useTypeName()
  const { data, error, refetch } = useAttention()
  const known = useTasks()
  const can = useCan()
  const isNew = useHasAccepted() === false
  const isClear = data?.data.length === 0 && known?.isComplete === true && known.tasks.length === 0
  // A new company has its set-up for what it lacks.
  if (!can('Webhook.Read') || (isNew && isClear)) return null
  const all = data && data.totalRecords > 0 && (
    <AnchorLink to='/documents' search={{ status: '7,8' }} size='sm'>{own.all(format.number(data.totalRecords))}</AnchorLink>
  )
  return (
    <Card title={own.attention} aside={all}>
      {!data && (error ? <ProblemNotice error={error} onRetry={() => { void refetch() }} /> : <Skeleton height={140} />)}
      {isClear && (
        <Group gap='sm' wrap='nowrap' align='start'>
          <CircleCheck size={20} color={tones.good} aria-hidden='true' style={{ flex: 'none' }} />
          <div>
            <Text size='sm' fw={550}>{own.attentionNone}</Text>
            <Text size='sm' c='dimmed'>{own.attentionNoneText}</Text>
          </div>
        </Group>
      )}
      <Stack gap={4}>
        {known?.tasks.map(({ tone, text, link }) => (
          <span key={text} className='status'>
            <span className='status-dot' style={{ '--status': tone }} aria-hidden='true' />
            <AnchorLink {...link} size='sm' style={{ whiteSpace: 'normal' }}>{text}</AnchorLink>
          </span>
        ))}
        {known?.isComplete === false && <Text size='sm' c='dimmed'>{own.attentionUnknown}</Text>}
        {data?.data.map((row) => (
          <div key={row.correlationId} className='row bar'>
            <Group justify='space-between' wrap='nowrap' gap='sm'>
              <Box miw={0}>
                <Link to='/documents/$id' params={{ id: row.correlationId }} className='plain'>
                  <Text size='sm' fw={550} className='clip numbers'>
                    {row.invoiceNumber ? text.document.number(nameOf(row.invoiceTypeCode), row.invoiceNumber) : nameOf(row.invoiceTypeCode)}
                  </Text>
                </Link>
                <StatusLabel status={row.status} size='xs' />
              </Box>
              <Text size='sm' className='numbers' flex='none'>{format.amount(row.totalAmount, row.currency)}</Text>
            </Group>
          </div>
        ))}
      </Stack>
    </Card>
  )
}
