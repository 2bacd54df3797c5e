import type { RegistrationRow } from '../../repositories/access/registrations.ts'
import type { MemberRow, PersonRow } from '../../repositories/access/people.ts'
import type { PlatformRepositories, Store } from '../../repositories/store.ts'
import { problemAt, ServiceError } from '../../shared/errors.ts'
import type { SessionClaims } from '../actor.ts'
import { normaliseEmail } from '../mail/emails.ts'
import type { Passwords } from './passwords.ts'
import { acceptInvitation, findPerson, type KnownPerson, noteFirstSignIn } from './people.ts'
import type { Clock } from '../ports.ts'
import { tokenVersionOf } from './sessions.ts'
import type { SecondFactors } from './second-factors.ts'
import type { Attempt, SignInDelays } from './sign-in-delays.ts'
import type { UserSessions } from './user-sessions.ts'

export interface UserSummary { id: string, userName: string, fullName: string, email: string, companyTitle: string }

export interface SignedIn {
  user: UserSummary
  /** What the access token is to say. */
  claims: SessionClaims
}

export interface SignInDependencies {
  store: Store
  passwords: Passwords
  allowList: {
    permitting: (
      repositories: PlatformRepositories, tenantIds: readonly string[], address: string
    ) => Promise<ReadonlySet<string>>
  }
  delays: SignInDelays
  userSessions: Pick<UserSessions, 'open'>
  secondFactors: Pick<SecondFactors, 'ask'>
  clock: Clock
}

export interface Caller {
  email: string
  password: string
  /** Which of the person's tenants is meant. */
  tenantCode?: string | undefined
  /** Of the second factor. */
  code?: string | undefined
  address: string
  userAgent?: string | undefined
  requestId?: string | undefined
  signal?: AbortSignal | undefined
}

/** What is known of a caller, before the password is looked at. */
interface Look {
  known: KnownPerson | undefined
  /** The tenants into which the right password leads from this address. */
  open: MemberRow[]
  registration: RegistrationRow | null
  attempt: Attempt
}

export function createSignIn (
  { store, passwords, allowList, delays, userSessions, secondFactors, clock }: SignInDependencies
) {
  /** Asks the database the same questions whether the email is known or not, and however many tenants there are. */
  const look = ({ email, tenantCode, address }: Caller): Promise<Look> => store.asPlatform(async (repositories) => {
    const known = await findPerson(repositories, email)
    const tenantIds = (known?.members ?? []).map(({ tenantId }) => tenantId)
    const permitting = await allowList.permitting(repositories, tenantIds, address)
    const permits = ({ tenantId }: MemberRow): boolean => permitting.has(tenantId)
    // For every tenant alike: otherwise the delays would show who is a user of it.
    const outside = known !== undefined && !membersAtWork(known).some(permits)
    const attempt = await delays.begin(repositories, { email, address, outside })
    const registration = await repositories.registrations.findNewest(email, clock())
    return { known, open: known ? meant(known, tenantCode).filter(permits) : [], registration, attempt }
  })

  const check = ({ person }: Partial<KnownPerson>, caller: Caller) =>
    passwords.check(person?.passwordHash, caller.password, caller)

  const rehash = async (person: PersonRow, caller: Caller): Promise<void> => {
    const passwordHash = await passwords.hash(caller.password, caller)
    await store.asPlatform(({ people }) => people.renewHash(person.id, passwordHash, person))
  }

  /**
   * The password of a registration is checked even if the email has an account, so that the answer does not reveal it.
   */
  async function refuse (caller: Caller, { registration, attempt }: Look): Promise<never> {
    const isUnproven = registration !== null &&
      (await passwords.check(registration.passwordHash, caller.password, caller)).matches
    if (isUnproven) throw new ServiceError('EMAIL_NOT_PROVEN')
    await delays.failed(attempt)
    throw new ServiceError('CREDENTIALS_INVALID')
  }

  /**
   * Notes the sign-in and opens its session, whose id it gives; the first one is the answer to an invitation. The
   * password of an invitation is as good as its link, once the person is proven.
   */
  const arrive = (
    person: PersonRow, member: MemberRow, caller: Caller, secondFactorAt: Date | null
  ): Promise<string> =>
    store.asPlatform(async (repositories) => {
      const { address, requestId } = caller
      const occasion = { origin: { address, requestId }, at: clock() }
      const isPending = member.acceptedAt === null
      if (isPending) {
        const locked = await repositories.people.lock(person.id)
        if (locked?.passwordVersion !== person.passwordVersion) throw new ServiceError('CREDENTIALS_INVALID')
      }
      const tenant = repositories.tenant(member.tenantId)
      await tenant.users.noteSignIn(member.userId, occasion.at)
      if (isPending) await acceptInvitation(repositories, member, occasion)
      else if (member.awaitsAnswer) await noteFirstSignIn(repositories, member, occasion)
      return userSessions.open(tenant, member.userId, caller, secondFactorAt)
    })

  return {
    /**
     * Throws ServiceError CREDENTIALS_INVALID, alike and at the same cost, for an unknown email, a wrong password, a
     * tenant of another user and an address outside the tenant's list; SIGN_IN_DELAYED after too many failures;
     * EMAIL_NOT_PROVEN for the password of an unconfirmed registration; and, for the right password only,
     * TENANT_REQUIRED with the codes of several tenants when none is named, SECOND_FACTOR_REQUIRED and
     * SECOND_FACTOR_WRONG.
     */
    async login (posted: Caller): Promise<SignedIn> {
      const caller = {
        ...posted, email: normaliseEmail(posted.email), tenantCode: posted.tenantCode?.trim().toLowerCase()
      }
      const looked = await look(caller)
      const { known, open: [member, ...others], attempt } = looked
      const { matches, outdated } = await check({ ...known }, caller)
      if (!known || !member || !matches) return refuse(caller, looked)
      await delays.succeeded(attempt)
      if (outdated) await rehash(known.person, caller)
      if (others.length > 0) throw tenantRequired([member, ...others])
      const secondFactorAt = await secondFactors.ask({ ...member, ...caller }, caller.code)
      return signedIn(member, await arrive(known.person, member, caller, secondFactorAt))
    },

    /**
     * The person with this email and password; undefined for an unknown email. Throws ServiceError CREDENTIALS_INVALID
     * or SIGN_IN_DELAYED as `login` does.
     */
    async recognise (posted: Omit<Caller, 'tenantCode' | 'code'>): Promise<PersonRow | undefined> {
      const caller = { ...posted, email: normaliseEmail(posted.email) }
      const { known, open, attempt } = await look(caller)
      const { matches } = await check({ ...known }, caller)
      if (!known) return undefined
      if (!matches || open.length === 0) {
        await delays.failed(attempt)
        throw new ServiceError('CREDENTIALS_INVALID')
      }
      await delays.succeeded(attempt)
      return known.person
    }
  }
}

export type SignIn = ReturnType<typeof createSignIn>

export function userSummary ({ id, userName, fullName, email, companyTitle }: UserSummary): UserSummary {
  return { id, userName, fullName, email, companyTitle }
}

/** The tenants that a person accepted; before the first one, those that invite. */
function membersAtWork ({ members }: KnownPerson): MemberRow[] {
  const accepted = members.filter(({ acceptedAt }) => acceptedAt !== null)
  return accepted.length > 0 ? accepted : members
}

/**
 * A sign-in accepts an invitation too, but not to the password of a person who is not proven: who made their first user
 * may know it.
 */
function meant (known: KnownPerson, tenantCode: string | undefined): MemberRow[] {
  const members = tenantCode === undefined
    ? membersAtWork(known)
    : known.members.filter((member) => member.tenantCode === tenantCode)
  return members.filter(({ acceptedAt }) => acceptedAt !== null || known.person.proven)
}

function tenantRequired (members: readonly MemberRow[]): ServiceError {
  const problems = members.map(({ tenantCode, businessName }) => {
    const text = `${tenantCode} (${businessName})`
    return problemAt('tenantCode', { en: text, es: text })
  })
  return new ServiceError('TENANT_REQUIRED', { problems })
}

function signedIn ({ tenantId, userId, tenantTokenVersion, ...user }: MemberRow, sessionId: string): SignedIn {
  return {
    user: userSummary({ id: userId, ...user }),
    claims: { userId, tenantId, tokenVersion: tokenVersionOf(user, { tokenVersion: tenantTokenVersion }), sessionId }
  }
}
