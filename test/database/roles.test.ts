import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { migrate } from '../../src/database/migrate.ts'
import { prepareDatabase } from '../../src/database/prepare.ts'
import { needlessRights } from '../../src/database/roles.ts'
import { createStore } from '../../src/repositories/store.ts'
import { createStoredNames } from '../../src/shared/directory-names.ts'
import { emptyDatabase, type TestDatabase } from '../support/database.ts'
import { createWorld, password, worldPepper, type World } from '../support/world.ts'

const forbidden = '42501'

async function query (url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}

const outcome = (work: Promise<unknown>) => work.then(() => 'done', (error: pg.DatabaseError) => error.code)

// Every other test works as this role too, so what it may do is proven by all of them.
describe('the working role', () => {
  let world: World
  beforeAll(async () => { world = await createWorld() })
  afterAll(() => world.close())

  it.each([
    'drop table invoices',
    'create table mine (id int)',
    'create schema mine',
    'alter table invoices add column mine int',
    'alter table invoices disable row level security',
    'alter table invoices no force row level security',
    'drop policy tenant_only on invoices',
    'truncate invoices',
    'truncate audit_entries cascade',
    'update audit_entries set actor_name = actor_name',
    'delete from audit_entries',
    'delete from audit_heads',
    'delete from invoices',
    'update _prisma_migrations set finished_at = null',
    'create function mine () returns int language sql as $$ select 1 $$',
    'alter role current_user bypassrls',
    'select * from pg_authid'
  ])('may not: %s', async (statement) => {
    expect(await outcome(query(world.database.url, `begin; set local app.scope = 'platform'; ${statement}; rollback`)))
      .toBe(forbidden)
  })

  it('cannot become the owner role', async () => {
    expect(await outcome(query(world.database.url, `set role ${inject('testServer').ownerRole}`))).toBe(forbidden)
  })

  it('sees only the rows of the tenant that it names', async () => {
    const seen = (setting: string) => query(
      world.database.url,
        `with named as materialized (select ${setting}) select distinct tenant_id as id from named, users`
    )

    expect(await seen('1')).toEqual([])
    expect(await seen(`set_config('app.tenant', '${world.andes.tenantId}', true)`)).toEqual([{
      id: world.andes.tenantId
    }])
  })

  it('has only the rights that it needs, unlike the owner role and a superuser', async () => {
    expect(await needlessRights(world.database.url)).toEqual([])
    expect(await needlessRights(world.database.migrationUrl)).toEqual([
      'owns tables', 'creates tables', 'changes, deletes or truncates audit_entries'
    ])
    expect(await needlessRights(world.database.ownerUrl)).toContain('is SUPERUSER')
  })

  it('finds emails and access keys by hashes, and writes neither into the directory', async () => {
    expect(await world.signIn.login({ email: `admin@${world.andes.code}.example`, password, address: '127.0.0.1' }))
      .toMatchObject({ claims: { tenantId: world.andes.tenantId } })

    const names = await world.rows('select kind, name from directory_names')
    for (const { kind, name } of names) {
      expect(name).toMatch(kind === 'tenantCode' ? /^(andes|boreal)$/ : /^h1:[\w-]{43}$/)
    }
    expect(names.length).toBeGreaterThanOrEqual(6)
  })
})

describe('an installation from before the hashes', { tags: 'slow' }, () => {
  const owner = { tenant: '00000000-0000-7000-8000-00000000000a', subject: '00000000-0000-7000-8000-00000000000b' }
  const stored = createStoredNames(worldPepper)
  let database: TestDatabase
  let folder: string
  beforeAll(async () => {
    database = await emptyDatabase()
    folder = await mkdtemp(join(tmpdir(), 'timbre-migrations-'))
    await cp('prisma/migrations', folder, { recursive: true })
    for (const name of await readdir(folder)) {
      if (name >= '20261122120000' && name !== 'migration_lock.toml') await rm(join(folder, name), { recursive: true })
    }
    await migrate(database.migrationUrl, folder)
    // One of them converted already, as by a start that was cut off.
    for (
      const [kind, name] of [['tenantCode', 'andes'], ['email', 'ana@andes.example'], [
        'accessKey', stored('accessKey', 'ak_test_1')
      ]]
    ) {
      await query(
        database.migrationUrl, 'insert into directory_names (kind, name, tenant, subject) values ($1, $2, $3, $4)',
        [kind, name, owner.tenant, owner.subject]
      )
    }
  })
  afterAll(async () => {
    await database.drop()
    await rm(folder, { recursive: true })
  })

  it('finds every name after its first start, with two roles from then on', async () => {
    const settings = { databaseUrl: database.url, ownerUrl: database.migrationUrl, pepper: worldPepper }
    const applied = await Promise.all([prepareDatabase(settings), prepareDatabase(settings)])
    expect(applied.flat()).toContain('20261122120000_directory_hashes')

    const store = createStore({ databaseUrl: database.url, pepper: worldPepper, poolSize: 1 })
    const found = await store.asPlatform(async (
      { directory }
    ) => [
      await directory.find('tenantCode', 'andes'), await directory.find('email', 'ana@andes.example'),
      await directory.find('accessKey', 'ak_test_1')
    ])
    await store.close()
    expect(found).toEqual([owner, owner, owner])
    expect(await query(database.url, "select from directory_names where kind <> 'tenantCode' and name not like 'h1:%'"))
      .toEqual([])
    expect(await needlessRights(database.url)).toEqual([])
  })

  it('no longer accepts names in the old form', async () => {
    const insertion = query(
      database.url, "insert into directory_names values ('email', 'late@andes.example', $1, $2)",
      [owner.tenant, owner.subject]
    )

    expect(await outcome(insertion)).toBe('23514')
  })
})
