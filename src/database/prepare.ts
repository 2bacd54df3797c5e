import { createStoredNames } from '../shared/directory-names.ts'
import { hashDirectoryNames } from './directory-hashes.ts'
import { migrate } from './migrate.ts'
import { reachDatabase } from './reach.ts'
import { grantToMember } from './roles.ts'

export interface Preparation {
  /** As the role that the service works with. */
  databaseUrl: string
  /** As the same role, past a pooler. */
  directUrl?: string | undefined
  /** As the role that owns the tables, if there are two. Its connections end with `prepareDatabase`. */
  ownerUrl?: string | undefined
  /** KEY_PEPPER, with which the names of old installations are hashed. A new database needs none. */
  pepper: Buffer | undefined
  /** Called once, with a sentence for the operator, when a database does not answer at once. */
  onWait?: (sentence: string) => void
}

/**
 * Waits for the database and brings it to this version of the program. Returns the names of the migrations that it
 * applied. Throws OperatorError.
 */
export async function prepareDatabase (
  { databaseUrl, directUrl = databaseUrl, ownerUrl = directUrl, pepper, onWait }: Preparation
): Promise<string[]> {
  await reachDatabase(databaseUrl, { setting: 'DATABASE_URL', onWait })
  if (directUrl !== databaseUrl) await reachDatabase(directUrl, { setting: 'DATABASE_DIRECT_URL', onWait })
  if (ownerUrl !== directUrl) await reachDatabase(ownerUrl, { setting: 'DATABASE_OWNER_URL', onWait })
  const applied = await migrate(ownerUrl)
  await hashDirectoryNames(ownerUrl, createStoredNames(pepper))
  if (ownerUrl !== directUrl) await grantToMember(ownerUrl, databaseUrl)
  return applied
}
