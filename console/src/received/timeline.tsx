import { Timeline as Moves, Text } from '@mantine/core'
import { AnchorLink } from '../shared/links.tsx'
import { Card } from '../shared/page.tsx'
import { labelOf } from '../text/labels.ts'
import { useText, useWords } from '../text/text.tsx'
import { checkWords, sentenceOf } from './checks.ts'
import { registryWords } from './registry-words.ts'
import type { Detail } from './requests.ts'
import { words } from './words.ts'

/** What happened to the document, the newest last. */
export function Timeline ({ detail: { timeline } }: { detail: Detail }) {
  const own = useWords(words)
  const { format } = useText()
  return (
    <Card title={own.timeline} className='moves'>
      <Moves bulletSize={14} lineWidth={2} active={timeline.length - 1}>
        {timeline.map(({ at, event, detail }, index) => (
          <Moves.Item key={index} title={<Text size='sm' fw={600}>{own.happened[event] ?? event}</Text>}>
            {detail !== null && <Said event={event} detail={detail} />}
            {event === 'otherContent' && detail !== null && (
              <AnchorLink to='/received/$id' params={{ id: detail }} size='sm'>{own.seeOther}</AnchorLink>
            )}
            <Text size='xs' c='dimmed' className='numbers'>{format.moment(at)}</Text>
          </Moves.Item>
        ))}
      </Moves>
    </Card>
  )
}

const claimStates = ['AwaitingApproval', 'Queued', 'Registered', 'Refused', 'Expired', 'Withdrawn']

/** What the detail of an entry says in words; ids say nothing to people. */
function Said ({ event, detail }: Pick<Detail['timeline'][number], 'event'> & { detail: string }) {
  const own = useWords(registryWords)
  const known = useWords(checkWords)
  if (event === 'sii') return <Text size='sm'>{sentenceOf(detail, known)}</Text>
  if (event === 'registry') return <Text size='sm'>{labelOf(own.events, detail) ?? detail}</Text>
  if (event !== 'claim') return null
  const [action = '', state = ''] = detail.split(' ')
  return <Text size='sm'>{own.actions[action as keyof typeof own.actions]}: {own.states[claimStates.indexOf(state) + 1]}</Text>
}
