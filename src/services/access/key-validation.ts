import { ServiceError } from '../../shared/errors.ts'
import type { AddressRules, TenantKeyring, TenantKeys } from '../actor.ts'
import { checkAddress } from './check-address.ts'

/**
 * Throws ServiceError unless the keys work from this address: TENANT_KEYS_INVALID, whichever of the three is wrong, or
 * IP_NOT_ALLOWED.
 */
export async function validateKeys (
  keys: TenantKeys, address: string,
  { tenantKeys, addressRules }: { tenantKeys: TenantKeyring, addressRules: AddressRules }
): Promise<void> {
  const actor = await tenantKeys.actorOf(keys, address)
  if (!actor) throw new ServiceError('TENANT_KEYS_INVALID')
  await checkAddress(addressRules, actor, address)
}
