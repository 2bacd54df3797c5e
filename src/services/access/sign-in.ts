import type { RegistrationRow } from '../../repositories/registrations.ts'
import type { PlatformRepositories, Store, TenantRepositories } from '../../repositories/store.ts'
import type { TenantRow } from '../../repositories/tenants.ts'
import type { UserRow } from '../../repositories/users.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { SessionClaims } from '../actor.ts'
import { normaliseEmail } from '../mail/emails.ts'
import type { Passwords } from './passwords.ts'
import { platformTenant } from '../platform-tenant.ts'
import type { Clock } from '../ports.ts'
import { tokenVersionOf } from './sessions.ts'
import type { Attempt, SignInDelays } from './sign-in-delays.ts'

export interface UserSummary { id: string, userName: string, fullName: string, email: string, companyTitle: string }

export interface SignedIn {
  user: UserSummary
  /** What the access token is to say. */
  claims: SessionClaims
}

export interface SignInDependencies {
  store: Store
  passwords: Passwords
  allowList: { permitsIn: (repositories: TenantRepositories, address: string) => Promise<boolean> }
  delays: SignInDelays
  clock: Clock
}

interface Account { user: UserRow, tenant: TenantRow }
interface Caller { email: string, password: string, address: string, signal?: AbortSignal | undefined }

export function createSignIn ({ store, passwords, allowList, delays, clock }: SignInDependencies) {
  /** What is known of an email. Asks the database the same questions whether it has an account or not. */
  const look = ({ email, address }: Caller) => store.asPlatform(async (repositories) => {
    const account = await findAccount(repositories, email)
    const isOutside = !await allowList.permitsIn(repositories.tenant(account?.user.tenantId ?? platformTenant), address)
    const attempt = await delays.begin(repositories, { email, address, outside: isOutside })
    const registration = await repositories.registrations.findNewest(email, clock())
    return { account: isOutside ? undefined : account, passwordHash: account?.user.passwordHash, registration, attempt }
  })

  const rehash = async ({ user }: Account, caller: Caller): Promise<void> => {
    const passwordHash = await passwords.hash(caller.password, caller)
    await store.asTenant(user.tenantId, ({ users }) => users.renewHash(user.id, passwordHash, user))
  }

  /**
   * The password of a registration is looked at whether the email has an account or not, so that the answer does not
   * tell.
   */
  async function refuse (
    caller: Caller, { registration, attempt }: { registration: RegistrationRow | null, attempt: Attempt }
  ): Promise<never> {
    const isUnproven = registration !== null &&
      (await passwords.check(registration.passwordHash, caller.password, caller)).matches
    if (isUnproven) throw new ServiceError('EMAIL_NOT_PROVEN')
    await delays.failed(attempt)
    throw new ServiceError('CREDENTIALS_INVALID')
  }

  return {
    /**
     * Throws ServiceError CREDENTIALS_INVALID for an unknown email, a wrong password and an address that the tenant
     * does not let in, alike and at the same cost, SIGN_IN_DELAYED after too many failures, and EMAIL_NOT_PROVEN for
     * the password of a registration that is not confirmed.
     */
    async login (posted: Caller): Promise<SignedIn> {
      const caller = { ...posted, email: normaliseEmail(posted.email) }
      const { account, passwordHash, ...known } = await look(caller)
      const { matches, outdated } = await passwords.check(passwordHash, caller.password, caller)
      if (!account || !matches) return refuse(caller, known)
      await delays.succeeded(known.attempt)
      if (outdated) await rehash(account, caller)
      return signedIn(account)
    }
  }
}

export type SignIn = ReturnType<typeof createSignIn>

async function findAccount ({ directory, tenant }: PlatformRepositories, email: string): Promise<Account | undefined> {
  const owner = await directory.find('email', email) ?? { tenant: platformTenant, subject: platformTenant }
  const { users, tenant: tenants } = tenant(owner.tenant)
  const [user, row] = [await users.find(owner.subject), await tenants.find()]
  return user && row ? { user, tenant: row } : undefined
}

export function userSummary ({ id, userName, fullName, email, companyTitle }: UserSummary): UserSummary {
  return { id, userName, fullName, email, companyTitle }
}

function signedIn ({ user, tenant }: Account): SignedIn {
  return {
    user: userSummary(user),
    claims: { userId: user.id, tenantId: user.tenantId, tokenVersion: tokenVersionOf(user, tenant) }
  }
}
