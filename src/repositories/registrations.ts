import type { Registration } from '../generated/prisma/client.ts'
import { bytes, type Transaction } from './transaction.ts'

export type RegistrationRow = Registration

/** Registrations whose email is not proven yet. They hold neither the email nor the tenant's code against anybody. */
export const registrationRepository = (tx: Transaction) => ({
  async create (row: Omit<RegistrationRow, 'tokenHash'>): Promise<void> {
    await tx.registration.create({ data: row })
  },

  find: (id: string): Promise<RegistrationRow | null> => tx.registration.findUnique({ where: { id } }),

  /** The last one of an email that has not run out at `at`. */
  findNewest: (email: string, at: Date): Promise<RegistrationRow | null> =>
    tx.registration.findFirst({
      where: { email, expiresAt: { gt: at } }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }]
    }),

  findByToken: (email: string, tokenHash: Buffer, at: Date): Promise<RegistrationRow | null> =>
    tx.registration.findFirst({ where: { email, tokenHash: bytes(tokenHash), expiresAt: { gt: at } } }),

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
