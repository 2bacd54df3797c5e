import { Badge } from '@mantine/core'
import { Dot, tones } from '../shared/status.tsx'
import { useText, useWords } from '../text/text.tsx'
import { checkWords } from './checks.ts'
import type { Row } from './requests.ts'
import { words } from './words.ts'

const confirmationTones: Record<number, string> = { 1: tones.quiet, 2: tones.good, 3: tones.warning, 4: tones.bad, 5: tones.bad }

/** What the SII says, and what failed of the own checks. */
export function Confirmation ({ row: { confirmation, failedChecks } }: { row: Row }) {
  const own = useWords(words)
  const { short } = useWords(checkWords)
  const failed = failedChecks.map((check) => short[check] ?? check).join(', ')
  return (
    <div>
      <Dot colour={confirmationTones[confirmation] ?? tones.quiet}>{own.confirmations[confirmation] ?? ''}</Dot>
      {failed !== '' && <p className='note why clip' style={{ color: tones.bad }} title={own.fails(failed)}>{own.fails(failed)}</p>}
    </div>
  )
}

/** Until when it can be claimed, in sight: red on the last day. */
export function Deadline ({ row: { claimBy } }: { row: Pick<Row, 'claimBy'> }) {
  const own = useWords(words)
  const { format } = useText()
  if (claimBy === null) return <span className='words quiet'>{own.noClaim}</span>
  const days = Math.floor((Date.parse(claimBy) - Date.now()) / 86_400_000)
  if (days < 0) return <span className='words quiet'>{own.ended}</span>
  return (
    <Badge
      variant='light' color={days === 0 ? 'red' : days <= 3 ? 'orange' : 'gray'} c='var(--mantine-color-text)' tt='none' fw={600} className='numbers'
      title={format.moment(claimBy)}
    >
      {own.left(days)}
    </Badge>
  )
}
