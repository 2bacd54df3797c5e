import { formatRut } from '../../dte/values/rut.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import { hasUnseenCharacters, looksLikeAddress } from '../../shared/names.ts'

const longest = 100

/**
 * A name as a mail may show it; undefined if mail programs would turn it into a link, or if it contains invisible
 * characters. Users write these names, and the mails go to others from the server's own address.
 */
export function mailName (name: string): string | undefined {
  const text = name.trim().slice(0, longest)
  return text === '' || hasUnseenCharacters(text) || looksLikeAddress(text) ? undefined : text
}

/** A company within a sentence; by its RUT if a mail must not show its name. */
export function companyName (
  { businessName, taxNumber }: { businessName: string, taxNumber?: string | undefined }
): { es: string, en: string } {
  const name = mailName(businessName)
  if (name !== undefined) return { es: name, en: name }
  if (taxNumber === undefined) return { es: 'una empresa', en: 'a company' }
  const rut = formatRut(taxNumber)
  return { es: `la empresa de RUT ${rut}`, en: `the company with RUT ${rut}` }
}

/** Whose name stands before the sender's address, and where answers go. */
export function sendingCompany ({ businessName, taxNumber, email }: TenantRow): { fromName: string, replyTo?: string } {
  const fromName = mailName(businessName) ?? `RUT ${formatRut(taxNumber)}`
  return email === null ? { fromName } : { fromName, replyTo: email }
}
