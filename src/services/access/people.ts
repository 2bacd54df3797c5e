import type { AuditActor } from '../../repositories/audit/audit-log.ts'
import type { MemberRow, PersonRow } from '../../repositories/access/people.ts'
import type { PlatformRepositories } from '../../repositories/store.ts'
import { dayMs } from '../../shared/durations.ts'
import { newId } from '../../shared/ids.ts'
import { post } from '../mail/post.ts'
import { platformTenant } from '../platform-tenant.ts'
import { proveEmail } from './email-proof.ts'

/** A person with the tenants of which they are a user, invitations that are not accepted included. */
export interface KnownPerson { person: PersonRow, members: MemberRow[] }

/** Where a request came from, for the audit log. */
export interface RequestOrigin { address?: string | undefined, requestId?: string | undefined }

export interface NewPassword {
  passwordHash: string
  /** The reader of the mailbox chose it, or the operator. */
  proven: boolean
  /** Of the audit row that each tenant of the person gets. */
  action: string
  origin: RequestOrigin
  /** Who set it, if not the person. */
  by?: AuditActor
  at: Date
}

const noticeIsNewsMs = dayMs

/** Asks the database the same questions whether the email is known or not, and however many tenants there are. */
export async function findPerson (
  repositories: PlatformRepositories, email: string
): Promise<KnownPerson | undefined> {
  const entry = await repositories.directory.find('email', email)
  const person = await repositories.people.find(entry?.subject ?? platformTenant)
  const members = await repositories.memberships.list(person?.id ?? platformTenant)
  return person ? { person, members } : undefined
}

/**
 * The person of an email, created if missing, whom nobody changes before the caller's transaction ends.
 *
 * @param newPerson what a new person begins with; a known one stays as they are
 */
export async function personFor (
  repositories: PlatformRepositories,
  { email, tenantId }: { email: string, tenantId: string },
  newPerson: { passwordHash: string, proven: boolean, at: Date }
): Promise<{ person: PersonRow, isNew: boolean }> {
  const { directory, people } = repositories
  const id = newId()
  const isNew = await directory.claim('email', email, { tenant: tenantId, subject: id })
  if (isNew) {
    await people.create({
      id, passwordHash: newPerson.passwordHash, proven: newPerson.proven, createdAt: newPerson.at
    })
  }
  const entry = await directory.find('email', email)
  const person = entry && await people.lock(entry.subject)
  if (person) return { person, isNew }
  // Deleted by another transaction since the email was found taken.
  if (entry) await directory.release('email', email, entry.subject)
  return personFor(repositories, { email, tenantId }, newPerson)
}

/**
 * Locks the person, after those tenants that a proof of the email would change: locks are taken in this order
 * everywhere. Gives what is known of the person from then on.
 */
export async function lockPerson (
  repositories: PlatformRepositories, { person, members }: KnownPerson
): Promise<KnownPerson | undefined> {
  for (const { tenantId } of members.filter(isUnproven)) await repositories.tenant(tenantId).tenant.lock()
  const locked = await repositories.people.lock(person.id)
  return locked ? { person: locked, members: await repositories.memberships.list(person.id) } : undefined
}

/**
 * Sets the password of a person whom `lockPerson` locked, ends all their sessions and mailed tokens, and informs them
 * by mail. The first proof of the email also ends the keys of tenants that were registered with it unproven.
 */
export async function setPassword (
  repositories: PlatformRepositories, { person, members }: KnownPerson, { at, origin, ...password }: NewPassword
): Promise<void> {
  await repositories.people.setPassword(person.id, password)
  for (const { tenantId, userId } of members) {
    const { users, tenant } = repositories.tenant(tenantId)
    await users.endSessions(userId)
    await tenant.announceChange()
  }
  for (const member of members.filter(hasAnswered)) {
    await auditPassword(repositories, member, { at, origin, ...password })
  }
  await endTokens(repositories, { person, members }, password)
  // The first password of a new colleague changes none and ends no session.
  if (members.some(hasAnswered)) await mailNewPassword(repositories, { members, at })
}

/** Makes a user of an invitation that the person accepts. False when it is accepted already, or withdrawn. */
export async function acceptInvitation (
  repositories: PlatformRepositories, { tenantId, userId, userName, email }: MemberRow,
  { origin, at }: { origin: RequestOrigin, at: Date }
): Promise<boolean> {
  if (!await repositories.memberships.accept({ tenantId, userId }, at)) return false
  await repositories.tenant(tenantId).users.noteAnswer(userId)
  await auditAnswer(repositories, { tenantId, userId, userName, email }, { origin, at })
  return true
}

/**
 * The first sign-in of a user whom an administrator made with a password. It leaves what the acceptance of an
 * invitation leaves, or the tenant would see who is known elsewhere.
 */
export async function noteFirstSignIn (
  repositories: PlatformRepositories, member: MemberRow, occasion: { origin: RequestOrigin, at: Date }
): Promise<void> {
  if (!await repositories.tenant(member.tenantId).users.noteAnswer(member.userId)) return
  await auditAnswer(repositories, member, occasion)
}

async function auditAnswer (
  repositories: PlatformRepositories,
  { tenantId, userId, userName, email }: Pick<MemberRow, 'tenantId' | 'userId' | 'userName' | 'email'>,
  { origin, at }: { origin: RequestOrigin, at: Date }
): Promise<void> {
  const { passwordResets, mails, auditLog } = repositories.tenant(tenantId)
  await passwordResets.forgetAllOf(userId)
  await mails.withdraw('invitation', email)
  auditLog.add([{
    actor: { id: userId, name: userName, ...origin }, action: 'auth.acceptInvitation', entity: 'user', entityId: userId
  }], at)
}

/** Ends a membership; with the last one, the person goes, and the email is free. */
export async function removeMembership (
  repositories: PlatformRepositories, user: { tenantId: string, userId: string, email: string }
): Promise<void> {
  const { people, memberships, directory } = repositories
  const personId = await memberships.personOf(user)
  if (personId === undefined) return
  await people.lock(personId)
  await memberships.remove(user)
  if (await memberships.count(personId) > 0) return
  const { passwordResets, mails } = repositories.tenant(platformTenant)
  await passwordResets.forgetAllOf(personId)
  await mails.withdraw('passwordReset', user.email)
  await people.delete(personId)
  await directory.release('email', user.email, personId)
}

/** What a guesser would try for this person. */
export function ownWordsOf (people: readonly Pick<MemberRow, 'email' | 'fullName' | 'companyTitle'>[]): string[] {
  return people.flatMap(({ email, fullName, companyTitle }) =>
    [email, email.split('@')[0] ?? '', fullName, companyTitle])
}

/** By which name to greet: that of the first tenant that the person accepted. */
export function memberForGreeting (members: readonly MemberRow[]): MemberRow | undefined {
  return members.find(({ acceptedAt }) => acceptedAt !== null) ?? members[0]
}

/**
 * Whether the tenant's log records the person's passwords. Not before the person answered: until then the tenant must
 * not see whether the email was known.
 */
export function hasAnswered ({ acceptedAt, awaitsAnswer }: MemberRow): boolean {
  return acceptedAt !== null && !awaitsAnswer
}

function isUnproven ({ emailProven }: MemberRow): boolean {
  return !emailProven
}

async function auditPassword (
  repositories: PlatformRepositories, member: MemberRow,
  { proven, action, origin, by, at }: Omit<NewPassword, 'passwordHash'>
): Promise<void> {
  const { userId, userName } = member
  const ofTenant = repositories.tenant(member.tenantId)
  const actor = by ?? { id: userId, name: userName, ...origin }
  if (proven && isUnproven(member)) await proveEmail(ofTenant, { id: userId, email: member.email }, { actor, at })
  ofTenant.auditLog.add([{ actor, action, entity: 'user', entityId: userId }], at)
}

/**
 * Invitations end with a proven password only: with that, a sign-in that names the tenant accepts them, and without it,
 * nothing else does.
 */
async function endTokens (
  repositories: PlatformRepositories, { person, members }: KnownPerson, { proven }: { proven: boolean }
): Promise<void> {
  const ours = repositories.tenant(platformTenant)
  await ours.passwordResets.forgetAllOf(person.id)
  for (const { email } of members.slice(0, 1)) await ours.mails.withdraw('passwordReset', email)
  if (!proven) return
  for (const { tenantId, userId } of members) await repositories.tenant(tenantId).passwordResets.forgetAllOf(userId)
}

async function mailNewPassword (
  repositories: PlatformRepositories, { members, at }: { members: MemberRow[], at: Date }
): Promise<void> {
  const greeted = memberForGreeting(members)
  if (!greeted) return
  const id = newId()
  await post(repositories.tenant(platformTenant), [{
    id,
    kind: 'passwordChanged',
    about: id,
    recipient: greeted.email,
    language: 'es',
    facts: { fullName: greeted.fullName, at: at.toISOString() },
    createdAt: at,
    endsAt: new Date(at.getTime() + noticeIsNewsMs)
  }])
}
