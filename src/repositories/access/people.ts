import type { Person } from '../../generated/prisma/client.ts'
import type { Transaction } from '../postgres/transaction.ts'

export type PersonRow = Person

export const personRepository = (tx: Transaction) => ({
  async create (row: Omit<PersonRow, 'passwordVersion'>): Promise<void> {
    await tx.person.create({ data: row })
  },

  find: (id: string): Promise<PersonRow | null> => tx.person.findUnique({ where: { id } }),

  /** As `find`, with a lock against changes until the transaction ends. */
  async lock (id: string): Promise<PersonRow | null> {
    await tx.$queryRaw`select 1 from people where id = ${id}::uuid for update`
    return tx.person.findUnique({ where: { id } })
  },

  async setPassword (id: string, { passwordHash, proven }: { passwordHash: string, proven: boolean }): Promise<void> {
    await tx.person.updateMany({ where: { id }, data: { passwordHash, proven, passwordVersion: { increment: 1 } } })
  },

  /** The same password, hashed again; nothing happens when it is another by now. */
  async renewHash (id: string, passwordHash: string, since: { passwordVersion: number }): Promise<void> {
    await tx.person.updateMany({ where: { id, passwordVersion: since.passwordVersion }, data: { passwordHash } })
  },

  async delete (id: string): Promise<void> {
    await tx.person.deleteMany({ where: { id } })
  }
})

/** A person as the user of one tenant. */
export interface MemberRow {
  tenantId: string
  userId: string
  /** Null while the invitation is not accepted. */
  acceptedAt: Date | null
  tenantCode: string
  businessName: string
  email: string
  userName: string
  fullName: string
  companyTitle: string
  /** False for the administrator of a registration whose email was not proven. */
  emailProven: boolean
  /** Made by an administrator, and never answered since. */
  awaitsAnswer: boolean
  tokenVersion: number
  tenantTokenVersion: number
}

export const membershipRepository = (tx: Transaction) => ({
  /** False when the person is a user of the tenant already. */
  async add (row: { person: string, tenant: string, subject: string, acceptedAt: Date | null }): Promise<boolean> {
    const { count } = await tx.membership.createMany({ data: [row], skipDuplicates: true })
    return count === 1
  },

  /** The person who is a user; undefined for a user who is deleted. */
  async personOf ({ tenantId, userId }: { tenantId: string, userId: string }): Promise<string | undefined> {
    const row = await tx.membership.findUnique({ where: { tenant_subject: { tenant: tenantId, subject: userId } } })
    return row?.person
  },

  /** The tenants of which a person is a user, in the order of their codes: one query, however many there are. */
  list: (person: string): Promise<MemberRow[]> => tx.$queryRaw<MemberRow[]>`
    select m.tenant as "tenantId", m.subject as "userId", m.accepted_at as "acceptedAt",
      t.code as "tenantCode", t.business_name as "businessName", t.token_version as "tenantTokenVersion",
      u.email, u.user_name as "userName", u.full_name as "fullName", u.company_title as "companyTitle",
      u.email_proven as "emailProven", u.token_version as "tokenVersion",
      u.awaits_answer as "awaitsAnswer"
    from memberships m
    join tenants t on t.tenant_id = m.tenant
    join users u on u.tenant_id = t.tenant_id and u.id = m.subject and u.deleted_at is null
    where m.person = ${person}::uuid order by t.code`,

  /** True for the first caller only. */
  async accept ({ tenantId, userId }: { tenantId: string, userId: string }, at: Date): Promise<boolean> {
    const { count } = await tx.membership.updateMany({
      where: { tenant: tenantId, subject: userId, acceptedAt: null }, data: { acceptedAt: at }
    })
    return count === 1
  },

  async isPending ({ tenantId, userId }: { tenantId: string, userId: string }): Promise<boolean> {
    return await tx.membership.findFirst({ where: { tenant: tenantId, subject: userId, acceptedAt: null } }) !== null
  },

  async remove ({ tenantId, userId }: { tenantId: string, userId: string }): Promise<void> {
    await tx.membership.deleteMany({ where: { tenant: tenantId, subject: userId } })
  },

  count: (person: string): Promise<number> => tx.membership.count({ where: { person } })
})
