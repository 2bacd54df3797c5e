import { createStoredNames } from '../shared/directory-names.ts'
import { hashDirectoryNames } from './directory-hashes.ts'
import { migrate } from './migrate.ts'
import { grantToMember } from './roles.ts'

export interface Preparation {
  /** As the role that the service works with. */
  databaseUrl: string
  /** As the role that owns the tables, if there are two. Its connections end with `prepareDatabase`. */
  ownerUrl?: string | undefined
  /** KEY_PEPPER, with which the names of old installations are hashed. A new database needs none. */
  pepper: Buffer | undefined
}

/** Brings a database to this version of the program. Returns the names of the migrations that it applied. */
export async function prepareDatabase (
  { databaseUrl, ownerUrl = databaseUrl, pepper }: Preparation
): Promise<string[]> {
  const applied = await migrate(ownerUrl)
  await hashDirectoryNames(ownerUrl, createStoredNames(pepper))
  if (ownerUrl !== databaseUrl) await grantToMember(ownerUrl, databaseUrl)
  return applied
}
