import type { QrOnPdf } from '../../model/qr-on-pdf.ts'
import type { TenantChange, TenantRow } from '../../repositories/tenants/tenants.ts'
import { invalidAt } from '../../shared/errors.ts'
import type { Environment } from '../../model/tax-authorities.ts'
import { printableTexts } from './printable-texts.ts'
import { simulatorAuthority, type TaxAuthority } from '../../model/tax-authorities.ts'
import type { Resolution } from '../resolution.ts'
import { postedRut } from '../posted-rut.ts'

/** The SII's permission to issue electronically; `date` is YYYY-MM-DD, and the number is 0 in certification. */
/** What a tenant may say of itself. What is left out stays; null clears. */
export interface TenantUpdate {
  /** Whose settings they are, where the caller says so: another tenant's are refused. */
  id?: string | undefined
  tenantCode?: string | undefined
  taxNumber?: string | undefined
  businessName?: string | undefined
  businessActivity?: string | undefined
  activityCodes?: number[] | undefined
  address?: string | null | undefined
  municipality?: string | null | undefined
  city?: string | null | undefined
  branchName?: string | null | undefined
  branchCode?: string | null | undefined
  phone?: string | null | undefined
  email?: string | null | undefined
  siiOffice?: string | null | undefined
  environment?: Environment | undefined
  taxAuthority?: TaxAuthority | undefined
  certificationResolution?: Resolution | undefined
  productionResolution?: Resolution | undefined
  refuseWhenNotReady?: boolean | undefined
  strictFormat?: boolean | undefined
  mailReceivers?: boolean | undefined
  publicPages?: boolean | undefined
  qrOnPdf?: QrOnPdf | undefined
  keepIssued?: boolean | undefined
  foliosLowDays?: number | undefined
  foliosLowNumber?: number | undefined
  requireSecondFactor?: boolean | undefined
}

/** Folios and documents were given to this RUT, in this environment of this authority. */
export const lockedMembers = ['taxNumber', 'environment', 'taxAuthority'] as const

/**
 * The columns that an update changes; those that stay as they are, are left out. Throws ServiceError VALIDATION_FAILED.
 */
export function changesOf (update: TenantUpdate, before: TenantRow): TenantChange {
  const { id, tenantCode, taxNumber, certificationResolution, productionResolution, ...plain } = update
  mustBeIts('id', id, before.tenantId)
  mustBeIts('tenantCode', tenantCode, before.code)
  const wanted: Record<string, unknown> = {
    ...printableTexts(plain),
    ...(taxNumber === undefined ? {} : { taxNumber: postedRut(taxNumber) }),
    ...resolutionColumns('certification', certificationResolution ?? forgottenResolution(update, before)),
    ...resolutionColumns('production', productionResolution)
  }
  const columns = before as unknown as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => value !== undefined && !isSame(value, columns[name]))
  )
}

/** The simulator's resolution is not the SII's: it goes when the tenant leaves the simulator. */
function forgottenResolution (
  { taxAuthority }: TenantUpdate, before: TenantRow
): null | undefined {
  const leaves = before.taxAuthority === simulatorAuthority && taxAuthority !== undefined &&
    taxAuthority !== simulatorAuthority
  return leaves ? null : undefined
}

function resolutionColumns (
  environment: Environment, resolution: Resolution | null | undefined
): Record<string, unknown> {
  if (resolution === undefined) return {}
  return {
    [`${environment}ResolutionNumber`]: resolution?.number ?? null,
    [`${environment}ResolutionDate`]: resolution && resolution.date
  }
}

function mustBeIts (member: string, said: string | undefined, its: string): void {
  if (said === undefined || said === its) return
  const message = { en: 'is that of another tenant', es: 'es de otra empresa' }
  throw invalidAt(member, message)
}

function isSame (one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
