import type { Authority } from './authority.ts'
import type { FolioRange } from './cafs.ts'
import type { Companies, Resolution } from './companies.ts'
import type { EnvelopeVerdict } from './judge/verdict.ts'
import type { FolioOfIssuer, Ledger, RegistryEntry, UploadEntry } from './ledger.ts'
import type { SimulatedClock } from './progress.ts'
import { envelopeOf, statuses } from './reception.ts'
import type { Store } from './store.ts'

/** What the journal holds. */
export type Fact =
  | { kind: 'sender', taxNumber: string, holder: string }
  | { kind: 'senderDismissed', taxNumber: string, holder: string }
  | { kind: 'caf', range: FolioRange }
  | { kind: 'resolution', taxNumber: string, resolution: Resolution }
  | { kind: 'activities', taxNumber: string, codes: number[] }
  | { kind: 'annulment', taxNumber: string, documentType: number, folio: number }
  | { kind: 'trust', certificatePem: string }
  | { kind: 'upload', entry: UploadEntry }
  | { kind: 'verdict', trackId: string, verdict: EnvelopeVerdict }
  | { kind: 'reversal', trackId: string, verdict: EnvelopeVerdict }
  | { kind: 'registryEntry', document: FolioOfIssuer, entry: RegistryEntry }

interface Parts { store: Store, authority: Authority, companies: Companies, ledger: Ledger, simClock: SimulatedClock }

/** Keeps facts about companies, and brings the simulator back to where the journal left it. */
export function createMemory ({ store, authority, companies, ledger, simClock }: Parts) {
  const apply: { [K in Fact['kind']]: (fact: Extract<Fact, { kind: K }>) => void } = {
    sender: ({ taxNumber, holder }) => { companies.authoriseSender(taxNumber, holder) },
    senderDismissed: ({ taxNumber, holder }) => { companies.dismissSender(taxNumber, holder) },
    caf: ({ range }) => { companies.addFolioRange(range) },
    resolution: ({ taxNumber, resolution }) => { companies.setResolution(taxNumber, resolution) },
    activities: ({ taxNumber, codes }) => { companies.setActivityCodes(taxNumber, codes) },
    annulment: ({ taxNumber, documentType, folio }) => { companies.annul(taxNumber, documentType, folio) },
    trust: ({ certificatePem }) => { authority.trust(certificatePem) },
    upload: ({ entry }) => {
      ledger.addUpload(entry)
      if (entry.status === statuses.received) ledger.addEnvelope(envelopeOf(entry, simClock))
    },
    verdict: ({ trackId, verdict }) => { ledger.recordVerdict(trackId, verdict) },
    reversal: ({ trackId, verdict }) => { ledger.reverse(trackId, verdict) },
    registryEntry: ({ document, entry }) => { ledger.addToRegistry(document, entry) },
  }
  const remember = (fact: Fact) => { (apply[fact.kind] as (fact: Fact) => void)(fact) }

  return {
    async remember (fact: Fact): Promise<void> {
      await store.append(fact)
      remember(fact)
    },
    async recall (): Promise<void> {
      for (const fact of await store.history()) remember(fact as Fact)
      for (const { status, trackId } of ledger.uploads) {
        if (status === statuses.duplicate && trackId !== undefined) ledger.recordRepetition(trackId)
      }
    },
  }
}

export type Memory = ReturnType<typeof createMemory>
