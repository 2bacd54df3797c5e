import { createHmac, hkdfSync } from 'node:crypto'

export type DirectoryKind = 'tenantCode' | 'accessKey' | 'email' | 'publicLink'

/** How a name is stored: `h1:` and 43 characters, or itself. */
export type StoredName = (kind: DirectoryKind, name: string) => string

/**
 * Emails, access keys and public links are stored as HMAC-SHA-256 under a key made of the pepper, so that this table,
 * which every tenant's names share, tells a reader neither who is a customer nor which keys there are. A tenant's code
 * is chosen to be passed on and is no secret; it stays readable, so that operators find a tenant by it without the
 * pepper.
 *
 * @param pepper undefined for commands that look for tenant codes only; the other kinds then throw
 */
export function createStoredNames (pepper: Buffer | undefined): StoredName {
  const key = pepper && Buffer.from(hkdfSync('sha256', pepper, '', 'timbre directory names', 32))
  return (kind, name) => {
    if (kind === 'tenantCode') return name
    if (!key) throw new Error('Emails, access keys and public links are not found without KEY_PEPPER.')
    return `h1:${createHmac('sha256', key).update(`${kind}\0${name}`).digest('base64url')}`
  }
}
