import type { Prisma, User } from '../../generated/prisma/client.ts'
import type { MailChoices } from '../../model/mail-choices.ts'
import { foldedName } from '../../shared/names.ts'
import { json, type Transaction } from '../postgres/transaction.ts'

export type UserRow = Omit<User, 'foldedName' | 'passwordHash'>

export interface UserWithClaims extends UserRow {
  claims: { type: string, value: string }[]
}

export interface UserWithRoles extends UserRow { roles: { id: string, name: string }[] }

export interface UserNames { userName?: string, fullName?: string, companyTitle?: string }

const omit = { foldedName: true, passwordHash: true } as const

export const usersOfAllTenants = (tx: Transaction) => ({
  /** The tenants with users who want a weekly summary and have none of the week before this Monday. */
  async listTenantsWithoutWeekly (monday: string): Promise<string[]> {
    const rows = await tx.$queryRaw<{ tenantId: string }[]>`
      select distinct u.tenant_id as "tenantId" from users u
      where u.mail_choices ->> 'weekly' = 'true' and u.deleted_at is null and not exists (
        select 1 from mails m
        where m.tenant_id = u.tenant_id and m.kind = 'weeklySummary' and m.about = ${monday}::text || ' ' || u.id::text)
      order by 1`
    return rows.map(({ tenantId }) => tenantId)
  }
})

export const userRepository = (tx: Transaction, tenantId: string) => ({
  async create (
    row: Omit<Prisma.UserUncheckedCreateInput, 'tenantId' | 'roles' | 'foldedName' | 'passwordHash'>, roleIds: string[]
  ): Promise<void> {
    await tx.user.create({ data: { ...row, foldedName: foldedName(row.userName), tenantId } })
    await tx.userRole.createMany({ data: roleIds.map((roleId) => ({ tenantId, userId: row.id, roleId })) })
  },

  find: (id: string): Promise<UserRow | null> => tx.user.findFirst({ where: { tenantId, id, deletedAt: null }, omit }),

  /** The user and the claims of all its roles. */
  async findWithClaims (id: string): Promise<UserWithClaims | null> {
    const user = await tx.user.findFirst({
      where: { tenantId, id, deletedAt: null },
      omit,
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
      omit,
      include: { roles: { include: { role: true }, orderBy: { roleId: 'asc' } } },
      orderBy: { id: 'asc' }
    })
    return users.map(({ roles, ...user }) => ({
      ...user, roles: roles.map(({ role: { id, name } }) => ({ id, name }))
    }))
  },

  /** The user's roles in the order of their names. */
  async rolesOf (id: string): Promise<{ id: string, name: string }[]> {
    const rows = await tx.userRole.findMany({
      where: { tenantId, userId: id }, select: { role: { select: { id: true, name: true } } }
    })
    return rows.map(({ role }) => role).sort((one, other) => one.name < other.name ? -1 : 1)
  },

  /** The names of the user's roles, in the order of their letters. */
  async roleNames (id: string): Promise<string[]> {
    const rows = await tx.userRole.findMany({
      where: { tenantId, userId: id }, select: { role: { select: { name: true } } }
    })
    return rows.map(({ role: { name } }) => name).sort()
  },

  /**
   * Whether a user, other than `except`, has this name, however it is cased, spaced or spelled in characters that
   * look the same (shared/names.ts).
   */
  existsNamed: async (userName: string, { except }: { except?: string } = {}): Promise<boolean> =>
    await tx.user.findFirst({
      where: {
        tenantId, deletedAt: null, OR: [{ foldedName: foldedName(userName) }, { userName }],
        ...(except !== undefined && { id: { not: except } })
      },
      select: { id: true }
    }) !== null,

  /** The full names of these users, deleted ones included, by their ids; other ids have none. */
  async namesOf (ids: string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map()
    const rows = await tx.user.findMany({ where: { tenantId, id: { in: ids } }, select: { id: true, fullName: true } })
    return new Map(rows.map(({ id, fullName }) => [id, fullName]))
  },

  /** What is left out stays. */
  async rename (id: string, { userName, ...names }: UserNames): Promise<void> {
    await tx.user.updateMany({
      where: { tenantId, id },
      data: { ...names, ...(userName !== undefined && { userName, foldedName: foldedName(userName) }) }
    })
  },

  /**
   * Keeps the row for those who look back, without roles and without a way in; its tokens end, and its name is free
   * again.
   */
  async retire (id: string, at: Date): Promise<void> {
    await tx.userRole.deleteMany({ where: { tenantId, userId: id } })
    await tx.user.updateMany({
      where: { tenantId, id },
      data: { deletedAt: at, foldedName: null, passwordHash: null, tokenVersion: { increment: 1 } }
    })
  },

  async chooseMails (id: string, choices: MailChoices): Promise<void> {
    await tx.user.updateMany({ where: { tenantId, id }, data: { mailChoices: json(choices) } })
  },

  /** Notes a sign-in. */
  async noteSignIn (id: string, at: Date): Promise<void> {
    await tx.user.updateMany({ where: { tenantId, id }, data: { lastSignInAt: at } })
  },

  /** Notes that the person answered. True for the first caller only. */
  async noteAnswer (id: string): Promise<boolean> {
    const { count } = await tx.user.updateMany({
      where: { tenantId, id, awaitsAnswer: true }, data: { awaitsAnswer: false }
    })
    return count === 1
  },

  /** Ends every session of a user whose password is another now. */
  async endSessions (id: string): Promise<void> {
    await tx.user.updateMany({
      where: { tenantId, id }, data: { passwordHash: null, tokenVersion: { increment: 1 } }
    })
  },

  async update (id: string, change: Prisma.UserUncheckedUpdateInput): Promise<void> {
    await tx.user.updateMany({ where: { tenantId, id }, data: change })
  }
})
