import type { Prisma, User } from '../generated/prisma/client.ts'
import type { Transaction } from './transaction.ts'

export type UserRow = User

export interface UserWithClaims extends UserRow {
  claims: { type: string, value: string }[]
}

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

  async update (id: string, change: Prisma.UserUncheckedUpdateInput): Promise<void> {
    await tx.user.updateMany({ where: { tenantId, id }, data: change })
  }
})
