import { parseRut } from '../../dte/values/rut.ts'
import type { Store } from '../../repositories/store.ts'
import { errorTable, type Problem, problemAt, ServiceError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { normaliseEmail } from '../mail/emails.ts'
import type { MailLanguage } from '../../model/mails.ts'
import { type PasswordAsker, passwordProblem, type Passwords } from '../access/passwords.ts'
import type { SignIn } from '../access/sign-in.ts'
import type { Clock } from '../ports.ts'
import { printableTexts } from './printable-texts.ts'
import type { RegistrationProofs } from './registration-proofs.ts'
import {
  createTenant, type NewTenant, type CheckedRegistration, type TenantDefaults, type Registered, type RegistrationOrigin
} from './tenant-creation.ts'
import type { TenantKeyService } from '../access/tenant-keys.ts'
import { noRut, postedRut } from '../posted-rut.ts'

export interface RegistrationRequest {
  email: string
  password: string
  fullName: string
  /** By default the email. */
  userName?: string | undefined
  companyTitle: string
  taxNumber: string
  tenantCode?: string | undefined
}

/** Without code and keys while the email has to be proven first. */
export interface RegistrationAnswer extends Registered { emailProofRequired: boolean }

export interface RegistrationDependencies {
  store: Store
  passwords: Passwords
  signIn: Pick<SignIn, 'recognise'>
  tenantKeys: TenantKeyService
  registration: 'open' | 'closed'
  newTenants: TenantDefaults
  /** Where mails reach people: there, the tenant is made once its email is proven. */
  proofs: RegistrationProofs | undefined
  clock: Clock
}

/** Where a registration comes from, and the signal that fires when its client has left. */
type Asking = RegistrationOrigin & { signal?: AbortSignal | undefined }

export function createRegistration (
  { store, passwords, signIn, tenantKeys, registration, newTenants, proofs, clock }: RegistrationDependencies
) {
  async function check (posted: RegistrationRequest, asker: PasswordAsker): Promise<CheckedRegistration> {
    mustBeRight(posted)
    const { companyTitle } = printableTexts({ companyTitle: posted.companyTitle })
    const taxNumber = postedRut(posted.taxNumber)
    const email = normaliseEmail(posted.email)
    const passwordHash = await passwords.hash(posted.password, asker)
    return {
      userId: newId(), email, passwordHash, fullName: posted.fullName, userName: posted.userName ?? email, companyTitle,
      taxNumber, tenantCode: posted.tenantCode?.toLowerCase()
    }
  }

  const create = (
    { tenantCode, ...checked }: CheckedRegistration, { signal: _, ...origin }: Asking,
    shown: Pick<NewTenant, 'shownBy' | 'recognised'>
  ): Promise<Registered> => {
    const newTenant = {
      ...checked, ...shown, tenantId: newId(), code: { wanted: tenantCode, instead: false }, origin, at: clock()
    }
    return store.asPlatform((repositories) => createTenant(newTenant, repositories, { tenantKeys, newTenants }))
  }

  /** Where no mail proves the email, the password shows whose it is. */
  async function createByPassword (
    checked: CheckedRegistration, password: string, origin: Asking
  ): Promise<Registered> {
    const { email } = checked
    const recognised = await signIn.recognise({ ...origin, email, password, address: origin.address ?? '' })
    try {
      return await create(checked, origin, { shownBy: 'password', recognised })
    } catch (error) {
      // The email may have been registered meanwhile: then this is the person's next tenant.
      const isLate = error instanceof ServiceError && error.code === 'CREDENTIALS_INVALID' && recognised === undefined
      if (!isLate) throw error
      return createByPassword(checked, password, origin)
    }
  }

  return {
    /**
     * Makes a tenant, its roles, its first administrator and its first pair of keys, all or nothing. Where mails reach
     * people, it mails a link with which `RegistrationProofs.confirm` does so, and answers alike whether the email has
     * an account or not; where they do not, the password of an account decides. Throws ServiceError
     * REGISTRATION_CLOSED, VALIDATION_FAILED (taxNumber), PASSWORD_TOO_WEAK, TENANT_CODE_TAKEN, CREDENTIALS_INVALID or
     * SIGN_IN_DELAYED (where no mail can be sent) or RATE_LIMITED (where it can).
     */
    async register (
      posted: RegistrationRequest, origin: Asking = {}, language: MailLanguage = 'es'
    ): Promise<RegistrationAnswer> {
      if (registration === 'closed') throw new ServiceError('REGISTRATION_CLOSED')
      const address = origin.address ?? ''
      const asker = { address, signal: origin.signal }
      if (!proofs) {
        const registered = await createByPassword(await check(posted, asker), posted.password, origin)
        return { ...registered, emailProofRequired: false }
      }
      await proofs.mustBeFree({ tenantCode: posted.tenantCode?.toLowerCase(), address })
      const user = await proofs.request(await check(posted, asker), { address, language })
      return { tenantCode: '', accessKey: '', secretKey: '', user, emailProofRequired: true }
    },

    /**
     * The same for the server's own operator, who needs no open registration and vouches for the email. A person who
     * proved it keeps the password that they have.
     */
    createTenant: async (posted: RegistrationRequest, origin: RegistrationOrigin = {}): Promise<Registered> =>
      create(await check(posted, { address: origin.address }), origin, { shownBy: 'operator' })
  }
}

export type Registration = ReturnType<typeof createRegistration>

/** Throws ServiceError with every mistake: PASSWORD_TOO_WEAK when that is the only one, or VALIDATION_FAILED. */
function mustBeRight (posted: RegistrationRequest): void {
  const problems = registrationProblems(posted)
  const [first] = problems
  if (!first) return
  if (problems.length === 1 && first.message === errorTable.PASSWORD_TOO_WEAK) throw new ServiceError('PASSWORD_TOO_WEAK')
  throw new ServiceError('VALIDATION_FAILED', { problems })
}

/** What is wrong with the members of a registration that there are, beyond their shape. */
export function registrationProblems (
  { email = '', password, companyTitle = '', taxNumber }: {
    [Member in keyof RegistrationRequest]?: RegistrationRequest[Member] | undefined
  }
): Problem[] {
  const weakness = password === undefined
    ? undefined
    : passwordProblem(password, [normaliseEmail(email), email.split('@')[0] ?? '', companyTitle])
  return [
    ...(weakness ? [problemAt('password', weakness)] : []),
    ...problemsOfTexts({ companyTitle }),
    ...(taxNumber !== undefined && !parseRut(taxNumber) ? [problemAt('taxNumber', noRut)] : [])
  ]
}

function problemsOfTexts (texts: Record<string, string>): readonly Problem[] {
  try {
    printableTexts(texts)
    return []
  } catch (error) {
    if (error instanceof ServiceError) return error.problems
    throw error
  }
}
