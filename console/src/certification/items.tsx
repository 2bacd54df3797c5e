import { Accordion, Paper, Stack, Text, Title } from '@mantine/core'
import { useTypeName } from '../shared/document-types.ts'
import { AnchorLink } from '../shared/links.tsx'
import { Facts } from '../shared/page.tsx'
import { Dot, StatusLabel, tones } from '../shared/status.tsx'
import { useText, useWords } from '../text/text.tsx'
import { IssueBook } from './issue-book.tsx'
import { IssueSet } from './issue-set.tsx'
import { Lacks } from './lacks.tsx'
import { StepToDo } from './next.tsx'
import type { Attempt, Item, Kind, State } from './progress.ts'
import { words } from './words.ts'

const colours: Record<State, string> = {
  Incomplete: tones.warning, Ready: tones.busy, Issued: tones.busy, Uploaded: tones.busy, Processed: tones.busy,
  Objected: tones.bad, Refused: tones.bad, Declared: tones.busy, Approved: tones.good, NotApproved: tones.bad
}

/** Each set, book and later step, with what is to be done about it and its attempts. */
export function Items ({ kind, items }: { kind: Kind, items: readonly Item[] }) {
  const own = useWords(words)
  return (
    <Stack component='section' gap='sm' aria-label={own.itemsCaption(own.kinds[kind])}>
      <Title order={2}>{own.items}</Title>
      {items.length === 0 ? <Text size='sm' c='dimmed'>{own.noItems}</Text> : (
        <Paper className='clipped'>
          <Accordion multiple order={3} chevronPosition='left' keepMounted={false}>
            {items.map((item) => (
              <Accordion.Item key={item.id} value={item.id}>
                <Accordion.Control><Heading item={item} /></Accordion.Control>
                <Accordion.Panel><Details kind={kind} item={item} /></Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        </Paper>
      )}
    </Stack>
  )
}

// What comes after the sets or books that are not approved yet.
const afterOthers = ['SETS_NOT_APPROVED', 'SET_NOT_APPROVED', 'SET_NOT_UPLOADED']

function Heading ({ item: { name, attentionNumber, state, missing } }: { item: Item }) {
  const own = useWords(words)
  const isLater = state === 'Incomplete' && missing.every(({ code }) => afterOthers.includes(code))
  return (
    <span className='item-head'>
      <span>
        <Text span fw={600} size='sm' display='block'>{name}</Text>
        {attentionNumber !== null && <Text span size='xs' c='dimmed' className='numbers'>{own.attention(String(attentionNumber))}</Text>}
      </span>
      <Dot colour={isLater ? tones.quiet : colours[state]} moving={state === 'Issued' || state === 'Uploaded'}>
        {isLater ? own.later : own.states[state]}
      </Dot>
    </span>
  )
}

const books: readonly Item['kind'][] = ['salesBook', 'purchaseBook', 'guideBook', 'folioConsumption']

function Details ({ kind, item }: { kind: Kind, item: Item }) {
  const { missing, next, attempts, kind: what, name } = item
  return (
    <Stack>
      {missing.length > 0 && <Lacks lacks={missing} />}
      {next && next.operation === null && <StepToDo kind={kind} next={next} name={next.step === 'declared' ? name : undefined} />}
      {what === 'documents' && <IssueSet kind={kind} item={item} />}
      {books.includes(what) && <IssueBook kind={kind} item={item} />}
      {attempts.toReversed().map((attempt) => <AttemptOf key={attempt.number} attempt={attempt} />)}
    </Stack>
  )
}

function AttemptOf ({ attempt }: { attempt: Attempt }) {
  const { format } = useText()
  const own = useWords(words)
  const nameOf = useTypeName()
  const { number, state, trackId, sentAt, declaredAt, decidedAt, documents, reasons } = attempt
  const when = (moment: string | null) => moment === null ? undefined : format.moment(moment)
  return (
    <Stack gap='xs'>
      <Title order={4} size='sm'>{own.attempt(String(number))} · {own.states[state]}</Title>
      <Facts facts={[[own.track, trackId], [own.sent, when(sentAt)], [own.declared, when(declaredAt)], [own.decided, when(decidedAt)]]} />
      {reasons.length > 0 && (
        <div>
          <Text size='sm' fw={550}>{own.reasons}</Text>
          <ul className='sentences'>
            {reasons.map(({ case: number, message, remedy }, index) => (
              <li key={index}>{number !== null && `${own.caseOf(String(number))}: `}{message}{remedy && <Text size='sm' c='dimmed'>{remedy}</Text>}</li>
            ))}
          </ul>
        </div>
      )}
      {documents.length > 0 && (
        <ul className='attempt-documents' aria-label={own.documents}>
          {documents.map((document) => (
            <li key={document.correlationId}>
              <Text span size='sm' c='dimmed'>{own.caseOf(String(document.case))}</Text>
              <AnchorLink to='/documents/$id' params={{ id: document.correlationId }} size='sm'>{own.folio(nameOf(document.documentType), String(document.folio))}</AnchorLink>
              <StatusLabel status={document.status} />
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}
