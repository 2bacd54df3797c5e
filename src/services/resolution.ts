import type { TenantRow } from '../repositories/tenants/tenants.ts'

/** The SII's resolution that authorises a company to issue electronically (NroResol, FchResol). */
export interface Resolution { number: number, date: string }

/** The tenant's resolution in its environment; in certification its number is 0 [S3], [S4]. */
export function resolutionOf (tenant: TenantRow): Resolution | undefined {
  const production = tenant.environment === 'production'
  const number = production ? tenant.productionResolutionNumber : tenant.certificationResolutionNumber ?? 0
  const date = production ? tenant.productionResolutionDate : tenant.certificationResolutionDate
  return number === null || date === null ? undefined : { number, date }
}
