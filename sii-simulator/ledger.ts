import type { DocumentFacts } from './judge/facts.ts'
import type { Reason } from './judge/reasons.ts'
import type { DocumentVerdict, EnvelopeVerdict, Outcome } from './judge/verdict.ts'
import type { Progress } from './progress.ts'
import type { Channel } from './sessions.ts'

/** Every call of an upload operation, whatever its outcome. */
export interface UploadEntry {
  id: number
  at: string
  channel: Channel
  sender: string
  company: string
  fileName: string
  sizeBytes: number
  sha256: string
  /** STATUS as the SII answers it: "0" received, "99" the same envelope again … */
  status: string
  trackId?: string
}

export interface Envelope {
  trackId: string
  channel: Channel
  company: string
  sender: string
  receivedAt: string
  uploadId: number
  sha256: string
  progress: Progress
  verdict?: EnvelopeVerdict
  /** The verdict that replaces the first one after a number of polls. */
  reversal?: { tellings: number, verdict: EnvelopeVerdict }
}

/** One text of one document: two of them under one folio mean that a folio was used twice. */
export interface DocumentEntry {
  facts: DocumentFacts
  sha256: string
  outcome: Outcome
  reasons: Reason[]
  trackId: string
  trackIds: string[]
  timesSeen: number
}

/** An entry of the registry of acceptance and claims. */
export interface RegistryEntry { code: string, responsible: string, at: string }

const creditNote = 61

/** What the simulator has seen: uploads, envelopes by track id, documents by issuer, type, folio and hash. */
export function createLedger () {
  const uploads: UploadEntry[] = []
  const envelopes = new Map<string, Envelope>()
  const trackIdsByHash = new Map<string, string>()
  const documents = new Map<string, DocumentEntry>()
  const received = new Map<string, DocumentEntry>()
  const changed = new Map<string, { by: number, code: string }>()
  const registry = new Map<string, RegistryEntry[]>()

  function recordDocument (trackId: string, verdict: DocumentVerdict): void {
    const entry = upsert(documents, `${folioKey(verdict.facts)}/${verdict.sha256}`, trackId, verdict)
    if (verdict.outcome === 'rejected') return
    received.set(folioKey(verdict.facts), entry)
    for (const change of verdict.changes) {
      const { issuer, documentType: by } = verdict.facts
      changed.set(folioKey({ ...change, issuer }), { by, code: change.code })
      if (by !== creditNote) continue
      const at = envelope(trackId)?.receivedAt ?? ''
      addToRegistry({ ...change, issuer }, { code: change.code === '1' ? 'NCA' : 'ENC', responsible: issuer, at })
    }
  }

  function addToRegistry (document: FolioOfIssuer, entry: RegistryEntry): void {
    const key = folioKey(document)
    registry.set(key, [...registry.get(key) ?? [], entry])
  }

  const envelope = (trackId: string): Envelope | undefined => envelopes.get(numberOf(trackId))

  return {
    uploads: uploads as readonly UploadEntry[],
    addUpload: (entry: UploadEntry) => { uploads.push(entry) },
    nextUploadId: () => (uploads.at(-1)?.id ?? 0) + 1,
    addEnvelope (added: Envelope): void {
      envelopes.set(numberOf(added.trackId), added)
      trackIdsByHash.set(`${added.company}/${added.sha256}`, added.trackId)
    },
    envelopes: () => [...envelopes.values()],
    /** With or without its leading zeros. */
    envelope,
    trackIdOf: (company: string, hash: string) => trackIdsByHash.get(`${company}/${hash}`),
    recordVerdict (trackId: string, verdict: EnvelopeVerdict): void {
      const judged = envelope(trackId)
      if (judged) judged.verdict = verdict
      for (const document of verdict.documents) recordDocument(trackId, document)
    },
    /** The SII thinks better of it: what was accepted is refused after all. */
    reverse (trackId: string, verdict: EnvelopeVerdict): void {
      const judged = envelope(trackId)
      if (judged) judged.verdict = verdict
      for (const { facts, sha256, outcome, reasons } of verdict.documents) {
        const entry = documents.get(`${folioKey(facts)}/${sha256}`)
        if (entry) Object.assign(entry, { outcome, reasons })
        if (outcome === 'rejected') received.delete(folioKey(facts))
      }
    },
    /** The same envelope came once more: its documents were seen once more. */
    recordRepetition (trackId: string): void {
      for (const { facts, sha256 } of envelope(trackId)?.verdict?.documents ?? []) {
        const entry = documents.get(`${folioKey(facts)}/${sha256}`)
        if (entry) entry.timesSeen++
      }
    },
    documents: () => [...documents.values()],
    receivedDocument: (issuer: string, documentType: number, folio: number) =>
      received.get(folioKey({ issuer, documentType, folio })),
    addToRegistry,
    /** In the order in which they came. */
    registryOf: (document: FolioOfIssuer): readonly RegistryEntry[] => registry.get(folioKey(document)) ?? [],
    changeOf: (issuer: string, documentType: number, folio: number) =>
      changed.get(folioKey({ issuer, documentType, folio }))
  }
}

export type Ledger = ReturnType<typeof createLedger>

function numberOf (trackId: string): string {
  return trackId.replace(/^0+/, '')
}

export type FolioOfIssuer = Pick<DocumentFacts, 'issuer' | 'documentType' | 'folio'>

function folioKey ({ issuer, documentType, folio }: FolioOfIssuer): string {
  return `${issuer}/${documentType}/${folio}`
}

/** A repetition refused for being one leaves the entry's verdict as it was. */
function upsert (
  documents: Map<string, DocumentEntry>, key: string, trackId: string, verdict: DocumentVerdict
): DocumentEntry {
  const known = documents.get(key)
  const { facts, sha256, outcome, reasons } = verdict
  if (!known) {
    const entry = { facts, sha256, outcome, reasons, trackId, trackIds: [trackId], timesSeen: 1 }
    documents.set(key, entry)
    return entry
  }
  known.timesSeen++
  known.trackIds.push(trackId)
  if (known.outcome === 'rejected') Object.assign(known, { outcome, reasons, trackId })
  return known
}
