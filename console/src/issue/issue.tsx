import './issue.css'
import { Alert, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre, useMe } from '../session/session.ts'
import { AnchorLink, ButtonLink } from '../shared/links.tsx'
import { useTypeName } from '../shared/document-types.ts'
import { isOfSii, useOwnSentence } from '../shared/own-sentences.ts'
import { Loading, PageTitle } from '../shared/page.tsx'
import { Nothing, Problem } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { DraftMenu } from './draft-menu.tsx'
import { findDraft, keepDraft, newDraft, type Draft } from './drafts.ts'
import { Editor } from './editor.tsx'
import type { Receipt } from './issuing.ts'
import { blankForm, type Form } from './model/form.ts'
import { copyOf, noteOf, purposes, type Purpose } from './model/note.ts'
import { formOf } from './model/payload.ts'
import { RowOpening } from './row-editor.tsx'
import { words } from './words.ts'

type Document = ResultOf<'/api/Webhook/GetWebhook', 'get'>

/** Issues a document by hand: a new one, one more like another, a note about one, or one that is corrected. */
export function IssuePage () {
  const { text } = useText()
  const own = useWords(words)
  const me = useMe()
  const navigate = useNavigate()
  const { draft = '', ...about } = useSearch({ from: '/issue' })
  const [issued, setIssued] = useState<Receipt>()
  const kind = (['row', 'retry', 'note', 'copy'] as const).find((one) => about[one])
  const title = kind ? own.titles[kind] : text.places.issue

  const onIssued = (receipt: Receipt, another: Form | undefined) => {
    if (!another) {
      void navigate({ to: '/documents/$id', params: { id: receipt.correlationId } })
      return
    }
    const next = newDraft(another, {})
    keepDraft(me, next)
    setIssued(receipt)
    void navigate({ to: '/issue', search: { draft: next.id } })
  }

  return (
    <Stack gap='lg'>
      <PageTitle title={title} note={own.drafts.kept}>
        <DraftMenu current={draft} />
        <ButtonLink variant='default' to='/issue' search={{}} leftSection={<Plus size={16} />}>{own.drafts.fresh}</ButtonLink>
      </PageTitle>
      {issued && <Issued receipt={issued} />}
      {about.row
        ? <RowOpening key={draft} id={draft} about={about} />
        : <Opening key={draft} id={draft} about={about} onIssued={onIssued} />}
    </Stack>
  )
}

function Issued ({ receipt }: { receipt: Receipt }) {
  const { text } = useText()
  const own = useWords(words)
  const nameOf = useTypeName()
  const name = nameOf(receipt.documentType)
  return (
    <Alert color='green' variant='light' role='status'>
      <Group gap='sm'>
        <Text size='sm'>{own.issued(receipt.invoiceNumber === '' ? name : text.document.number(name, receipt.invoiceNumber))}</Text>
        <AnchorLink to='/documents/$id' params={{ id: receipt.correlationId }} size='sm'>{own.see}</AnchorLink>
      </Group>
    </Alert>
  )
}

interface OpeningProps {
  id: string
  about: Draft['about']
  onIssued: (receipt: Receipt, another: Form | undefined) => void
}

/** Finds what the form begins with: the draft of that name, the document in the address, or nothing. */
function Opening ({ id, about, onIssued }: OpeningProps) {
  const me = useMe()
  const own = useWords(words)
  const [kept] = useState(() => findDraft(me, id))
  const [fresh] = useState(() => newDraft(blankForm(), about, id))
  const correlationId = about.note ?? about.copy ?? about.retry
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['document', correlationId, 'form'], enabled: correlationId !== undefined, staleTime: Infinity,
    queryFn: () => timbre.get('/api/Webhook/GetWebhook', { query: { correlationId: correlationId! } })
  })
  if ((!kept || about.retry) && correlationId !== undefined) {
    if (error) return <Problem error={error} onRetry={() => { void refetch() }} />
    if (isPending) return <Loading rows={8} />
    const isNothing = !kept && about.note && (data.folio === null || data.payload === null)
    if (isNothing) return <Nothing title={own.titles.note} note={own.note.noFolio} />
  }
  return <Opened draft={kept ?? fresh} isKept={kept !== undefined} document={data} onIssued={onIssued} />
}

interface OpenedProps { draft: Draft, isKept: boolean, document: Document | undefined, onIssued: OpeningProps['onIssued'] }

function Opened ({ draft, isKept, document, onIssued }: OpenedProps) {
  const own = useWords(words)
  const [opened] = useState(() => {
    const form = isKept || !document ? draft.form : formAbout(document, draft.about, own.note.reasons)
    return { ...draft, form, ...!draft.sent && document?.retry?.needsEvenSo && { evenSo: true } }
  })
  return (
    <Editor draft={opened} onIssued={onIssued}>
      {(form, replace) => document && <About document={document} about={draft.about} form={form} onReplace={replace} />}
    </Editor>
  )
}

function formAbout (document: Document, { note, retry }: Draft['about'], reasons: Record<Purpose, string>): Form {
  if (note) return noteOf(sourceOf(document), 'annul', reasons.annul)
  return retry ? formOf(document.payload) : copyOf(document.payload)
}

const sourceOf = ({ invoiceTypeCode, folio, issueDate, payload }: Document) =>
  ({ type: invoiceTypeCode, folio: folio ?? 0, issueDate, payload })

/** Above the form: the document that it is about, and what for. */
function About ({ document, about, form, onReplace }: {
  document: Document, about: Draft['about'], form: Form, onReplace: (form: Form) => void
}) {
  const { text, language } = useText()
  const own = useWords(words)
  const nameOf = useTypeName()
  const ownSentence = useOwnSentence()
  if (about.copy) return null
  const name = nameOf(document.invoiceTypeCode)
  const called = document.folio === null ? name : text.document.number(name, String(document.folio))
  const code = form.rows.references[0]?.values['code']
  const purpose = (Object.keys(purposes) as Purpose[]).find((one) => purposes[one] === code)
  return (
    <Stack gap='sm'>
      <Text size='sm'>
        <AnchorLink to='/documents/$id' params={{ id: document.correlationId }}>
          {about.note ? own.note.about(called) : own.retryOf(called)}
        </AnchorLink>
      </Text>
      {about.note && (
        <SegmentedControl
          aria-label={own.note.label} value={purpose ?? ''} fullWidth className='purposes'
          data={(Object.keys(purposes) as Purpose[]).map((value) => ({ value, label: own.note[value] }))}
          onChange={(value) => { onReplace(noteOf(sourceOf(document), value as Purpose, own.note.reasons[value as Purpose])) }}
        />
      )}
      {about.retry && document.reason && (
        <Alert color='red' variant='light' title={own.rejected}>
          <ul className='sentences'>
            {document.reason.map((reason, index) => (
              <li key={index}>
                {reason.explanation?.[language] ?? reason.description} {ownSentence(reason.code, reason.remedy?.[language])}
                {isOfSii(reason.code) && <code className='rule'>{reason.code}</code>}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </Stack>
  )
}
