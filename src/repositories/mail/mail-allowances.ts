import { bytes, type Transaction } from '../postgres/transaction.ts'

/** What may be mailed within a time: `most` mails since `since`, or since the first mail after it. */
export interface AllowanceLimit { most: number, since: Date }

/** Mails counted over all instances, by keyed hash of whom or for whom they are. */
export const mailAllowanceRepository = (tx: Transaction) => ({
  /**
   * Counts one more mail. If the allowance is used up, counts nothing and gives the moment since which it counts;
   * undefined otherwise. Holds the row until the commit, so that concurrent mails cannot exceed `most`.
   */
  async take (nameHash: Buffer, { most, since }: AllowanceLimit, at: Date): Promise<Date | undefined> {
    const taken = await tx.$executeRaw`
      insert into mail_allowances (name_hash, used, began_at) values (${bytes(nameHash)}, 1, ${at})
      on conflict (name_hash) do update
      set used = case when mail_allowances.began_at <= ${since} then 1 else mail_allowances.used + 1 end,
          began_at = case when mail_allowances.began_at <= ${since} then ${at} else mail_allowances.began_at end
      where mail_allowances.began_at <= ${since} or mail_allowances.used < ${most}`
    if (taken === 1) return undefined
    const row = await tx.mailAllowance.findUnique({ where: { nameHash: bytes(nameHash) }, select: { beganAt: true } })
    return row?.beganAt ?? at
  },

  async forgetBefore (at: Date): Promise<void> {
    await tx.mailAllowance.deleteMany({ where: { beganAt: { lt: at } } })
  }
})
