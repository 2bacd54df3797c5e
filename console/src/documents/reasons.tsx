import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw, SquarePen } from 'lucide-react'
import { timbre, useCan } from '../session/session.ts'
import { CodeMark } from '../shared/code-mark.tsx'
import { ButtonLink } from '../shared/links.tsx'
import { Confirm } from '../shared/confirm.tsx'
import { isOfSii, useOwnSentence } from '../shared/own-sentences.ts'
import { ReasonCard } from '../shared/reason-card.tsx'
import { colourOf } from '../shared/status.tsx'
import { useText, useWords } from '../text/text.tsx'
import { useDocumentName } from './name.ts'
import type { Detail, Reason } from './requests.ts'
import { hasResultMail, RequestReasons } from './request-reasons.tsx'
import { ResultFile } from './result-file.tsx'
import { words } from './words.ts'

/** What the SII says by mail only: with its file the reasons are known. */
const mailed = ['REASONS_BY_MAIL', 'OBJECTIONS_BY_MAIL', 'OBJECTION_UNATTRIBUTED']

/** What describes them are words of the network for a help desk. */
const technical = ['UPLOAD_DELAYED', 'UPLOAD_UNCONFIRMED', 'SII_OVERDUE', 'VERDICT_UNCLEAR']

/** Why the document stopped, waits or was objected to, what to do about it, and the buttons that do it. */
export function Reasons ({ detail }: { detail: Detail }) {
  const own = useWords(words)
  const can = useCan()
  const { status } = detail
  const reasons = detail.reason ?? detail.verdict?.reasons ?? []
  if (reasons.length === 0 && !detail.retry) return null
  const title = status === 1 || status === 6 || status === 7 || status === 8 ? own.reasons[status] : own.reasons.other
  const byMail = reasons.some(({ remedyAction, code }) => remedyAction === 'uploadResult' || mailed.includes(code))
  return (
    <ReasonCard title={title} colour={colourOf(status)} isBare={reasons.length === 0}>
      {reasons.map((reason, index) => <ReasonText key={index} reason={reason} />)}
      {reasons.some(({ code }) => code === 'FOLIOS_MISSING') && can('Folio.Read') && (
        <ButtonLink to='/folios' size='sm' variant='default' w='fit-content'>{own.toFolios}</ButtonLink>
      )}
      {byMail && can('Webhook.Manage') && <ResultFile />}
      {wasJudged(status) && hasResultMail(detail) && can('Webhook.Manage') && <RequestReasons correlationId={detail.correlationId} />}
      <Retry detail={detail} />
    </ReasonCard>
  )
}

/** Accepted with objections, rejected, or stopped with its envelope. */
function wasJudged (status: number): boolean {
  return status === 6 || status === 7 || status === 8
}

/** In the reader's language; the SII's own words where it sent some that say more. */
function ReasonText ({ reason: { code, description, explanation, remedy, until } }: { reason: Reason }) {
  const own = useWords(words)
  const ownSentence = useOwnSentence()
  const { text, language, format } = useText()
  const sentence = explanation?.[language]
  const whatToDo = ownSentence(code, remedy?.[language])
  const codeText = (isOfSii(code) ? text.problem.siiCode : text.problem.code)(code)
  const isTechnical = technical.includes(code)
  const itsWords = !isTechnical && description !== '' && description !== explanation?.es && description !== explanation?.en && !isId(description)
  return (
    <div>
      <Text size='sm' fw={550}>{sentence ?? description}<CodeMark label={isTechnical ? `${codeText} ${description}` : codeText} /></Text>
      {sentence !== undefined && itsWords && <Text size='sm' c='dimmed' mt={2}>{own.siiSays}: {description}</Text>}
      {whatToDo !== undefined && <Text size='sm' mt={2}><Text span inherit fw={550}>{own.whatToDo}:</Text> {whatToDo}</Text>}
      {until !== undefined && <Text size='sm' c='dimmed' mt={2}>{own.until(format.moment(until))}</Text>}
    </div>
  )
}

/** REFERENCE_PENDING describes itself by the identifier of the document that it waits for. */
function isId (description: string): boolean {
  return /^[0-9a-f]{8}-/i.test(description)
}

function Retry ({ detail }: { detail: Detail }) {
  const own = useWords(words)
  const { text, language } = useText()
  const nameOf = useDocumentName()
  const can = useCan()
  const cache = useQueryClient()
  const [opened, { open, close }] = useDisclosure()
  const { correlationId, retry } = detail
  const work = useMutation({
    mutationFn: () => timbre.put('/api/Webhook/Retry', {
      body: { correlationId, ...(retry?.needsEvenSo && { evenSo: true }) }
    }),
    onSuccess: () => {
      close()
      void cache.invalidateQueries()
    }
  })
  if (!retry) return null
  const correctsFirst = retry.way === 'reissue' || retry.way === 'issueAnew'
  const mayCorrect = can('Webhook.Issue')
  const whatHappens = retry.needsEvenSo ? own.retry.evenSo : retry.explanation[language]
  return (
    <Group justify='space-between' gap='sm'>
      <Text size='sm' c='dimmed' flex={1} miw={240}>{own.retryWill}: {whatHappens}</Text>
      {can('Webhook.Manage') && (
        <Group gap='xs'>
          <Button variant={mayCorrect && correctsFirst ? 'default' : 'filled'} leftSection={<RotateCw size={15} />} onClick={open}>
            {text.actions.retry}
          </Button>
          {mayCorrect && (
            <ButtonLink
              to='/issue' search={{ retry: correlationId }} leftSection={<SquarePen size={15} />}
              variant={correctsFirst ? 'filled' : 'default'}
            >
              {own.correct}
            </ButtonLink>
          )}
        </Group>
      )}
      <Confirm
        opened={opened} onClose={close} title={own.retry.title} work={work} onConfirm={() => { work.mutate() }}
        action={retry.needsEvenSo ? own.retry.anyway : text.actions.retry}
      >
        {own.retry.text(nameOf(detail))} {whatHappens}
      </Confirm>
    </Group>
  )
}
