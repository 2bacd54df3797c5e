import type { TenantRepositories } from '../../repositories/store.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import { numberOf, scopeOf } from '../directory/directory.ts'
import { isEmail } from '../../dte/values/email.ts'

/** The mailboxes for exchange that the SII's directory has of companies, by their number in it. */
export async function mailboxesOf (
  { exchangeDirectory }: Pick<TenantRepositories, 'exchangeDirectory'>, tenant: TenantRow, taxNumbers: readonly string[]
): Promise<ReadonlyMap<number, string>> {
  const numbers = [...new Set(taxNumbers.map(numberOf))]
  const companies = await exchangeDirectory.find(scopeOf(tenant), numbers)
  return new Map([...companies].flatMap(([number, { mailbox }]) =>
    mailbox !== null && isEmail(mailbox) ? [[number, mailbox]] : []))
}

/** That of one company; null if the directory has none. */
export async function mailboxOf (
  repositories: Pick<TenantRepositories, 'exchangeDirectory'>, tenant: TenantRow, taxNumber: string
): Promise<string | null> {
  return (await mailboxesOf(repositories, tenant, [taxNumber])).get(numberOf(taxNumber)) ?? null
}
