import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { timbre } from '../session/session.ts'
import { Card, Facts } from '../shared/page.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { Dot } from '../shared/status.tsx'
import { labelOf } from '../text/labels.ts'
import { useText, useWords } from '../text/text.tsx'
import { customerTones } from './customer-tones.ts'
import type { Detail } from './requests.ts'
import { words } from './words.ts'

/** What the customer did about the document in the SII's registry; the registry can be asked now. */
export function CustomerSide ({ detail: { correlationId, customer } }: { detail: Detail }) {
  const own = useWords(words)
  const { text, format } = useText()
  const cache = useQueryClient()
  const ask = useMutation({
    mutationFn: () => timbre.post('/api/Webhook/AskRegistry', { body: { correlationIds: [correlationId] } }),
    // The answer comes in the background.
    onSuccess: () => { setTimeout(() => { void cache.invalidateQueries({ queryKey: ['document', correlationId] }) }, 3000) }
  })
  if (!customer) return null
  const { customerSide: said } = own
  return (
    <Card title={said.title} aside={<Dot colour={customerTones[customer.state]}>{own.customerStates[customer.state]}</Dot>}>
      <Stack gap='sm'>
        {customer.state === 5 && <Text size='sm' className='bad'>{said.claimed}</Text>}
        <Facts facts={[
          [said.received, customer.siiReceivedAt !== null && format.moment(customer.siiReceivedAt)],
          [said.until, customer.claimableUntil !== null && format.moment(customer.claimableUntil)],
          [said.assignable, customer.assignable?.text],
          [said.askedAt, customer.askedAt !== null && format.moment(customer.askedAt)]
        ]}
        />
        {customer.events.map(({ code, description, responsible, at }, index) => (
          <div key={index}>
            <Text size='sm' fw={550}>{labelOf(said.events, code) ?? description}</Text>
            <Text size='xs' c='dimmed' className='numbers'>{format.rut(responsible)} · {format.moment(at)}</Text>
          </div>
        ))}
        {customer.state === 6
          ? <Text size='sm' c='dimmed'>{said.cash}</Text>
          : (
            <Button
              variant='default' size='sm' w='fit-content' leftSection={<RefreshCw size={15} />} loading={ask.isPending} onClick={() => { ask.mutate() }}
            >
              {said.ask}
            </Button>
            )}
        {ask.isSuccess && <Text size='sm' c='dimmed' role='status'>{said.asked}</Text>}
        <ProblemNotice error={ask.error} title={text.problem.title} />
      </Stack>
    </Card>
  )
}
