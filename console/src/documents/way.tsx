import { Text, Timeline } from '@mantine/core'
import { Ban, Check, CircleAlert, Clock, FileCheck, Send, TriangleAlert, Upload } from 'lucide-react'
import { Card } from '../shared/page.tsx'
import { colourOf, isMoving, type Status } from '../shared/status.tsx'
import { useText, useWords } from '../text/text.tsx'
import type { Detail } from './requests.ts'
import { words } from './words.ts'

const icons: Record<Status, typeof Clock> = {
  1: Clock, 2: FileCheck, 3: Upload, 4: Send, 5: Check, 6: CircleAlert, 7: Ban, 8: TriangleAlert
}

/** Each move of the document with its time and how long it took, the newest last. */
export function Way ({ detail: { history, status } }: { detail: Detail }) {
  const own = useWords(words)
  const { text } = useText()
  return (
    <Card title={own.way} className='moves'>
      <Timeline bulletSize={26} lineWidth={2} active={history.length - 1}>
        {history.map((move, index) => {
          const Icon = icons[move.status]
          return (
            <Timeline.Item
              key={index} bullet={<Icon size={14} aria-hidden='true' />} color={colourOf(move.status)}
              title={<Text size='sm' fw={600}>{text.statuses[move.status]}</Text>}
            >
              <Moment move={move} before={history[index - 1]} />
            </Timeline.Item>
          )
        })}
        {isMoving(status) && (
          <Timeline.Item bullet={<span className='status-dot' data-moving style={{ '--status': colourOf(status) }} />}>
            <Text size='sm' c='dimmed'>{own.waitingForVerdict}</Text>
          </Timeline.Item>
        )}
      </Timeline>
    </Card>
  )
}

type Move = Detail['history'][number]

function Moment ({ move: { at, detail }, before }: { move: Move, before: Move | undefined }) {
  const own = useWords(words)
  const { format } = useText()
  const seconds = before ? (Date.parse(at) - Date.parse(before.at)) / 1000 : 0
  const trackId = trackOf(detail)
  return (
    <>
      <Text size='xs' c='dimmed' className='numbers'>
        {format.day(at)}, {format.clock(at)}{seconds >= 0.05 && ` · ${own.took(format.seconds(seconds))}`}
      </Text>
      {trackId !== undefined && <Text size='xs' c='dimmed' className='numbers'>{own.trackId}: {trackId}</Text>}
    </>
  )
}

function trackOf (detail: unknown): string | undefined {
  return typeof detail === 'object' && detail !== null && 'trackId' in detail ? String(detail.trackId) : undefined
}
