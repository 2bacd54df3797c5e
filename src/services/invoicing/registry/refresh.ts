import type { Store } from '../../../repositories/store.ts'
import { ServiceError } from '../../../shared/errors.ts'
import type { Actor } from '../../actor.ts'
import { isClaimableInvoice, outOfTurn } from './questions.ts'

/** Asks the registry out of turn what customers did. */
export function createRegistryRefresh ({ store, onWork }: { store: Store, onWork: () => void }) {
  return {
    /**
     * Schedules a question about each of these documents that its customer can claim, or could; gives their ids. Throws
     * ServiceError DOCUMENT_NOT_FOUND.
     */
    async ask ({ tenantId }: Actor, correlationIds: string[]): Promise<string[]> {
      const wanted = [...new Set(correlationIds)]
      const asked = await store.asTenant(tenantId, async ({ invoices, tasks }) => {
        const found = await invoices.findAll(wanted)
        if (found.length < wanted.length) throw new ServiceError('DOCUMENT_NOT_FOUND')
        const ids = found.filter(isClaimableInvoice).map(({ id }) => id)
        if (ids.length > 0) await tasks.schedule('askRegistry', ids.map((id) => id + outOfTurn))
        return ids
      })
      onWork()
      return asked
    }
  }
}

export type RegistryRefresh = ReturnType<typeof createRegistryRefresh>
