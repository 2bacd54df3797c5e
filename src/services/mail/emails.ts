import { emailsIn, isEmail, plainEmail } from '../../dte/values/email.ts'

/** One spelling for each address, so that an account is found however its email was typed. */
export function normaliseEmail (email: string): string {
  return plainEmail(email).toLowerCase()
}

/** The addresses of a text that can be mailed to: a document has several with ; between them. */
export function mailableIn (emails: string | undefined): string[] {
  return emailsIn(emails ?? '').filter(isEmail)
}
