import type { TenantRepositories, Store } from '../../repositories/store.ts'
import type { UserRow } from '../../repositories/users.ts'
import { dayMs } from '../../shared/durations.ts'
import { ServiceError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import { post } from '../mail/post.ts'
import type { Passwords } from './passwords.ts'
import type { Clock } from '../ports.ts'
import type { RememberedSessions } from './rights.ts'
import type { SignInDelays } from './sign-in-delays.ts'

export interface PasswordChangesDependencies {
  store: Store
  passwords: Passwords
  delays: SignInDelays
  sessions: RememberedSessions
  clock: Clock
  onWork: () => void
}

const noticeIsNewsMs = dayMs

/** A signed-in user's change of the own password. */
export function createPasswordChanges (
  { store, passwords, delays, sessions, clock, onWork }: PasswordChangesDependencies
) {
  /** A stolen token lets nobody guess faster than Login does. */
  async function mustKnow (user: UserRow, currentPassword: string, asker: Actor): Promise<void> {
    const attempt = await store.asPlatform((repositories) =>
      delays.begin(repositories, { email: user.email, address: asker.address ?? '' })
    )
    const { matches } = await passwords.check(user.passwordHash, currentPassword, asker)
    if (!matches) {
      await delays.failed(attempt)
      throw new ServiceError('CURRENT_PASSWORD_WRONG')
    }
    await delays.succeeded(attempt)
  }

  return {
    /**
     * Sets a new password and ends every session of the user, the caller's own too. Throws ServiceError
     * CURRENT_PASSWORD_WRONG, SIGN_IN_DELAYED after too many of those, PASSWORD_TOO_WEAK or VALIDATION_FAILED
     * (newPassword).
     */
    async change (
      actor: Actor, { currentPassword, newPassword }: { currentPassword: string, newPassword: string }
    ): Promise<void> {
      const user = await store.asTenant(actor.tenantId, ({ users }) => users.find(actor.userId))
      if (!user) throw new ServiceError('UNAUTHENTICATED')
      await mustKnow(user, currentPassword, actor)
      passwords.mustBeStrong(newPassword, ownWordsOf(user), 'newPassword')
      const passwordHash = await passwords.hash(newPassword, actor)
      const at = clock()
      await store.asTenant(actor.tenantId, async (repositories) => {
        // Changed by somebody else since it was read: then so was the current password.
        if (!await repositories.users.changePassword(user.id, passwordHash, user)) {
          throw new ServiceError('CURRENT_PASSWORD_WRONG')
        }
        await endOldAccess(repositories, user, at)
        await repositories.auditLog.add([{
          actor: audited(actor), action: 'auth.changePassword', entity: 'user', entityId: user.id
        }], at)
      })
      sessions.forget({ tenantId: user.tenantId, userId: user.id })
      onWork()
    }
  }
}

export type PasswordChanges = ReturnType<typeof createPasswordChanges>

/** What a guesser would try for this person. */
export function ownWordsOf (
  { email, fullName, companyTitle }: Pick<UserRow, 'email' | 'fullName' | 'companyTitle'>
): string[] {
  return [email, email.split('@')[0] ?? '', fullName, companyTitle]
}

/**
 * What goes with a new password: reset tokens end, every instance reloads the user, and a mail notifies the user.
 */
export async function endOldAccess (repositories: TenantRepositories, user: UserRow, at: Date): Promise<void> {
  await repositories.passwordResets.forgetAllOf(user.id)
  await repositories.mails.withdraw('passwordReset', user.email)
  await repositories.tenant.announceChange()
  const id = newId()
  await post(repositories, [{
    id,
    kind: 'passwordChanged',
    about: id,
    recipient: user.email,
    language: 'es',
    facts: { fullName: user.fullName, at: at.toISOString() },
    createdAt: at,
    endsAt: new Date(at.getTime() + noticeIsNewsMs)
  }])
}
