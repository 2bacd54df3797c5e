import { createHmac } from 'node:crypto'
import type { PlatformRepositories, Store } from '../repositories/store.ts'
import { ServiceError } from '../shared/errors.ts'
import type { Clock } from './ports.ts'

export interface SignInDelaysDeps {
  store: Store
  /** Key of the hash under which failures are counted: the table tells no emails. */
  pepper: Buffer
  clock: Clock
}

const failuresWithoutDelay = 4
const longestDelaySeconds = 15 * 60
const failuresForgottenAfterMs = 24 * 60 * 60 * 1000

/** Seconds to wait after so many failures in a row: none up to four, then 1, 2, 4 … and 15 minutes at most. */
export function delaySeconds (failures: number): number {
  if (failures <= failuresWithoutDelay) return 0
  return Math.min(longestDelaySeconds, 2 ** Math.min(failures - failuresWithoutDelay - 1, 20))
}

/** Makes whoever guesses an account's password wait longer and longer; the account may not exist. Emails are normalised ones. */
export function createSignInDelays ({ store, pepper, clock }: SignInDelaysDeps) {
  const hashOf = (email: string): Buffer => createHmac('sha256', pepper).update(`sign-in ${email}`).digest()

  /** Within the caller's transaction. Throws ServiceError SIGN_IN_DELAYED. */
  const mustNotWaitIn = async ({ signInAttempts }: PlatformRepositories, email: string): Promise<void> => {
    refuseWhileBlocked(await signInAttempts.find(hashOf(email)), clock())
  }

  return {
    mustNotWaitIn,

    mustNotWait: (email: string): Promise<void> => store.asPlatform((repositories) => mustNotWaitIn(repositories, email)),

    countFailure: (email: string): Promise<void> => store.asPlatform(async ({ signInAttempts }) => {
      const at = clock()
      const emailHash = hashOf(email)
      const failures = await signInAttempts.addFailure(emailHash, at, new Date(at.getTime() - failuresForgottenAfterMs))
      await signInAttempts.block(emailHash, new Date(at.getTime() + delaySeconds(failures) * 1000))
    }),

    /** Guesses sent all at once are hashed before any is counted; the right one among them waits as well. */
    forgetFailures: (email: string): Promise<void> => store.asPlatform(async ({ signInAttempts }) => {
      const emailHash = hashOf(email)
      const attempts = await signInAttempts.find(emailHash)
      refuseWhileBlocked(attempts, clock())
      if (attempts) await signInAttempts.forget(emailHash)
    }),

    /** Whoever reads the account's mail need not wait for those who guess. */
    lift: ({ signInAttempts }: PlatformRepositories, email: string): Promise<void> => signInAttempts.forget(hashOf(email)),

    /** Drops the counts that no longer matter; run now and then. */
    forgetOldFailures: (): Promise<void> => store.asPlatform(({ signInAttempts }) =>
      signInAttempts.forgetAllBefore(new Date(clock().getTime() - failuresForgottenAfterMs)))
  }
}

export type SignInDelays = ReturnType<typeof createSignInDelays>

function refuseWhileBlocked (attempts: { blockedUntil: Date } | null, at: Date): void {
  const waitMs = attempts ? attempts.blockedUntil.getTime() - at.getTime() : 0
  if (waitMs > 0) throw new ServiceError('SIGN_IN_DELAYED', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}
