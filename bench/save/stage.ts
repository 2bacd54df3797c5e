import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import { prepareDatabase } from '../../src/database/prepare.ts'
import { type Authority, createAuthority } from '../../src/sii-simulator/authority.ts'
import { createSimulator } from '../../src/sii-simulator/simulator.ts'
import { createFileStore } from '../../src/sii-simulator/store.ts'
import { type LoadClient, startLoadClient } from './load.ts'
import type { Meters } from './meters.ts'
import { type Database, type Server, startDatabase, startLimit, startService } from './programs.ts'
import { createTenants, type Tenant } from './tenants.ts'

/** A server over a database of its own, which nothing else uses. */
export interface Side { url: string, meters: Meters, database: Database }

export interface Stage {
  limit: Side
  save: Side
  client: LoadClient
  tenants: Tenant[]
  authority: Authority
}

/** Starts everything that takes part, in processes of their own. `closers` end it in reverse order. */
export async function setStage (count: number, closers: (() => unknown)[]): Promise<Stage> {
  const dir = mkdtempSync(join(tmpdir(), 'timbre-save-'))
  // When root runs this, the databases run under their own account, which must be able to enter the folder.
  chmodSync(dir, 0o711)
  closers.push(() => { rmSync(dir, { recursive: true, force: true }) })
  const database = await startDatabase(join(dir, 'postgres'))
  closers.push(database.stop)
  const ofLimit = await startDatabase(join(dir, 'postgres-of-limit'))
  closers.push(ofLimit.stop)

  const simulatorDir = join(dir, 'sii')
  const simulator = await createSimulator({ dataDir: simulatorDir })
  closers.push(simulator.close)
  const simulatorUrl = await simulator.listen()
  // The same keys, for CAFs and certificates without a request for each.
  const keys = await createFileStore(simulatorDir)
  closers.push(keys.close)
  const authority = await createAuthority({ store: keys, clock: () => new Date(Date.now()) })
  const env = settings(dir, database.url, simulatorUrl)
  const config = readConfig(env)
  await prepareDatabase({ databaseUrl: database.url, pepper: config.KEY_PEPPER })
  const tenants = await createTenants({ config, databaseUrl: database.url, simulatorUrl, authority }, count)
  await database.owner.query('vacuum analyze')

  const service = await startService({ dir, env })
  closers.push(service.stop)
  const limit = await startLimit(ofLimit.url)
  closers.push(limit.stop)
  const client = startLoadClient()
  closers.push(client.stop)
  return { limit: sideOf(limit, ofLimit), save: sideOf(service, database), client, tenants, authority }
}

function sideOf ({ url, pid }: Server, database: Database): Side {
  return { url, database, meters: { serverPid: pid, postmasterPid: database.postmasterPid, owner: database.owner } }
}

function settings (dir: string, databaseUrl: string, simulatorUrl: string): Record<string, string> {
  const key = (): string => `k1:${randomBytes(32).toString('base64')}`
  return {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dir,
    MASTER_KEY: key(),
    JWT_KEYS: key(),
    KEY_PEPPER: randomBytes(32).toString('base64'),
    REGISTRATION: 'open',
    SMTP_URL: 'none',
    SII_SIMULATOR_URL: simulatorUrl
  }
}
