import { Alert, Text } from '@mantine/core'
import { ReasonCard } from '../shared/reason-card.tsx'
import { tones } from '../shared/status.tsx'
import { labelOf } from '../text/labels.ts'
import { useText, useWords } from '../text/text.tsx'
import { actionsOf } from './acts.ts'
import { checkWords, sentenceOf } from './checks.ts'
import { useReceivedName } from './name.ts'
import type { Detail, Row } from './requests.ts'

/** Which checks of a document failed and what to do about it; nothing if all is in order. */
export function Failures ({ detail }: { detail: Detail }) {
  const own = useWords(checkWords)
  const { format } = useText()
  const failed = detail.checks.filter(({ outcome }) => outcome === 'failed')
  if (failed.length === 0) return null
  const { claimBy } = detail
  const canClaim = claimBy !== null && actionsOf(detail, 'claim').length > 0
  return (
    <ReasonCard title={own.failures} colour={tones.bad}>
      <ul className='sentences'>
        {failed.map(({ check, detail: why }) => (
          <li key={check}>
            <Text span inherit fw={550}>{labelOf(own.names, check) ?? check}:</Text>{' '}
            {why === null ? `${own.outcomes.failed}.` : sentenceOf(why, own)}
          </li>
        ))}
      </ul>
      <Text size='sm'>
        <Text span inherit fw={550}>{own.whatToDo}:</Text> {canClaim ? own.claimIt(format.moment(claimBy)) : own.askSupplier}
      </Text>
    </ReasonCard>
  )
}

type Checked = Pick<Row, 'documentType' | 'folio' | 'issuerName' | 'failedChecks'>

/** Before somebody accepts or approves: which of the documents failed which checks. */
export function FailureNote ({ rows }: { rows: Checked[] }) {
  const own = useWords(checkWords)
  const nameOf = useReceivedName()
  const failed = rows.filter(({ failedChecks }) => failedChecks.length > 0)
  if (failed.length === 0) return null
  const checksOf = ({ failedChecks }: Checked) => failedChecks.map((check) => labelOf(own.short, check) ?? check).join(', ')
  return (
    <Alert color='red' variant='light' p='sm' title={own.failures} role='note' styles={{ title: { color: 'var(--mantine-color-error)' } }}>
      <ul className='sentences'>
        {failed.map((row) => <li key={`${row.issuerName} ${row.documentType} ${row.folio}`}>{rows.length > 1 && `${nameOf(row)}: `}{checksOf(row)}</li>)}
      </ul>
    </Alert>
  )
}
