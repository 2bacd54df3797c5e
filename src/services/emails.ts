/** One spelling for each address, so that an account is found however its email was typed. */
export function normaliseEmail (email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}
