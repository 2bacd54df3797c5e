import type { InvoiceRow } from '../../../repositories/invoicing/documents/invoices.ts'
import type { Store } from '../../../repositories/store.ts'
import type { DocumentStatus, SiiGateway } from '../../ports.ts'
import { exchangeNotes } from '../exchange-notes.ts'
import { questionAbout } from './send.ts'
import { type TargetDependencies, targetOf } from '../target.ts'

export interface SiiCheckDependencies extends TargetDependencies {
  store: Store
  gateway: SiiGateway
}

/** What the SII has under a document's folio. */
export type SiiRecord =
  /** This very document. */
  | { kind: 'this', state: string, trackId: string | undefined }
  /** Another document, or the folio is annulled. */
  | { kind: 'other' }
  | { kind: 'nothing' }
  /** The SII gave no answer. */
  | { kind: 'unknown' }

/** Asks the SII what it has under a document's folio, before the document is sent again. */
export function createSiiCheck ({ store, gateway, certificateOf, clock }: SiiCheckDependencies) {
  return async (tenantId: string, invoice: InvoiceRow): Promise<SiiRecord> => {
    const { envelopeId, folio } = invoice
    // A document that was never in an envelope was never sent.
    if (folio === null || envelopeId === null) return { kind: 'nothing' }
    const envelope = await store.asTenant(tenantId, ({ envelopes }) => envelopes.find(envelopeId))
    const target = envelope && await targetOf(tenantId, envelope, { certificateOf, clock })
    if (!target) return { kind: 'unknown' }
    const notes = exchangeNotes(target, envelopeId, clock)
    const status = await gateway.documentStatus(notes.target(invoice.id), questionAbout(invoice, envelope))
    await store.asTenant(tenantId, (repositories) => notes.store(repositories, 0))
    return recordOf(status)
  }
}

export type SiiCheck = ReturnType<typeof createSiiCheck>

// [S10]: the data differ; the folio is annulled.
const statesOfOthers = new Set(['DNK', 'FAN'])

function recordOf (status: DocumentStatus): SiiRecord {
  if (status.kind === 'unavailable') return { kind: 'unknown' }
  if (status.kind === 'notSeen') return { kind: 'nothing' }
  return statesOfOthers.has(status.state)
    ? { kind: 'other' }
    : { kind: 'this', state: status.state, trackId: status.trackId }
}
