import { ServiceError } from '../../shared/errors.ts'
import { uncounted, type CountHeld } from '../../shared/held.ts'

const retryAfterSeconds = 2

/** Lets each tenant do one costly thing at a time in this instance. */
export function createTenantTurns (countHeld: CountHeld = uncounted) {
  const busy = new Set<string>()
  countHeld('tenant_turn', () => busy.size)

  return {
    /** Throws ServiceError PDF_TEMPLATE_BUSY while another work of the tenant is under way. */
    async take<Result> (tenantId: string, work: () => Promise<Result>): Promise<Result> {
      if (busy.has(tenantId)) throw new ServiceError('PDF_TEMPLATE_BUSY', { retryAfterSeconds })
      busy.add(tenantId)
      try {
        return await work()
      } finally {
        busy.delete(tenantId)
      }
    }
  }
}

export type TenantTurns = ReturnType<typeof createTenantTurns>
