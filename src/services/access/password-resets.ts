import type { LeasedTask } from '../../repositories/tasks/tasks.ts'
import type { MemberRow } from '../../repositories/access/people.ts'
import type { PlatformRepositories, Store } from '../../repositories/store.ts'
import { hourMs, minuteMs } from '../../shared/durations.ts'
import { ServiceError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { normaliseEmail } from '../mail/emails.ts'
import { finishTask, service } from '../tasks/task-lease.ts'
import { hashOfMailToken, mayBeMailToken, newMailToken } from './mail-tokens.ts'
import { tokenPlace } from '../mail/contents.ts'
import type { MailLanguage } from '../../model/mails.ts'
import { post } from '../mail/post.ts'
import type { Passwords } from './passwords.ts'
import {
  acceptInvitation, findPerson, hasAnswered, type KnownPerson, lockPerson, memberForGreeting, noteFirstSignIn,
  ownWordsOf, setPassword
} from './people.ts'
import type { Clock } from '../ports.ts'
import type { SessionCache } from './rights.ts'
import type { Sealing } from '../secrets/sealing.ts'
import type { SignInDelays } from './sign-in-delays.ts'
import { platformTenant } from '../platform-tenant.ts'
import type { TenantKeyService } from './tenant-keys.ts'

export interface PasswordResetsDependencies {
  store: Store
  passwords: Passwords
  sealing: Sealing
  delays: SignInDelays
  sessions: SessionCache
  tenantKeys: Pick<TenantKeyService, 'invalidate'>
  canMail: boolean
  clock: Clock
  onWork: () => void
}

export interface Redemption { email: string, token: string, password: string }

const minutes = 30
// Anyone who knows an address can ask for mails to it; this keeps its mailbox from being flooded.
const mailsAnHour = 5

/** How users who forgot their password set a new one, with a token that goes to their mailbox. */
export function createPasswordResets (
  { store, passwords, sealing, delays, sessions, tenantKeys, canMail, clock, onWork }: PasswordResetsDependencies
) {
  async function issueToken (
    repositories: PlatformRepositories, { person, members }: KnownPerson, email: string, language: MailLanguage
  ): Promise<void> {
    const ours = repositories.tenant(platformTenant)
    const createdAt = clock()
    const endsAt = new Date(createdAt.getTime() + minutes * minuteMs)
    const anHourAgo = new Date(createdAt.getTime() - hourMs)
    if (await ours.mails.countSince('passwordReset', email, anHourAgo) >= mailsAnHour) return
    const { token, tokenHash } = newMailToken()
    const id = newId()
    await ours.passwordResets.forgetAllOf(person.id)
    await ours.mails.withdraw('passwordReset', email)
    await ours.passwordResets.create({ tokenHash, userId: person.id, createdAt, expiresAt: endsAt })
    await post(ours, [{
      id,
      kind: 'passwordReset',
      about: id,
      recipient: email,
      language,
      facts: { fullName: memberForGreeting(members)?.fullName ?? '', minutes },
      sealedToken: sealing.seal(Buffer.from(token), tokenPlace({ tenantId: platformTenant, id })),
      createdAt,
      endsAt
    }])
    for (const { tenantId, userId } of members.filter(hasAnswered)) {
      repositories.tenant(tenantId).auditLog.add([{
        actor: service, action: 'auth.forgotPassword', entity: 'user', entityId: userId
      }], createdAt)
    }
  }

  /** The owner of a token. An unknown email takes the same steps and time as a known one. */
  const find = (email: string, token: string): Promise<Found | undefined> => store.asPlatform(async (repositories) => {
    const known = await findPerson(repositories, normaliseEmail(email))
    const reset = { tenantId: platformTenant, userId: known?.person.id ?? platformTenant }
    const owners = [reset, ...known?.members ?? []]
    const owner = await repositories.allPasswordResets.findGood(hashOfMailToken(token), owners, clock())
    if (!known || !owner) return undefined
    const member = known.members.find(({ userId }) => userId === owner.userId)
    const isPending = member?.acceptedAt === null
    return { known, owner, invitation: isPending ? member : undefined, first: isPending ? undefined : member }
  })

  const redeem = (
    { known, owner, invitation, first }: Found, { token, passwordHash, origin }: {
      token: string
      /** Undefined to keep the password that the person has. */
      passwordHash: string | undefined
      origin: { address: string, requestId: string }
    }
  ): Promise<void> => store.asPlatform(async (repositories) => {
    const at = clock()
    const locked = await lockPerson(repositories, known)
    const isMine = await repositories.tenant(owner.tenantId).passwordResets.redeem(
      hashOfMailToken(token), owner.userId, at
    )
    if (!locked || !isMine) throw new ServiceError('RESET_TOKEN_INVALID')
    if (passwordHash !== undefined) {
      await setPassword(repositories, locked, { passwordHash, proven: true, action: 'auth.resetPassword', origin, at })
    } else if (locked.person.passwordVersion !== known.person.passwordVersion) {
      throw new ServiceError('RESET_TOKEN_INVALID')
    }
    if (invitation) await acceptInvitation(repositories, invitation, { origin, at })
    else if (first) await noteFirstSignIn(repositories, first, { origin, at })
    const [{ email } = { email: '' }] = locked.members
    await delays.lift(repositories, { email, address: origin.address })
  })

  return {
    /**
     * Has a token sent to the address, if it is a user's. Does the same work for every address: the rest is done later,
     * by
     * `prepare`. Throws ServiceError MAIL_UNAVAILABLE where no mail can be sent to anybody.
     */
    async request (email: string, language: MailLanguage): Promise<void> {
      if (!canMail) throw new ServiceError('MAIL_UNAVAILABLE')
      await store.asTenant(
        platformTenant, ({ tasks }) => tasks.schedule('preparePasswordReset', [`${language} ${normaliseEmail(email)}`])
      )
      onWork()
    },

    /**
     * Handles a `preparePasswordReset` task: makes the token, ends older ones and posts the mail, for a user's
     * address.
     */
    async prepare (task: LeasedTask): Promise<void> {
      const [language = 'es', email = ''] = task.subject.split(' ')
      await store.asPlatform(async (repositories) => {
        const known = await findPerson(repositories, email)
        if (known && known.members.length > 0) {
          await issueToken(repositories, known, email, language === 'en' ? 'en' : 'es')
        }
        await finishTask(repositories.tenant(task.tenantId), task)
      })
      onWork()
    },

    /**
     * Sets a new password with a token, which ends with it, as do the person's other tokens and every session in every
     * tenant; the first time for an unproven email, the keys of its tenants too. The token of an invitation also
     * accepts it; with the password that a proven person has, it changes nothing else. Throws ServiceError
     * RESET_TOKEN_INVALID, whatever is wrong with it; PASSWORD_TOO_WEAK or VALIDATION_FAILED (password) leave the token
     * good.
     */
    async redeem (
      { email, token, password }: Redemption,
      { signal, ...origin }: { address: string, requestId: string, signal?: AbortSignal }
    ): Promise<void> {
      const found = mayBeMailToken(token) ? await find(email, token) : undefined
      if (!found) throw new ServiceError('RESET_TOKEN_INVALID')
      const asker = { address: origin.address, signal }
      const { person, members } = found.known
      const staysSame = found.invitation !== undefined && person.proven &&
        (await passwords.check(person.passwordHash, password, asker)).matches
      if (!staysSame) passwords.mustBeStrong(password, ownWordsOf(members))
      const passwordHash = staysSame ? undefined : await passwords.hash(password, asker)
      await redeem(found, { token, passwordHash, origin })
      for (const member of members) {
        sessions.invalidate(member)
        tenantKeys.invalidate(member.tenantId)
      }
      onWork()
    },

    /** Drops tokens that are over; run now and then. */
    forgetExpired: (): Promise<void> =>
      store.asPlatform(({ allPasswordResets }) => allPasswordResets.forgetExpired(clock()))
  }
}

export type PasswordResets = ReturnType<typeof createPasswordResets>

export { newMailToken as newResetToken }

interface Found {
  known: KnownPerson
  /** Under whose ids the token is stored. */
  owner: { tenantId: string, userId: string }
  /** Which the token accepts; undefined for the token of a forgotten password. */
  invitation: MemberRow | undefined
  /** The user of an invitation that was sent to someone who can sign in already. */
  first: MemberRow | undefined
}
