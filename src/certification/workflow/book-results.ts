import type { Store } from '../../repositories/store.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../../services/actor.ts'
import { audited } from '../../services/audit/audit-actor.ts'
import type { BookResult, Clock } from '../../services/ports.ts'

export interface BookResultDependencies {
  store: Store
  /** Undefined for anything that is not a result of the SII. */
  readBookResult: (bytes: Buffer) => BookResult | undefined
  clock: Clock
}

/**
 * Accepts the result that the SII mails about a book. The file is not signed, so it adds reasons to the verdict that
 * the SII gives when it is asked, and decides nothing.
 */
export function createBookResults ({ store, readBookResult, clock }: BookResultDependencies) {
  return {
    /**
     * Stores the reasons of a result; `pending` while the SII's verdict is not known here. Throws ServiceError
     * RESULT_FILE_MALFORMED, RESULT_ISSUER_MISMATCH for another RUT's, RESULT_TRACK_ID_UNKNOWN where no book of the
     * tenant has that track id.
     */
    async take (actor: Actor, file: Buffer): Promise<{ pending: boolean }> {
      const result = readBookResult(file)
      if (!result) throw new ServiceError('RESULT_FILE_MALFORMED')
      return store.asTenant(actor.tenantId, async ({ tenant, envelopes, auditLog }) => {
        const { taxNumber, environment } = await tenant.get()
        if (result.issuerTaxNumber !== taxNumber) throw new ServiceError('RESULT_ISSUER_MISMATCH')
        const envelope = await envelopes.findByTrackId(environment, result.trackId)
        if (envelope?.purpose !== 'book') throw new ServiceError('RESULT_TRACK_ID_UNKNOWN')
        if (envelope.state !== 'processed' && envelope.state !== 'refused') return { pending: true }
        const at = clock()
        if (result.reasons.length > 0) await envelopes.explain(envelope.id, result.reasons, at)
        auditLog.add([{
          actor: audited(actor), action: 'envelope.result', entity: 'envelope', entityId: envelope.id,
          details: { state: result.state, reasons: result.reasons }
        }], at)
        return { pending: false }
      })
    }
  }
}
