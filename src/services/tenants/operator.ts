import { randomInt } from 'node:crypto'
import type { AuditActor } from '../../repositories/audit/audit-log.ts'
import type { MemberRow } from '../../repositories/access/people.ts'
import type { PlatformRepositories, Store } from '../../repositories/store.ts'
import type { TenantSummary } from '../../repositories/tenants/tenants.ts'
import { ServiceError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { OperatorError } from '../../shared/operator-error.ts'
import { normaliseEmail } from '../mail/emails.ts'
import type { Passwords } from '../access/passwords.ts'
import { acceptInvitation, findPerson, setPassword, lockPerson } from '../access/people.ts'
import { changesBetween } from '../audit/changes.ts'
import { administratorRoleOf } from '../access/rights.ts'
import { removeSecondFactor } from '../access/second-factors.ts'
import type { SignInDelays } from '../access/sign-in-delays.ts'
import type { TenantKeyService } from '../access/tenant-keys.ts'
import type { Clock } from '../ports.ts'
import { createRegistration, type RegistrationRequest } from './registration.ts'
import { administratorOf, type TenantDefaults, type Registered } from './tenant-creation.ts'

export interface OperatorDependencies {
  store: Store
  passwords: Passwords
  delays: Pick<SignInDelays, 'lift'>
  tenantKeys: TenantKeyService
  clock: Clock
}

export type TenantRequest = Omit<RegistrationRequest, 'password'>

/** Shown once. `password` is undefined for a person who keeps the one that they have. */
export interface CreatedTenant extends Registered { password: string | undefined }

/** `isNew` is false for a user who was an administrator before. */
export interface Appointed { email: string, password: string | undefined, isNew: boolean }

export interface Appointment {
  tenantCode: string
  email: string
  /** Required for a person who is not a user of the tenant yet. */
  fullName: string | undefined
}

/** The operator is no user of any tenant. */
export const operator: AuditActor = { id: null, name: 'operator' }

/** Operations for the operator of an installation, who has access to the database. */
export function createOperator ({ store, passwords, delays, tenantKeys, clock }: OperatorDependencies) {
  /** Whether this is now the person's password; they may have kept an older one. */
  async function isPasswordOf (email: string, password: string): Promise<boolean> {
    const known = await store.asPlatform((repositories) => findPerson(repositories, normaliseEmail(email)))
    return (await passwords.check(known?.person.passwordHash, password)).matches
  }

  return {
    /** In the order of their codes. */
    tenants: (): Promise<TenantSummary[]> => store.asPlatform(({ allTenants }) => allTenants.list()),

    /**
     * Makes a tenant with its first administrator and its first pair of keys. Throws ServiceError VALIDATION_FAILED
     * (taxNumber) or TENANT_CODE_TAKEN.
     */
    async createTenant (posted: TenantRequest, newTenants: TenantDefaults): Promise<CreatedTenant> {
      const password = newPassword()
      const registration = createRegistration({
        store, passwords, tenantKeys, newTenants, clock, registration: 'closed', proofs: undefined,
        signIn: { recognise: async () => undefined }
      })
      const registered = await registration.createTenant({ ...posted, password })
      return { ...registered, password: await isPasswordOf(posted.email, password) ? password : undefined }
    },

    /**
     * Makes a person an administrator of a tenant. Throws OperatorError for an unknown tenant or a missing name, and
     * ServiceError USER_NAME_TAKEN.
     */
    async appoint ({ tenantCode, email: given, fullName }: Appointment): Promise<Appointed> {
      const email = normaliseEmail(given)
      const password = newPassword()
      const passwordHash = await passwords.hash(password)
      const isNew = await store.asPlatform(async (platform) => {
        const at = clock()
        const tenantId = await tenantOf(platform, tenantCode)
        await platform.tenant(tenantId).tenant.lock()
        const person = await administratorOf(
          { tenantId, email, passwordHash, shownBy: 'operator', origin: {}, at }, platform
        )
        const member = (await platform.memberships.list(person.id)).find((one) => one.tenantId === tenantId)
        if (member) return promote(platform, member, at)
        await addAdministrator(platform, { tenantId, personId: person.id, email, fullName, at })
        return true
      })
      return { email, password: await isPasswordOf(email, password) ? password : undefined, isNew }
    },

    /**
     * Sets a person's password and ends their sessions in every tenant; on request, takes away their second factors
     * there too. Gives the codes of those tenants. Throws OperatorError for an unknown email.
     */
    async resetPassword (
      given: string, { secondFactor }: { secondFactor: boolean }
    ): Promise<{ email: string, password: string, tenantCodes: string[] }> {
      const email = normaliseEmail(given)
      const password = newPassword()
      const passwordHash = await passwords.hash(password)
      return store.asPlatform(async (platform) => {
        const known = await findPerson(platform, email)
        const locked = known && await lockPerson(platform, known)
        if (!locked) throw new OperatorError(`Nobody signs in as ${email}.`)
        const { person, members } = locked
        // A first proof of the email would end the keys of tenants that were registered with it: machines use them.
        const proven = person.proven || members.every(({ emailProven }) => emailProven)
        const at = clock()
        await setPassword(platform, locked, {
          passwordHash, proven, action: 'user.resetPassword', origin: {}, by: operator, at
        })
        for (const member of secondFactor ? members : []) {
          const change = { action: 'user.resetSecondFactor', by: operator, at }
          await removeSecondFactor(platform.tenant(member.tenantId), member, change)
        }
        await delays.lift(platform, { email, address: '' })
        return { email, password, tenantCodes: members.map(({ tenantCode }) => tenantCode) }
      })
    }
  }
}

export type Operator = ReturnType<typeof createOperator>

// Without characters that look alike: it is read aloud and typed. 20 of 31 make 99 bits.
const passwordCharacters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Four groups of five characters. */
function newPassword (): string {
  const group = (): string =>
    Array.from({ length: 5 }, () => passwordCharacters[randomInt(passwordCharacters.length)]).join('')
  return Array.from({ length: 4 }, group).join('-')
}

/** The id of a tenant. Throws OperatorError for an unknown code. */
export async function tenantOf ({ directory }: PlatformRepositories, code: string): Promise<string> {
  const entry = await directory.find('tenantCode', code.toLowerCase())
  if (!entry) throw new OperatorError(`There is no tenant ${code}. "timbre tenant list" shows them.`)
  return entry.tenant
}

/** False for a user who is an administrator already. */
async function promote (platform: PlatformRepositories, member: MemberRow, at: Date): Promise<boolean> {
  const { tenantId, userId, email } = member
  const repositories = platform.tenant(tenantId)
  const accepted = member.acceptedAt === null && await acceptInvitation(platform, member, { origin: {}, at })
  const role = await administratorRoleOf(repositories)
  const before = await repositories.users.roleNames(userId)
  const assigned = await repositories.roles.assign(role.id, userId)
  if (assigned) {
    await repositories.users.update(userId, { userType: 1 })
    const values = changesBetween({ roles: before }, { roles: await repositories.users.roleNames(userId) })
    repositories.auditLog.add([{
      actor: operator, action: 'role.assign', entity: 'role', entityId: role.id,
      details: { name: role.name, userId, email, ...values }
    }], at)
  }
  await repositories.tenant.announceChange()
  return assigned || accepted
}

async function addAdministrator (
  { memberships, tenant }: PlatformRepositories, { tenantId, personId, email, fullName, at }: {
    tenantId: string, personId: string, email: string, fullName: string | undefined, at: Date
  }
): Promise<void> {
  const repositories = tenant(tenantId)
  if (fullName === undefined) {
    throw new OperatorError(`${email} is no user of this tenant yet: give the person's name too (--full-name).`)
  }
  if (await repositories.users.existsNamed(email)) throw new ServiceError('USER_NAME_TAKEN')
  const role = await administratorRoleOf(repositories)
  const { businessName: companyTitle } = await repositories.tenant.get()
  const user = { id: newId(), email, userName: email, fullName, companyTitle, userType: 1 }
  await memberships.add({ person: personId, tenant: tenantId, subject: user.id, acceptedAt: at })
  await repositories.users.create({ ...user, createdAt: at }, [role.id])
  const details = { email, userName: email, userType: 1, roles: [role.name], invited: false }
  repositories.auditLog.add([{
    actor: operator, action: 'user.create', entity: 'user', entityId: user.id, details
  }], at)
}
