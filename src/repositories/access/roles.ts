import type { Prisma, Role } from '../../generated/prisma/client.ts'
import { foldedName } from '../../shared/names.ts'
import type { Transaction } from '../postgres/transaction.ts'

export interface Claim { type: string, value: string }
export interface NewRole { id: string, name: string, system: boolean, createdAt: Date, claims: Claim[] }
export interface RoleRow extends Omit<Role, 'foldedName'> { claims: Claim[] }

const claims = {
  select: { type: true, value: true }, orderBy: [{ type: 'asc' }, { value: 'asc' }]
} satisfies Prisma.Role$claimsArgs

const omit = { foldedName: true } as const

export const roleRepository = (tx: Transaction, tenantId: string) => ({
  async create ({ claims, ...role }: NewRole): Promise<void> {
    await tx.role.create({ data: { ...role, foldedName: foldedName(role.name), tenantId } })
    await tx.roleClaim.createMany({ data: claims.map((claim) => ({ tenantId, roleId: role.id, ...claim })) })
  },

  find: (id: string): Promise<RoleRow | null> =>
    tx.role.findUnique({ where: { tenantId_id: { tenantId, id } }, include: { claims }, omit }),

  findByIds: (ids: string[]): Promise<RoleRow[]> =>
    tx.role.findMany({ where: { tenantId, id: { in: ids } }, include: { claims }, omit }),

  /** Finds a name however it is cased, spaced or spelled in characters that look the same (shared/names.ts). */
  findByName: (name: string): Promise<RoleRow | null> =>
    tx.role.findFirst({
      where: { tenantId, OR: [{ foldedName: foldedName(name) }, { name }] }, include: { claims }, omit
    }),

  /** The roles in the order of their birth, each with the number of users who have it. */
  async list (): Promise<(RoleRow & { userCount: number })[]> {
    const rows = await tx.role.findMany({ where: { tenantId }, include: { claims }, omit, orderBy: { id: 'asc' } })
    const held = await tx.userRole.groupBy({ by: ['roleId'], where: { tenantId }, _count: true })
    const counts = new Map(held.map(({ roleId, _count: count }) => [roleId, count]))
    return rows.map((role) => ({ ...role, userCount: counts.get(role.id) ?? 0 }))
  },

  async rename (id: string, name: string): Promise<void> {
    await tx.role.update({ where: { tenantId_id: { tenantId, id } }, data: { name, foldedName: foldedName(name) } })
  },

  /** Removes the role with its claims and assignments. */
  async delete (id: string): Promise<void> {
    await tx.role.deleteMany({ where: { tenantId, id } })
  },

  /** False when the role has the claim already. */
  async addClaim (roleId: string, claim: Claim): Promise<boolean> {
    const { count } = await tx.roleClaim.createMany({ data: [{ tenantId, roleId, ...claim }], skipDuplicates: true })
    return count === 1
  },

  /** False when the role does not have the claim. */
  async removeClaim (roleId: string, { type, value }: Claim): Promise<boolean> {
    const { count } = await tx.roleClaim.deleteMany({ where: { tenantId, roleId, type, value } })
    return count === 1
  },

  /** False when the user has the role already. */
  async assign (roleId: string, userId: string): Promise<boolean> {
    const { count } = await tx.userRole.createMany({ data: [{ tenantId, roleId, userId }], skipDuplicates: true })
    return count === 1
  },

  /** False when the user does not have the role. */
  async unassign (roleId: string, userId: string): Promise<boolean> {
    const { count } = await tx.userRole.deleteMany({ where: { tenantId, roleId, userId } })
    return count === 1
  },

  /** The ids of the users who have the role. */
  async holders (roleId: string): Promise<string[]> {
    const rows = await tx.userRole.findMany({
      where: { tenantId, roleId }, select: { userId: true }, orderBy: { userId: 'asc' }
    })
    return rows.map(({ userId }) => userId)
  }
})
