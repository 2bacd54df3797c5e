import type { AnswerForms, FormOf } from './answer-forms.ts'
import type { Companies } from './companies.ts'
import { parseExact } from './judge/exact.ts'
import type { DocumentFacts } from './judge/facts.ts'
import type { DocumentVerdict, EnvelopeVerdict } from './judge/verdict.ts'
import type { DocumentEntry, Envelope, Ledger } from './ledger.ts'
import type { Memory } from './memory.ts'
import { glosses, type SimulatedClock, type State } from './progress.ts'
import type { Channel } from './sessions.ts'

/** Documents of one type within an envelope, as the SII counts them. */
export interface TypeCount {
  documentType: number
  informed: number
  accepted: number
  rejected: number
  objected: number
}

export interface EnvelopeFinding {
  envelope: Envelope
  state: State
  gloss: string
  counts: TypeCount[]
  /** How the boletas' service gives the counters of an envelope that is processed. */
  counters: FormOf<'boletaCounters'>
  noted: DocumentVerdict[]
  verdict: EnvelopeVerdict | undefined
}

/** What is asked about one document; amounts and dates as the caller wrote them, once in the SII's usual order. */
export type DocumentQuestion = Omit<DocumentFacts, 'signatureValue'> & { signatureValue?: string | undefined }

/** Codes and glosses of "Consulta de estado de un DTE". */
const documentStates = {
  DOK: { error: 0, gloss: 'Documento Recibido por el SII. Datos Coinciden con los Registrados' },
  DNK: { error: 1, gloss: 'Documento Recibido por el SII pero Datos NO Coinciden con los registrados' },
  FAU: { error: 3, gloss: 'Documento No Recibido por el SII' },
  FNA: { error: 4, gloss: 'Documento No Autorizado' },
  FAN: { error: 5, gloss: 'Documento Anulado' },
  EMP: { error: 6, gloss: 'Empresa no autorizada a emitir documentos electronicos' },
  TMD: { error: 10, gloss: 'Existe Nota de Debito que Modifica Texto de Documento' },
  TMC: { error: 11, gloss: 'Existe Nota de Credito que Modifica Texto de Documento' },
  MMD: { error: 12, gloss: 'Existe Nota de Debito que Modifica Montos de Documento' },
  MMC: { error: 13, gloss: 'Existe Nota de Credito que Modifica Montos de Documento' },
  AND: { error: 14, gloss: 'Existe Nota de Debito que Anula Documento' },
  ANC: { error: 15, gloss: 'Existe Nota de Credito que Anula Documento' },
} as const

export type DocumentState = keyof typeof documentStates
export interface DocumentFinding { state: DocumentState, error: number, gloss: string, trackId: string | undefined }

const statesOfNotes: Record<string, { debit: DocumentState, credit: DocumentState }> = {
  1: { debit: 'AND', credit: 'ANC' },
  2: { debit: 'TMD', credit: 'TMC' },
  3: { debit: 'MMD', credit: 'MMC' },
}
const debitNotes = [56, 111]

/** Answers the questions of the status services from the ledger. */
export function createFindings (
  { answerForms, ledger, companies, memory, simClock }:
  { answerForms: AnswerForms, ledger: Ledger, companies: Companies, memory: Memory, simClock: SimulatedClock }
) {
  const asked = new Set<string>()

  /** Whether it is the first question about this; a restart makes the next one the first again. */
  function isFirstQuestion (subject: string): boolean {
    const isFirst = !asked.has(subject)
    asked.add(subject)
    return isFirst
  }

  function isProcessed (trackId: string): boolean {
    const envelope = ledger.envelope(trackId)
    return envelope !== undefined && simClock.stateOf(envelope.progress, envelope.verdict) === 'EPR'
  }

  function received (issuer: string, documentType: number, folio: number): DocumentEntry | undefined {
    const entry = ledger.receivedDocument(issuer, documentType, folio)
    return entry && isProcessed(entry.trackId) ? entry : undefined
  }

  function stateOf (question: DocumentQuestion): { state: DocumentState, entry?: DocumentEntry } {
    const { issuer, documentType, folio } = question
    if (!companies.mayIssue(issuer)) return { state: 'EMP' }
    if (companies.isAnnulled(issuer, documentType, folio)) return { state: 'FAN' }
    const entry = received(issuer, documentType, folio)
    if (!entry) {
      return { state: companies.hasFolio(issuer, documentType, folio) ? 'FAU' : 'FNA' }
    }
    if (!agrees(question, entry)) return { state: 'DNK', entry }
    const form = answerForms.choose('documentState', `${issuer} ${documentType} ${folio}`)
    const envelope = ledger.envelope(entry.trackId)
    if (form === 'fauAtFirst' && envelope && simClock.hasJustEnded(envelope.progress)) return { state: 'FAU' }
    return { state: stateByNote(question) ?? 'DOK', entry }
  }

  function stateByNote ({ issuer, documentType, folio }: DocumentQuestion): DocumentState | undefined {
    const change = ledger.changeOf(issuer, documentType, folio)
    const states = change && statesOfNotes[change.code]
    if (!states) return undefined
    return debitNotes.includes(change.by) ? states.debit : states.credit
  }

  function countersOf ({ channel, trackId }: Envelope): FormOf<'boletaCounters'> {
    if (channel === 'DTE') return 'atOnce'
    const form = answerForms.choose('boletaCounters', trackId)
    return form === 'atOnce' || !isFirstQuestion(`${trackId} counters`) ? 'atOnce' : form
  }

  function breakdownOf ({ channel, trackId }: Envelope): FormOf<'breakdown'> {
    if (channel === 'BOLETA') return 'whole'
    const form = answerForms.choose('breakdown', trackId)
    return form === 'typeMissingAtFirst' && !isFirstQuestion(`${trackId} breakdown`) ? 'whole' : form
  }

  async function reverseIfDue ({ trackId, reversal }: Envelope): Promise<void> {
    if (!reversal) return
    if (reversal.tellings === 0) await memory.remember({ kind: 'reversal', trackId, verdict: reversal.verdict })
    reversal.tellings--
  }

  return {
    /** A document that was accepted, in an envelope that is processed. */
    received,
    /** Undefined when the channel knows no such envelope of that company. */
    async ofEnvelope (channel: Channel, company: string, trackId: string): Promise<EnvelopeFinding | undefined> {
      const envelope = ledger.envelope(trackId)
      if (envelope?.channel !== channel || envelope.company !== company) return undefined
      const state = simClock.stateOf(envelope.progress, envelope.verdict)
      const common = { envelope, state, gloss: glosses[state] }
      if (state !== 'EPR') return { ...common, counts: [], counters: 'atOnce', noted: [], verdict: envelope.verdict }
      const counters = countersOf(envelope)
      const breakdown = breakdownOf(envelope)
      // A reversal counts complete answers only.
      if (counters === 'atOnce' && breakdown !== 'typeMissingAtFirst') await reverseIfDue(envelope)
      const documents = envelope.verdict?.documents ?? []
      const noted = documents.filter(({ outcome }) => outcome !== 'accepted')
      const counts = countByType(documents)
      return {
        ...common, counts: breakdown === 'whole' ? counts : withoutOneType(counts), counters,
        noted, verdict: envelope.verdict
      }
    },
    ofDocument (question: DocumentQuestion): DocumentFinding {
      const { state, entry } = stateOf(question)
      return { state, ...documentStates[state], trackId: entry?.trackId }
    },
  }
}

export type Findings = ReturnType<typeof createFindings>

function agrees (question: DocumentQuestion, { facts }: DocumentEntry): boolean {
  const signature = question.signatureValue?.replace(/\s/g, '')
  return question.receiver === facts.receiver && question.issueDate === facts.issueDate &&
    parseExact(question.totalAmount) === parseExact(facts.totalAmount) &&
    (signature === undefined || signature === facts.signatureValue)
}

function countByType (documents: DocumentVerdict[]): TypeCount[] {
  const counts = new Map<number, TypeCount>()
  for (const { facts: { documentType }, outcome } of documents) {
    const count = counts.get(documentType) ?? { documentType, informed: 0, accepted: 0, rejected: 0, objected: 0 }
    counts.set(documentType, count)
    count.informed++
    count[outcome]++
  }
  return [...counts.values()]
}

/** Of several types; the notes were the ones that were missing. */
function withoutOneType (counts: TypeCount[]): TypeCount[] {
  const missing = counts.find(({ documentType }) => documentType === 61) ?? counts.at(-1)
  return counts.length > 1 ? counts.filter((count) => count !== missing) : counts
}
