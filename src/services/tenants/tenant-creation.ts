import { randomBytes } from 'node:crypto'
import type { Rut } from '../../dte/values/rut.ts'
import { santiagoDate } from '../../dte/values/calendar.ts'
import type { PersonRow } from '../../repositories/access/people.ts'
import type { PlatformRepositories, TenantRepositories } from '../../repositories/store.ts'
import { ServiceError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { findPerson, setPassword, type KnownPerson, lockPerson, personFor } from '../access/people.ts'
import { defaultRoles, permissionClaimType } from '../access/permissions.ts'
import type { Environment } from '../../model/tax-authorities.ts'
import { userSummary, type UserSummary } from '../access/sign-in.ts'
import { simulatorAuthority, type TaxAuthority } from '../../model/tax-authorities.ts'
import type { TenantKeyService } from '../access/tenant-keys.ts'

/** Where a registration came from, for the audit log. */
export interface RegistrationOrigin { address?: string, requestId?: string }

/** Shown once: the secret key cannot be read again. */
export interface Registered { tenantCode: string, accessKey: string, secretKey: string, user: UserSummary }

/** What has been checked of a request to register. */
export interface CheckedRegistration {
  userId: string
  /** Normalised. */
  email: string
  passwordHash: string
  fullName: string
  userName: string
  companyTitle: string
  taxNumber: Rut
  tenantCode: string | undefined
}

/** Where the documents of a new tenant go until it says otherwise. */
export interface TenantDefaults { taxAuthority: TaxAuthority, environment: Environment }

export interface NewTenant {
  tenantId: string
  userId: string
  /** Normalised. */
  email: string
  /**
   * How the administrator is known to be the person of the email: the operator vouches for it, the mail's link was
   * followed, or nothing but the password shows it.
   */
  shownBy: 'operator' | 'mailbox' | 'password'
  /** The person whose password was right. */
  recognised?: PersonRow | undefined
  /** Of a person who is new here, and of one who never proved the mailbox until now. */
  passwordHash: string
  fullName: string
  userName: string
  companyTitle: string
  taxNumber: Rut
  /** `instead`: another code takes its place when it is taken, as for one that is made from the company's name. */
  code: { wanted: string | undefined, instead: boolean }
  origin: RegistrationOrigin
  /** For the audit row. */
  details?: Record<string, unknown>
  at: Date
}

/**
 * Makes a tenant, its roles, its first administrator and its first pair of keys within the caller's transaction. The
 * administrator may be a person with other tenants. Throws ServiceError TENANT_CODE_TAKEN, or CREDENTIALS_INVALID for a
 * person whose password was not right.
 */
export async function createTenant (
  newTenant: NewTenant, platform: PlatformRepositories,
  { tenantKeys, newTenants }: { tenantKeys: TenantKeyService, newTenants: TenantDefaults }
): Promise<Registered> {
  const { directory, tenant } = platform
  const { tenantId, userId, userName, origin, details, at } = newTenant
  const tenantCode = await claimTenantCode(directory, newTenant)
  const person = await administratorOf(newTenant, platform)
  await platform.memberships.add({ person: person.id, tenant: tenantId, subject: userId, acceptedAt: at })
  const repositories = tenant(tenantId)
  await repositories.tenant.create(tenantRow(newTenant, tenantCode, newTenants))
  await repositories.sumsChecks.recordCheck(at)
  const administratorRoleId = await createRoles(repositories, at)
  const user = userRow(newTenant, person)
  await repositories.users.create(user, [administratorRoleId])
  const { accessKey, secretKey } = await tenantKeys.mint({ directory, tenant }, {
    tenantId, environment: newTenants.environment
  })
  repositories.auditLog.add([{
    actor: { id: userId, name: userName, ...origin },
    action: 'auth.register',
    entity: 'tenant',
    entityId: tenantId,
    details: { tenantCode, accessKey, ...details }
  }], at)
  return { tenantCode, accessKey, secretKey, user: userSummary(user) }
}

/** What is known of the person who becomes a tenant's administrator. */
export type NewAdministrator =
  Pick<NewTenant, 'tenantId' | 'email' | 'shownBy' | 'recognised' | 'passwordHash' | 'origin' | 'at'>

/**
 * A known person must give their password, and keeps it. One who never proved the mailbox gets the new password with
 * its proof: the creator of their first user may know the old one.
 */
export async function administratorOf (
  newTenant: NewAdministrator, platform: PlatformRepositories
): Promise<PersonRow> {
  const { email, shownBy, passwordHash, at } = newTenant
  const before = shownBy === 'password' ? undefined : await findPerson(platform, email)
  const known = before && await lockPerson(platform, before)
  const { person, isNew } = await personFor(platform, newTenant, { passwordHash, proven: shownBy !== 'password', at })
  if (isNew || (shownBy === 'operator' && person.proven)) return person
  if (shownBy === 'password' || person.proven) {
    mustBeRecognised(newTenant, person)
    return person
  }
  return prove(newTenant, platform, { person, members: known?.members ?? [] })
}

/** The password was right, and is still the same. */
function mustBeRecognised ({ recognised }: NewAdministrator, { id, passwordVersion }: PersonRow): void {
  if (recognised?.id !== id || recognised.passwordVersion !== passwordVersion) {
    throw new ServiceError('CREDENTIALS_INVALID')
  }
}

async function prove (
  { passwordHash, origin, at }: NewAdministrator, platform: PlatformRepositories, known: KnownPerson
): Promise<PersonRow> {
  await setPassword(platform, known, { passwordHash, proven: true, action: 'auth.resetPassword', origin, at })
  return { ...known.person, proven: true }
}

async function claimTenantCode (
  directory: PlatformRepositories['directory'], { tenantId, companyTitle, code: { wanted, instead } }: NewTenant
): Promise<string> {
  const owner = { tenant: tenantId, subject: tenantId }
  const first = wanted ?? slugOf(companyTitle)
  if (await directory.claim('tenantCode', first, owner)) return first
  const distinct = `${first.slice(0, 31)}-${randomBytes(4).toString('hex')}`
  const mayDiffer = wanted === undefined || instead
  if (!mayDiffer || !await directory.claim('tenantCode', distinct, owner)) throw new ServiceError('TENANT_CODE_TAKEN')
  return distinct
}

/** `Panadería Ñuñoa SpA` becomes `panaderia-nunoa-spa`. */
function slugOf (title: string): string {
  const slug = title.normalize('NFKD').toLowerCase().replace(/\p{Mark}/gu, '').replace(/[^a-z0-9]+/g, '-').slice(0, 30)
    .replace(/^-+|-+$/g, '')
  return slug.length >= 3 ? slug : `tenant-${randomBytes(3).toString('hex')}`
}

function tenantRow (
  { taxNumber, companyTitle, at }: NewTenant, code: string, { taxAuthority, environment }: TenantDefaults
) {
  return {
    code,
    taxNumber,
    businessName: companyTitle,
    environment,
    taxAuthority,
    createdAt: at,
    updatedAt: at,
    // The simulator authorises everyone: resolution 0, as in the SII's certification, of the day on which the tenant
    // came.
    ...(taxAuthority === simulatorAuthority
      ? { certificationResolutionNumber: 0, certificationResolutionDate: santiagoDate(at) }
      : {})
  }
}

function userRow ({ userId, email, fullName, userName, companyTitle, at }: NewTenant, { proven }: PersonRow) {
  return {
    id: userId, email, userName, fullName, companyTitle, emailProven: proven, userType: 1, createdAt: at
  }
}

/** Gives the id of the first role, which may do everything. */
async function createRoles ({ roles }: TenantRepositories, at: Date): Promise<string> {
  const created = defaultRoles.map(({ name, permissions }) => ({
    id: newId(),
    name,
    system: true,
    createdAt: at,
    claims: permissions.map((value) => ({ type: permissionClaimType, value }))
  }))
  for (const role of created) await roles.create(role)
  const [administrator] = created
  if (!administrator) throw new Error('New tenants have no roles.')
  return administrator.id
}
