import { join } from 'node:path'
import type { Authority } from '../../sii-simulator/index.ts'
import type { Ground } from '../run.ts'
import { layFoundation } from './foundation.ts'
import { type LoadClient, startLoadClient } from './load.ts'
import type { Meters } from './meters.ts'
import { type Database, type Server, startDatabase, startLimit, startService } from './programs.ts'
import type { Tenant } from './tenants.ts'

/** Servers over a database of their own, which nothing else uses; `url` is that of the first. */
export interface Side { url: string, urls: string[], meters: Meters, database: Database }

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
  /** Processes of the service. */
  instances: number
}

/** Starts everything that takes part, in processes of their own. `closers` end it in reverse order. */
export async function setStage (
  { count, keep, postgres, instances }: Wanted, { dir, closers }: Ground
): Promise<Stage> {
  const { database, env, tenants, authority } = await layFoundation({ dir, count, keep }, closers)
  const ofLimit = await startDatabase(join(dir, 'postgres-of-limit'))
  closers.push(ofLimit.stop)
  for (const { owner } of [database, ofLimit]) await set(owner, postgres)

  const services: Server[] = []
  // One after the other: the first one migrates.
  while (services.length < instances) {
    const service = await startService({ dir, env })
    services.push(service)
    closers.push(service.stop)
  }
  const limit = await startLimit(ofLimit.url)
  closers.push(limit.stop)
  const client = startLoadClient()
  closers.push(client.stop)
  return { limit: sideOf([limit], ofLimit), save: sideOf(services, database), client, tenants, authority }
}

async function set (owner: Database['owner'], settings: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    await owner.query(`alter system set ${owner.escapeIdentifier(name)} = ${owner.escapeLiteral(value)}`)
  }
  await owner.query('select pg_reload_conf()')
}

function sideOf (servers: Server[], database: Database): Side {
  const urls = servers.map(({ url }) => url)
  return {
    url: urls[0] ?? '', urls, database,
    meters: { serverPids: servers.map(({ pid }) => pid), postmasterPid: database.postmasterPid, owner: database.owner }
  }
}
