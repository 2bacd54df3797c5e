import type { WarningEvent } from '../../model/notification-events.ts'
import type { Transaction } from '../postgres/transaction.ts'

/** What a tenant was warned of. */
export const warningRepository = (tx: Transaction, tenantId: string) => ({
  /** False when the tenant was warned of it before. */
  async add (event: WarningEvent, about: string, at: Date): Promise<boolean> {
    const { count } = await tx.warning.createMany({ data: [{ tenantId, event, about, at }], skipDuplicates: true })
    return count === 1
  }
})
