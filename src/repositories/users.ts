import type { Prisma, User } from '../generated/prisma/client.ts'
import type { Transaction } from './transaction.ts'

export type UserRow = User

export interface UserWithClaims extends UserRow {
  claims: { type: string, value: string }[]
}

export interface UserWithRoles extends UserRow { roles: { id: string, name: string }[] }

export const userRepository = (tx: Transaction, tenantId: string) => ({
  async create (row: Omit<Prisma.UserUncheckedCreateInput, 'tenantId' | 'roles'>, roleIds: string[]): Promise<void> {
    await tx.user.create({ data: { ...row, tenantId } })
    await tx.userRole.createMany({ data: roleIds.map((roleId) => ({ tenantId, userId: row.id, roleId })) })
  },

  find: (id: string): Promise<UserRow | null> => tx.user.findFirst({ where: { tenantId, id, deletedAt: null } }),

  /** The user and the claims of all its roles. */
  async findWithClaims (id: string): Promise<UserWithClaims | null> {
    const user = await tx.user.findFirst({
      where: { tenantId, id, deletedAt: null },
      include: { roles: { include: { role: { include: { claims: true } } } } }
    })
    if (!user) return null
    const { roles, ...row } = user
    return { ...row, claims: roles.flatMap(({ role }) => role.claims.map(({ type, value }) => ({ type, value }))) }
  },

  /** The users in the order of their birth, each with its roles. */
  async list (): Promise<UserWithRoles[]> {
    const users = await tx.user.findMany({
      where: { tenantId, deletedAt: null },
      include: { roles: { include: { role: true }, orderBy: { roleId: 'asc' } } },
      orderBy: { id: 'asc' }
    })
    return users.map(({ roles, ...user }) => ({ ...user, roles: roles.map(({ role: { id, name } }) => ({ id, name })) }))
  },

  /** Whether a user bears this name, however its letters are cased. */
  async existsNamed (userName: string): Promise<boolean> {
    const rows = await tx.$queryRaw<unknown[]>`
      select 1 from users where tenant_id = ${tenantId}::uuid and lower(user_name) = lower(${userName}) and deleted_at is null limit 1`
    return rows.length > 0
  },

  /** Keeps the row for those who look back, without roles and without a way in; its tokens end. */
  async retire (id: string, at: Date): Promise<void> {
    await tx.userRole.deleteMany({ where: { tenantId, userId: id } })
    await tx.user.updateMany({ where: { tenantId, id }, data: { deletedAt: at, passwordHash: '', tokenVersion: { increment: 1 } } })
  },

  /** Sets a new password and ends all sessions. False when the user is gone, or was changed since `since` was read. */
  async changePassword (id: string, passwordHash: string, since?: { tokenVersion: number }): Promise<boolean> {
    const { count } = await tx.user.updateMany({
      where: { tenantId, id, deletedAt: null, ...(since ? { tokenVersion: since.tokenVersion } : {}) },
      data: { passwordHash, tokenVersion: { increment: 1 } }
    })
    return count === 1
  },

  /** The same password, hashed anew; nothing happens when it is another by now. */
  async renewHash (id: string, passwordHash: string, since: { tokenVersion: number }): Promise<void> {
    await tx.user.updateMany({ where: { tenantId, id, tokenVersion: since.tokenVersion }, data: { passwordHash } })
  },

  async update (id: string, change: Prisma.UserUncheckedUpdateInput): Promise<void> {
    await tx.user.updateMany({ where: { tenantId, id }, data: change })
  }
})
