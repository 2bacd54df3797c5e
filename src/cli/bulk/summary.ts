import { counted, documentsOf, printable } from '../terminal.ts'

/** What the command uses of the API's answers (openapi.json, BulkInvoice). */
export interface Summary {
  id: string
  name: string
  statusText: 'Created' | 'Processing' | 'Completed' | 'CompletedWithErrors' | 'Cancelled'
  skipped: number
  counters: Counters
  progress: number
  documentsPerSecond: number | null
  secondsLeft: number | null
  waitingFor: string[]
  createdAt: string
}

export interface Counters {
  documents: number
  ready: number
  invalid: number
  taken: number
  failed: number
  cancelled: number
  waiting: number
  issued: number
  sending: number
  sent: number
  accepted: number
  acceptedWithObjections: number
  rejected: number
  stopped: number
}

export interface Problem { cell: string | null, row: number, field: string, code: string, message: string }
export interface Row { position: number, key: string, problems: Problem[] }
export interface Detail extends Summary { rows: { totalPage: number, totalRecords: number, data: Row[] } }

export function isOver ({ statusText }: Summary): boolean {
  return statusText !== 'Created' && statusText !== 'Processing'
}

/** Whether the tax authority has still to say something, or a document to be issued. */
export function isOpen ({ counters: { waiting, issued, sending, sent } }: Summary): boolean {
  return waiting + issued + sending + sent > 0
}

/** Whether every document was issued, and none refused so far. */
export function isWell ({ counters: { invalid, failed, cancelled, rejected, stopped, ready } }: Summary): boolean {
  return invalid + failed + cancelled + rejected + stopped + ready === 0
}

const settledStates = ['accepted', 'acceptedWithObjections', 'rejected'] as const
const shownStates: [keyof Counters, string][] = [
  ['taken', 'issued'],
  ['failed', 'failed'],
  ['invalid', 'with mistakes'],
  ['cancelled', 'cancelled'],
  ['waiting', 'waiting'],
  ['accepted', 'accepted'],
  ['acceptedWithObjections', 'accepted with objections'],
  ['rejected', 'rejected'],
  ['stopped', 'stopped: see Webhook/Retry']
]

/** "10,000 documents: 9,998 issued, 2 failed" */
export function inWords ({ counters }: Summary): string {
  // What waits has no folio yet, though it is a document of the tenant already.
  const shown = { ...counters, taken: counters.taken - counters.waiting }
  const parts = shownStates.filter(([name]) => shown[name] > 0).map(([name, word]) => `${counted(shown[name])} ${word}`)
  return `${documentsOf(counters.documents)}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`
}

const barWidth = 24

export type Phase = 'issuing' | 'judging'

/** How far a phase has come; `percent` from 0 to 100. */
export function progressOf (
  summary: Summary, phase: Phase
): { done: number, all: number, percent: number, word: string } {
  return phase === 'judging' ? judgedOf(summary.counters) : issuedOf(summary)
}

/** A line such as `[######······]  42.5 %  4,250 of 10,000  812 a second  7 s left`. */
export function progressLine (summary: Summary, phase: Phase): string {
  const { documentsPerSecond, secondsLeft, waitingFor } = summary
  const { done, all, percent, word } = progressOf(summary, phase)
  const filled = Math.floor(percent / 100 * barWidth)
  return [
    `[${'#'.repeat(filled)}${'·'.repeat(barWidth - filled)}] ${percent.toFixed(1).padStart(5)} %`,
    `${counted(done)} of ${counted(all)} ${word}`,
    ...(isOver(summary) || documentsPerSecond === null ? [] : [`${counted(documentsPerSecond)} a second`]),
    ...(isOver(summary) || secondsLeft === null || secondsLeft === 0 ? [] : [`${duration(secondsLeft)} left`]),
    ...(waitingFor.length > 0 ? [`waiting for ${printable(waitingFor.join(', '))}`] : [])
  ].join('  ')
}

function issuedOf ({ counters: { documents, invalid, taken, failed, cancelled }, progress }: Summary) {
  return { done: taken + failed + cancelled, all: documents - invalid, percent: progress, word: 'issued' }
}

function judgedOf (counters: Counters) {
  const done = settledStates.reduce((sum, name) => sum + counters[name], 0)
  const all = counters.taken - counters.stopped
  return { done, all, percent: all === 0 ? 100 : done / all * 100, word: 'judged by the SII' }
}

function duration (seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}
