import { taxAuthorities, type TaxAuthority } from '../../model/tax-authorities.ts'

/** What a person may know of this server before signing in. Nothing in it depends on who asks. */
export interface SignInOptions {
  version: string
  /** Whether people may register tenants by themselves. */
  registrationOpen: boolean
  /** Whether a registration waits for a link that is mailed. */
  emailProofRequired: boolean
  /** `sent` to mailboxes, `kept` as files for the operator, or `none`. */
  mail: 'sent' | 'kept' | 'none'
  passwordReset: boolean
  /** Where the documents of new tenants go. */
  taxAuthority: TaxAuthority
  taxAuthorityText: string
}

export function signInOptions (
  { version, registration, mailer, taxAuthority }: {
    version: string
    registration: 'open' | 'closed'
    mailer: { available: boolean, reachesPeople: boolean }
    taxAuthority: TaxAuthority
  }
): SignInOptions {
  return {
    version,
    registrationOpen: registration === 'open',
    emailProofRequired: mailer.reachesPeople,
    mail: mailer.reachesPeople ? 'sent' : mailer.available ? 'kept' : 'none',
    passwordReset: mailer.available,
    taxAuthority,
    taxAuthorityText: taxAuthorities[taxAuthority].name
  }
}
