import { ServiceError } from '../../shared/errors.ts'
import { createConcurrencyLimiter, type ConcurrencyLimiter } from '../../shared/concurrency-limiter.ts'
import { uncounted, type CountHeld } from '../../shared/held.ts'

const retryAfterSeconds = 2

/** Each tenant draws one template at a time in this instance; more are refused with PDF_TEMPLATE_BUSY. */
export function createTenantRenderLimit (countHeld: CountHeld = uncounted): ConcurrencyLimiter {
  const renderLimit = createConcurrencyLimiter({
    limitPerKey: 1, refusal: () => new ServiceError('PDF_TEMPLATE_BUSY', { retryAfterSeconds })
  })
  countHeld('tenant_turn', renderLimit.held)
  return renderLimit
}
