import { Anchor, Skeleton, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Card } from '../shared/page.tsx'
import { ProblemNotice } from '../shared/problem.tsx'
import { Dot, tones } from '../shared/status.tsx'
import { useText, useWords } from '../text/text.tsx'
import { useTenant } from './requests.ts'
import { words } from './words.ts'

const soon = 30

/** Until when the company can sign. */
export function Certificate () {
  const own = useWords(words)
  const { data, error, refetch } = useTenant()
  return (
    <Card title={own.certificate} aside={<Anchor component={Link} to='/company' size='sm'>{own.toCertificate}</Anchor>}>
      {data ? <End at={data.certificateExpiresAt} />
        : error ? <ProblemNotice error={error} onRetry={() => { void refetch() }} /> : <Skeleton height={40} />}
    </Card>
  )
}

function End ({ at }: { at: string | null }) {
  const own = useWords(words)
  const { format } = useText()
  if (at === null) return <Dot colour={tones.bad}>{own.certificateNone}</Dot>
  const days = Math.floor((Date.parse(at) - Date.now()) / 86_400_000)
  if (days < 0) return <Dot colour={tones.bad}>{own.certificateEnded(format.day(at))}</Dot>
  return (
    <>
      <Dot colour={days <= soon ? tones.warning : tones.good}>{own.certificateEnds(format.day(at))}</Dot>
      <Text size='xs' c={days <= soon ? tones.warning : 'dimmed'} pl={16} className='numbers'>{own.certificateDays(format.number(days), days === 1)}</Text>
    </>
  )
}
