import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Authority } from '../../src/sii-simulator/authority.ts'
import { layFoundation } from './foundation.ts'
import { type LoadClient, startLoadClient } from './load.ts'
import type { Meters } from './meters.ts'
import { type Database, type Server, startDatabase, startLimit, startService } from './programs.ts'
import type { Tenant } from './tenants.ts'

/** A server over a database of its own, which nothing else uses. */
export interface Side { url: string, meters: Meters, database: Database }

export interface Stage {
  limit: Side
  save: Side
  client: LoadClient
  tenants: Tenant[]
  authority: Authority
}

export interface Wanted {
  count: number
  keep: string | undefined
  /** Settings of both databases that need no restart. */
  postgres: Record<string, string>
}

/** Starts everything that takes part, in processes of their own. `closers` end it in reverse order. */
export async function setStage ({ count, keep, postgres }: Wanted, closers: (() => unknown)[]): Promise<Stage> {
  const dir = mkdtempSync(join(tmpdir(), 'timbre-save-'))
  // When root runs this, the databases run under their own account, which must be able to enter the folder.
  chmodSync(dir, 0o711)
  closers.push(() => { rmSync(dir, { recursive: true, force: true }) })
  const { database, env, tenants, authority } = await layFoundation({ dir, count, keep }, closers)
  const ofLimit = await startDatabase(join(dir, 'postgres-of-limit'))
  closers.push(ofLimit.stop)
  for (const { owner } of [database, ofLimit]) await set(owner, postgres)

  const service = await startService({ dir, env })
  closers.push(service.stop)
  const limit = await startLimit(ofLimit.url)
  closers.push(limit.stop)
  const client = startLoadClient()
  closers.push(client.stop)
  return { limit: sideOf(limit, ofLimit), save: sideOf(service, database), client, tenants, authority }
}

async function set (owner: Database['owner'], settings: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    await owner.query(`alter system set ${owner.escapeIdentifier(name)} = ${owner.escapeLiteral(value)}`)
  }
  await owner.query('select pg_reload_conf()')
}

function sideOf ({ url, pid }: Server, database: Database): Side {
  return { url, database, meters: { serverPid: pid, postmasterPid: database.postmasterPid, owner: database.owner } }
}
