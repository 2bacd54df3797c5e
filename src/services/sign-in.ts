import { createHmac } from 'node:crypto'
import type { Store } from '../repositories/store.ts'
import type { TenantRow } from '../repositories/tenants.ts'
import type { UserRow } from '../repositories/users.ts'
import { ServiceError } from '../shared/errors.ts'
import type { AddressRules, SessionClaims } from './actor.ts'
import { normaliseEmail } from './emails.ts'
import type { Passwords } from './passwords.ts'
import type { Clock } from './ports.ts'
import { tokenVersionOf } from './sessions.ts'

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
  /** Key of the hash under which failures are counted: the table tells no emails. */
  pepper: Buffer
  clock: Clock
}

interface Account { user: UserRow, tenant: TenantRow }

const failuresWithoutDelay = 4
const longestDelaySeconds = 15 * 60
const failuresForgottenAfterMs = 24 * 60 * 60 * 1000
const nobody = { tenant: '00000000-0000-0000-0000-000000000000', subject: '00000000-0000-0000-0000-000000000000' }

/** Seconds to wait after so many failures in a row: none up to four, then 1, 2, 4 … and 15 minutes at most. */
export function delaySeconds (failures: number): number {
  if (failures <= failuresWithoutDelay) return 0
  return Math.min(longestDelaySeconds, 2 ** Math.min(failures - failuresWithoutDelay - 1, 20))
}

export function createSignIn ({ store, passwords, addressRules, pepper, clock }: SignInDeps) {
  const hashOf = (email: string): Buffer => createHmac('sha256', pepper).update(`sign-in ${email}`).digest()

  /** The account of an email. Asks the database the same questions whether there is one or not. */
  const findAccount = (email: string, emailHash: Buffer): Promise<Account | undefined> =>
    store.asPlatform(async ({ directory, signInAttempts, tenant }) => {
      refuseWhileBlocked(await signInAttempts.find(emailHash), clock())
      const owner = await directory.find('email', email) ?? nobody
      const { users, tenant: tenants } = tenant(owner.tenant)
      const [user, row] = [await users.find(owner.subject), await tenants.find()]
      return user && row ? { user, tenant: row } : undefined
    })

  const countFailure = (emailHash: Buffer): Promise<void> => store.asPlatform(async ({ signInAttempts }) => {
    const at = clock()
    const failures = await signInAttempts.addFailure(emailHash, at, new Date(at.getTime() - failuresForgottenAfterMs))
    await signInAttempts.block(emailHash, new Date(at.getTime() + delaySeconds(failures) * 1000))
  })

  /** Guesses sent all at once are hashed before any is counted; the right one among them waits as well. */
  const forgetFailures = (emailHash: Buffer): Promise<void> => store.asPlatform(async ({ signInAttempts }) => {
    const attempts = await signInAttempts.find(emailHash)
    refuseWhileBlocked(attempts, clock())
    if (attempts) await signInAttempts.forget(emailHash)
  })

  const rehash = async ({ user }: Account, password: string): Promise<void> => {
    const passwordHash = await passwords.hash(password)
    await store.asTenant(user.tenantId, ({ users }) => users.update(user.id, { passwordHash }))
  }

  return {
    /**
     * Throws ServiceError CREDENTIALS_INVALID for an unknown email and a wrong password alike and at the same cost,
     * SIGN_IN_DELAYED after too many failures, and IP_NOT_ALLOWED once the password has proven who asks.
     */
    async login ({ email, password, address }: { email: string, password: string, address: string }): Promise<SignedIn> {
      const normalised = normaliseEmail(email)
      const emailHash = hashOf(normalised)
      const account = await findAccount(normalised, emailHash)
      const { matches, outdated } = await passwords.check(account?.user.passwordHash, password)
      if (!account || !matches) {
        await countFailure(emailHash)
        throw new ServiceError('CREDENTIALS_INVALID')
      }
      await forgetFailures(emailHash)
      if (!await addressRules.permits(account.user.tenantId, address)) throw new ServiceError('IP_NOT_ALLOWED')
      if (outdated) await rehash(account, password)
      return signedIn(account)
    },

    /** Drops the counts of failures that no longer matter; run now and then. */
    forgetOldFailures: (): Promise<void> => store.asPlatform(({ signInAttempts }) =>
      signInAttempts.forgetAllBefore(new Date(clock().getTime() - failuresForgottenAfterMs)))
  }
}

export type SignIn = ReturnType<typeof createSignIn>

export function userSummary ({ id, userName, fullName, email, companyTitle }: UserSummary): UserSummary {
  return { id, userName, fullName, email, companyTitle }
}

function refuseWhileBlocked (attempts: { blockedUntil: Date } | null, at: Date): void {
  const waitMs = attempts ? attempts.blockedUntil.getTime() - at.getTime() : 0
  if (waitMs > 0) throw new ServiceError('SIGN_IN_DELAYED', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}

function signedIn ({ user, tenant }: Account): SignedIn {
  return {
    user: userSummary(user),
    claims: { userId: user.id, tenantId: user.tenantId, tokenVersion: tokenVersionOf(user, tenant) }
  }
}
