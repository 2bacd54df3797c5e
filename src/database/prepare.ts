import type { StoredName } from '../shared/directory-names.ts'
import { hashDirectoryNames } from './directory-hashes.ts'
import { migrate } from './migrate.ts'
import { grantToMember } from './roles.ts'

export interface DatabaseRoles {
  /** The role that works. */
  databaseUrl: string
  /** The role that owns the tables, where it is another one. No connection of it outlives `prepareDatabase`. */
  ownerUrl?: string | undefined
}

/** Makes a database ready for this version of the program; gives the names of the migrations that it applied. */
export async function prepareDatabase (
  { databaseUrl, ownerUrl = databaseUrl }: DatabaseRoles, stored: StoredName
): Promise<string[]> {
  const applied = await migrate(ownerUrl)
  await hashDirectoryNames(ownerUrl, stored)
  if (ownerUrl !== databaseUrl) await grantToMember(ownerUrl, databaseUrl)
  return applied
}
