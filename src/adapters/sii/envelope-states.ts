import type { DocumentReason } from '../../model/reasons.ts'
import type { EnvelopeStatus, SubtotalVerdict, DocumentVerdict } from '../../services/ports.ts'

/** The state of an envelope, from either channel. */
export interface EnvelopeReport {
  state: string
  gloss: string
  /** Undefined when the answer holds counters that cannot be read. */
  subtotals: SubtotalVerdict[] | undefined
  documents: DocumentVerdict[]
  /** Every reason, also those of the envelope as a whole. */
  reasons: DocumentReason[]
  /** The state of the line that is about the envelope as a whole (boletas). */
  wholeState?: string | undefined
}

// [S9]. PRD is how some answers spell PDR; SDK and PEN are reported [S40].
const pendingStates = new Set(['REC', 'SOK', 'FOK', 'PDR', 'PRD', 'CRT', 'SDK', 'PEN'])
// RDC, RCR, RCS and FNA are reported [S40].
const refusedStates = new Set(['RSC', 'RFR', 'RCT', 'RCO', 'VOF', 'RDC', 'RCR', 'RCS', 'FNA'])
// Verdicts on documents, seen as states of an envelope too: its counters say how many they concern.
const refusedDocumentStates = new Set(['RCH', 'RPT'])
const acceptedDocumentStates = new Set(['RPR', 'RLV'])

/**
 * Turns the state of an envelope into what it means. EPR only says that the work is done: the counters are the verdict.
 */
export function envelopeStatusOf (report: EnvelopeReport): EnvelopeStatus {
  const { state, gloss } = report
  if (pendingStates.has(state)) return { kind: 'pending', state, gloss, ...hasCounters(report) && { isCounted: true } }
  if (refusedStates.has(state)) return refused(report)
  if (state === 'EPR') return verdictOf(report)
  if (refusedDocumentStates.has(state)) return processed(report) ?? refused(report)
  if (acceptedDocumentStates.has(state)) {
    return processed(report) ?? { kind: 'processed', state, gloss, subtotals: [], documents: report.documents }
  }
  return { ...unavailable(`ESTADO ${state}, ${gloss}`), state }
}

function verdictOf (report: EnvelopeReport): EnvelopeStatus {
  return refusedAsWhole(report) ?? processed(report) ?? unavailable(`EPR without readable counters, ${report.gloss}`)
}

/** Processed, refused as a whole, and no document counted as accepted: the line about the envelope has the reasons. */
function refusedAsWhole (report: EnvelopeReport): EnvelopeStatus | undefined {
  const { wholeState: state, subtotals = [] } = report
  const isRefused = state !== undefined && (refusedStates.has(state) || refusedDocumentStates.has(state))
  const someAccepted = subtotals.some(({ accepted, objected }) => accepted + objected > 0)
  return isRefused && !someAccepted ? refused({ ...report, state }) : undefined
}

function hasCounters ({ subtotals = [] }: EnvelopeReport): boolean {
  return subtotals.some(({ informed, accepted, rejected, objected }) =>
    informed > 0 && accepted + rejected + objected === informed)
}

// [S25]: cuadrado, and closed; descuadrado, schema, cover sheet, signature, kind of submission, lines.
const acceptedBookStates = new Set(['LOK', 'LTC', 'EPR', ...acceptedDocumentStates])
// LRP and LRE are reported [S40].
const refusedBookStates = new Set([
  'LRH', 'LRS', 'LRC', 'LRF', 'LNC', 'LBR', 'LRP', 'LRE', ...refusedStates, ...refusedDocumentStates
])
// LSO: the schema is correct; LOK or LTC follow minutes later [S40].
const pendingBookStates = new Set([...pendingStates, 'LSO'])

/** The same of a book, or of the daily summary of boletas: its state is its verdict. */
export function bookStatusOf (report: EnvelopeReport): EnvelopeStatus {
  const { state, gloss } = report
  if (pendingBookStates.has(state)) return { kind: 'pending', state, gloss }
  if (acceptedBookStates.has(state)) return { kind: 'processed', state, gloss, subtotals: [], documents: [] }
  if (refusedBookStates.has(state)) return refused(report)
  return { ...unavailable(`ESTADO ${state}, ${gloss}`), state }
}

export function unavailable (cause: string): Extract<EnvelopeStatus, { kind: 'unavailable' }> {
  return { kind: 'unavailable', cause: cause.replace(/, $/, '') }
}

function processed ({ state, gloss, subtotals, documents }: EnvelopeReport): EnvelopeStatus | undefined {
  if (subtotals === undefined || subtotals.length === 0) return undefined
  return { kind: 'processed', state, gloss, subtotals, documents }
}

function refused ({ state, gloss, reasons }: EnvelopeReport): EnvelopeStatus {
  return { kind: 'refused', state, gloss, reasons: reasons.length > 0 ? reasons : reasonsIn(gloss) }
}

/** Reason codes such as CRT-3-19 that the words of an answer quote. */
function reasonsIn (gloss: string): DocumentReason[] {
  const codes = gloss.match(/\b(?:[A-Z]{3}-\d-\d{1,4}|[A-Z]{3}-\d{5})\b/g) ?? []
  return [...new Set(codes)].map((code) => ({ code, description: gloss }))
}
