/** One spelling for each address, so that an account is found however its email was typed. */
export function normaliseEmail (email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/** The addresses of a text that can be mailed to: a document has several with ; between them. */
export function mailableIn (emails: string | undefined): string[] {
  return emails === undefined || isMailable(emails) ? [emails ?? []].flat() : emails.split(/[;,\s]+/).filter(isMailable)
}

/** Whether a text is exactly one address, without characters that have a meaning in the header of a mail. */
export function isMailable (email: string): boolean {
  return /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u.test(email)
}
