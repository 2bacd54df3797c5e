import type { ResultOf } from '../../../clients/typescript/client.ts'
import { counted, documentsOf, printable } from '../terminal.ts'

export type Summary = ResultOf<'/api/BulkInvoice/Process', 'put'>
export type Row = ResultOf<'/api/BulkInvoice/Get', 'get'>['rows']['data'][number]
export type Problem = Row['problems'][number]
type Counters = Summary['counters']

export function isOver ({ statusText }: Summary): boolean {
  return statusText !== 'Created' && statusText !== 'Processing'
}

/** Whether a document is still to be issued or answered by the SII. */
export function isPending ({ counters: { waiting, issued, sending, sent } }: Summary): boolean {
  return waiting + issued + sending + sent > 0
}

/** Whether every document was issued, and none rejected so far. */
export function isSuccessful ({ counters }: Summary): boolean {
  const { invalid, failed, cancelled, rejected, stopped, ready } = counters
  return invalid + failed + cancelled + rejected + stopped + ready === 0
}

const finalStates = ['accepted', 'acceptedWithObjections', 'rejected'] as const
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
  // A waiting document is taken, but has no folio yet.
  const shown = { ...counters, taken: counters.taken - counters.waiting }
  const parts = shownStates.filter(([name]) => shown[name] > 0).map(([name, word]) => `${counted(shown[name])} ${word}`)
  return `${documentsOf(counters.documents)}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`
}

const barWidth = 24

export type Phase = 'issuing' | 'answering'

/** The progress of a phase; `percent` from 0 to 100. */
export function progressOf (
  summary: Summary, phase: Phase
): { done: number, all: number, percent: number, word: string } {
  return phase === 'answering' ? answeredOf(summary.counters) : issuedOf(summary)
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

function answeredOf (counters: Counters) {
  const done = finalStates.reduce((sum, name) => sum + counters[name], 0)
  const all = counters.taken - counters.stopped
  return { done, all, percent: all === 0 ? 100 : done / all * 100, word: 'answered by the SII' }
}

function duration (seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}
