import type { PersonRow } from '../../repositories/access/people.ts'
import type { Store } from '../../repositories/store.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import type { Passwords } from './passwords.ts'
import { setPassword, type KnownPerson, lockPerson, ownWordsOf } from './people.ts'
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
  /** A stolen token must not allow faster guessing than Login does. */
  async function mustKnow (person: PersonRow, currentPassword: string, asker: Actor): Promise<void> {
    const attempt = await store.asPlatform((repositories) =>
      delays.begin(repositories, { email: asker.email, address: asker.address ?? '' })
    )
    const { matches } = await passwords.check(person.passwordHash, currentPassword, asker)
    if (!matches) {
      await delays.failed(attempt)
      throw new ServiceError('CURRENT_PASSWORD_WRONG')
    }
    await delays.succeeded(attempt)
  }

  const personOf = (actor: Actor): Promise<KnownPerson | undefined> => store.asPlatform(
    async ({ people, memberships }) => {
      const id = await memberships.personOf(actor)
      const person = id === undefined ? null : await people.find(id)
      return person ? { person, members: await memberships.list(person.id) } : undefined
    }
  )

  return {
    /**
     * Sets a new password and ends every session of the person in every tenant, the caller's own too. Throws
     * ServiceError CURRENT_PASSWORD_WRONG, SIGN_IN_DELAYED after too many of those, PASSWORD_TOO_WEAK or
     * VALIDATION_FAILED (newPassword).
     */
    async change (
      actor: Actor, { currentPassword, newPassword }: { currentPassword: string, newPassword: string }
    ): Promise<void> {
      const known = await personOf(actor)
      if (!known) throw new ServiceError('UNAUTHENTICATED')
      await mustKnow(known.person, currentPassword, actor)
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
