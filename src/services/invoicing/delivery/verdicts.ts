import { isAccepted, type MoveName, statuses } from '../../../model/document-states.ts'
import type { EnvelopeKind } from '../../../model/envelopes.ts'
import type { DocumentReason } from '../../../model/reasons.ts'
import type { SentInvoice } from '../../../repositories/invoicing/documents/invoices.ts'
import type { DocumentStatus, DocumentVerdict, EnvelopeStatus, SubtotalVerdict } from '../../ports.ts'
import { folioUsedCode } from './used-folios.ts'

type VerdictMove = Extract<MoveName, 'accept' | 'acceptWithObjections' | 'reject'>
export interface Verdict { move: VerdictMove, state: string, reasons: DocumentReason[] }
export type Processed = Extract<EnvelopeStatus, { kind: 'processed' }>

// What stands for reasons that the SII has not given: for all documents but boletas it mails them [S12], [S40].
const unexplained = {
  DTE: { reject: 'REASONS_BY_MAIL', acceptWithObjections: 'OBJECTIONS_BY_MAIL' },
  BOLETA: { reject: 'RCH', acceptWithObjections: 'RPR' }
}
const codesOfUnexplained = Object.values(unexplained).flatMap((codes) => Object.values(codes))

// [S9]: of documents, and seen as states of envelopes, too.
const moveOfState: Partial<Record<string, VerdictMove>> = {
  DOK: 'accept', RPR: 'acceptWithObjections', RLV: 'acceptWithObjections', RCH: 'reject', RPT: 'reject'
}
// [S10]: the data differ from those of the query; the folio is annulled.
export const statesOfOthers = new Set(['DNK', 'FAN'])

const accepted: Verdict = { move: 'accept', state: 'DOK', reasons: [] }

/** What the SII says about the documents of one type in an envelope. */
export interface TypeReport {
  kind: EnvelopeKind
  state: string
  /** Undefined unless it adds up, about as many documents as were sent. */
  subtotal: SubtotalVerdict | undefined
  /** The SII is still at work: its counters do not add up, or it names fewer boletas than it counts as not accepted. */
  isCounting: boolean
  named: DocumentVerdict[]
}

/**
 * The report on the `count` documents of a type. The SII may leave a type out of its breakdown for a while, and the
 * names and reasons of boletas may come after their counters [S40]: `waitsForNames` until they have had their time.
 */
export function reportOf (
  documentType: number, count: number,
  { kind, status, waitsForNames }: { kind: EnvelopeKind, status: Processed, waitsForNames: boolean }
): TypeReport {
  const subtotal = status.subtotals.find((each) => each.documentType === documentType)
  const named = status.documents.filter((each) => each.documentType === documentType)
  const lacksNames = kind === 'BOLETA' && waitsForNames && subtotal !== undefined && !namesAll(named, subtotal)
  const isCounting = subtotal !== undefined && (!addsUp(subtotal) || lacksNames)
  return {
    kind, state: status.state, isCounting, named,
    subtotal: !isCounting && subtotal?.informed === count ? subtotal : undefined
  }
}

/** Whether all documents that are counted as rejected or objected to are named. */
function namesAll (named: DocumentVerdict[], { rejected, objected }: SubtotalVerdict): boolean {
  return named.filter((each) => moveOf(each) !== 'accept').length >= rejected + objected
}

function addsUp ({ informed, accepted, rejected, objected }: SubtotalVerdict): boolean {
  return accepted + rejected + objected === informed
}

/** The verdict by the envelope's own answer; undefined where each document must be asked about. */
export function countedVerdict (invoice: SentInvoice, report: TypeReport): Verdict | undefined {
  const { subtotal, kind, state } = report
  if (!subtotal) return undefined
  return (kind === 'BOLETA' ? namedVerdict(invoice, subtotal, report.named) : undefined) ??
    unanimousVerdict(kind, subtotal, state)
}

/** For boletas the answer names the documents that were rejected or objected to; the others are accepted. */
function namedVerdict (
  invoice: SentInvoice, subtotal: SubtotalVerdict, named: DocumentVerdict[]
): Verdict | undefined {
  const own = named.find(({ folio }) => folio === Number(invoice.folio))
  if (!own) return namesAll(named, subtotal) ? accepted : undefined
  const move = moveOf(own)
  return move && { move, state: own.state, reasons: move === 'accept' ? [] : own.reasons }
}

/** The document's own state decides; the level of its reasons only where the state says nothing. */
function moveOf ({ state, reasons }: DocumentVerdict): VerdictMove | undefined {
  return moveOfState[state] ?? (
    reasons.some(({ code }) => /-3-\d+$/.test(code))
      ? 'reject'
      : reasons.some(({ code }) => /-[12]-\d+$/.test(code)) ? 'acceptWithObjections' : undefined
  )
}

/** The counters give the verdict by themselves when it is the same for all documents of the type. */
function unanimousVerdict (
  kind: EnvelopeKind, { informed, accepted: clean, rejected, objected }: SubtotalVerdict, state: string
): Verdict | undefined {
  if (clean === informed) return accepted
  if (rejected === informed) return unexplainedVerdict(kind, 'reject', { state })
  if (objected === informed) return unexplainedVerdict(kind, 'acceptWithObjections', { state })
  return undefined
}

/**
 * The verdict that the SII's answer about a single document suggests. "Not seen" and "other data" suggest a rejection,
 * which only counters can confirm (`settle`): the service may be behind, and the data of the query may be at fault.
 */
export function answeredVerdict (answer: DocumentStatus, { kind, subtotal, state }: TypeReport): Verdict | undefined {
  if (answer.kind === 'unavailable') return undefined
  if (answer.kind === 'notSeen') return unexplainedVerdict(kind, 'reject', answer)
  if (answer.state === 'DNK') return usedVerdict(answer)
  if (statesOfOthers.has(answer.state)) return { move: 'reject', state: answer.state, reasons: [reasonOf(answer)] }
  const someObjected = (subtotal?.objected ?? 0) > 0 || moveOfState[state] === 'acceptWithObjections'
  // The SII counts its objections, but says only by mail which documents they concern [S9], [S12].
  return someObjected
    ? {
        move: 'acceptWithObjections', state: answer.state,
        reasons: [{ code: 'OBJECTION_UNATTRIBUTED', description: answer.gloss }]
      }
    : { ...accepted, state: answer.state }
}

/** Of a document that the SII counts as rejected, and under whose folio it has other data. */
export function usedVerdict ({ state, gloss }: { state: string, gloss: string }): Verdict {
  return { move: 'reject', state, reasons: [{ code: folioUsedCode, description: gloss }] }
}

/**
 * The verdicts that agree with the SII's counters; `isSettled` when every document of the type has one.
 * No more documents are accepted than the SII counts, and a rejection waits until as many are rejected as it counts and
 * all others are accepted. Without counters nothing is rejected.
 */
export function settle (
  invoices: SentInvoice[], verdicts: Map<string, Verdict>, { subtotal }: TypeReport
): { certain: Map<string, Verdict>, isSettled: boolean } {
  const open = invoices.filter(({ status }) => status === statuses.Sent)
  const suggested = open.flatMap(({ id }) => {
    const verdict = verdicts.get(id)
    return verdict ? [{ id, verdict }] : []
  })
  const rejections = suggested.filter(({ verdict }) => verdict.move === 'reject')
  const acceptances = suggested.filter(({ verdict }) => verdict.move !== 'reject')
  const before = invoices.filter(({ status }) => isAccepted(status)).length
  const agrees = {
    acceptances: !subtotal || before + acceptances.length <= subtotal.accepted + subtotal.objected,
    rejections: rejections.length === 0 || rejections.length === subtotal?.rejected
  }
  const isSettled = open.length === 0 ||
    (suggested.length === open.length && agrees.acceptances && agrees.rejections)
  const certain = isSettled ? suggested : agrees.acceptances ? acceptances : []
  return { certain: new Map(certain.map(({ id, verdict }) => [id, verdict])), isSettled }
}

function unexplainedVerdict (
  kind: EnvelopeKind, move: 'reject' | 'acceptWithObjections', { state, gloss = '' }: { state: string, gloss?: string }
): Verdict {
  return { move, state, reasons: [{ code: unexplained[kind][move], description: gloss }] }
}

function reasonOf ({ state, gloss }: { state: string, gloss: string }): DocumentReason {
  return { code: state, description: gloss }
}

/** Rejected without a reason that the SII's own services give. */
export function isUnexplained (verdict: Verdict | undefined): boolean {
  return verdict?.reasons.some(({ code }) => code === unexplained.DTE.reject) === true
}

export function codeOf ({ state, reasons }: Verdict): string {
  return reasons.find(({ code }) => codesOfUnexplained.includes(code))?.code ?? state
}
