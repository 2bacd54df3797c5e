import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { useCan } from '../session/session.ts'
import { useTypeName } from '../shared/document-types.ts'
import { tones } from '../shared/status.tsx'
import { labelOf } from '../text/labels.ts'
import { useText, useWords } from '../text/text.tsx'
import { claimedDocuments, delayed, receivedSummary, useAttention, useTenant, type Tenant } from './requests.ts'
import { words } from './words.ts'

/** One thing that waits for a person, with the page where it is done. */
export interface Task { tone: string, text: string, link: Pick<LinkProps, 'to' | 'search'> }

type Part = Task[] | 'pending' | 'failed'

/** What waits for a person, the worst first; undefined until it is known. What could not be asked is not taken for nothing. */
export function useTasks (): { tasks: Task[], isComplete: boolean } | undefined {
  const parts: Part[] = [useLacks(), useDelay(), useReceived(), useClaimed()]
  if (parts.includes('pending')) return undefined
  const tasks = parts.flatMap((part) => typeof part === 'string' ? [] : part)
  return {
    tasks: tasks.sort((one, other) => Number(other.tone === tones.bad) - Number(one.tone === tones.bad)),
    isComplete: !parts.includes('failed')
  }
}

const unknown = (error: unknown): 'pending' | 'failed' => error === null ? 'pending' : 'failed'

/** Whether the SII has accepted a document of the company; undefined until that is known. */
export function useHasAccepted (): boolean | undefined {
  const { data } = useAttention()
  return data?.counts?.some(({ status, documents }) => (status === 5 || status === 6) && documents > 0)
}

interface Kind { count: number, tone: string, text: (count: string, one: boolean) => string, link: Task['link'] }

function useCounted (): (kinds: Kind[]) => Task[] {
  const { format } = useText()
  return (kinds) => kinds.filter(({ count }) => count > 0)
    .map(({ count, tone, text, link }) => ({ tone, text: text(format.number(count), count === 1), link }))
}

/** Received documents with their deadlines and checks, and what another person asked for. */
function useReceived (): Part {
  const own = useWords(words).tasks
  const counted = useCounted()
  const isShown = useCan()('Received.Read')
  const { data, error } = useQuery({ ...receivedSummary, enabled: isShown })
  if (!isShown) return []
  if (!data) return unknown(error)
  const { bad, warning } = tones
  const view = (view: 'failed' | 'today' | 'soon' | 'credit' | 'notDone'): Task['link'] => ({ to: '/received', search: { view } })
  return counted([
    { count: data.failedChecks, tone: bad, text: own.failed, link: view('failed') },
    { count: data.dueToday, tone: bad, text: own.today, link: view('today') },
    { count: data.failedClaims, tone: bad, text: own.notDone, link: view('notDone') },
    { count: data.dueIn3Days - data.dueToday, tone: warning, text: own.soon, link: view('soon') },
    { count: data.creditAtRisk, tone: warning, text: own.credit, link: view('credit') },
    { count: data.awaitingApproval, tone: warning, text: own.approval, link: { to: '/received/approvals' } }
  ])
}

/** Issued documents that customers claimed. */
function useClaimed (): Part {
  const own = useWords(words).tasks
  const counted = useCounted()
  const isShown = useCan()('Webhook.Read')
  const { data, error } = useQuery({ ...claimedDocuments, enabled: isShown })
  if (!isShown) return []
  return data ? counted([{ count: data.totalRecords, tone: tones.bad, text: own.claimed, link: { to: '/documents', search: { customer: 5 } } }]) : unknown(error)
}

const sending = 3

/** Documents that the SII does not take for now: Timbre sends them later without a person. */
function useDelay (): Part {
  const own = useWords(words).tasks
  const { format } = useText()
  const isShown = useCan()('Webhook.Read')
  const { data: documents, error: failure } = useAttention()
  const isSending = documents?.counts?.some(({ status, documents: count }) => status === sending && count > 0)
  const { data, error } = useQuery({ ...delayed, enabled: isShown && isSending === true })
  if (!isShown || isSending === false) return []
  if (!data) return unknown(failure ?? error)
  const { count, since } = data
  if (since === undefined) return []
  return [{
    tone: tones.warning, text: own.delayed(format.number(count), count === 1, format.moment(since)),
    link: { to: '/documents', search: { status: String(sending) } }
  }]
}

type Lack = Tenant['readiness']['missing'][number]

/** What the company lacks, or soon will, for its documents to go out; a new company has its set-up for that. */
function useLacks (): Part {
  const own = useWords(words).lacks
  const nameOf = useTypeName()
  const isShown = useCan()('Tenant.Read')
  const { data, error } = useTenant()
  const hasAccepted = useHasAccepted()
  if (!isShown || hasAccepted === false) return []
  const textOf = ({ code, documentType, message }: Lack) =>
    labelOf<(type: string) => string>(own, code)?.(documentType === null ? '' : nameOf(documentType)) ?? message
  if (!data) return unknown(error)
  return data.readiness.missing.map((lack) => ({
    tone: lack.blocking ? tones.bad : tones.warning, text: textOf(lack),
    link: { to: lack.code.startsWith('FOLIOS') ? '/folios' : '/company' }
  }))
}
