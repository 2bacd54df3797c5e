import { Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { AnchorLink } from '../shared/links.tsx'
import { BackLink, Loading, PageTitle } from '../shared/page.tsx'
import { Nothing, Problem } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { Decide } from './decide.tsx'
import { useReceivedName } from './name.ts'
import { registryWords } from './registry-words.ts'
import { approvals } from './requests.ts'
import { Confirmation } from './state.tsx'
import { words } from './words.ts'

/** What waits for a second person. */
export function Approvals () {
  const own = useWords(registryWords)
  const { format } = useText()
  const nameOf = useReceivedName()
  const { back } = useWords(words)
  const { data, error, refetch } = useQuery(approvals)
  return (
    <Stack gap='md'>
      <BackLink to='/received'>{back}</BackLink>
      <PageTitle title={own.approvals} note={own.approvalsText} />
      {error && !data ? <Problem error={error} onRetry={() => { void refetch() }} />
        : !data ? <Loading rows={3} />
            : data.data.length === 0 ? <Nothing icon={<CircleCheck size={28} />} title={own.noApprovals} note={own.noApprovalsText} role='status' />
              : (
                <Paper>
                  <ul className='cards' aria-label={own.approvals}>
                    {data.data.map((claim) => (
                      <li key={claim.id}>
                        <Stack gap={2} p='md'>
                          <Text size='sm' fw={600}>{own.actions[claim.action]}</Text>
                          <Text size='sm' className='numbers'>
                            <AnchorLink to='/received/$id' params={{ id: claim.documentId }} inherit>{nameOf(claim)}</AnchorLink>
                            {' · '}{format.amount(claim.totalAmount)}
                          </Text>
                          {claim.reason !== null && <Text size='sm' c='dimmed' className='wrap'>{own.reason(claim.reason)}</Text>}
                          <Confirmation row={claim} />
                          <Text size='xs' c='dimmed'>{own.asked(claim.requestedBy?.name ?? own.policy, format.moment(claim.createdAt))}</Text>
                          <Decide claim={claim} />
                        </Stack>
                      </li>
                    ))}
                  </ul>
                </Paper>
                )}
    </Stack>
  )
}
