import type { Store } from '../../repositories/store.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import { createPasswordProof } from './password-proof.ts'
import type { Passwords } from './passwords.ts'
import { setPassword, lockPerson, ownWordsOf } from './people.ts'
import type { Clock } from '../ports.ts'
import type { SessionCache } from './rights.ts'
import type { SignInDelays } from './sign-in-delays.ts'

export interface PasswordChangesDependencies {
  store: Store
  passwords: Passwords
  delays: SignInDelays
  sessions: SessionCache
  clock: Clock
  onWork: () => void
}

/** A signed-in user's change of the own password. */
export function createPasswordChanges (
  { store, passwords, delays, sessions, clock, onWork }: PasswordChangesDependencies
) {
  const mustKnow = createPasswordProof({ store, passwords, delays })

  return {
    /**
     * Sets a new password and ends every session of the person in every tenant, the caller's own too. Throws
     * ServiceError CURRENT_PASSWORD_WRONG, SIGN_IN_DELAYED after too many of those, PASSWORD_TOO_WEAK or
     * VALIDATION_FAILED (newPassword).
     */
    async change (
      actor: Actor, { currentPassword, newPassword }: { currentPassword: string, newPassword: string }
    ): Promise<void> {
      const known = await mustKnow(actor, currentPassword)
      passwords.mustBeStrong(newPassword, ownWordsOf(known.members), 'newPassword')
      const passwordHash = await passwords.hash(newPassword, actor)
      const { address, requestId } = actor
      await store.asPlatform(async (repositories) => {
        const locked = await lockPerson(repositories, known)
        // The password has changed since it was read, so the current password is wrong now.
        if (locked?.person.passwordVersion !== known.person.passwordVersion) {
          throw new ServiceError('CURRENT_PASSWORD_WRONG')
        }
        await setPassword(repositories, locked, {
          passwordHash, proven: locked.person.proven, action: 'auth.changePassword', origin: { address, requestId },
          at: clock()
        })
      })
      for (const user of known.members) sessions.invalidate(user)
      onWork()
    }
  }
}

export type PasswordChanges = ReturnType<typeof createPasswordChanges>
