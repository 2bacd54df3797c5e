import { Badge } from '@mantine/core'
import { Dot, tones } from '../shared/status.tsx'
import { labelOf } from '../text/labels.ts'
import { useText, useWords } from '../text/text.tsx'
import { checkWords } from './checks.ts'
import type { Row } from './requests.ts'
import { words } from './words.ts'

const confirmationTones: Record<number, string> = { 1: tones.quiet, 2: tones.good, 3: tones.warning, 4: tones.bad, 5: tones.bad }
const stateTones: Record<number, string> = {
  1: tones.busy, 2: tones.good, 3: tones.good, 4: tones.good, 5: tones.bad, 6: tones.quiet, 7: tones.quiet, 8: tones.warning
}
const soon = 3
const open = 1

type DeadlineRow = Pick<Row, 'registryState' | 'receiptBy' | 'daysLeft' | 'claimBy'>

/** What the SII says, and what failed of the own checks. */
export function Confirmation ({ row: { confirmation, failedChecks } }: { row: Pick<Row, 'confirmation' | 'failedChecks'> }) {
  const own = useWords(words)
  const { short } = useWords(checkWords)
  const failed = failedChecks.map((check) => labelOf(short, check) ?? check).join(', ')
  return (
    <div className='state'>
      <Dot colour={confirmationTones[confirmation] ?? tones.quiet}>{own.confirmations[confirmation] ?? ''}</Dot>
      {failed !== '' && <p className='note why clip' style={{ color: tones.bad }} title={own.fails(failed)}>{own.fails(failed)}</p>}
    </div>
  )
}

/** How the registry has it. */
export function RegistryState ({ state }: { state: number }) {
  const own = useWords(words)
  return <Dot colour={stateTones[state] ?? tones.quiet}>{own.states[state] ?? ''}</Dot>
}

/** The state in the registry, with the days left in sight while somebody can act; and the credit that is at risk. */
export function Deadline ({ row: { registryState, receiptBy, ...row } }: { row: DeadlineRow }) {
  const own = useWords(words)
  const { format } = useText()
  if (registryState === null) return <span className='words quiet'>{own.noClaim}</span>
  const atRisk = receiptBy !== null && Date.parse(receiptBy) > Date.now() ? format.day(receiptBy) : undefined
  return (
    <div>
      {registryState === open && row.daysLeft !== null ? <Days row={row} /> : <RegistryState state={registryState} />}
      {atRisk !== undefined && <p className='note' style={{ color: tones.warning }} title={own.credit(atRisk)}>{own.creditShort(atRisk)}</p>}
    </div>
  )
}

/** Red on the last day. */
export function Days ({ row: { daysLeft, claimBy } }: { row: Pick<Row, 'daysLeft' | 'claimBy'> }) {
  const own = useWords(words)
  const { format } = useText()
  if (daysLeft === null) return null
  return (
    <Badge
      variant='light' color={daysLeft === 0 ? 'red' : daysLeft <= soon ? 'orange' : 'gray'} c='var(--mantine-color-text)' tt='none' fw={600}
      className='numbers above' {...claimBy !== null && { title: format.moment(claimBy) }}
    >
      {own.left(daysLeft)}
    </Badge>
  )
}
