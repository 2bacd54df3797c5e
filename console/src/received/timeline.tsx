import { Timeline as Moves, Text } from '@mantine/core'
import { AnchorLink } from '../shared/links.tsx'
import { Card } from '../shared/page.tsx'
import { useText, useWords } from '../text/text.tsx'
import { checkWords, sentenceOf } from './checks.ts'
import type { Detail } from './requests.ts'
import { words } from './words.ts'

/** What happened to the document, the newest last. */
export function Timeline ({ detail: { timeline } }: { detail: Detail }) {
  const own = useWords(words)
  const { format } = useText()
  const known = useWords(checkWords)
  return (
    <Card title={own.timeline} className='moves'>
      <Moves bulletSize={14} lineWidth={2} active={timeline.length - 1}>
        {timeline.map(({ at, event, detail }, index) => (
          <Moves.Item key={index} title={<Text size='sm' fw={600}>{own.happened[event] ?? event}</Text>}>
            {event === 'sii' && detail !== null && <Text size='sm'>{sentenceOf(detail, known)}</Text>}
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
