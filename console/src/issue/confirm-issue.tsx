import { Alert, Text } from '@mantine/core'
import { Confirm } from '../shared/confirm.tsx'
import { useTypeName } from '../shared/document-types.ts'
import { useWhere } from '../shared/environment.ts'
import { useText, useWords } from '../text/text.tsx'
import type { Answered } from './dry-run.ts'
import type { useIssuing } from './issuing.ts'
import type { DocumentType } from './model/types.ts'
import { words } from './words.ts'

interface ConfirmIssueProps {
  /** The document to issue, with its total; undefined: no question is open. */
  answered: Answered | undefined
  retry: boolean
  evenSo: boolean
  issuing: ReturnType<typeof useIssuing>
  onClose: () => void
  onConfirm: () => void
}

/** Asks once, with type, receiver, total and environment: what is issued is legal, and stays. */
export function ConfirmIssue ({ answered, retry, evenSo, issuing, onClose, onConfirm }: ConfirmIssueProps) {
  const { format } = useText()
  const own = useWords(words)
  const nameOf = useTypeName()
  const where = useWhere()
  if (!answered) return null
  const { form: { type, values }, run: { totals } } = answered
  const sentence = (retry ? own.confirm.retrySentence : own.confirm.sentence)(
    own.a(nameOf(type)), format.amount(totals?.totalAmount ?? 0, totals?.currency), values['header.receiver.businessName'] ?? '', where
  )
  return (
    <Confirm
      opened onClose={onClose} title={retry ? own.confirm.retryTitle : own.confirm.title} action={retry ? own.retry : own.issue}
      work={{ isPending: issuing.isPending, error: issuing.lost ? null : issuing.error }} onConfirm={onConfirm}
    >
      <Text size='sm'>{sentence}</Text>
      <Text size='sm' c='dimmed' mt='xs'>{own.confirm[undoneBy(type)]}</Text>
      {evenSo && <Text size='sm' mt='xs'>{own.confirm.evenSo}</Text>}
      {issuing.lost && <Alert color='orange' variant='light' role='alert' title={own.lost.title} mt='sm'>{own.lost.text}</Alert>}
    </Confirm>
  )
}

function undoneBy (type: DocumentType): 'undoneAtSii' | 'undoneByDebit' | 'undoneByCredit' {
  if (type === '52') return 'undoneAtSii'
  return type === '61' || type === '112' ? 'undoneByDebit' : 'undoneByCredit'
}
