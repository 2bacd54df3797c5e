import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre, useCan } from '../session/session.ts'
import { Card } from '../shared/page.tsx'
import { pollWhilePending } from '../shared/queries.ts'
import { Dot, isUnderWay, tones } from '../shared/status.tsx'
import { useText, useWords } from '../text/text.tsx'
import type { Detail } from './requests.ts'
import { words } from './words.ts'

type Delivery = ResultOf<'/api/Notification/Deliveries', 'get'>['data'][number]

/** The mail to the receiver, and what was told to the company's own program. */
export function Messages ({ detail }: { detail: Detail }) {
  const own = useWords(words)
  const can = useCan()
  const { correlationId, mail, status, deliveries: sent } = detail
  const { data } = useQuery({
    queryKey: ['document', correlationId, 'deliveries'], enabled: can('Notification.Read'),
    queryFn: ({ signal }) => timbre.get('/api/Notification/Deliveries', { query: { correlationId, pageSize: 20 }, signal }),
    refetchInterval: ({ state }) =>
      isUnderWay(status) || state.data?.data.some((delivery) => delivery.state === 1) ? pollWhilePending(state) : false
  })
  const deliveries = data?.data ?? []
  if (!mail && sent.length === 0 && deliveries.length === 0) return null
  return (
    <Card title={own.messages}>
      <Stack gap='sm'>
        {mail && <MailLine mail={mail} />}
        {sent.slice(0, 5).map((one, index) => <MailLine key={index} mail={one} />)}
        {deliveries.map((delivery) => <DeliveryLine key={delivery.id} delivery={delivery} />)}
      </Stack>
    </Card>
  )
}

/** A mail that brought the document to somebody, and how far it came. */
export function MailLine ({ mail: { to, state, at, failure } }: { mail: NonNullable<Detail['mail']> }) {
  const own = useWords(words)
  const { format } = useText()
  const colour = { queued: tones.busy, sent: tones.good, failed: tones.bad }[state]
  return (
    <div>
      <Dot colour={colour} moving={state === 'queued'}>{own.mail[state]}</Dot>
      <Text size='xs' c='dimmed' pl={16} className='wrap'>{own.mailTo(to, format.moment(at))}</Text>
      {failure !== null && <Text size='xs' c='dimmed' pl={16} className='wrap'>{own.failures[failure as keyof typeof own.failures] ?? failure}</Text>}
    </div>
  )
}

const stateOfType: Record<string, 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8> = {
  'document.waiting': 1, 'document.issued': 2, 'document.sending': 3, 'document.sent': 4, 'document.accepted': 5,
  'document.accepted_with_objections': 6, 'document.rejected': 7, 'document.failed': 8
}

function DeliveryLine ({ delivery }: { delivery: Delivery }) {
  const own = useWords(words)
  const { text, format } = useText()
  const { type, at, state, attempts, httpStatus, nextAttemptAt, problem } = delivery
  const status = stateOfType[type]
  const details = [
    attempts > 0 && own.attempts(format.number(attempts), attempts === 1),
    httpStatus !== null && state !== 2 && own.answer(String(httpStatus)),
    nextAttemptAt !== null && state === 1 && attempts > 0 && own.nextAttempt(format.moment(nextAttemptAt)),
    state === 3 && problem
  ].filter(Boolean)
  return (
    <div>
      <Dot colour={{ 1: tones.busy, 2: tones.good, 3: tones.bad }[state]} moving={state === 1}>{own.deliveries[state]}</Dot>
      <Text size='xs' c='dimmed' pl={16}>{own.deliveryOf(status ? text.statuses[status] : type, format.moment(at))}</Text>
      {details.length > 0 && <Text size='xs' c='dimmed' pl={16} className='wrap'>{details.join(' · ')}</Text>}
    </div>
  )
}
