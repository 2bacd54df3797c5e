import type { EnvelopeRow } from '../../../repositories/invoicing/delivery/envelopes.ts'
import type { InvoiceRow } from '../../../repositories/invoicing/documents/invoices.ts'
import type { Store } from '../../../repositories/store.ts'
import { minuteMs } from '../../../shared/durations.ts'
import { ServiceError } from '../../../shared/errors.ts'
import type { Actor } from '../../actor.ts'
import { audited } from '../../audit/audit-actor.ts'
import type { ReasonsRequest, SiiGateway } from '../../ports.ts'
import { endpointOf } from '../channels.ts'
import { exchangeNotes } from '../exchange-notes.ts'
import { type TargetDependencies, targetOf } from '../target.ts'

export interface ReasonsRequestDependencies extends TargetDependencies {
  store: Store
  gateway: Pick<SiiGateway, 'requestReasons'>
}

export interface RequestedReasons extends ReasonsRequest { trackId: string }

/** An envelope that the SII received. */
type TrackedEnvelope = EnvelopeRow & { trackId: string }

// The mail takes its time, and each request brings another one.
const pauseMs = 5 * minuteMs

/** Asks the SII to mail the result of a document's envelope again, which has the reasons of each document [S12]. */
export function createReasonsRequests ({ store, gateway, certificateOf, clock }: ReasonsRequestDependencies) {
  async function find (
    tenantId: string, correlationId: string
  ): Promise<{ invoice: InvoiceRow, envelope: TrackedEnvelope }> {
    const { invoice, envelope } = await store.asTenant(tenantId, async ({ invoices, envelopes }) => {
      const found = await invoices.find(correlationId)
      return { invoice: found, envelope: found?.envelopeId ? await envelopes.find(found.envelopeId) : null }
    })
    if (!invoice) throw new ServiceError('DOCUMENT_NOT_FOUND')
    if (!isTracked(envelope) || endpointOf(envelope) !== 'DTE') throw new ServiceError('RESULT_NOT_MAILED')
    return { invoice, envelope }
  }

  /** Committed before the SII is asked, so that no other request follows at once. */
  async function begin (actor: Actor, invoice: InvoiceRow, { id, trackId }: TrackedEnvelope): Promise<void> {
    const at = clock()
    await store.asTenant(actor.tenantId, async ({ envelopes, auditLog }) => {
      const isFirst = await envelopes.noteReasonsRequest(id, { at, noneSince: new Date(at.getTime() - pauseMs) })
      if (!isFirst) throw new ServiceError('RATE_LIMITED', { retryAfterSeconds: pauseMs / 1000 })
      auditLog.add([{
        actor: audited(actor), action: 'invoice.requestReasons', entity: 'invoice', entityId: invoice.id,
        details: { trackId }
      }], at)
    })
  }

  return {
    /**
     * Asks once in five minutes for each envelope. Throws ServiceError DOCUMENT_NOT_FOUND, RESULT_NOT_MAILED,
     * CERTIFICATE_MISSING and RATE_LIMITED.
     */
    async request (actor: Actor, correlationId: string): Promise<RequestedReasons> {
      const { tenantId } = actor
      const { invoice, envelope } = await find(tenantId, correlationId)
      const target = await targetOf(tenantId, envelope, { certificateOf, clock })
      if (!target) throw new ServiceError('CERTIFICATE_MISSING')
      await begin(actor, invoice, envelope)
      const notes = exchangeNotes(target, envelope.id, clock)
      const answer = await gateway.requestReasons(notes.target(), envelope)
      await store.asTenant(tenantId, (repositories) => notes.store(repositories, 0))
      return { ...answer, trackId: envelope.trackId }
    }
  }
}

export type ReasonsRequests = ReturnType<typeof createReasonsRequests>

function isTracked (envelope: EnvelopeRow | null): envelope is TrackedEnvelope {
  return envelope !== null && envelope.trackId !== null
}
