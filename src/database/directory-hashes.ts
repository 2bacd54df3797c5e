import type pg from 'pg'
import type { DirectoryKind, StoredName } from '../shared/directory-names.ts'
import { alone, connected } from './connected.ts'

const batchSize = 1000

/**
 * Converts the names of installations from before 20261122120000_directory_hashes. Each batch is a transaction of its
 * own: a start that is cut off is continued by the next. Once all are converted, a validated constraint says so.
 *
 * @param url of the tables' owner
 */
export async function hashDirectoryNames (url: string, stored: StoredName): Promise<void> {
  if (await connected(url, isDone)) return
  await alone(url, async (client) => {
    while (await hashBatch(client, stored) > 0);
    await client.query('alter table directory_names validate constraint directory_names_hashed')
  })
}

async function isDone (client: pg.Client): Promise<boolean> {
  const { rows: [constraint] } = await client.query<{ done: boolean }>(
    "select convalidated as done from pg_constraint where conname = 'directory_names_hashed'"
  )
  return constraint?.done === true
}

async function hashBatch (client: pg.Client, stored: StoredName): Promise<number> {
  const { rows } = await client.query<{ kind: DirectoryKind, name: string }>(
    "select kind, name from directory_names where kind <> 'tenantCode' and name not like 'h1:%' limit $1", [batchSize])
  await client.query(`
    update directory_names set name = plain.stored
    from unnest($1::text[], $2::text[], $3::text[]) as plain (kind, name, stored)
    where directory_names.kind = plain.kind and directory_names.name = plain.name`,
  [rows.map(({ kind }) => kind), rows.map(({ name }) => name), rows.map(({ kind, name }) => stored(kind, name))])
  return rows.length
}
