import type pg from 'pg'
import { connected } from './connected.ts'
import { clusterFindings } from './doctor-cluster.ts'
import type { Finding } from './finding.ts'
import { pendingMigrations } from './migrate.ts'
import { needlessRights } from './roles.ts'
import { writeRefusalOf } from '../shared/database-errors.ts'
import { readOnlySql, spaceProbeSql, type WriteRefusal, writeRefusals } from '../shared/write-refusals.ts'

export interface Examination {
  /** As the role that the service works with. */
  databaseUrl: string
  /** As the same role, past a pooler. */
  directUrl?: string | undefined
  /** DATABASE_POOL */
  poolSize: number
}

type Check = (client: pg.Client, examination: Examination) => Promise<Finding[]>

/** Looks at a database that can be reached, and changes nothing. The findings come in the order of the checks. */
export async function examine (examination: Examination): Promise<Finding[]> {
  const { databaseUrl, directUrl = databaseUrl } = examination
  return await connected(directUrl, async (client) => {
    const findings: Finding[] = []
    for (const check of checks) findings.push(...await check(client, { ...examination, directUrl }))
    return findings
  })
}

const checks: readonly Check[] = [
  writes,
  async (_client, { databaseUrl }) => {
    const pending = await pendingMigrations(databaseUrl)
    return [pending.length === 0
      ? { check: 'migrations', level: 'ok', detail: 'none is pending' }
      : { check: 'migrations', level: 'problem', detail: `${pending.length} pending, from ${pending[0]}. Run "timbre migrate".` }]
  },
  durability, backups, connections, encoding, role, security, clock, clusterFindings
]

type Values = Record<string, string | null>

/** Settings as this connection has them: those of the role and of the database count too. */
async function settingsOf (client: pg.Client, ...names: string[]): Promise<Values> {
  const { rows } = await client.query<{ name: string, value: string | null }>(
    'select name, current_setting(name, true) as value from unnest($1::text[]) as name', [names]
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

async function writes (client: pg.Client): Promise<Finding[]> {
  const refusal = await refusalOfWrites(client)
  return [refusal
    ? { check: 'writes', level: 'problem', detail: writeRefusals[refusal] }
    : { check: 'writes', level: 'ok', detail: 'The database takes them' }]
}

async function refusalOfWrites (client: pg.Client): Promise<WriteRefusal | undefined> {
  const { rows: [row] } = await client.query<{ refusal: WriteRefusal | null }>(`select ${readOnlySql} as refusal`)
  if (row?.refusal) return row.refusal
  try {
    await client.query(spaceProbeSql)
    return undefined
  } catch (error) {
    await client.query('rollback')
    return writeRefusalOf(error)
  }
}

async function durability (client: pg.Client): Promise<Finding[]> {
  const values = await settingsOf(client, 'fsync', 'full_page_writes', 'synchronous_commit')
  const check = 'durability'
  const wrong: Finding[] = [
    ...values['fsync'] === 'off' ? ['fsync is off: a crash of the machine can destroy the database. Turn it on.'] : [],
    ...values['full_page_writes'] === 'off'
      ? ['full_page_writes is off: a crash of the machine can damage pages. Turn it on.']
      : [],
    ...values['synchronous_commit'] === 'off'
      ? ['synchronous_commit is off: a crash loses documents that were answered with 200. Turn it on.']
      : []
  ].map((detail) => ({ check, level: 'problem', detail }))
  return wrong.length > 0
    ? wrong
    : [{ check, level: 'ok', detail: `fsync, full_page_writes and synchronous_commit are ${values['synchronous_commit']}` }]
}

async function backups (client: pg.Client): Promise<Finding[]> {
  const values = await settingsOf(client, 'wal_level', 'archive_mode', 'max_wal_size')
  const { rows: [standbys] } = await client.query<{ n: number }>('select count(*)::int as n from pg_stat_replication')
  const check = 'backups'
  if (values['wal_level'] === 'minimal') {
    return [{ check, level: 'warning', detail: 'wal_level is minimal: there can be no standby and no archive of the log. Set it to replica.' }]
  }
  if (values['archive_mode'] === 'off' && standbys?.n === 0) {
    return [{
      check, level: 'warning',
      detail: 'archive_mode is off and no standby is connected: whatever was issued after the last dump is lost with the disk (docs/backups.md).'
    }]
  }
  return [{ check, level: 'ok', detail: `archive_mode is ${values['archive_mode']}, ${standbys?.n} standbys are connected` }]
}

// Beside the pool: two to issue documents, one to read keys, two to hear of changes; with Citus three, none and two.
const besidePool = 5

async function connections (client: pg.Client, { poolSize }: Examination): Promise<Finding[]> {
  const { rows: [row] } = await client.query<{ most: number, own: number, ofDatabase: number }>(`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
      (select rolconnlimit from pg_roles where rolname = current_user) as own,
      (select datconnlimit from pg_database where datname = current_database()) as "ofDatabase"`)
  const limits = [row?.most, row?.own, row?.ofDatabase].filter((limit) => limit !== undefined && limit >= 0) as number[]
  const most = Math.min(...limits)
  const needed = poolSize + besidePool
  const sentence = `one process uses up to ${needed}, this role and database may have ${most}`
  if (most < needed) {
    return [{ check: 'connections', level: 'problem', detail: `${sentence}. Lower DATABASE_POOL, or raise max_connections.` }]
  }
  return [{ check: 'connections', level: 'ok', detail: `${sentence}: enough for ${Math.floor(most / needed)} processes` }]
}

async function encoding (client: pg.Client): Promise<Finding[]> {
  const { server_encoding: name } = await settingsOf(client, 'server_encoding')
  return [name === 'UTF8'
    ? { check: 'encoding', level: 'ok', detail: 'UTF8' }
    : { check: 'encoding', level: 'problem', detail: `The database has ${name}: not every name can be stored. Create it with encoding UTF8.` }]
}

async function role (_client: pg.Client, { databaseUrl }: Examination): Promise<Finding[]> {
  const rights = await needlessRights(databaseUrl).catch(() => undefined)
  const check = 'role'
  if (!rights) return [{ check, level: 'warning', detail: 'Its rights cannot be checked before the migrations have run.' }]
  const unbound = rights.filter((right) => right.startsWith('is '))
  if (unbound.length > 0) {
    return [{
      check, level: 'problem',
      detail: `The role of DATABASE_URL ${unbound.join(', ')}: row-level security does not bind it (docs/security.md).`
    }]
  }
  return [rights.length > 0
    ? { check, level: 'warning', detail: `The role of DATABASE_URL ${rights.join(', ')}: docs/security.md sets up two roles.` }
    : { check, level: 'ok', detail: 'The role of DATABASE_URL only works with the rows' }]
}

interface Exposed { tables: string[] }

/** Each table with tenants, and whether a connection that names no tenant sees a row of one. */
async function security (client: pg.Client): Promise<Finding[]> {
  const check = 'row-level security'
  const { rows: [open] } = await client.query<Exposed>(`
    select coalesce(array_agg(c.relname::text order by 1), '{}') as tables
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and not (c.relrowsecurity and c.relforcerowsecurity and exists (select from pg_policy where polrelid = c.oid))`)
  const { rows: [there] } = await client.query<{ tenants: boolean }>(
    "select to_regclass('tenants') is not null as tenants"
  )
  const visible = there?.tenants ? (await client.query('select from tenants limit 1')).rowCount : 0
  const wrong = [
    ...open && open.tables.length > 0 ? [`It is not enforced on ${open.tables.join(', ')}.`] : [],
    ...visible === 0 ? [] : ['A connection that names no tenant sees rows of tenants.']
  ]
  return wrong.length > 0
    ? wrong.map((detail) => ({ check, level: 'problem', detail }))
    : [{ check, level: 'ok', detail: 'Enforced on every table of tenants; without a tenant no row is visible' }]
}

const largestDifferenceSeconds = 2

/** The middle of the question's way there and back counts as its moment. */
async function clock (client: pg.Client): Promise<Finding[]> {
  const asked = Date.now()
  const { rows: [row] } = await client.query<{ ms: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as ms'
  )
  const seconds = ((row?.ms ?? 0) - (asked + Date.now()) / 2) / 1000
  const sentence = `PostgreSQL's clock is ${Math.abs(seconds).toFixed(1)} s ${seconds < 0 ? 'behind' : 'ahead of'} this machine's`
  return [Math.abs(seconds) > largestDifferenceSeconds
    ? { check: 'clock', level: 'warning', detail: `${sentence}: leases end and documents are dated at other moments. Run NTP on both.` }
    : { check: 'clock', level: 'ok', detail: sentence }]
}
