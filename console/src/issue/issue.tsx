import './issue.css'
import { Alert, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre, useMe } from '../session/session.ts'
import { AnchorLink, ButtonLink } from '../shared/links.tsx'
import { useTypeName } from '../shared/document-types.ts'
import { CodeMark } from '../shared/code-mark.tsx'
import { isOfSii, useOwnSentence } from '../shared/own-sentences.ts'
import { Loading, PageTitle } from '../shared/page.tsx'
import { Problem } from '../shared/problem.tsx'
import { useText, useWords } from '../text/text.tsx'
import { DraftMenu } from './draft-menu.tsx'
import { findDraft, keepDraft, lastTypeOf, newDraft, type Draft } from './drafts.ts'
import { Editor } from './editor.tsx'
import type { Receipt } from './issuing.ts'
import { blankForm, type Form } from './model/form.ts'
import { copyOf, facturaOf } from './model/copy.ts'
import { formOf } from './model/payload.ts'
import { formFor } from './model/proposed.ts'
import { isDocumentType } from './model/types.ts'
import { useUsesCodes } from './proposals.tsx'
import { RowOpening } from './row-editor.tsx'
import { words } from './words.ts'

type Document = ResultOf<'/api/Webhook/GetWebhook', 'get'>

/** Issues a document by hand: a new one, one more like another, a boleta as a factura, or one that is corrected. */
export function IssuePage () {
  const { text } = useText()
  const own = useWords(words)
  const me = useMe()
  const navigate = useNavigate()
  const { draft = '', ...about } = useSearch({ from: '/issue' })
  const { isLoading } = useUsesCodes()
  const [issued, setIssued] = useState<Receipt>()
  const kind = (['row', 'retry', 'factura', 'copy'] as const).find((one) => about[one])
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
    <Stack gap={10} className='issue'>
      <PageTitle title={title} aside={<Text size='sm' c='dimmed' visibleFrom='sm'>{own.drafts.kept}</Text>}>
        <DraftMenu current={draft} />
        <ButtonLink variant='default' to='/issue' search={{}} leftSection={<Plus size={16} />}>{own.drafts.fresh}</ButtonLink>
      </PageTitle>
      {issued && <Issued receipt={issued} />}
      {isLoading ? <Loading rows={8} /> : about.row
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
  const [kept] = useState(() => findDraft(me, id))
  const type = isDocumentType(about.type) ? about.type : undefined
  const [fresh] = useState(() => newDraft(blankForm(type ?? lastTypeOf(me)), about, id))
  const correlationId = about.factura ?? about.copy ?? about.retry
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['document', correlationId, 'form'], enabled: correlationId !== undefined, staleTime: Infinity,
    queryFn: () => timbre.get('/api/Webhook/GetWebhook', { query: { correlationId: correlationId! } })
  })
  const customer = useQuery({
    queryKey: ['kept', 'customer', about.customer], enabled: about.customer !== undefined && !kept,
    queryFn: () => timbre.get('/api/Customer/Get', { query: { id: about.customer! } })
  })
  if (!kept && about.customer !== undefined) {
    if (customer.error) return <Problem error={customer.error} onRetry={() => { void customer.refetch() }} />
    if (!customer.data) return <Loading rows={8} />
    return <Opened draft={{ ...fresh, form: formFor(customer.data, type) }} isKept document={undefined} onIssued={onIssued} />
  }
  if ((!kept || about.retry) && correlationId !== undefined) {
    if (error) return <Problem error={error} onRetry={() => { void refetch() }} />
    if (isPending) return <Loading rows={8} />
  }
  return <Opened draft={kept ?? fresh} isKept={kept !== undefined} document={data} onIssued={onIssued} />
}

interface OpenedProps { draft: Draft, isKept: boolean, document: Document | undefined, onIssued: OpeningProps['onIssued'] }

function Opened ({ draft, isKept, document, onIssued }: OpenedProps) {
  const [opened] = useState(() => {
    const form = isKept || !document ? draft.form : formAbout(document, draft.about)
    return { ...draft, form, ...!draft.sent && document?.retry?.needsEvenSo && { evenSo: true } }
  })
  return (
    <Editor draft={opened} onIssued={onIssued}>
      {document && <About document={document} about={draft.about} />}
    </Editor>
  )
}

/** What the document took from its customer and its products is in the form, too. */
function formAbout ({ payload, completed, issueDate }: Document, { factura, retry }: Draft['about']): Form {
  const said = completed ?? payload
  if (factura) return facturaOf(said, issueDate)
  return retry ? formOf(said) : copyOf(said, issueDate)
}

/** Above the form: the document that it corrects, and why. */
function About ({ document, about }: { document: Document, about: Draft['about'] }) {
  const { text, language } = useText()
  const own = useWords(words)
  const nameOf = useTypeName()
  const ownSentence = useOwnSentence()
  if (!about.retry) return null
  const name = nameOf(document.invoiceTypeCode)
  const called = document.folio === null ? name : text.document.number(name, String(document.folio))
  return (
    <Stack gap='sm'>
      <Text size='sm'>
        <AnchorLink to='/documents/$id' params={{ id: document.correlationId }}>
          {own.retryOf(called)}
        </AnchorLink>
      </Text>
      {document.reason && (
        <Alert color='red' variant='light' title={own.rejected}>
          <ul className='sentences'>
            {document.reason.map((reason, index) => (
              <li key={index}>
                {reason.explanation?.[language] ?? reason.description} {ownSentence(reason.code, reason.remedy?.[language])}
                <CodeMark label={(isOfSii(reason.code) ? text.problem.siiCode : text.problem.code)(reason.code)} />
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </Stack>
  )
}
