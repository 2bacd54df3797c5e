import type { Store } from '../../repositories/store.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import type { Passwords } from './passwords.ts'
import type { KnownPerson } from './people.ts'
import type { SignInDelays } from './sign-in-delays.ts'

export interface PasswordProofDependencies { store: Store, passwords: Passwords, delays: SignInDelays }

/**
 * Checks the password of a signed-in user, with the delays of sign-ins: a stolen token must not allow faster guessing
 * than Login does. Gives the person. Throws ServiceError CURRENT_PASSWORD_WRONG, SIGN_IN_DELAYED, or UNAUTHENTICATED
 * for a user who was deleted a moment ago.
 */
export function createPasswordProof ({ store, passwords, delays }: PasswordProofDependencies) {
  const personOf = (actor: Actor): Promise<KnownPerson | undefined> => store.asPlatform(
    async ({ people, memberships }) => {
      const id = await memberships.personOf(actor)
      const person = id === undefined ? null : await people.find(id)
      return person ? { person, members: await memberships.list(person.id) } : undefined
    }
  )

  return async (actor: Actor, password: string): Promise<KnownPerson> => {
    const known = await personOf(actor)
    if (!known) throw new ServiceError('UNAUTHENTICATED')
    const attempt = await store.asPlatform((repositories) =>
      delays.begin(repositories, { email: actor.email, address: actor.address ?? '' })
    )
    const { matches } = await passwords.check(known.person.passwordHash, password, actor)
    if (!matches) {
      await delays.failed(attempt)
      throw new ServiceError('CURRENT_PASSWORD_WRONG')
    }
    await delays.succeeded(attempt)
    return known
  }
}
