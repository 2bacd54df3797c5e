import type { Registration } from '../../generated/prisma/client.ts'
import { mailLanguage, type MailLanguage } from '../../model/mails.ts'
import { bytes, type ReadRow, readRow, type Transaction } from '../postgres/transaction.ts'

export interface RegistrationRow extends ReadRow<Registration> { language: MailLanguage }

function registrationOf (row: Registration): RegistrationRow {
  return { ...readRow(row), language: mailLanguage.parse(row.language) }
}

/** Registrations whose email is not confirmed yet. They reserve neither the email nor the tenant's code. */
export const registrationRepository = (tx: Transaction) => ({
  async create (row: Omit<RegistrationRow, 'tokenHash'>): Promise<void> {
    await tx.registration.create({ data: row })
  },

  async find (id: string): Promise<RegistrationRow | null> {
    const row = await tx.registration.findUnique({ where: { id } })
    return row && registrationOf(row)
  },

  /** The last registration of an email that has not expired at `at`. */
  async findNewest (email: string, at: Date): Promise<RegistrationRow | null> {
    const row = await tx.registration.findFirst({
      where: { email, expiresAt: { gt: at } }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }]
    })
    return row && registrationOf(row)
  },

  async findByToken (email: string, tokenHash: Buffer, at: Date): Promise<RegistrationRow | null> {
    const row = await tx.registration.findFirst({
      where: { email, tokenHash: bytes(tokenHash), expiresAt: { gt: at } }
    })
    return row && registrationOf(row)
  },

  countFrom: (network: string, since: Date): Promise<number> =>
    tx.registration.count({ where: { network, createdAt: { gte: since } } }),

  async setToken (id: string, tokenHash: Buffer): Promise<void> {
    await tx.registration.updateMany({ where: { id }, data: { tokenHash: bytes(tokenHash) } })
  },

  /** Consumes a registration; true for the first caller only. */
  async redeem (id: string): Promise<boolean> {
    const rows = await tx.$queryRaw<unknown[]>`delete from registrations where id = ${id}::uuid returning 1`
    return rows.length === 1
  },

  async forgetAllOf (email: string): Promise<void> {
    await tx.registration.deleteMany({ where: { email } })
  },

  async forgetExpired (at: Date): Promise<void> {
    await tx.registration.deleteMany({ where: { expiresAt: { lte: at } } })
  }
})
