import { randomBytes } from 'node:crypto'
import type { PlatformRepositories, Store, TenantRepositories } from '../repositories/store.ts'
import { parseRut, type Rut } from '../dte/rut.ts'
import { santiagoDate } from '../dte/santiago-time.ts'
import { dateColumn } from '../repositories/transaction.ts'
import { ServiceError } from '../shared/errors.ts'
import { newId } from '../shared/ids.ts'
import { normaliseEmail } from './emails.ts'
import type { Passwords } from './passwords.ts'
import { defaultRoles, permissionClaimType } from './permissions.ts'
import type { Clock, Environment } from './ports.ts'
import { printableTexts } from './printable-texts.ts'
import { userSummary, type UserSummary } from './sign-in.ts'
import { simulatorAuthority, type TaxAuthority } from './tax-authorities.ts'
import type { TenantKeyService } from './tenant-keys.ts'

export interface RegistrationRequest {
  email: string
  password: string
  fullName: string
  companyTitle: string
  taxNumber: string
  tenantCode?: string | undefined
}

/** Where a registration came from, for the audit log. */
export interface RegistrationOrigin { address?: string, requestId?: string }

/** Shown once: the secret key cannot be read again. */
export interface Registered { tenantCode: string, accessKey: string, secretKey: string, user: UserSummary }

export interface RegistrationDeps {
  store: Store
  passwords: Passwords
  tenantKeys: TenantKeyService
  registration: 'open' | 'closed'
  /** Where the documents of a new tenant go until it says otherwise. */
  newTenants: { taxAuthority: TaxAuthority, environment: Environment }
  clock: Clock
}

interface Birth { tenantId: string, userId: string, email: string, passwordHash: string, taxNumber: Rut, request: RegistrationRequest, origin: RegistrationOrigin, at: Date }

export function createRegistration ({ store, passwords, tenantKeys, registration, newTenants, clock }: RegistrationDeps) {
  async function create (posted: RegistrationRequest, origin: RegistrationOrigin = {}): Promise<Registered> {
    const request = { ...posted, ...printableTexts({ companyTitle: posted.companyTitle }) }
    const taxNumber = parsedTaxNumber(request.taxNumber)
    const email = normaliseEmail(request.email)
    passwords.mustBeStrong(request.password, [email, email.split('@')[0] ?? '', request.companyTitle])
    const passwordHash = await passwords.hash(request.password, origin.address)
    const birth: Birth = { tenantId: newId(), userId: newId(), email, passwordHash, taxNumber, request, origin, at: clock() }
    return store.asPlatform((repositories) => bear(birth, repositories))
  }

  async function bear (birth: Birth, { directory, tenant }: PlatformRepositories): Promise<Registered> {
    const { tenantId, userId, email, request, origin, at } = birth
    const tenantCode = await claimTenantCode(directory, tenantId, request)
    if (!await directory.claim('email', email, { tenant: tenantId, subject: userId })) throw new ServiceError('EMAIL_TAKEN')
    const repositories = tenant(tenantId)
    await repositories.tenant.create(tenantRow(birth, tenantCode, newTenants))
    const administratorRoleId = await createRoles(repositories, at)
    const user = userRow(birth)
    await repositories.users.create(user, [administratorRoleId])
    const { accessKey, secretKey } = await tenantKeys.mint({ directory, tenant }, { tenantId, environment: newTenants.environment })
    await repositories.auditLog.add([{
      actor: { id: userId, name: email, ...origin }, action: 'auth.register', entity: 'tenant', entityId: tenantId, details: { tenantCode, accessKey }
    }], at)
    return { tenantCode, accessKey, secretKey, user: userSummary(user) }
  }

  return {
    /**
     * Makes a tenant, its roles, its first administrator and its first pair of keys, all or nothing. Throws ServiceError
     * REGISTRATION_CLOSED, VALIDATION_FAILED (taxNumber), PASSWORD_TOO_WEAK, TENANT_CODE_TAKEN or EMAIL_TAKEN.
     */
    async register (request: RegistrationRequest, origin?: RegistrationOrigin): Promise<Registered> {
      if (registration === 'closed') throw new ServiceError('REGISTRATION_CLOSED')
      return create(request, origin)
    },

    /** The same for the server's own operator, who needs no open registration: the demo tenant and the command line. */
    createTenant: create
  }
}

export type Registration = ReturnType<typeof createRegistration>

function parsedTaxNumber (text: string): Rut {
  const taxNumber = parseRut(text)
  if (!taxNumber) {
    const message = { en: 'is not a RUT with a right check digit', es: 'no es un RUT con dígito verificador correcto' }
    throw new ServiceError('VALIDATION_FAILED', { problems: [{ path: 'taxNumber', message }] })
  }
  return taxNumber
}

async function claimTenantCode (directory: PlatformRepositories['directory'], tenantId: string, request: RegistrationRequest): Promise<string> {
  const owner = { tenant: tenantId, subject: tenantId }
  const wanted = request.tenantCode?.toLowerCase()
  if (wanted !== undefined) {
    if (!await directory.claim('tenantCode', wanted, owner)) throw new ServiceError('TENANT_CODE_TAKEN')
    return wanted
  }
  const derived = slugOf(request.companyTitle)
  if (await directory.claim('tenantCode', derived, owner)) return derived
  const distinct = `${derived}-${randomBytes(4).toString('hex')}`
  if (!await directory.claim('tenantCode', distinct, owner)) throw new ServiceError('TENANT_CODE_TAKEN')
  return distinct
}

/** `Panadería Ñuñoa SpA` becomes `panaderia-nunoa-spa`. */
function slugOf (title: string): string {
  const slug = title.normalize('NFKD').toLowerCase().replace(/\p{Mark}/gu, '').replace(/[^a-z0-9]+/g, '-').slice(0, 30).replace(/^-+|-+$/g, '')
  return slug.length >= 3 ? slug : `tenant-${randomBytes(3).toString('hex')}`
}

function tenantRow ({ taxNumber, request, at }: Birth, code: string, { taxAuthority, environment }: RegistrationDeps['newTenants']) {
  return {
    code,
    taxNumber,
    businessName: request.companyTitle,
    environment,
    taxAuthority,
    createdAt: at,
    updatedAt: at,
    // The simulator authorises everyone: resolution 0, as in the SII's certification, of the day on which the tenant came.
    ...(taxAuthority === simulatorAuthority
      ? { certificationResolutionNumber: 0, certificationResolutionDate: dateColumn(santiagoDate(at)) }
      : {})
  }
}

function userRow ({ userId, email, passwordHash, request, at }: Birth) {
  const { fullName, companyTitle } = request
  return { id: userId, email, userName: email, fullName, companyTitle, passwordHash, userType: 1, createdAt: at }
}

/** Gives the id of the first role, which may do everything. */
async function createRoles ({ roles }: TenantRepositories, at: Date): Promise<string> {
  const created = defaultRoles.map(({ name, permissions }) => ({
    id: newId(), name, system: true, createdAt: at, claims: permissions.map((value) => ({ type: permissionClaimType, value }))
  }))
  for (const role of created) await roles.create(role)
  const [administrator] = created
  if (!administrator) throw new Error('New tenants have no roles.')
  return administrator.id
}
