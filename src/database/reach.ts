import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { isDatabaseOutage } from '../shared/database-errors.ts'
import { minuteMs } from '../shared/durations.ts'
import { OperatorError } from '../shared/operator-error.ts'

export interface ReachOptions {
  /** The setting that holds the URL. */
  setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_OWNER_URL'
  /** Called once, with a sentence for the operator, when the database does not answer at once. */
  onWait?: ((sentence: string) => void) | undefined
  /** How long a database that does not answer is waited for. */
  timeoutMs?: number
}

const pausesMs = { first: 250, longest: 5000 }
const connectMs = 5000
const oldestVersion = 15

/**
 * Returns once PostgreSQL takes the connection. Waits for one that does not answer yet; for everything that waiting
 * does not change, throws OperatorError at once.
 */
export async function reachDatabase (
  url: string, { setting, onWait = () => {}, timeoutMs = minuteMs }: ReachOptions
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  for (let pauseMs = pausesMs.first; ; pauseMs = Math.min(pausesMs.longest, pauseMs * 2)) {
    const failure = await attempt(url)
    if (failure === undefined) return
    if (!isAway(failure)) throw new OperatorError(refusalOf(failure, url, setting), { cause: failure })
    const leftMs = deadline - performance.now()
    if (leftMs <= 0) throw new OperatorError(awayFor(failure, url, setting), { cause: failure })
    if (pauseMs === pausesMs.first) {
      onWait(`${setting}: ${absence(failure, url)}. Waiting for it, up to ${Math.round(timeoutMs / 1000)} seconds.`)
    }
    await wait(Math.min(pauseMs, leftMs))
  }
}

interface Failure extends Error { code?: string }

async function attempt (url: string): Promise<Failure | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectMs })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows: [row] } = await client.query<{ version: string }>("select current_setting('server_version_num') as version")
    return isOld(row?.version) ? Object.assign(new Error('too old'), { code: 'TOO_OLD' }) : undefined
  } catch (error) {
    return error as Failure
  } finally {
    client.end().catch(() => {})
  }
}

function isOld (version = ''): boolean {
  return Math.floor(Number(version) / 10_000) < oldestVersion
}

function isAway (failure: Failure): boolean {
  // pg has no code for a connection that took too long to be made.
  return isDatabaseOutage(failure) || partsOf(failure).some(isDatabaseOutage) || failure.message === 'timeout expired'
}

/** Node reports one error for all addresses of a name. */
function partsOf (failure: Failure): unknown[] {
  return failure instanceof AggregateError ? failure.errors : []
}

function awayFor (failure: Failure, url: string, setting: string): string {
  return `${setting}: ${absence(failure, url)}. Start it, or correct host and port.`
}

function absence (failure: Failure, url: string): string {
  const { host, hostname } = new URL(url)
  if (failure.code === 'ENOTFOUND' || failure.code === 'EAI_AGAIN') return `there is no host "${hostname}"`
  if (failure.code === '57P03') return `PostgreSQL at ${host} is still starting or stopping`
  if (failure.code?.startsWith('53')) return `PostgreSQL at ${host} has no room for another connection`
  return `no PostgreSQL answers at ${host}`
}

function refusalOf (failure: Failure, url: string, setting: string): string {
  const { host, username, pathname } = new URL(url)
  const role = decodeURIComponent(username)
  const database = decodeURIComponent(pathname.slice(1))
  switch (failure.code ?? '') {
    case '28P01': return `${setting}: PostgreSQL at ${host} does not accept this password of the role "${role}". Correct role and password. Characters such as @ : / # in a password are written percent-encoded in a URL.`
    case '28000': return `${setting}: PostgreSQL at ${host} does not let the role "${role}" in. Create the role, or allow it in pg_hba.conf.`
    case '3D000': return `${setting}: PostgreSQL at ${host} has no database "${database}". Create it (create database ${database}), or correct the name.`
    case '42501': return `${setting}: the role "${role}" may not connect to the database "${database}". Grant it CONNECT.`
    case 'TOO_OLD': return `${setting}: PostgreSQL at ${host} is older than version ${oldestVersion}. Use version ${oldestVersion} or later.`
    default: return `${setting}: PostgreSQL at ${host} does not take the connection: ${failure.message}.`
  }
}
