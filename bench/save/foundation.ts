import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../src/program/config/config.ts'
import { prepareDatabase } from '../../src/database/prepare.ts'
import { type Authority, createAuthority, createFileStore, createSimulator } from '../../sii-simulator/index.ts'
import { jsonOf, textOf } from '../call.ts'
import { type Database, startDatabase } from './programs.ts'
import { createTenants, folios, holderTaxNumber, type Tenant } from './tenants.ts'

/** A database with tenants, and what a server needs to work on it. */
export interface Foundation {
  database: Database
  env: Record<string, string>
  tenants: Tenant[]
  authority: Authority
}

interface Kept { secrets: Record<string, string>, tenants: Tenant[] }
type Closers = (() => unknown)[]

/**
 * Makes so many tenants in `dir`. With `keep`, a folder, they are made once and copied from there at the next start, as
 * long as they are enough. `closers` end what was started, in reverse order.
 */
export async function layFoundation (
  { dir, count, keep, countStatements = false }:
  { dir: string, count: number, keep: string | undefined, countStatements?: boolean }, closers: Closers
): Promise<Foundation> {
  const kept = keep === undefined ? undefined : readKept(keep)
  if (keep !== undefined && kept && kept.tenants.length >= count) {
    copy(keep, dir)
    const { tenants, ...foundation } = await open(dir, kept, closers)
    return { ...foundation, tenants: tenants.slice(0, count) }
  }
  const secrets = newSecrets()
  if (keep === undefined) return create(dir, { secrets, count, countStatements }, closers)
  const own: Closers = []
  const { tenants } = await create(dir, { secrets, count }, own)
  for (const close of own.reverse()) await close()
  rmSync(keep, { recursive: true, force: true })
  mkdirSync(keep, { recursive: true, mode: 0o711 })
  copy(dir, keep)
  writeFileSync(keptFile(keep), JSON.stringify({ secrets, tenants } satisfies Kept), { mode: 0o600 })
  return open(dir, { secrets, tenants }, closers)
}

async function create (
  dir: string,
  { secrets, count, countStatements = false }:
  { secrets: Record<string, string>, count: number, countStatements?: boolean },
  closers: Closers
): Promise<Foundation> {
  const { database, authority, env } = await open(dir, { secrets, tenants: [] }, closers, countStatements)
  const place = {
    config: readConfig(env), databaseUrl: database.url, simulatorUrl: env['SII_SIMULATOR_URL'] ?? '', authority
  }
  const tenants = await createTenants(place, count)
  await database.owner.query('vacuum analyze')
  return { database, authority, env, tenants }
}

/** Starts what stands in `dir`, with the newest migrations. */
async function open (
  dir: string, { secrets, tenants }: Kept, closers: Closers, countStatements = false
): Promise<Foundation> {
  const database = await startDatabase(join(dir, 'postgres'), { countStatements })
  closers.push(database.stop)
  const simulator = await createSimulator({ dataDir: join(dir, 'sii') })
  closers.push(simulator.close)
  // The same keys, for CAFs and certificates without a request for each.
  const keys = await createFileStore(join(dir, 'sii'))
  closers.push(keys.close)
  const authority = await createAuthority({ store: keys, clock: () => new Date(Date.now()) })
  const env = {
    ...secrets, DATABASE_URL: database.url, DATA_DIR: dir, SII_SIMULATOR_URL: await simulator.listen(),
    REGISTRATION: 'open', SMTP_URL: 'none'
  }
  await prepareDatabase({ databaseUrl: database.url, pepper: readConfig(env).KEY_PEPPER })
  return { database, authority, env, tenants }
}

export function newSecrets (): Record<string, string> {
  const key = (): string => randomBytes(32).toString('base64')
  return { MASTER_KEY: `k1:${key()}`, JWT_KEYS: `k1:${key()}`, KEY_PEPPER: key() }
}

/** The tenants were made without the simulator: it learns of their folios and of whom they let send. */
export async function introduce (simulatorUrl: string, taxNumber: string): Promise<void> {
  await jsonOf(`${simulatorUrl}/simulator/companies`, { body: { taxNumber, senders: [holderTaxNumber] } })
  await textOf(`${simulatorUrl}/simulator/cafs`, {
    body: { taxNumber, businessName: 'Comercial', documentType: 33, from: 1, to: folios }
  })
}

/** With owners and modes: PostgreSQL opens nothing else. */
function copy (from: string, to: string): void {
  execFileSync('cp', ['-a', join(from, 'postgres'), join(from, 'sii'), to])
}

const keptFile = (keep: string): string => join(keep, 'tenants.json')

function readKept (keep: string): Kept | undefined {
  try {
    return JSON.parse(readFileSync(keptFile(keep), 'utf8')) as Kept
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
