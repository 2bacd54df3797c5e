import type { SiiExchange } from '../../model/sii-exchanges.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import type { Clock, SiiTarget } from '../ports.ts'

// Questions are repeated for weeks at worst; what lies in the middle is dropped now and then.
const pruneEvery = 16

/** What is said to the SII about an envelope or a received document, until a transaction stores it. */
export interface ExchangeNotes {
  /** The target to call, so that what is said there is noted; `invoiceId` for questions about one document. */
  target: (invoiceId?: string) => SiiTarget
  /** Stores what was noted since the last time; `attempts` of the task. */
  store: (repositories: TenantRepositories, attempts: number) => Promise<void>
}

/**
 * Notes the exchanges of a task. They are stored with the outcome that they led to; a process that dies between the two
 * leaves no note, as it leaves no outcome.
 */
export function exchangeNotes (target: SiiTarget, subjectId: string, clock: Clock): ExchangeNotes {
  let noted: SiiExchange[] = []
  return {
    target: (invoiceId) => ({
      ...target,
      onExchange: ({ durationMs, ...exchange }) => {
        const at = new Date(clock().getTime() - durationMs)
        noted.push({ ...exchange, durationMs: Math.round(durationMs), at, invoiceId: invoiceId ?? null })
      }
    }),
    async store ({ siiExchanges }, attempts) {
      const exchanges = noted
      noted = []
      await siiExchanges.add(subjectId, exchanges)
      if (attempts % pruneEvery === pruneEvery - 1) await siiExchanges.prune(subjectId)
    }
  }
}
