import { santiagoDate } from '../../dte/values/calendar.ts'
import type { QrOnPdf } from '../../model/qr-on-pdf.ts'
import type { Caller } from '../../repositories/access/callers.ts'
import type { CertificateRow } from '../../repositories/tenants/certificates.ts'
import type { FolioBlockRow } from '../../repositories/tenants/folio-blocks.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import { problemAt, ServiceError } from '../../shared/errors.ts'
import { createExpiringCache } from '../../shared/caches.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import { changesBetween } from '../audit/changes.ts'
import { certificateKeyPlace } from './certificates.ts'
import { folioSupplies } from './folio-supply.ts'
import { stateOf } from './folio-views.ts'
import { cafKeyContext } from './folios.ts'
import type { Clock } from '../ports.ts'
import { type Readiness, readinessOf } from './readiness.ts'
import { taxAuthorities, type TaxAuthority } from '../../model/tax-authorities.ts'
import type { Sealing } from '../secrets/sealing.ts'
import type { Resolution } from '../resolution.ts'
import { changesOf, lockedMembers, type TenantUpdate } from './tenant-changes.ts'
import { wakeAll } from './waking.ts'

export interface TenantView {
  id: string
  tenantCode: string
  taxNumber: string
  businessName: string
  businessActivity: string
  activityCodes: number[]
  address: string | null
  municipality: string | null
  city: string | null
  branchName: string | null
  branchCode: string | null
  phone: string | null
  email: string | null
  siiOffice: string | null
  environment: string
  taxAuthority: TaxAuthority
  taxAuthorityText: string
  certificationResolution: Resolution | null
  productionResolution: Resolution | null
  refuseWhenNotReady: boolean
  strictFormat: boolean
  mailReceivers: boolean
  publicPages: boolean
  qrOnPdf: QrOnPdf
  keepIssued: boolean
  foliosLowDays: number
  foliosLowNumber: number
  requireSecondFactor: boolean
  certificateExpiresAt: Date | null
  readiness: Readiness
  createdAt: Date
  updatedAt: Date
}

export interface TenantsDependencies {
  store: Store
  sealing: Pick<Sealing, 'opens'>
  clock: Clock
  /** The moment up to which every change was heard of. */
  heardUntilMs?: (() => number) | undefined
  /** The tax authorities that this server can reach. */
  authorities: readonly TaxAuthority[]
  /** Whether this server is set up to send mail. */
  canMail: boolean
  /** Called after a commit that scheduled tasks. */
  onWork: () => void
}

const maxAgeMs = 5000

export function createTenants (
  { store, sealing, clock, authorities, canMail, heardUntilMs, onWork }: TenantsDependencies
) {
  const rows = createExpiringCache<TenantRow>({ maxAgeMs, maxEntries: 5000, clock, heardUntilMs })

  async function viewFrom ({ tenant, certificates, folioBlocks }: TenantRepositories): Promise<TenantView> {
    const at = clock()
    const row = await tenant.get()
    const certificate = await certificates.findCurrent()
    const blocks = await folioBlocks.list(row.environment)
    const keysOpen = doKeysOpen(sealing, certificate, blocks.filter((block) => stateOf(block, santiagoDate(at)) === 2))
    const supplies = await folioSupplies({ folioBlocks }, blocks, row, at)
    const readiness = readinessOf({ tenant: row, certificate, supplies, keysOpen, authorities, at })
    return { ...settingsOf(row), certificateExpiresAt: certificate?.notAfter ?? null, readiness }
  }

  return {
    /** The tenant's settings, and what is missing before its documents can be sent. */
    getTenant: ({ tenantId }: Actor): Promise<TenantView> => store.asTenant(tenantId, viewFrom),

    /**
     * Changes what is given and leaves the rest. Throws ServiceError VALIDATION_FAILED, AUTHORITY_UNAVAILABLE,
     * MAIL_UNAVAILABLE, or TENANT_SETTING_LOCKED for the RUT, the environment and the authority once there are folios
     * or documents.
     */
    async update (actor: Actor, update: TenantUpdate): Promise<TenantView> {
      const at = clock()
      const view = await store.asTenant(actor.tenantId, async (repositories) => {
        const { tenant, tasks, auditLog } = repositories
        await tenant.lock()
        const before = await tenant.get()
        const change = changesOf(update, before)
        const { taxAuthority } = update
        if (change.taxAuthority !== undefined && taxAuthority !== undefined && !authorities.includes(taxAuthority)) {
          throw new ServiceError('AUTHORITY_UNAVAILABLE')
        }
        if (change.mailReceivers === true && !canMail) throw new ServiceError('MAIL_UNAVAILABLE')
        const members = Object.keys(change).sort()
        if (members.length > 0) {
          await mustBeFree(repositories, members)
          await tenant.update({ ...change, updatedAt: at })
          await tenant.announceChange()
          await wakeAll(tasks)
          auditLog.add([{
            actor: audited(actor), action: 'tenant.update', entity: 'tenant', entityId: actor.tenantId,
            details: { members, ...changesBetween({ ...before }, { ...change }) }
          }], at)
        }
        return viewFrom(repositories)
      })
      rows.invalidate(actor.tenantId)
      onWork()
      return view
    },

    /**
     * Has every instance drop what it remembers of the tenant: settings, certificate, keys, sessions, allowed
     * addresses.
     */
    refresh: ({ tenantId }: Actor): Promise<void> => store.asTenant(tenantId, ({ tenant }) => tenant.announceChange()),

    /** The tenant's row, at most 5 seconds old: for what happens on every document. Throws for an unknown tenant. */
    factsOf: (tenantId: string): Promise<TenantRow> =>
      rows.get(tenantId, () => store.asTenant(tenantId, ({ tenant }) => tenant.get())),

    /** For a read that brings the tenant's row. */
    expect (): (caller: Caller) => void {
      const keep = rows.expect()
      return ({ tenant }) => { keep(tenant.tenantId, tenant) }
    },

    /** Reads the tenant from the database again at its next use in this instance. */
    invalidate: (tenantId: string): void => { rows.invalidate(tenantId) },
    invalidateAll: (): void => { rows.invalidateAll() }
  }
}

export type Tenants = ReturnType<typeof createTenants>

/** Those that the next documents need. */
function doKeysOpen (
  sealing: Pick<Sealing, 'opens'>, certificate: CertificateRow | null, activeBlocks: FolioBlockRow[]
): boolean {
  return (certificate === null ||
    sealing.opens(certificate.sealedKey, certificateKeyPlace(certificate.tenantId, certificate.id))) &&
    activeBlocks.every(({ tenantId, id, sealedKey }) => sealing.opens(sealedKey, cafKeyContext(tenantId, id)))
}

async function mustBeFree ({ folioBlocks, invoices }: TenantRepositories, members: string[]): Promise<void> {
  const locked = lockedMembers.filter((member) => members.includes(member))
  if (locked.length === 0 || !(await folioBlocks.existsAny() || await invoices.existsAny())) return
  const message = { en: 'cannot change any more', es: 'ya no se puede cambiar' }
  throw new ServiceError('TENANT_SETTING_LOCKED', { problems: locked.map((member) => problemAt(member, message)) })
}

function settingsOf (row: TenantRow): Omit<TenantView, 'certificateExpiresAt' | 'readiness'> {
  const {
    tenantId, code, tokenVersion, certificationResolutionNumber, certificationResolutionDate,
    productionResolutionNumber, productionResolutionDate, ...rest
  } = row
  return {
    ...rest,
    id: tenantId,
    tenantCode: code,
    taxAuthorityText: taxAuthorities[row.taxAuthority].name,
    certificationResolution: resolutionView(certificationResolutionNumber, certificationResolutionDate),
    productionResolution: resolutionView(productionResolutionNumber, productionResolutionDate)
  }
}

function resolutionView (number: number | null, date: string | null): Resolution | null {
  return date === null ? null : { number: number ?? 0, date }
}
