import { simulatorAuthority } from '../../model/tax-authorities.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import { ServiceError } from '../../shared/errors.ts'

/** The tenant, if the simulator is its authority. Throws ServiceError SIMULATOR_ONLY. */
export function mustRehearse (tenant: TenantRow): TenantRow {
  if (tenant.taxAuthority !== simulatorAuthority) throw new ServiceError('SIMULATOR_ONLY')
  return tenant
}
