import '../shared/document/documents.css'
import { Alert, Button, Group, Menu, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { ArrowLeft, Download } from 'lucide-react'
import { timbre } from '../session/session.ts'
import { useReferenceName, useTypeName } from '../shared/document-types.ts'
import { save } from '../shared/files.tsx'
import { AnchorLink } from '../shared/links.tsx'
import { Card, Facts, PageTitle } from '../shared/page.tsx'
import { PdfFrame } from '../shared/pdf-frame.tsx'
import { Problem, ProblemNotice } from '../shared/problem.tsx'
import { labelOf } from '../text/labels.ts'
import { useText, useWords } from '../text/text.tsx'
import { ActButtons } from './act-buttons.tsx'
import { Checks } from './check-list.tsx'
import { Failures } from './failures.tsx'
import type { Filters } from './filters.ts'
import { Answers, Claims, Registry } from './registry.tsx'
import { detail, type Detail } from './requests.ts'
import { Deadline } from './state.tsx'
import { Timeline } from './timeline.tsx'
import { words } from './words.ts'

export function ReceivedPage () {
  const own = useWords(words)
  const { id } = useParams({ from: '/received/$id' })
  const { state } = useLocation()
  const { data, error, refetch } = useQuery(detail(id))
  return (
    <Stack gap='md'>
      <AnchorLink to='/received' search={state.received ?? {}} size='sm' c='dimmed' w='fit-content'>
        <Group gap={6} component='span'><ArrowLeft size={15} aria-hidden='true' /> {own.back}</Group>
      </AnchorLink>
      <Heading detail={data} failed={error !== null} />
      {data && <Failures detail={data} />}
      {data ? <Body detail={data} /> : error ? <Problem error={error} onRetry={() => { void refetch() }} /> : <Skeleton height={640} aria-busy='true' />}
    </Stack>
  )
}

/** One heading from the first moment: it keeps the focus while the document comes. */
function Heading ({ detail, failed }: { detail: Detail | undefined, failed: boolean }) {
  const own = useWords(words)
  const { text, format } = useText()
  const nameOf = useTypeName()
  if (!detail) return <PageTitle title={own.document} note={!failed && <Skeleton height={20} w={240} />} />
  return (
    <PageTitle
      title={text.document.number(nameOf(detail.documentType), String(detail.folio))} aside={<Deadline row={detail} />}
      note={(
        <Group gap='md'>
          <span>{detail.issuerName}</span>
          <Text span size='sm' fw={600} c='var(--mantine-color-text)' className='numbers'>{format.amount(detail.totalAmount)}</Text>
        </Group>
      )}
    >
      <ActButtons rows={[detail]} />
      <Files id={detail.id} />
    </PageTitle>
  )
}

const files = {
  pdf: (id: string, signal?: AbortSignal) => timbre.get('/api/Received/GetPdf', { query: { id }, ...signal && { signal } }),
  xml: (id: string) => timbre.get('/api/Received/GetXml', { query: { id } })
}

function Files ({ id }: { id: string }) {
  const { text } = useText()
  const own = useWords(words)
  const download = useMutation({
    mutationFn: async (kind: keyof typeof files) => {
      const file = await files[kind](id)
      save(file, file.name)
    }
  })
  return (
    <>
      <Menu position='bottom-end'>
        <Menu.Target>
          <Button variant='default' leftSection={<Download size={16} />} loading={download.isPending}>{text.actions.download}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => { download.mutate('pdf') }}>{own.pdf}</Menu.Item>
          <Menu.Item onClick={() => { download.mutate('xml') }}>{own.xml}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ProblemNotice error={download.error} />
    </>
  )
}

function Body ({ detail }: { detail: Detail }) {
  return (
    <div className='split'>
      <Paper p='md' className='split-wide'><Drawing id={detail.id} /></Paper>
      <Stack gap='lg'>
        <Term detail={detail} />
        <Registry detail={detail} />
        <Claims detail={detail} />
        <Answers detail={detail} />
        <Checks detail={detail} />
        <Summary detail={detail} />
        <References detail={detail} />
        <Timeline detail={detail} />
        <FileCard detail={detail} />
      </Stack>
    </div>
  )
}

/** The document as it is drawn here: not what the supplier printed. */
function Drawing ({ id }: { id: string }) {
  const own = useWords(words)
  const { data, error, refetch } = useQuery({
    queryKey: ['pdf', 'received', id], staleTime: Infinity, queryFn: ({ signal }) => files.pdf(id, signal)
  })
  return (
    <Stack gap='sm'>
      <Text size='sm' c='dimmed'>{own.representation}</Text>
      {error ? <Problem error={error} onRetry={() => { void refetch() }} />
        : <PdfFrame file={data} title={own.pdfFrame} open={own.openPdf} />}
    </Stack>
  )
}

/** Until when it can be claimed, and what silence means. */
function Term ({ detail: { claimBy, deadlineEstimated, receiptBy, registryState, daysLeft } }: { detail: Detail }) {
  const own = useWords(words)
  const { format } = useText()
  if (claimBy === null) return <Card title={own.deadline}><Text size='sm'>{own.notClaimable}</Text></Card>
  if (registryState !== 1) return null
  const isOver = daysLeft === null
  return (
    <Card title={own.deadline}>
      <Stack gap='xs'>
        <Text size='sm' fw={550} className='numbers'>{(isOver ? own.claimed : own.claimBy)(format.moment(claimBy))}</Text>
        <Text size='sm' c='dimmed'>{own.silence}</Text>
        {receiptBy !== null && Date.parse(receiptBy) > Date.now() && (
          <Text size='sm' className='warning'>{own.creditAtRisk(format.moment(receiptBy))}</Text>
        )}
        {deadlineEstimated && !isOver && <Alert color='orange' variant='light' p='xs'><Text size='sm'>{own.estimated}</Text></Alert>}
      </Stack>
    </Card>
  )
}

function Summary ({ detail }: { detail: Detail }) {
  const own = useWords(words)
  const { format } = useText()
  const amount = (value: number | null) => value !== null && value !== 0 && format.amount(value)
  return (
    <Card title={own.summary}>
      <Facts facts={[
        [own.supplier, detail.issuerName],
        [own.taxNumber, (
          <AnchorLink key='rut' to='/received' search={{ issuer: detail.issuer }} inherit underline='always'>
            {format.rut(detail.issuer)}
          </AnchorLink>
        )],
        [own.issueDate, format.longDate(detail.issueDate)],
        [own.dueDate, detail.dueDate !== null && format.longDate(detail.dueDate)],
        [own.payment, detail.paymentMethod !== null && own.payments[detail.paymentMethod]],
        [own.net, amount(detail.netAmount)],
        [own.exempt, amount(detail.exemptAmount)],
        [own.vat, amount(detail.vatAmount)],
        [own.otherTaxes, amount(detail.otherTaxes)],
        [own.total, <b key='total'>{format.amount(detail.totalAmount)}</b>],
        [own.lines, format.number(detail.lines)],
        [own.signer, detail.signer !== null && format.rut(detail.signer)],
        [own.arrived, format.moment(detail.arrivedAt)]
      ]}
      />
    </Card>
  )
}

function References ({ detail: { references } }: { detail: Detail }) {
  const own = useWords(words)
  const { text, format } = useText()
  const nameOf = useReferenceName()
  if (references.length === 0) return null
  return (
    <Card title={own.references}>
      <Stack gap='xs'>
        {references.map(({ documentType, folio, date, reason }, index) => (
          <div key={index}>
            <Text size='sm' fw={550} className='numbers'>{text.document.number(nameOf(documentType), folio)}</Text>
            <Text size='xs' c='dimmed'>{[date && own.ofDate(format.date(date)), reason].filter(Boolean).join(' · ')}</Text>
          </div>
        ))}
      </Stack>
    </Card>
  )
}

function FileCard ({ detail: { file } }: { detail: Detail }) {
  const own = useWords(words)
  const { format } = useText()
  return (
    <Card title={own.file}>
      <Facts facts={[
        [own.fileName, file.name],
        [own.kind, labelOf(own.kinds, file.kind)],
        [own.source, labelOf(own.sources, file.source)],
        [own.reception, format.number(file.receptionNumber)],
        [own.size, format.bytes(file.size)],
        [own.resolution, file.resolutionNumber !== null && format.number(file.resolutionNumber)]
      ]}
      />
    </Card>
  )
}

declare module '@tanstack/history' {
  interface HistoryState {
    /** The filters of the list of received documents, from which the reader came. */
    received?: Filters
  }
}
