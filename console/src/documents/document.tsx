import '../shared/document/documents.css'
import { Alert, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useCan } from '../session/session.ts'
import { AnchorLink } from '../shared/links.tsx'
import { Card, Facts, PageTitle } from '../shared/page.tsx'
import { Problem } from '../shared/problem.tsx'
import { pollWhilePending } from '../shared/queries.ts'
import { Dot, isUnderWay, StatusLabel, tones } from '../shared/status.tsx'
import { useText, useWords } from '../text/text.tsx'
import { Actions } from './actions.tsx'
import { CustomerSide } from './customer-side.tsx'
import type { Filters } from './filters.ts'
import { Messages } from './messages.tsx'
import { useDocumentName } from './name.ts'
import { Reasons } from './reasons.tsx'
import { Relations } from './relations.tsx'
import { detail, type Detail } from './requests.ts'
import { Tabs } from './tabs.tsx'
import { Way } from './way.tsx'
import { words } from './words.ts'

export function DocumentPage () {
  const { id } = useParams({ from: '/documents/$id' })
  const { data, error, refetch } = useQuery({
    ...detail(id), refetchInterval: ({ state }) => state.data && moves(state.data) ? pollWhilePending(state) : false
  })
  return (
    <Stack gap='md'>
      <Back />
      <Heading detail={data} failed={error !== null} />
      {data ? <Body detail={data} />
        : error ? <Problem error={error} onRetry={() => { void refetch() }} />
          : <Coming />}
    </Stack>
  )
}

/** Until it has its verdict, what was sent is out, and the notes about it have theirs: an accepted one annuls it. */
function moves ({ status, mail, deliveries, relations: { changedBy } }: Detail): boolean {
  return isUnderWay(status) || mail?.state === 'queued' || deliveries.some(({ state }) => state === 'queued') ||
    changedBy.some((note) => note.status !== null && isUnderWay(note.status))
}

/** One heading from the first moment: it keeps the focus while the document comes. */
function Heading ({ detail, failed }: { detail: Detail | undefined, failed: boolean }) {
  const own = useWords(words)
  const { text, format } = useText()
  const nameOf = useDocumentName()
  if (!detail) return <PageTitle title={own.document} note={!failed && <Skeleton height={20} w={240} />} />
  return (
    <PageTitle
      title={nameOf(detail)}
      aside={(
        <>
          <StatusLabel status={detail.status} fw={600} />
          {detail.annulledBy && <Dot colour={tones.quiet} fw={600}>{own.annulled}</Dot>}
        </>
      )}
      note={(
        <Group gap='md'>
          <span>{detail.customerCompanyName || text.document.noReceiver}</span>
          <Text span size='sm' fw={600} c='var(--mantine-color-text)' className='numbers'>
            {format.amount(detail.totalAmount, detail.currency)}
          </Text>
        </Group>
      )}
    >
      <Actions detail={detail} />
    </PageTitle>
  )
}

/** The page's final shape. */
function Coming () {
  return (
    <div className='split' aria-busy='true'>
      <Skeleton height={640} className='split-wide' />
      <Stack gap='lg'><Skeleton height={300} /><Skeleton height={280} /></Stack>
    </div>
  )
}

function Body ({ detail }: { detail: Detail }) {
  return (
    <>
      <Annulled detail={detail} />
      <Reasons detail={detail} />
      <div className='split'>
        <Paper p='md' className='split-wide'><Tabs detail={detail} /></Paper>
        <Stack gap='lg'>
          <Summary detail={detail} />
          <Way detail={detail} />
          <CustomerSide detail={detail} />
          <Relations detail={detail} />
          <Messages detail={detail} />
        </Stack>
      </div>
    </>
  )
}

/** To the list as it was left, with its filters; to the plain list for those who came by a link. */
function Back () {
  const own = useWords(words)
  const { state } = useLocation()
  return (
    <AnchorLink to='/documents' search={state.list ?? {}} size='sm' c='dimmed' w='fit-content'>
      <Group gap={6} component='span'><ArrowLeft size={15} aria-hidden='true' /> {own.back}</Group>
    </AnchorLink>
  )
}

/** An accepted note that annuls the document is the first thing to know of it. */
function Annulled ({ detail }: { detail: Detail }) {
  const own = useWords(words)
  const nameOf = useDocumentName()
  const note = detail.relations.changedBy.find(({ code, status }) => code === '1' && (status === 5 || status === 6))
  if (!note) return null
  return (
    <Alert color='orange' variant='light' py='sm'>
      <Text size='sm'>
        {own.annulledBy}{' '}
        {note.correlationId ? (
          <AnchorLink to='/documents/$id' params={{ id: note.correlationId }} size='sm' fw={600} underline='always' inherit>
            {nameOf(note)}
          </AnchorLink>
        ) : nameOf(note)}.
      </Text>
    </Alert>
  )
}

function Summary ({ detail }: { detail: Detail }) {
  const own = useWords(words)
  const { text, format } = useText()
  const can = useCan()
  const { totals, currency, customerTaxNumber, createdByName } = detail
  const amount = (value: number) => format.amount(value, currency)
  return (
    <Card title={own.summary}>
      <Facts facts={[
        [own.receiver, detail.customerCompanyName],
        [own.taxNumber, customerTaxNumber !== '' && (
          can('Webhook.Read')
            ? <AnchorLink to='/documents' search={{ search: customerTaxNumber }} inherit underline='always'>{format.rut(customerTaxNumber)}</AnchorLink>
            : format.rut(customerTaxNumber)
        )],
        [own.issueDate, format.longDate(detail.issueDate)],
        [own.net, totals.netAmount !== 0 && amount(totals.netAmount)],
        [own.exempt, totals.exemptAmount !== 0 && amount(totals.exemptAmount)],
        [totals.vatRate === undefined ? own.vat : `${own.vat} ${format.number(totals.vatRate)} %`, totals.taxAmount !== 0 && amount(totals.taxAmount)],
        [own.total, <b key='total'>{amount(totals.totalAmount)}</b>],
        [own.trackId, detail.trackId],
        [own.channel, text.channels[detail.channelType]],
        [own.createdBy, createdByName],
        [own.earlier, detail.earlierFolios.map(({ folio }) => `N° ${folio}`).join(', ')]
      ]}
      />
    </Card>
  )
}

declare module '@tanstack/history' {
  interface HistoryState {
    /** The list's filters, from which the reader came. */
    list?: Filters
  }
}
