import { ServiceError } from '../../shared/errors.ts'
import type { Actor, AddressRules } from '../actor.ts'

/** Throws ServiceError IP_NOT_ALLOWED unless the actor's tenant may be used from the address. */
export async function checkAddress (addressRules: AddressRules, actor: Actor, address: string): Promise<void> {
  if (!await addressRules.permits(actor.tenantId, address)) throw new ServiceError('IP_NOT_ALLOWED')
}
