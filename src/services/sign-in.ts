import type { Store } from '../repositories/store.ts'
import type { TenantRow } from '../repositories/tenants.ts'
import type { UserRow } from '../repositories/users.ts'
import { ServiceError } from '../shared/errors.ts'
import type { AddressRules, SessionClaims } from './actor.ts'
import { normaliseEmail } from './emails.ts'
import type { Passwords } from './passwords.ts'
import { tokenVersionOf } from './sessions.ts'
import type { SignInDelays } from './sign-in-delays.ts'

export interface UserSummary { id: string, userName: string, fullName: string, email: string, companyTitle: string }

export interface SignedIn {
  user: UserSummary
  /** What the access token is to say. */
  claims: SessionClaims
}

export interface SignInDeps {
  store: Store
  passwords: Passwords
  addressRules: AddressRules
  delays: SignInDelays
}

interface Account { user: UserRow, tenant: TenantRow }

const nobody = { tenant: '00000000-0000-0000-0000-000000000000', subject: '00000000-0000-0000-0000-000000000000' }

export function createSignIn ({ store, passwords, addressRules, delays }: SignInDeps) {
  /** The account of an email. Asks the database the same questions whether there is one or not. */
  const findAccount = (email: string): Promise<Account | undefined> =>
    store.asPlatform(async (repositories) => {
      const { directory, tenant } = repositories
      await delays.mustNotWaitIn(repositories, email)
      const owner = await directory.find('email', email) ?? nobody
      const { users, tenant: tenants } = tenant(owner.tenant)
      const [user, row] = [await users.find(owner.subject), await tenants.find()]
      return user && row ? { user, tenant: row } : undefined
    })

  const rehash = async ({ user }: Account, password: string): Promise<void> => {
    const passwordHash = await passwords.hash(password)
    await store.asTenant(user.tenantId, ({ users }) => users.renewHash(user.id, passwordHash, user))
  }

  return {
    /**
     * Throws ServiceError CREDENTIALS_INVALID for an unknown email and a wrong password alike and at the same cost,
     * SIGN_IN_DELAYED after too many failures, and IP_NOT_ALLOWED once the password has proven who asks.
     */
    async login ({ email, password, address }: { email: string, password: string, address: string }): Promise<SignedIn> {
      const normalised = normaliseEmail(email)
      const account = await findAccount(normalised)
      const { matches, outdated } = await passwords.check(account?.user.passwordHash, password)
      if (!account || !matches) {
        await delays.countFailure(normalised)
        throw new ServiceError('CREDENTIALS_INVALID')
      }
      await delays.forgetFailures(normalised)
      if (!await addressRules.permits(account.user.tenantId, address)) throw new ServiceError('IP_NOT_ALLOWED')
      if (outdated) await rehash(account, password)
      return signedIn(account)
    }
  }
}

export type SignIn = ReturnType<typeof createSignIn>

export function userSummary ({ id, userName, fullName, email, companyTitle }: UserSummary): UserSummary {
  return { id, userName, fullName, email, companyTitle }
}

function signedIn ({ user, tenant }: Account): SignedIn {
  return {
    user: userSummary(user),
    claims: { userId: user.id, tenantId: user.tenantId, tokenVersion: tokenVersionOf(user, tenant) }
  }
}
