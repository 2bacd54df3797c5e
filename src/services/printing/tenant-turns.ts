import { ServiceError } from '../../shared/errors.ts'
import { createGate, type Gate } from '../../shared/gate.ts'
import { uncounted, type CountHeld } from '../../shared/held.ts'

const retryAfterSeconds = 2

/** Each tenant draws one template at a time in this instance; more are refused with PDF_TEMPLATE_BUSY. */
export function createTenantTurns (countHeld: CountHeld = uncounted): Gate {
  const turns = createGate({
    atOnceEach: 1, refusal: () => new ServiceError('PDF_TEMPLATE_BUSY', { retryAfterSeconds })
  })
  countHeld('tenant_turn', turns.held)
  return turns
}
