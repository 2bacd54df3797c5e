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
  const said = own.confirmations[confirmation] ?? ''
  return (
    <div className='state clip tip' title={failed === '' ? said : `${said} · ${own.fails(failed)}`}>
      <Dot colour={confirmationTones[confirmation] ?? tones.quiet}>{said}</Dot>
      {failed !== '' && <> <span className='note' style={{ color: tones.bad }}>{own.fails(failed)}</span></>}
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
    <div className='state clip tip' {...atRisk !== undefined && { title: own.credit(atRisk) }}>
      {registryState === open && row.daysLeft !== null ? <Days row={row} /> : <RegistryState state={registryState} />}
      {atRisk !== undefined && <> <span className='note' style={{ color: tones.warning }}>{own.creditShort(atRisk)}</span></>}
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
      className='numbers' {...claimBy !== null && { title: format.moment(claimBy) }}
    >
      {own.left(daysLeft)}
    </Badge>
  )
}
