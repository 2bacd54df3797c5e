import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '../../src/program/config/config.ts'
import { distributeDatabase } from '../../src/cli/distribute.ts'
import { prepareDatabase } from '../../src/database/prepare.ts'
import { createAuthority, createFileStore, createSimulator } from '../../sii-simulator/index.ts'
import { createOnCluster, onServer, workersOf } from '../../test/support/cluster.ts'
import { newSecrets } from '../save/foundation.ts'
import { type Server, startService } from '../save/programs.ts'
import { createTenants, type Tenant } from '../save/tenants.ts'

/** A database with tenants on one PostgreSQL or on a cluster, and a server over it. */
export interface Ground {
  dir: string
  env: Record<string, string>
  tenants: Tenant[]
  server: Server
  /** As superuser: at the coordinator, and at each machine. */
  owner: pg.Client
  owners: pg.Client[]
  /** The postmasters' process ids. */
  machines: number[]
}

export async function layGround (
  { dir, superuserUrl, count }: { dir: string, superuserUrl: string, count: number }, closers: (() => unknown)[]
): Promise<Ground> {
  mkdirSync(dir)
  const name = `timbre_bench_${randomBytes(4).toString('hex')}`
  const [password, workerUrls] = [randomBytes(12).toString('hex'), await workersOf(superuserUrl)]
  const urls = [superuserUrl, ...workerUrls].map((url) => Object.assign(new URL(url), { pathname: `/${name}` }).toString())
  await onServer(superuserUrl, `create role ${name} login nosuperuser nobypassrls password '${password}'`)
  await createOnCluster({ superuserUrl, workerUrls, ownerRole: name }, name)
  closers.push(async () => {
    for (const url of [superuserUrl, ...workerUrls]) await onServer(url, `drop database ${name} with (force)`)
    await onServer(superuserUrl, `drop role ${name}`)
  })
  const databaseUrl = Object.assign(new URL(urls[0] ?? ''), { username: name, password }).toString()
  const preparation = { databaseUrl, pepper: undefined }
  if (workerUrls.length > 0) await distributeDatabase({ say: () => {} }, preparation)
  else await prepareDatabase(preparation)
  const { env, tenants } = await peopled({ dir, databaseUrl, count, distributed: workerUrls.length > 0 }, closers)
  const owners = urls.map((url) => new pg.Client(url))
  for (const owner of owners) await owner.connect()
  closers.push(() => Promise.all(owners.map((owner) => owner.end())))
  const machines = await Promise.all(owners.map(async (owner) => {
    const { rows: [row] } = await owner.query<{ file: string }>("select pg_read_file('postmaster.pid') as file")
    return Number.parseInt(row?.file ?? '', 10)
  }))
  await owners[0]?.query('vacuum analyze')
  const server = await startService({ dir, env })
  closers.push(server.stop)
  return { dir, env, tenants, server, owner: owners[0] as pg.Client, owners, machines }
}

async function peopled (
  { dir, databaseUrl, count, distributed }: { dir: string, databaseUrl: string, count: number, distributed: boolean },
  closers: (() => unknown)[]
): Promise<{ env: Record<string, string>, tenants: Tenant[] }> {
  const simulator = await createSimulator({ dataDir: join(dir, 'sii'), secondsPerState: 0.01 })
  closers.push(simulator.close)
  const keys = await createFileStore(join(dir, 'sii'))
  closers.push(keys.close)
  const authority = await createAuthority({ store: keys, clock: () => new Date(Date.now()) })
  const simulatorUrl = await simulator.listen()
  const env = {
    ...newSecrets(), DATABASE_URL: databaseUrl, DATA_DIR: dir, SII_SIMULATOR_URL: simulatorUrl, REGISTRATION: 'open',
    SMTP_URL: 'none', SII_FIRST_POLL_SECONDS: '0.5'
  }
  const place = { config: readConfig(env), databaseUrl, simulatorUrl, authority, distributed }
  const tenants = await createTenants(place, count)
  for (const { taxNumber } of tenants) {
    await fetch(`${simulatorUrl}/simulator/companies`, {
      method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ taxNumber, senders: ['12345678-5'] })
    })
  }
  return { env, tenants }
}
