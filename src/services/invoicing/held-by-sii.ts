import type { InvoiceRow } from '../../repositories/invoices.ts'
import type { Store } from '../../repositories/store.ts'
import type { DocumentStatus, SiiGateway } from '../ports.ts'
import { questionAbout } from './send.ts'
import { type TargetDependencies, targetOf } from './target.ts'

export interface HoldingDependencies extends TargetDependencies {
  store: Store
  gateway: SiiGateway
}

/**
 * What the SII has under a document's folio: this very document, another one (or the folio is annulled), nothing, or no
 * answer.
 */
export type Holding = { kind: 'this', state: string, trackId: string | undefined } | { kind: 'other' } | {
  kind: 'nothing'
} | { kind: 'unknown' }

/** Asks the SII what it holds, before a document that stopped goes out again. */
export function createHoldings ({ store, gateway, certificateOf, clock }: HoldingDependencies) {
  return async (tenantId: string, invoice: InvoiceRow): Promise<Holding> => {
    const { envelopeId, folio } = invoice
    // What never was in an envelope never left.
    if (folio === null || envelopeId === null) return { kind: 'nothing' }
    const envelope = await store.asTenant(tenantId, ({ envelopes }) => envelopes.find(envelopeId))
    const target = envelope && await targetOf(tenantId, envelope, { certificateOf, clock })
    if (!target) return { kind: 'unknown' }
    return holdingOf(await gateway.documentStatus(target, questionAbout(invoice, envelope)))
  }
}

export type Holdings = ReturnType<typeof createHoldings>

// [S10]: data that differ, and a folio that was annulled.
const othersStates = new Set(['DNK', 'FAN'])

function holdingOf (status: DocumentStatus): Holding {
  if (status.kind === 'unavailable') return { kind: 'unknown' }
  if (status.kind === 'notSeen') return { kind: 'nothing' }
  return othersStates.has(status.state)
    ? { kind: 'other' }
    : { kind: 'this', state: status.state, trackId: status.trackId }
}
