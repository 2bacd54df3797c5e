import { randomBytes } from 'node:crypto'
import type { RoleRow } from '../../repositories/roles.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import type { UserRow, UserWithRoles } from '../../repositories/users.ts'
import { problemAt, ServiceError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { type Actor, type UserType, userTypes } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import { normaliseEmail } from '../mail/emails.ts'
import { invite } from './invitations.ts'
import type { Allowances } from '../mail/allowances.ts'
import type { MailLanguage } from '../../model/mails.ts'
import { ownWordsOf } from './password-changes.ts'
import type { Passwords } from './passwords.ts'
import type { Clock, MailWatcher } from '../ports.ts'
import {
  administratorRoleOf, isAdministratorRole, mustHold, mustNotBeMissed, type RememberedSessions, rightsUnderLock
} from './rights.ts'
import type { Sealing } from '../secrets/sealing.ts'
import { userSummary, type UserSummary } from './sign-in.ts'

export interface UserView extends UserSummary {
  userType: UserType
  userTypeText: string
  roles: { id: string, name: string }[]
  createdAt: Date
}

export interface NewUser {
  email: string
  /** Left out, the user is invited by mail to set one. */
  password?: string | undefined
  fullName: string
  /** The email when left out. */
  userName?: string | undefined
  /** The tenant's name when left out. */
  companyTitle?: string | undefined
  roleIds?: string[] | undefined
  /** 1 gives the role Administrator; 2 forbids it; left out, it follows the roles. */
  userType?: 1 | 2 | undefined
}

export interface UsersDependencies {
  store: Store
  passwords: Passwords
  sealing: Sealing
  sessions: RememberedSessions
  allowances: Allowances
  canMail: boolean
  clock: Clock
  onMail: MailWatcher
  /** Called after a commit that scheduled tasks. */
  onWork: () => void
}

/** The people of a tenant. Changes of who may do what take turns with those of roles.ts. */
export function createUsers (
  { store, passwords, sealing, sessions, allowances, canMail, clock, onMail, onWork }: UsersDependencies
) {
  /** Of the password; without one, of random bytes that nobody knows, until the invited user sets one. */
  async function passwordHashOf (
    actor: Actor, { email, password, fullName, companyTitle = '' }: NewUser
  ): Promise<string> {
    if (password === undefined && !canMail) throw new ServiceError('MAIL_UNAVAILABLE')
    if (password !== undefined) passwords.mustBeStrong(password, ownWordsOf({ email, fullName, companyTitle }))
    return passwords.hash(password ?? randomBytes(32).toString('base64url'), actor)
  }

  async function make (
    actor: Actor, user: NewUser, { passwordHash, language }: { passwordHash: string, language: MailLanguage }
  ): Promise<UserSummary> {
    return store.asPlatform(async ({ directory, tenant }) => {
      const repositories = tenant(actor.tenantId)
      const rights = await rightsUnderLock(repositories, actor, 'User.Manage')
      const roles = await rolesOf(repositories, user)
      mustHold(rights, roles.flatMap(({ claims }) => claims), 'roleIds')
      const row = await userRow(repositories, user, roles)
      if (await repositories.users.existsNamed(row.userName)) throw new ServiceError('USER_NAME_TAKEN')
      if (!await directory.claim('email', row.email, { tenant: actor.tenantId, subject: row.id })) {
        throw new ServiceError('EMAIL_TAKEN')
      }
      const at = clock()
      const invited = user.password === undefined
      await repositories.users.create({ ...row, passwordHash, createdAt: at }, roles.map(({ id }) => id))
      if (invited) {
        await invite(repositories, { sealing, allowances, onMail }, {
          user: { ...row, tenantId: actor.tenantId }, language, at
        })
      }
      const details = {
        email: row.email, userName: row.userName, userType: row.userType, roles: roles.map(({ name }) => name), invited
      }
      await repositories.auditLog.add([{
        actor: audited(actor), action: 'user.create', entity: 'user', entityId: row.id, details
      }], at)
      return userSummary(row)
    })
  }

  return {
    list: ({ tenantId }: Actor): Promise<UserView[]> =>
      store.asTenant(tenantId, async ({ users }) => (await users.list()).map(viewOf)),

    /**
     * Makes a user who can sign in at once, or who is invited in this language when there is no password. Throws
     * ServiceError PASSWORD_TOO_WEAK, MAIL_UNAVAILABLE, RATE_LIMITED, ROLE_NOT_FOUND, VALIDATION_FAILED (userType),
     * RIGHTS_NOT_HELD, USER_NAME_TAKEN, or EMAIL_TAKEN: an email has one account over all tenants, for it alone signs
     * in.
     */
    async create (actor: Actor, posted: NewUser, language: MailLanguage = 'es'): Promise<UserSummary> {
      const user = { ...posted, email: normaliseEmail(posted.email) }
      const created = await make(actor, user, { passwordHash: await passwordHashOf(actor, user), language })
      if (user.password === undefined) onWork()
      return created
    },

    /**
     * Ends a user: their tokens of either kind, their roles, and their hold on the email. The row stays for those who
     * look back. Users may delete themselves. Throws ServiceError USER_NOT_FOUND, RIGHTS_NOT_HELD or
     * LAST_ADMINISTRATOR.
     */
    async delete (actor: Actor, userId: string): Promise<void> {
      const { tenantId } = actor
      await store.asPlatform(async ({ directory, tenant }) => {
        const repositories = tenant(tenantId)
        const rights = await rightsUnderLock(repositories, actor, 'User.Manage')
        const user = await repositories.users.findWithClaims(userId)
        if (!user) throw new ServiceError('USER_NOT_FOUND')
        if (userId !== actor.userId) mustHold(rights, user.claims, 'id')
        await mustNotBeMissed(repositories, { role: await administratorRoleOf(repositories), userId })
        const at = clock()
        await retire(repositories, user, at)
        await directory.release('email', user.email)
        const details = { email: user.email, userName: user.userName }
        await repositories.auditLog.add([{
          actor: audited(actor), action: 'user.delete', entity: 'user', entityId: userId, details
        }], at)
      })
      sessions.forget({ tenantId, userId })
    }
  }
}

export type Users = ReturnType<typeof createUsers>

async function retire (
  { users, passwordResets, mails, tenant }: TenantRepositories, { id, email }: UserRow, at: Date
): Promise<void> {
  await users.retire(id, at)
  await passwordResets.forgetAllOf(id)
  for (const kind of ['invitation', 'passwordReset'] as const) await mails.withdraw(kind, email)
  await tenant.announceChange()
}

function viewOf ({ roles, createdAt, ...user }: UserWithRoles): UserView {
  const userType = user.userType as UserType
  return { ...userSummary(user), userType, userTypeText: userTypes[userType].name, roles, createdAt }
}

/** The roles that a new user gets: those asked for, and Administrator for a user of type 1. */
async function rolesOf (repositories: TenantRepositories, { roleIds = [], userType }: NewUser): Promise<RoleRow[]> {
  const roles = await rolesWithIds(repositories, roleIds)
  const isAdministrator = roles.some(isAdministratorRole)
  if (userType === 2 && isAdministrator) {
    const message = {
      en: 'is 1 for a user with the role Administrator', es: 'es 1 para un usuario con el rol Administrator'
    }
    throw new ServiceError('VALIDATION_FAILED', { problems: [problemAt('userType', message)] })
  }
  return userType === 1 && !isAdministrator ? [...roles, await administratorRoleOf(repositories)] : roles
}

async function rolesWithIds ({ roles }: TenantRepositories, ids: string[]): Promise<RoleRow[]> {
  const found = await roles.findByIds(ids)
  const problems = ids.flatMap((id, index) => found.some((role) => role.id === id)
    ? []
    : [problemAt(`roleIds[${index}]`, { en: 'there is no such role', es: 'no existe ese rol' })])
  if (problems.length > 0) throw new ServiceError('ROLE_NOT_FOUND', { problems })
  return found
}

async function userRow (
  { tenant }: TenantRepositories, { email, fullName, userName = email, companyTitle }: NewUser, roles: RoleRow[]
) {
  return {
    id: newId(),
    email,
    userName,
    fullName,
    companyTitle: companyTitle ?? (await tenant.get()).businessName,
    userType: roles.some(isAdministratorRole) ? 1 : 2
  }
}
