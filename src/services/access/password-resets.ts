import type { LeasedTask } from '../../repositories/tasks.ts'
import type { PlatformRepositories, Store, TenantRepositories } from '../../repositories/store.ts'
import type { UserRow } from '../../repositories/users.ts'
import { hourMs, minuteMs } from '../../shared/durations.ts'
import { ServiceError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { proveEmail } from './email-proof.ts'
import { normaliseEmail } from '../mail/emails.ts'
import { finishTask, service } from '../tasks/task-lease.ts'
import { hashOfMailToken, newMailToken } from './mail-tokens.ts'
import { tokenPlace } from '../mail/contents.ts'
import type { MailLanguage } from '../../model/mails.ts'
import { post } from '../mail/post.ts'
import { endOldAccess, ownWordsOf } from './password-changes.ts'
import type { Passwords } from './passwords.ts'
import type { Clock } from '../ports.ts'
import type { RememberedSessions } from './rights.ts'
import type { Sealing } from '../secrets/sealing.ts'
import type { SignInDelays } from './sign-in-delays.ts'
import { platformTenant } from '../platform-tenant.ts'
import type { TenantKeyService } from './tenant-keys.ts'

export interface PasswordResetsDependencies {
  store: Store
  passwords: Passwords
  sealing: Sealing
  delays: SignInDelays
  sessions: RememberedSessions
  tenantKeys: Pick<TenantKeyService, 'forget'>
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
  async function issueToken (repositories: TenantRepositories, user: UserRow, language: MailLanguage): Promise<void> {
    const { tenantId } = user
    const createdAt = clock()
    const endsAt = new Date(createdAt.getTime() + minutes * minuteMs)
    if (
      await repositories.mails.countSince('passwordReset', user.email, new Date(createdAt.getTime() - hourMs)) >=
        mailsAnHour
    ) {
      return
    }
    const { token, tokenHash } = newMailToken()
    const id = newId()
    await repositories.passwordResets.forgetAllOf(user.id)
    await repositories.mails.withdraw('passwordReset', user.email)
    await repositories.passwordResets.create({ tokenHash, userId: user.id, createdAt, expiresAt: endsAt })
    await post(repositories, [{
      id,
      kind: 'passwordReset',
      about: id,
      recipient: user.email,
      language,
      facts: { fullName: user.fullName, minutes },
      sealedToken: sealing.seal(Buffer.from(token), tokenPlace({ tenantId, id })),
      createdAt,
      endsAt
    }])
    await repositories.auditLog.add([{
      actor: service, action: 'auth.forgotPassword', entity: 'user', entityId: user.id
    }], createdAt)
  }

  async function redeem (
    repositories: PlatformRepositories,
    user: UserRow,
    { token, passwordHash, origin }: {
      token: string, passwordHash: string, origin: { address: string, requestId: string }
    }
  ): Promise<void> {
    const at = clock()
    const ofTenant = repositories.tenant(user.tenantId)
    const isMine = await ofTenant.passwordResets.redeem(hashOfMailToken(token), user.id, at) &&
      await ofTenant.users.changePassword(user.id, passwordHash)
    if (!isMine) throw new ServiceError('RESET_TOKEN_INVALID')
    const actor = { id: user.id, name: user.userName, ...origin }
    if (!user.emailProven) await proveEmail(ofTenant, user, { actor, at })
    await endOldAccess(ofTenant, user, at)
    await delays.lift(repositories, { email: user.email, address: origin.address })
    await ofTenant.auditLog.add([{ actor, action: 'auth.resetPassword', entity: 'user', entityId: user.id }], at)
  }

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
        const user = await findUser(repositories, email)
        if (user) await issueToken(repositories.tenant(user.tenantId), user, language === 'en' ? 'en' : 'es')
        await finishTask(repositories.tenant(task.tenantId), task)
      })
      onWork()
    },

    /**
     * Sets a new password with a token, which ends with it, as do the user's other tokens and every session; the first
     * time for an unproven email, the tenant's keys too. Throws ServiceError RESET_TOKEN_INVALID, whatever is wrong
     * with it; PASSWORD_TOO_WEAK or VALIDATION_FAILED (password) leave the token good.
     */
    async redeem (
      { email, token, password }: Redemption,
      { signal, ...origin }: { address: string, requestId: string, signal?: AbortSignal }
    ): Promise<void> {
      const user = await store.asPlatform(async (repositories) => {
        const found = await findUser(repositories, normaliseEmail(email))
        // Nobody's tenant is asked as well: an address without an account takes the same steps.
        const isGood = await repositories.tenant(found?.tenantId ?? platformTenant).passwordResets.isGood(
          hashOfMailToken(token), found?.id ?? platformTenant, clock()
        )
        return isGood ? found : undefined
      })
      if (!user) throw new ServiceError('RESET_TOKEN_INVALID')
      passwords.mustBeStrong(password, ownWordsOf(user))
      const passwordHash = await passwords.hash(password, { address: origin.address, signal })
      await store.asPlatform((repositories) => redeem(repositories, user, { token, passwordHash, origin }))
      sessions.forget({ tenantId: user.tenantId, userId: user.id })
      tenantKeys.forget(user.tenantId)
      onWork()
    },

    /** Drops tokens that are over; run now and then. */
    forgetExpired: (): Promise<void> =>
      store.asPlatform(({ allPasswordResets }) => allPasswordResets.forgetExpired(clock()))
  }
}

export type PasswordResets = ReturnType<typeof createPasswordResets>

export { newMailToken as newResetToken }

async function findUser ({ directory, tenant }: PlatformRepositories, email: string): Promise<UserRow | undefined> {
  const owner = await directory.find('email', email)
  const user = await tenant(owner?.tenant ?? platformTenant).users.find(owner?.subject ?? platformTenant)
  return user ?? undefined
}
