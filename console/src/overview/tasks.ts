import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AnchorLink } from '../shared/links.tsx'
import { tones } from '../shared/status.tsx'
import { useCan } from '../session/session.ts'
import { useText, useWords } from '../text/text.tsx'
import { claimedDocuments, receivedSummary } from './requests.ts'
import { words } from './words.ts'

/** What received documents wait for, with their deadlines, and issued documents that customers claimed. */
export function Due () {
  const own = useWords(words).due
  const can = useCan()
  const { data: counts } = useQuery({ ...receivedSummary, enabled: can('Received.Read') })
  const { data: claimed } = useQuery({ ...claimedDocuments, enabled: can('Webhook.Read') })
  return (
    <Stack gap={6}>
      <Line count={counts?.dueToday} tone={tones.bad} label={own.today}>
        {(text) => <AnchorLink to='/received' search={{ view: 'today' }} size='sm'>{text}</AnchorLink>}
      </Line>
      <Line count={counts && counts.dueIn3Days - counts.dueToday} tone={tones.warning} label={own.soon}>
        {(text) => <AnchorLink to='/received' search={{ view: 'soon' }} size='sm'>{text}</AnchorLink>}
      </Line>
      <Line count={counts?.creditAtRisk} tone={tones.warning} label={own.credit}>
        {(text) => <AnchorLink to='/received' search={{ view: 'credit' }} size='sm'>{text}</AnchorLink>}
      </Line>
      <Line count={counts?.awaitingApproval} tone={tones.warning} label={own.approval}>
        {(text) => <AnchorLink to='/received/approvals' size='sm'>{text}</AnchorLink>}
      </Line>
      <Line count={counts?.failedClaims} tone={tones.bad} label={own.notDone}>
        {(text) => <AnchorLink to='/received' search={{ view: 'notDone' }} size='sm'>{text}</AnchorLink>}
      </Line>
      <Line count={claimed?.totalRecords} tone={tones.bad} label={own.claimed}>
        {(text) => <AnchorLink to='/documents' search={{ customer: 5 }} size='sm'>{text}</AnchorLink>}
      </Line>
    </Stack>
  )
}

interface LineProps {
  count: number | undefined
  tone: string
  label: (count: string, one: boolean) => string
  /** The link to them. */
  children: (text: string) => ReactNode
}

function Line ({ count, tone, label, children }: LineProps) {
  const { format } = useText()
  if (!count) return null
  return (
    <span className='status'>
      <span className='status-dot' style={{ '--status': tone }} aria-hidden='true' />{children(label(format.number(count), count === 1))}
    </span>
  )
}
