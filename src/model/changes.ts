import type { Status } from './document-states.ts'

/** Documents of one type that a committed transaction brought to a state. */
export interface DocumentChange { kind: 'documents', documentType: number, status: Status, count: number }

/** An envelope that a committed transaction settled: `sent` with its track id, or in a final state. */
export interface EnvelopeChange {
  kind: 'envelope'
  envelopeId: string
  state: string
  trackId: string | null
  documents: number
}

export type StateChange = DocumentChange | EnvelopeChange

/** Takes note of a change inside its transaction; it counts once that is committed. */
export type NoteChange = (change: StateChange) => void

/** Called after the commit. */
export type ChangeListener = (tenantId: string, change: StateChange) => void
