import type { DocumentFacts } from './facts.ts'
import type { Reason } from './reasons.ts'

/** ACD: accepted. ARP: accepted with objections ("reparos"). RCH: rejected. */
export type Outcome = 'accepted' | 'objected' | 'rejected'

export interface DocumentVerdict {
  facts: DocumentFacts
  sha256: string
  outcome: Outcome
  reasons: Reason[]
  /** How a note changes the documents that it refers to. */
  changes: { documentType: number, folio: number, code: string }[]
}

/** The SII's states of an envelope that it rejects as a whole: schema, signature, cover sheet. */
export type RefusalState = 'RSC' | 'RFR' | 'RCT'

/** Those of a book: schema, signature, cover sheet, kind, sums. The daily summary of boletas has those of envelopes. */
export type BookRefusal = RefusalState | 'LRS' | 'LRF' | 'LRC' | 'LNC' | 'LRH'

export interface EnvelopeVerdict {
  refusal?: { state: BookRefusal, reasons: Reason[] }
  /** The state of an accepted book: LTC, closed; RPR, a summary that is no longer required. */
  book?: 'LTC' | 'RPR'
  documents: DocumentVerdict[]
}
