import { bytes, readRow, type Transaction } from '../postgres/transaction.ts'

/** One failure more. Counts whose last failure lies before `forgottenBefore` begin again. */
export interface Failure { at: Date, forgottenBefore: Date }

/** Failed sign-ins, by keyed hash of the email alone and of the email with the caller's network. */
export const signInAttemptRepository = (tx: Transaction) => ({
  /** Those of the hashes that are blocked beyond a moment. */
  async listBlocked (keyHashes: Buffer[], at: Date): Promise<{ keyHash: Buffer, blockedUntil: Date }[]> {
    const rows = await tx.signInAttempt.findMany({
      where: { keyHash: { in: keyHashes.map(bytes) }, blockedUntil: { gt: at } },
      select: { keyHash: true, blockedUntil: true }
    })
    return rows.map((row) => readRow(row))
  },

  find: (keyHash: Buffer): Promise<{ failures: number, blockedUntil: Date } | null> =>
    tx.signInAttempt.findUnique({ where: { keyHash: bytes(keyHash) }, select: { failures: true, blockedUntil: true } }),

  /**
   * Counts a failure of one network. `raisedAccount`: whether the account's count holds this network. Locks the row
   * until the commit.
   */
  async addOfNetwork (
    keyHash: Buffer, { at, forgottenBefore }: Failure
  ): Promise<{ failures: number, raisedAccount: boolean }> {
    const [row] = await tx.$queryRaw<{ failures: number, raisedAccount: boolean }[]>`
      insert into sign_in_attempts (key_hash, failures, blocked_until, updated_at) values (${
      bytes(keyHash)
    }, 1, ${at}, ${at})
      on conflict (key_hash) do update
      set failures = case when sign_in_attempts.updated_at < ${forgottenBefore} then 1 else sign_in_attempts.failures + 1 end,
          raised_account = sign_in_attempts.raised_account and sign_in_attempts.updated_at >= ${forgottenBefore},
          updated_at = ${at}
      returning failures, raised_account as "raisedAccount"`
    return row ?? { failures: 1, raisedAccount: false }
  },

  /**
   * Raises an account's count by `steps`, 0 or 1, and gives it; undefined, and nothing is changed, when a wait began
   * after
   * `startedAt`. Locks the row until the commit.
   */
  async addOfAccount (
    keyHash: Buffer, { at, forgottenBefore, startedAt, steps }: Failure & { startedAt: Date, steps: 0 | 1 }
  ): Promise<number | undefined> {
    const [row] = await tx.$queryRaw<{ failures: number }[]>`
      insert into sign_in_attempts (key_hash, failures, blocked_until, updated_at) values (${
      bytes(keyHash)
    }, ${steps}, ${at}, ${at})
      on conflict (key_hash) do update
      set failures = case when sign_in_attempts.updated_at < ${forgottenBefore} then 0 else sign_in_attempts.failures end + ${steps},
          updated_at = ${at}
      where sign_in_attempts.blocked_until <= ${startedAt}
      returning failures`
    return row?.failures
  },

  async block (keyHash: Buffer, blockedUntil: Date): Promise<void> {
    await tx.signInAttempt.update({ where: { keyHash: bytes(keyHash) }, data: { blockedUntil } })
  },

  async noteThatAccountWasRaised (keyHash: Buffer): Promise<void> {
    await tx.signInAttempt.update({ where: { keyHash: bytes(keyHash) }, data: { raisedAccount: true } })
  },

  async forget (keyHash: Buffer): Promise<void> {
    await tx.signInAttempt.deleteMany({ where: { keyHash: bytes(keyHash) } })
  },

  async forgetAllBefore (at: Date): Promise<void> {
    await tx.signInAttempt.deleteMany({ where: { updatedAt: { lt: at } } })
  }
})

/** Networks from which accounts signed in, all by keyed hashes. */
export const signInNetworkRepository = (tx: Transaction) => ({
  async isKnown (accountHash: Buffer, networkHash: Buffer, since: Date): Promise<boolean> {
    return await tx.signInNetwork.findFirst({
      where: { accountHash: bytes(accountHash), networkHash: bytes(networkHash), lastSeenAt: { gte: since } }
    }) !== null
  },

  /** Notes a sign-in; of the account's networks only the `max` that were seen last are kept. */
  async remember (accountHash: Buffer, networkHash: Buffer, { at, max }: { at: Date, max: number }): Promise<void> {
    const key = { accountHash: bytes(accountHash), networkHash: bytes(networkHash) }
    await tx.signInNetwork.upsert({
      where: { accountHash_networkHash: key }, create: { ...key, lastSeenAt: at }, update: { lastSeenAt: at }
    })
    await tx.$executeRaw`
      delete from sign_in_networks where account_hash = ${key.accountHash} and network_hash in (
        select network_hash from sign_in_networks where account_hash = ${key.accountHash} order by last_seen_at desc, network_hash offset ${max})`
  },

  async forgetAllBefore (at: Date): Promise<void> {
    await tx.signInNetwork.deleteMany({ where: { lastSeenAt: { lt: at } } })
  }
})
