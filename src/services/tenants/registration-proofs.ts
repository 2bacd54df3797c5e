import type { LeasedTask } from '../../repositories/tasks/tasks.ts'
import type { PersonRow } from '../../repositories/access/people.ts'
import type { RegistrationRow } from '../../repositories/access/registrations.ts'
import type { PlatformRepositories, Store } from '../../repositories/store.ts'
import type { NewMail } from '../../repositories/mail/mails.ts'
import type { Rut } from '../../dte/values/rut.ts'
import { hourMs } from '../../shared/durations.ts'
import { ServiceError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { callerNetwork } from '../../shared/ip-ranges.ts'
import { normaliseEmail } from '../mail/emails.ts'
import { finishTask } from '../tasks/task-lease.ts'
import { hashOfMailToken, mayBeMailToken, newMailToken } from '../access/mail-tokens.ts'
import { tokenPlace } from '../mail/contents.ts'
import type { MailLanguage } from '../../model/mails.ts'
import { post } from '../mail/post.ts'
import type { Passwords } from '../access/passwords.ts'
import { findPerson } from '../access/people.ts'
import { platformTenant } from '../platform-tenant.ts'
import type { Clock } from '../ports.ts'
import type { Sealing } from '../secrets/sealing.ts'
import type { SignInDelays } from '../access/sign-in-delays.ts'
import { userSummary, type UserSummary } from '../access/sign-in.ts'
import {
  createTenant, type CheckedRegistration, type TenantDefaults, type Registered, type RegistrationOrigin
} from './tenant-creation.ts'
import type { TenantKeyService } from '../access/tenant-keys.ts'

export interface RegistrationProofsDependencies {
  store: Store
  passwords: Passwords
  sealing: Sealing
  delays: SignInDelays
  tenantKeys: TenantKeyService
  newTenants: TenantDefaults
  clock: Clock
  onWork: () => void
}

export interface Confirmation { email: string, token: string, password: string }

const hours = 24
// Limits mails per receiver and per tenant, so that registration cannot be used to send spam.
const mailsAnHour = 5
// From one network: an address, or a /64 of IPv6.
const registrationsIn = [{ hours: 1, most: 20 }, { hours: 24, most: 100 }]

/**
 * Registrations that become tenants once their email is proven. Until then there is neither tenant nor key, and nothing
 * is taken: several registrations of one email stand side by side, and the first that is confirmed ends the others.
 */
export function createRegistrationProofs (
  { store, passwords, sealing, delays, tenantKeys, newTenants, clock, onWork }: RegistrationProofsDependencies
) {
  function linkTo (
    registration: RegistrationRow, { token, hasAccount }: { token: string, hasAccount: boolean }
  ): NewMail {
    const mail = mailAbout(registration, clock())
    const sealedToken = sealing.seal(Buffer.from(token), tokenPlace({ tenantId: platformTenant, id: mail.id }))
    return { ...mail, kind: 'registration', facts: { taxNumber: registration.taxNumber, hours, hasAccount }, sealedToken }
  }

  async function write (
    repositories: PlatformRepositories, registration: RegistrationRow
  ): Promise<void> {
    const { id, email } = registration
    const { registrations, tenant } = repositories
    const ours = tenant(platformTenant)
    const since = new Date(clock().getTime() - hourMs)
    if (await ours.mails.countSince('registration', email, since) >= mailsAnHour) return
    const known = await findPerson(repositories, email)
    const { token, tokenHash } = newMailToken()
    await registrations.setToken(id, tokenHash)
    await post(ours, [linkTo(registration, { token, hasAccount: known?.person.proven === true })])
  }

  const create = (
    registration: RegistrationRow, recognised: PersonRow | undefined, origin: RegistrationOrigin
  ) => store.asPlatform(async (repositories) => {
    const { id, email, tenantCode } = registration
    if (!await repositories.registrations.redeem(id)) throw new ServiceError('EMAIL_TOKEN_INVALID')
    await repositories.registrations.forgetAllOf(email)
    await repositories.tenant(platformTenant).mails.withdraw('registration', email)
    const details = { registeredAt: registration.createdAt.toISOString(), registeredFrom: registration.network }
    const newTenant = {
      ...registration, userName: registration.userName ?? email, taxNumber: registration.taxNumber as Rut,
      tenantId: newId(), shownBy: 'mailbox' as const, recognised, origin, details, at: clock()
    }
    // The code may have been taken since the registration, and the link works once only.
    return createTenant({ ...newTenant, code: { wanted: tenantCode ?? undefined, instead: true } }, repositories, {
      tenantKeys, newTenants
    })
  })

  return {
    /** Throws ServiceError TENANT_CODE_TAKEN, or RATE_LIMITED when too many registrations came from one address. */
    mustBeFree: ({ tenantCode, address }: { tenantCode: string | undefined, address: string }): Promise<void> =>
      store.asPlatform(async ({ directory, registrations }) => {
        for (const { hours, most } of registrationsIn) {
          const lately = await registrations.countFrom(
            callerNetwork(address), new Date(clock().getTime() - hours * hourMs)
          )
          if (lately >= most) throw new ServiceError('RATE_LIMITED', { retryAfterSeconds: hourMs / 1000 })
        }
        if (tenantCode !== undefined && await directory.find('tenantCode', tenantCode)) {
          throw new ServiceError('TENANT_CODE_TAKEN')
        }
      }),

    /**
     * Keeps a registration and has a mail written. Does the same for every email: the rest is done later, by `prepare`.
     */
    async request (
      { userId, tenantCode, ...checked }: CheckedRegistration,
      { address, language }: { address: string, language: MailLanguage }
    ): Promise<UserSummary> {
      const createdAt = clock()
      const expiresAt = new Date(createdAt.getTime() + hours * hourMs)
      const row = {
        ...checked, id: newId(), userId, tenantCode: tenantCode ?? null, language, network: callerNetwork(address),
        createdAt, expiresAt
      }
      await store.asPlatform(async ({ registrations, tenant }) => {
        await registrations.create(row)
        await tenant(platformTenant).tasks.schedule('prepareRegistration', [row.id])
      })
      onWork()
      return userSummary({ ...checked, id: userId })
    },

    /** Handles a `prepareRegistration` task: mails a link. */
    async prepare (task: LeasedTask): Promise<void> {
      await store.asPlatform(async (repositories) => {
        const registration = await repositories.registrations.find(task.subject)
        if (registration) await write(repositories, registration)
        await finishTask(repositories.tenant(task.tenantId), task)
      })
      onWork()
    },

    /**
     * Makes the tenant of a registration. The password is asked for because a stranger may have registered with this
     * email too: a link opens only what the reader of the mailbox registered. For a person who proved the email before,
     * it is the one of their account. Throws ServiceError EMAIL_TOKEN_INVALID, whatever is wrong with the token;
     * CREDENTIALS_INVALID or SIGN_IN_DELAYED for a wrong password leave the token good.
     */
    async confirm (
      { email, token, password }: Confirmation,
      { signal, ...origin }: { address: string, requestId: string, signal?: AbortSignal }
    ): Promise<Registered> {
      if (!mayBeMailToken(token)) throw new ServiceError('EMAIL_TOKEN_INVALID')
      const { registration, person, attempt } = await store.asPlatform(async (repositories) => {
        const found = await repositories.registrations.findByToken(
          normaliseEmail(email), hashOfMailToken(token), clock()
        )
        if (!found) throw new ServiceError('EMAIL_TOKEN_INVALID')
        const known = await findPerson(repositories, found.email)
        return {
          registration: found,
          person: known?.person.proven === true ? known.person : undefined,
          attempt: await delays.begin(repositories, { email: found.email, address: origin.address })
        }
      })
      const { matches } = await passwords.check((person ?? registration).passwordHash, password, {
        address: origin.address, signal
      })
      if (!matches) {
        await delays.failed(attempt)
        throw new ServiceError('CREDENTIALS_INVALID')
      }
      await delays.succeeded(attempt)
      return create(registration, person, origin)
    },

    /** Drops registrations that were not confirmed in time; run now and then. */
    forgetExpired: (): Promise<void> => store.asPlatform(({ registrations }) => registrations.forgetExpired(clock()))
  }
}

export type RegistrationProofs = ReturnType<typeof createRegistrationProofs>

function mailAbout ({ id, email, language, expiresAt }: RegistrationRow, createdAt: Date) {
  return { id: newId(), about: id, recipient: email, language, createdAt, endsAt: expiresAt }
}
