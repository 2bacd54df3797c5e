import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connected } from '../../src/database/connected.ts'
import { byStatement, migrate, pendingMigrations } from '../../src/database/migrate.ts'
import { emptyDatabase, type TestDatabase } from '../support/database.ts'
import { first } from '../support/expecting.ts'

const ours = join(import.meta.dirname, '../../prisma/migrations')
const ourNames = (await readdir(ours, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map((entry) =>
  entry.name
).sort()

let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await emptyDatabase()
  folder = await mkdtemp(join(tmpdir(), 'timbre-migrations-'))
  await cp(join(ours, 'migration_lock.toml'), join(folder, 'migration_lock.toml'))
})

afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

async function addMigration (name: string, sql: string) {
  await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, name, 'migration.sql'), sql)
}

async function query (sql: string) {
  const client = new pg.Client(database.migrationUrl)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

it('applies every migration once when three instances start together', { tags: 'slow' }, async () => {
  const applied = await Promise.all([
    migrate(database.migrationUrl), migrate(database.migrationUrl), migrate(database.migrationUrl)
  ])

  expect(applied.sort((a, b) => b.length - a.length)).toEqual([ourNames, [], []])
  expect(await query('select migration_name from _prisma_migrations order by 1')).toEqual(
    ourNames.map((name) => ({ migration_name: name }))
  )
})

it('lists pending migrations before, and none after', { tags: 'slow' }, async () => {
  expect(await pendingMigrations(database.migrationUrl)).toEqual(ourNames)

  await migrate(database.migrationUrl)

  expect(await pendingMigrations(database.migrationUrl)).toEqual([])
})

it('records the checksum that Prisma records', { tags: 'slow' }, async () => {
  await migrate(database.migrationUrl)

  const [recorded] = await query('select checksum from _prisma_migrations order by migration_name')
  const file = await readFile(join(ours, first(ourNames), 'migration.sql'))
  expect(recorded.checksum).toBe(createHash('sha256').update(file).digest('hex'))
})

it('applies only what is new', async () => {
  await addMigration('1_first', 'create table first (id int);')
  await migrate(database.migrationUrl, folder)
  await addMigration('2_second', 'create table second (id int);')

  expect(await pendingMigrations(database.migrationUrl, folder)).toEqual(['2_second'])
  expect(await migrate(database.migrationUrl, folder)).toEqual(['2_second'])
})

it('keeps the semicolons inside the body of a function', async () => {
  await addMigration(
    '1_function',
    'create function three () returns int language plpgsql as $$ begin perform 1; return 3; end $$; create table after (id int);'
  )

  await migrate(database.migrationUrl, folder)

  expect(await query('select three() as n, (select count(*)::int from after) as rows')).toEqual([{ n: 3, rows: 0 }])
})

it('stops at a failing migration, which is rolled back', async () => {
  await addMigration('1_good', 'create table good (id int);')
  await addMigration('2_bad', 'create table half (id int); select 1/0;')
  await addMigration('3_later', 'create table later (id int);')

  for (let count = 0; count < 2; count++) {
    await expect(migrate(database.migrationUrl, folder)).rejects.toThrow(/2_bad failed: division by zero/)
  }

  expect(await pendingMigrations(database.migrationUrl, folder)).toEqual(['2_bad', '3_later'])
  expect(
    await query(
      "select to_regclass('good') is not null as good, to_regclass('half') is null as undone, to_regclass('later') is null as waiting"
    )
  ).toEqual([{ good: true, undone: true, waiting: true }])
})

it('is completed by the next run after an interruption within a migration', async () => {
  await addMigration('1_good', 'create table good (id int);')
  await addMigration('2_slow', 'create table slow (id int); select pg_sleep(60);')
  const cut = expect(migrate(database.migrationUrl, folder)).rejects.toThrow()
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await expect.poll(async () => (await owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'"
  )).rowCount).toBe(1)
  await owner.end()
  await cut
  await addMigration('2_slow', 'create table slow (id int);')

  expect(await migrate(database.migrationUrl, folder)).toEqual(['2_slow'])
  expect(await query('select migration_name, finished_at is null as unfinished from _prisma_migrations order by 1')).toEqual([
    { migration_name: '1_good', unfinished: false }, { migration_name: '2_slow', unfinished: false }
  ])
})

it('continues where an earlier version of the program was killed', async () => {
  await addMigration('1_good', 'create table good (id int);')
  await migrate(database.migrationUrl, folder)
  await query("insert into _prisma_migrations (id, checksum, migration_name) values ('1', '', '2_cut')")
  await addMigration('2_cut', 'create table cut (id int);')

  expect(await migrate(database.migrationUrl, folder)).toEqual(['2_cut'])
})

it('never makes others wait behind a lock that it cannot acquire', async () => {
  await addMigration('1_table', 'create table busy (id int);')
  await migrate(database.migrationUrl, folder)
  await addMigration('2_column', 'alter table busy add column name text;')
  await connected(database.migrationUrl, async (longReader) => {
    await longReader.query('begin; lock table busy in access share mode')
    const migrated = migrate(database.migrationUrl, folder)
    await expect.poll(() => query(
      "select pid from pg_locks where relation = 'busy'::regclass and mode = 'AccessExclusiveLock' and not granted"
    )).toHaveLength(1)

    expect(await query('select * from busy')).toEqual([])

    await longReader.query('commit')
    expect(await migrated).toEqual(['2_column'])
  })
})

describe('a migration whose statements commit one by one', () => {
  const index = 'create index concurrently if not exists things_name on things (name)'

  it('creates an index while others write', async () => {
    await addMigration('1_table', 'create table things (id int, name text);')
    await addMigration('2_index', `${byStatement}\n-- For lists; by name.\n${index};\nselect ';' as "a;b";\n`)

    expect(await migrate(database.migrationUrl, folder)).toEqual(['1_table', '2_index'])
    expect(await query("select indisvalid from pg_index where indexrelid = 'things_name'::regclass")).toEqual([{ indisvalid: true }])
  })

  it('continues after an interruption, and rebuilds an unfinished index', async () => {
    await addMigration('1_table', "create table things (id int, name text); insert into things values (1, 'a'), (2, 'a');")
    const unique = index.replace('index', 'unique index')
    await addMigration('2_index', `${byStatement}\nalter table things add column if not exists note text;\n${unique};\n`)

    await expect(migrate(database.migrationUrl, folder)).rejects.toThrow(/2_index failed: could not create unique index/)
    expect(await pendingMigrations(database.migrationUrl, folder)).toEqual(['2_index'])
    await query('delete from things where id = 2')

    expect(await migrate(database.migrationUrl, folder)).toEqual(['2_index'])
    expect(await query("select indisvalid from pg_index where indexrelid = 'things_name'::regclass")).toEqual([{ indisvalid: true }])
  })
})

it('under a role that cannot change tables names the role to use', async () => {
  await addMigration('1_good', 'create table good (id int);')

  await expect(migrate(database.url, folder)).rejects.toThrow(/^DATABASE_URL: this role may not change tables.*DATABASE_OWNER_URL/)
})
