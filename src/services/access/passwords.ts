import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import argon2 from 'argon2'
import { errorTable, invalidAt, type Sentence, ServiceError } from '../../shared/errors.ts'
import { createConcurrencyLimiter } from '../../shared/concurrency-limiter.ts'
import { callerNetwork } from '../../shared/ip-ranges.ts'
import { uncounted, type CountHeld } from '../../shared/held.ts'
import { isWidelyKnown } from './known-passwords.ts'

const passwordLength = { min: 12, max: 128 }
const tooLong = { en: 'must have at most 128 characters', es: 'debe tener a lo más 128 caracteres' }

/** What a hash costs: memory in KiB, passes over it, lanes. */
export interface PasswordCost { memoryCost: number, timeCost: number, parallelism: number }

// OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane.
const recommendedCost: PasswordCost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

// One core stays free for those who sign documents meanwhile.
const hashesAtOnce = Math.max(1, Math.min(2, availableParallelism() - 1))

/** Who has a password hashed: the caller's address, and the signal that fires when the caller has left. */
export interface PasswordAsker { address?: string | undefined, signal?: AbortSignal | undefined }

export interface PasswordCheck {
  matches: boolean
  /** The hash was made at a lower cost than today's: make a new one while the password is at hand. */
  outdated: boolean
}

/**
 * Hashes passwords with argon2id. A hash takes 19 MiB and a core for some 20 to 40 ms, so only `limit` run and
 * `queueLimit` wait, a quarter of them from one address; beyond that it throws ServiceError OVERLOADED. Callers without
 * an address count as one. A caller whose signal fires before its turn gets the signal's reason. Only tests set a lower
 * `cost`.
 */
export function createPasswords (
  { limit = hashesAtOnce, queueLimit = 50, countHeld = uncounted, cost = recommendedCost }: {
    limit?: number, queueLimit?: number, countHeld?: CountHeld, cost?: PasswordCost | undefined
  } = {}
) {
  const refusal = () => new ServiceError('OVERLOADED', { retryAfterSeconds: 2 })
  const gate = createConcurrencyLimiter({ limit, queueLimit, queueLimitPerKey: Math.ceil(queueLimit / 4), refusal })
  countHeld('hashing', gate.held)
  const placeholderHash = hashOfNoPassword(cost)

  return {
    /**
     * Throws ServiceError PASSWORD_TOO_WEAK, or VALIDATION_FAILED for one that is too long; `own` are words that a
     * guesser would try for this person, as their email. Nothing is cut off and no kind of character is asked for.
     */
    mustBeStrong (password: string, own: readonly string[], path = 'password'): void {
      if (Array.from(password).length > passwordLength.max) throw invalidAt(path, tooLong)
      if (isWeak(password, own)) throw new ServiceError('PASSWORD_TOO_WEAK')
    },

    hash: (password: string, { address = '', signal }: PasswordAsker = {}): Promise<string> =>
      gate.run(callerNetwork(address), () => argon2.hash(password, { type: argon2.argon2id, ...cost }), signal),

    /** Without a hash, checks against that of no password: an unknown user costs the same as a wrong password. */
    async check (
      hash: string | undefined, password: string, { address = '', signal }: PasswordAsker = {}
    ): Promise<PasswordCheck> {
      const matches = await gate.run(
        callerNetwork(address), () => argon2.verify(hash ?? placeholderHash, password), signal
      )
      if (hash === undefined) return { matches: false, outdated: false }
      return { matches, outdated: matches && argon2.needsRehash(hash, cost) }
    }
  }
}

export type Passwords = ReturnType<typeof createPasswords>

/** Random bytes in the place of a hash, at the same cost: no password leads to them. */
function hashOfNoPassword (cost: PasswordCost): string {
  const base64 = (size: number) => randomBytes(size).toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${base64(16)}$${base64(32)}`
}

/** Whether the password is short, widely known, or made of the person's own words. */
function isWeak (password: string, own: readonly string[]): boolean {
  return Array.from(password).length < passwordLength.min || isWidelyKnown(password) || isMadeOf(own, password)
}

/** The problem of a chosen password; undefined for a good one. */
export function passwordProblem (password: string, own: readonly string[]): Sentence | undefined {
  if (Array.from(password).length > passwordLength.max) return tooLong
  return isWeak(password, own) ? errorTable.PASSWORD_TOO_WEAK : undefined
}

function isMadeOf (own: readonly string[], password: string): boolean {
  const plain = password.toLowerCase()
  return own.map((word) => word.toLowerCase()).some((word) => word.length >= 4 && plain.replaceAll(word, '').length < 6)
}
