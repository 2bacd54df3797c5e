import { createHmac } from 'node:crypto'
import type { PlatformRepositories, Store } from '../../repositories/store.ts'
import { dayMs } from '../../shared/durations.ts'
import { ServiceError } from '../../shared/errors.ts'
import { callerNetwork } from '../../shared/ip-ranges.ts'
import type { Clock } from '../ports.ts'

export interface SignInDelaysDependencies {
  store: Store
  /** Key of the hashes under which failures and networks are kept: the tables hold neither emails nor addresses. */
  pepper: Buffer
  clock: Clock
}

/** Who tries a password of which account. */
export interface Guess {
  /** Normalised; the account may not exist. */
  email: string
  address: string
  /** Failures from outside the allow list do not delay sign-ins from inside it. */
  outside?: boolean
}

/** A try under way: what was known when it began. */
export interface Attempt { accountHash: Buffer, networkHash: Buffer, isKnownNetwork: boolean, startedAt: Date }

const failuresWithoutDelay = 4
const longestDelaySeconds = 15 * 60
const failuresForgottenAfterMs = dayMs
const networksForgottenAfterMs = 90 * dayMs
const networksMax = 10

/** Seconds to wait after so many failures: none up to four, then 1, 2, 4 … and 15 minutes at most. */
export function delaySeconds (failures: number): number {
  if (failures <= failuresWithoutDelay) return 0
  return Math.min(longestDelaySeconds, 2 ** Math.min(failures - failuresWithoutDelay - 1, 20))
}

/**
 * Delays sign-ins after wrong passwords. Every failure counts for the caller's network with this account. The account
 * counts networks: each raises its delay by one step a day at most, and concurrent guesses raise it by one step
 * together. So a burst from one address delays only that address, and guessing from many addresses still meets a
 * growing delay. Networks from which the account signed in before neither wait for it nor raise its delay.
 */
export function createSignInDelays ({ store, pepper, clock }: SignInDelaysDependencies) {
  const hashOf = (...parts: string[]): Buffer =>
    createHmac('sha256', pepper).update(JSON.stringify(['sign-in', ...parts])).digest()
  const accountHashOf = (email: string, outside = false): Buffer =>
    outside ? hashOf('outside', email) : hashOf('account', email)
  const networkHashOf = ({ email, address }: Guess): Buffer => hashOf('network', email, callerNetwork(address))
  const before = (ms: number): Date => new Date(clock().getTime() - ms)

  async function waitMs (
    { signInAttempts }: PlatformRepositories, { accountHash, networkHash, isKnownNetwork }: Attempt
  ): Promise<number> {
    const [ofAccount, ofNetwork] = [await signInAttempts.find(accountHash), await signInAttempts.find(networkHash)]
    const ends = [ofNetwork, isKnownNetwork ? null : ofAccount].map((attempts) => attempts?.blockedUntil.getTime() ?? 0)
    return Math.max(...ends) - clock().getTime()
  }

  async function count (
    { signInAttempts }: PlatformRepositories, { accountHash, networkHash, isKnownNetwork, startedAt }: Attempt
  ): Promise<void> {
    const at = clock()
    const failure = { at, forgottenBefore: before(failuresForgottenAfterMs) }
    const blockFor = (keyHash: Buffer, failures: number) =>
      signInAttempts.block(keyHash, new Date(at.getTime() + delaySeconds(failures) * 1000))
    const { failures, raisedAccount } = await signInAttempts.addOfNetwork(networkHash, failure)
    await blockFor(networkHash, failures)
    if (isKnownNetwork) return
    const ofAccount = await signInAttempts.addOfAccount(accountHash, {
      ...failure, startedAt, steps: raisedAccount ? 0 : 1
    })
    if (ofAccount === undefined) return
    await blockFor(accountHash, ofAccount)
    if (!raisedAccount) await signInAttempts.noteThatAccountWasRaised(networkHash)
  }

  return {
    /**
     * To be called before the password is looked at, within the caller's transaction. Throws ServiceError
     * SIGN_IN_DELAYED.
     */
    async begin (repositories: PlatformRepositories, guess: Guess): Promise<Attempt> {
      const [accountHash, networkHash] = [accountHashOf(guess.email, guess.outside), networkHashOf(guess)]
      const isKnownNetwork = await repositories.signInNetworks.isKnown(
        accountHash, networkHash, before(networksForgottenAfterMs)
      )
      const attempt = { accountHash, networkHash, isKnownNetwork, startedAt: clock() }
      refuseToWait(await waitMs(repositories, attempt))
      return attempt
    },

    /** The password was wrong. Throws ServiceError SIGN_IN_DELAYED when a wait began meanwhile, as `succeeded` does. */
    async failed (attempt: Attempt): Promise<void> {
      const wait = await store.asPlatform(async (repositories) => {
        const wait = await waitMs(repositories, attempt)
        await count(repositories, attempt)
        return wait
      })
      refuseToWait(wait)
    },

    /**
     * Forgets the failures and remembers the network. Concurrent guesses are hashed before any is counted, so the right
     * one among them waits as the others do: throws ServiceError SIGN_IN_DELAYED.
     */
    succeeded: (attempt: Attempt): Promise<void> => store.asPlatform(async (repositories) => {
      const { accountHash, networkHash, isKnownNetwork } = attempt
      refuseToWait(await waitMs(repositories, attempt))
      await repositories.signInAttempts.forget(networkHash)
      // Those who guess from elsewhere gain nothing from a sign-in that did not wait for them.
      if (!isKnownNetwork) await repositories.signInAttempts.forget(accountHash)
      await repositories.signInNetworks.remember(accountHash, networkHash, { at: clock(), max: networksMax })
    }),

    /** Of these emails, those whose accounts make callers from new addresses wait, and until when. */
    async listWaits ({ signInAttempts }: PlatformRepositories, emails: string[]): Promise<Map<string, Date>> {
      const hashed = new Map(emails.map((email) => [accountHashOf(email).toString('hex'), email]))
      const hashes = Array.from(hashed.keys(), (hash) => Buffer.from(hash, 'hex'))
      const blocked = await signInAttempts.listBlocked(hashes, clock())
      return new Map(blocked.map(({ keyHash, blockedUntil }) =>
        [hashed.get(keyHash.toString('hex')) ?? '', blockedUntil]))
    },

    /** A person who reads the account's mail need not wait for those who guess. */
    async lift ({ signInAttempts }: PlatformRepositories, guess: Guess): Promise<void> {
      await signInAttempts.forget(networkHashOf(guess))
      await signInAttempts.forget(accountHashOf(guess.email))
    },

    /** Drops what no longer matters; run now and then. */
    forgetOld: (): Promise<void> => store.asPlatform(async ({ signInAttempts, signInNetworks }) => {
      await signInAttempts.forgetAllBefore(before(failuresForgottenAfterMs))
      await signInNetworks.forgetAllBefore(before(networksForgottenAfterMs))
    })
  }
}

export type SignInDelays = ReturnType<typeof createSignInDelays>

function refuseToWait (waitMs: number): void {
  if (waitMs > 0) throw new ServiceError('SIGN_IN_DELAYED', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}
