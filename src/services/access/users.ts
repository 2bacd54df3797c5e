import { randomBytes } from 'node:crypto'
import type { RoleRow } from '../../repositories/access/roles.ts'
import type { LeasedTask } from '../../repositories/tasks/tasks.ts'
import type { PlatformRepositories, Store, TenantRepositories } from '../../repositories/store.ts'
import type { UserNames, UserRow, UserWithRoles } from '../../repositories/access/users.ts'
import { invalidAt, problemAt, ServiceError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { type Actor, type UserType, userTypes } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import { changesBetween } from '../audit/changes.ts'
import { normaliseEmail } from '../mail/emails.ts'
import { invite, resendInvitation, inviteQuietly } from './invitations.ts'
import type { Allowances } from '../mail/allowances.ts'
import type { MailLanguage } from '../../model/mails.ts'
import type { Passwords } from './passwords.ts'
import { removeMembership, ownWordsOf, personFor } from './people.ts'
import type { Clock, MailWatcher } from '../ports.ts'
import {
  administratorRoleOf, assertHoldsClaims, ensureNotLastAdministrator, isAdministratorRole, rightsUnderLock,
  type SessionCache
} from './rights.ts'
import type { Sealing } from '../secrets/sealing.ts'
import { userSummary, type UserSummary } from './sign-in.ts'
import type { SignInDelays } from './sign-in-delays.ts'
import { finishTask } from '../tasks/task-lease.ts'

export interface UserView extends UserSummary {
  userType: UserType
  userTypeText: string
  roles: { id: string, name: string }[]
  createdAt: Date
  /**
   * Created with `create`, and neither signed in nor accepted yet. Null, as the following members, for callers who may
   * not manage users.
   */
  invited: boolean | null
  lastSignInAt: Date | null
  secondFactor: boolean | null
  /** Until when sign-ins from new addresses wait, after wrong passwords; null while the person has not answered. */
  delayedUntil: Date | null
}

export interface NewUser {
  email: string
  /** Of a person who is new here. Left out, and for a person who has one already, the user is invited by mail. */
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

/** What is left out stays; `email` and `userType` are those that the user has. */
export interface UserUpdate {
  id: string
  email?: string | undefined
  userType?: number | undefined
  fullName?: string | undefined
  userName?: string | undefined
  companyTitle?: string | undefined
}

export interface UsersDependencies {
  store: Store
  passwords: Passwords
  sealing: Sealing
  sessions: SessionCache
  allowances: Allowances
  delays: Pick<SignInDelays, 'listWaits'>
  canMail: boolean
  clock: Clock
  onMail: MailWatcher
  /** Called after a commit that scheduled tasks. */
  onWork: () => void
}

/** The users of a tenant. Changes of rights are serialized with those of roles.ts. */
export function createUsers (
  { store, passwords, sealing, sessions, allowances, delays, canMail, clock, onMail, onWork }: UsersDependencies
) {
  /** The hash of the password; without one, of random bytes until the invited user sets one. */
  async function passwordHashOf (
    actor: Actor, { email, password, fullName, companyTitle = '' }: NewUser
  ): Promise<string> {
    if (password === undefined && !canMail) throw new ServiceError('MAIL_UNAVAILABLE')
    if (password !== undefined) passwords.mustBeStrong(password, ownWordsOf([{ email, fullName, companyTitle }]))
    return passwords.hash(password ?? randomBytes(32).toString('base64url'), actor)
  }

  async function make (
    actor: Actor, user: NewUser, { passwordHash, language }: { passwordHash: string, language: MailLanguage }
  ): Promise<UserSummary> {
    return store.asPlatform(async (platform) => {
      const repositories = platform.tenant(actor.tenantId)
      const rights = await rightsUnderLock(repositories, actor, 'User.Manage')
      const roles = await rolesOf(repositories, user)
      assertHoldsClaims(rights, roles.flatMap(({ claims }) => claims), 'roleIds')
      const row = await userRow(repositories, user, roles)
      const at = clock()
      const invited = user.password === undefined
      // The email first: it is the user name by default.
      await join(platform, { ...row, tenantId: actor.tenantId }, { passwordHash, invited, at })
      if (await repositories.users.existsNamed(row.userName)) throw new ServiceError('USER_NAME_TAKEN')
      await repositories.users.create({ ...row, createdAt: at, awaitsAnswer: true }, roles.map(({ id }) => id))
      if (invited) {
        await invite(repositories, { sealing, allowances, onMail }, {
          user: { ...row, tenantId: actor.tenantId }, language, at
        })
      } else if (canMail) {
        await repositories.tasks.schedule('prepareInvitation', [`${language} ${row.id}`])
      }
      const details = {
        email: row.email, userName: row.userName, userType: row.userType, roles: roles.map(({ name }) => name), invited
      }
      repositories.auditLog.add([{
        actor: audited(actor), action: 'user.create', entity: 'user', entityId: row.id, details
      }], at)
      return userSummary(row)
    })
  }

  return {
    /**
     * The users with their roles. A user who has not answered looks the same whether the person is known elsewhere or
     * not: users created with a password also await an answer, until their first sign-in.
     */
    list: ({ tenantId, permissions }: Actor): Promise<UserView[]> => store.asPlatform(async (platform) => {
      const rows = await platform.tenant(tenantId).users.list()
      if (!permissions.has('User.Manage')) return rows.map(viewOf)
      const factors = await platform.tenant(tenantId).secondFactors.listActive()
      const answered = rows.filter(({ awaitsAnswer }) => !awaitsAnswer).map(({ email }) => email)
      const waits = await delays.listWaits(platform, answered)
      return rows.map((row) => ({
        ...viewOf(row), invited: row.awaitsAnswer, lastSignInAt: row.lastSignInAt,
        secondFactor: factors.has(row.id), delayedUntil: waits.get(row.email) ?? null
      }))
    }),

    /**
     * Creates a user with a password, or invites one in this language. A person who is a user of another tenant keeps
     * their password and is invited in either case; neither the answer nor its time shows it. Throws ServiceError
     * PASSWORD_TOO_WEAK, MAIL_UNAVAILABLE, RATE_LIMITED, ROLE_NOT_FOUND, VALIDATION_FAILED (userType), RIGHTS_NOT_HELD,
     * USER_NAME_TAKEN, or EMAIL_TAKEN for a user of this tenant.
     */
    async create (actor: Actor, posted: NewUser, language: MailLanguage = 'es'): Promise<UserSummary> {
      const user = { ...posted, email: normaliseEmail(posted.email) }
      const created = await make(actor, user, { passwordHash: await passwordHashOf(actor, user), language })
      if (canMail) onWork()
      return created
    },

    /**
     * Invites a user who has not answered again, by mail in this language; earlier links end. Works for users created
     * with a password too, whether the email was known or not. Throws ServiceError MAIL_UNAVAILABLE, USER_NOT_FOUND,
     * INVITATION_ANSWERED or RATE_LIMITED.
     */
    async invite (actor: Actor, id: string, language: MailLanguage = 'es'): Promise<UserSummary> {
      const { tenantId } = actor
      if (!canMail) throw new ServiceError('MAIL_UNAVAILABLE')
      const invited = await store.asTenant(tenantId, async (repositories) => {
        await rightsUnderLock(repositories, actor, 'User.Manage')
        const user = await repositories.users.find(id)
        if (!user) throw new ServiceError('USER_NOT_FOUND')
        if (!user.awaitsAnswer) throw new ServiceError('INVITATION_ANSWERED')
        const at = clock()
        await resendInvitation(repositories, { sealing, allowances, onMail }, { user, language, at })
        repositories.auditLog.add([{
          actor: audited(actor), action: 'user.invite', entity: 'user', entityId: id, details: { email: user.email }
        }], at)
        return userSummary(user)
      })
      onWork()
      return invited
    },

    /**
     * Changes the names of a user. Users may rename themselves; for others the actor needs their claims, because the
     * audit log shows names. Throws ServiceError USER_NOT_FOUND, RIGHTS_NOT_HELD, USER_NAME_TAKEN or VALIDATION_FAILED.
     */
    async update (actor: Actor, { id, ...posted }: UserUpdate): Promise<UserSummary> {
      const { tenantId } = actor
      const names = namesIn(posted)
      const renamed = await store.asTenant(tenantId, async (repositories) => {
        const { users, auditLog, tenant } = repositories
        const rights = await rightsUnderLock(repositories, actor, 'User.Manage')
        const user = await users.findWithClaims(id)
        if (!user) throw new ServiceError('USER_NOT_FOUND')
        if (id !== actor.userId) assertHoldsClaims(rights, user.claims, 'id')
        mustStay(user, posted)
        const { userName } = names
        if (userName !== undefined && await users.existsNamed(userName, { except: id })) {
          throw new ServiceError('USER_NAME_TAKEN')
        }
        const values = changesBetween({ ...user }, { ...names })
        if (Object.keys(values.after).length > 0) {
          await users.rename(id, names)
          await tenant.announceChange()
          auditLog.add([{
            actor: audited(actor), action: 'user.update', entity: 'user', entityId: id,
            details: { email: user.email, ...values }
          }], clock())
        }
        return { ...user, ...names }
      })
      sessions.invalidate({ tenantId, userId: id })
      return userSummary(renamed)
    },

    /**
     * Handles a `prepareInvitation` task: invites a user who was made with a password, if the person had one already.
     */
    async prepareInvitation (task: LeasedTask): Promise<void> {
      const [language = 'es', userId = ''] = task.subject.split(' ')
      const { tenantId } = task
      await store.asPlatform(async ({ tenant, memberships }) => {
        const repositories = tenant(tenantId)
        const user = await repositories.users.find(userId)
        if (user && await memberships.isPending({ tenantId, userId })) {
          await inviteQuietly(repositories, { sealing, allowances, onMail }, {
            user, language: language === 'en' ? 'en' : 'es', at: clock()
          })
        }
        await finishTask(repositories, task)
      })
      onWork()
    },

    /**
     * Ends a user: their tokens of either kind, their roles, and their hold on the email. The row stays for those who
     * look back. In other tenants, the person stays the user that they are. Users may delete themselves. Throws
     * ServiceError USER_NOT_FOUND, RIGHTS_NOT_HELD or LAST_ADMINISTRATOR.
     */
    async delete (actor: Actor, userId: string): Promise<void> {
      const { tenantId } = actor
      await store.asPlatform(async (platform) => {
        const repositories = platform.tenant(tenantId)
        const rights = await rightsUnderLock(repositories, actor, 'User.Manage')
        const user = await repositories.users.findWithClaims(userId)
        if (!user) throw new ServiceError('USER_NOT_FOUND')
        if (userId !== actor.userId) assertHoldsClaims(rights, user.claims, 'id')
        await ensureNotLastAdministrator(repositories, { role: await administratorRoleOf(repositories), userId })
        const at = clock()
        const roles = await repositories.users.roleNames(userId)
        // The person first, as wherever both are locked.
        await removeMembership(platform, { tenantId, userId, email: user.email })
        await retire(repositories, user, at)
        const details = { email: user.email, userName: user.userName, roles }
        repositories.auditLog.add([{
          actor: audited(actor), action: 'user.delete', entity: 'user', entityId: userId, details
        }], at)
      })
      sessions.invalidate({ tenantId, userId })
    }
  }
}

export type Users = ReturnType<typeof createUsers>

/**
 * Makes the user one of a person's, who need not accept the tenant that brings them here. Throws ServiceError
 * EMAIL_TAKEN.
 */
async function join (
  platform: PlatformRepositories, user: { tenantId: string, id: string, email: string },
  { passwordHash, invited, at }: { passwordHash: string, invited: boolean, at: Date }
): Promise<void> {
  const { person, isNew } = await personFor(platform, user, { passwordHash, proven: false, at })
  const acceptedAt = isNew && !invited ? at : null
  const membership = { person: person.id, tenant: user.tenantId, subject: user.id, acceptedAt }
  if (!await platform.memberships.add(membership)) throw new ServiceError('EMAIL_TAKEN')
}

function namesIn ({ fullName, userName, companyTitle }: Omit<UserUpdate, 'id'>): UserNames {
  return {
    ...(fullName !== undefined && { fullName }), ...(userName !== undefined && { userName }),
    ...(companyTitle !== undefined && { companyTitle })
  }
}

/** Throws VALIDATION_FAILED for another email or type than the user has. */
function mustStay (user: Pick<UserRow, 'email' | 'userType'>, { email, userType }: Omit<UserUpdate, 'id'>): void {
  const changed = [
    ...email !== undefined && normaliseEmail(email) !== user.email ? ['email'] : [],
    ...userType !== undefined && userType !== user.userType ? ['userType'] : []
  ]
  if (changed.length === 0) return
  throw new ServiceError('VALIDATION_FAILED', {
    problems: changed.map((name) => problemAt(name, { en: 'cannot be changed', es: 'no se puede cambiar' }))
  })
}

async function retire (
  { users, secondFactors, passwordResets, mails, tenant }: TenantRepositories, { id, email }: UserRow, at: Date
): Promise<void> {
  await users.retire(id, at)
  await secondFactors.remove(id)
  await passwordResets.forgetAllOf(id)
  await mails.withdraw('invitation', email)
  await tenant.announceChange()
}

function viewOf ({ roles, createdAt, ...user }: UserWithRoles): UserView {
  const userType = user.userType as UserType
  return {
    ...userSummary(user), userType, userTypeText: userTypes[userType].name, roles, createdAt, invited: null,
    lastSignInAt: null, secondFactor: null, delayedUntil: null
  }
}

/** The roles that a new user gets: those asked for, and Administrator for a user of type 1. */
async function rolesOf (repositories: TenantRepositories, { roleIds = [], userType }: NewUser): Promise<RoleRow[]> {
  const roles = await rolesWithIds(repositories, roleIds)
  const isAdministrator = roles.some(isAdministratorRole)
  if (userType === 2 && isAdministrator) {
    const message = {
      en: 'is 1 for a user with the role Administrator', es: 'es 1 para un usuario con el rol Administrator'
    }
    throw invalidAt('userType', message)
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
