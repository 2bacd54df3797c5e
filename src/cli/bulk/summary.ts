import type { ResultOf } from '../../../clients/typescript/client.ts'
import { printable } from '../terminal.ts'
import type { BulkTexts } from './texts.ts'

export type Summary = ResultOf<'/api/BulkInvoice/Process', 'put'>
export type Row = ResultOf<'/api/BulkInvoice/Get', 'get'>['rows']['data'][number]
export type Problem = Row['problems'][number]
type Counters = Summary['counters']
type Wait = Summary['waits'][number]

export function isOver ({ statusText }: Summary): boolean {
  return statusText !== 'Created' && statusText !== 'Processing'
}

/** Whether a document is still to be issued or answered by the SII. */
export function isPending ({ counters: { waiting, issued, sending, sent } }: Summary): boolean {
  return waiting + issued + sending + sent > 0
}

/** Whether every document was issued, and none rejected so far. */
export function isSuccessful ({ counters }: Summary): boolean {
  const { invalid, failed, cancelled, rejected, stopped, ready, waiting } = counters
  return invalid + failed + cancelled + rejected + stopped + ready + waiting === 0
}

const finalStates = ['accepted', 'acceptedWithObjections', 'rejected'] as const
const shownStates = [
  'taken', 'ready', 'failed', 'invalid', 'cancelled', 'waiting', 'accepted', 'acceptedWithObjections', 'rejected',
  'stopped'
] as const

/** "10,000 documents: 9,998 issued, 2 failed" */
export function inWords ({ counters }: Summary, texts: BulkTexts): string {
  const shown = { ...counters, taken: issuedIn(counters) }
  const parts = shownStates.filter((name) => shown[name] > 0).map((name) =>
    `${texts.counted(shown[name])} ${texts.states[name]}`
  )
  return `${texts.documents(counters.documents)}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`
}

/** A waiting document is taken, but has no folio yet. */
function issuedIn ({ taken, waiting }: Counters): number {
  return taken - waiting
}

const barWidth = 24

export type Phase = 'issuing' | 'answering'

/** The progress of a phase, from 0 to 100. */
export function percentOf ({ counters, progress }: Summary, phase: Phase): number {
  if (phase === 'issuing') return progress
  const { done, all } = answeredIn(counters)
  return all === 0 ? 100 : done / all * 100
}

/**
 * A line such as `[######······]  70.1 %  491 of 700 issued, 209 waiting for folios of type 33  812 a second  7 s
 * left`.
 */
export function progressLine (summary: Summary, phase: Phase, texts: BulkTexts): string {
  const { documentsPerSecond, secondsLeft } = summary
  const percent = percentOf(summary, phase)
  const filled = Math.floor(percent / 100 * barWidth)
  return [
    `[${'#'.repeat(filled)}${'·'.repeat(barWidth - filled)}] ${percent.toFixed(1).padStart(5)} %`,
    countsIn(summary, phase, texts).join(', '),
    ...(isOver(summary) || documentsPerSecond === null ? [] : [texts.aSecond(texts.counted(documentsPerSecond))]),
    ...(isOver(summary) || secondsLeft === null || secondsLeft === 0 ? [] : [duration(secondsLeft, texts)])
  ].join('  ')
}

function countsIn ({ counters, waits }: Summary, phase: Phase, texts: BulkTexts): string[] {
  const { counted, states } = texts
  const { documents, invalid, failed, cancelled } = counters
  const first = phase === 'issuing'
    ? texts.issuedOf(counted(issuedIn(counters)), counted(documents - invalid))
    : texts.answeredOf(counted(answeredIn(counters).done), counted(answeredIn(counters).all))
  return [
    first,
    ...waits.map((wait) => texts.waiting(counted(wait.documents), causeOf(wait, texts))),
    ...(failed > 0 ? [`${counted(failed)} ${states.failed}`] : []),
    ...(cancelled > 0 ? [`${counted(cancelled)} ${states.cancelled}`] : [])
  ]
}

/** What documents wait for, in words. */
function causeOf ({ code, invoiceTypeCode }: Wait, { causes, otherCause }: BulkTexts): string {
  return printable(causes[code]?.(invoiceTypeCode) ?? otherCause(code))
}

/** What to do so that waiting documents are issued; undefined where that is not known. */
export function remedyFor ({ code, invoiceTypeCode }: Wait, { remedies }: BulkTexts): string | undefined {
  return remedies[code]?.(printable(invoiceTypeCode))
}

function answeredIn (counters: Counters): { done: number, all: number } {
  const done = finalStates.reduce((sum, name) => sum + counters[name], 0)
  return { done, all: counters.taken - counters.stopped }
}

function duration (seconds: number, texts: BulkTexts): string {
  return seconds < 120 ? texts.secondsLeft(seconds) : texts.minutesLeft(Math.ceil(seconds / 60))
}
