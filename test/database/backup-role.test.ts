import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClusters, postgresPrograms } from '../../drills/parts/postgres.ts'
import { prepareDatabase } from '../../src/database/prepare.ts'
import { defined, first } from '../support/expecting.ts'
import { createWorld, type World } from '../support/world.ts'

const recipeOf = (page: string): string =>
  /```sql\n(create role timbre_backup[^`]+)```/.exec(readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8'))?.[1] ?? ''

const recipe = recipeOf('backups.md')
const tablesOf = `select c.oid::regclass::text as name from pg_class c
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`

async function connectedTo (url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  return client
}

it('the recipe is the same in both languages', () => {
  expect(recipe).toContain('bypassrls')
  expect(recipeOf('es/backups.md')).toBe(recipe)
})

describe('the role for backups', () => {
  // Roles belong to the server, which other tests share.
  const role = `timbre_backup_${randomBytes(4).toString('hex')}`
  const password = randomBytes(12).toString('hex')
  let world: World
  let superuser: pg.Client
  let backup: pg.Client
  beforeAll(async () => {
    world = await createWorld()
    superuser = await connectedTo(world.database.ownerUrl)
    await superuser.query(recipe.replaceAll('timbre_backup', role).replace('…', password))
    backup = await connectedTo(Object.assign(new URL(world.database.ownerUrl), { username: role, password }).toString())
  })
  afterAll(async () => {
    await backup.end()
    await superuser.query(`drop role ${role}`)
    await superuser.end()
    await world.close()
  })

  it('copies every row of every table, of all tenants', async () => {
    // As pg_dump: an error rather than a copy without some rows.
    await backup.query('set row_security = off')
    const { rows: tables } = await superuser.query<{ name: string }>(tablesOf)
    const counts = async (client: pg.Client, statement: (name: string) => string) => {
      const found: [string, number][] = []
      for (const { name } of tables) found.push([name, (await client.query(statement(name))).rowCount ?? 0])
      return found
    }
    const all = await counts(superuser, (name) => `select from ${name}`)

    expect(await counts(backup, (name) => `copy (table ${name}) to stdout`)).toEqual(all)
    expect(Object.fromEntries(all)).toMatchObject({ tenants: 2 })
  })

  it.each([
    'delete from invoices', 'update tenants set business_name = business_name', 'truncate audit_entries',
    'insert into warnings default values', 'create table mine (id int)', 'alter role current_user superuser'
  ])('cannot, even if its transaction can write: %s', async (statement) => {
    await expect(backup.query(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^25006|42501$/) })
    await backup.query('begin read write')
    await expect(backup.query(statement)).rejects.toMatchObject({ code: '42501' })
    await backup.query('rollback')
  })

  it('is needed, because the roles of Timbre get an error instead of a copy', async () => {
    const owner = await connectedTo(world.database.migrationUrl)
    await owner.query('set row_security = off')

    await expect(owner.query('copy invoices to stdout')).rejects.toThrow(/row-level security/)
    await owner.end()
  })
})

const bin = defined(postgresPrograms())

describe.skipIf(bin === undefined)('docker/backup and pg_restore', { tags: 'slow' }, () => {
  let dir: string
  let clusters: ReturnType<typeof createClusters>
  let server: Awaited<ReturnType<typeof clusters.start>>
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'timbre-backup-'))
    chmodSync(dir, 0o711)
    clusters = createClusters(bin, dir)
    server = await clusters.start(clusters.create('data'))
    await clusters.prepare(server)
    await prepareDatabase({ databaseUrl: server.url.replace('postgres@', 'timbre@'), pepper: undefined })
  }, 120_000)
  afterAll(async () => {
    await server.stop()
    rmSync(dir, { recursive: true })
  })

  const script = new URL('../../docker/backup', import.meta.url).pathname
  const backUp = (settings: Record<string, string> = {}): string => execFileSync(script, ['once'], {
    encoding: 'utf8', stdio: 'pipe',
    env: {
      PATH: `${bin}:${process.env['PATH']}`, PGHOST: '127.0.0.1', PGPORT: String(server.port), PGUSER: 'timbre_backup',
      BACKUP_FOLDER: dir, ...settings
    }
  })
  const dumps = (): string[] => readdirSync(dir).filter((name) => name.startsWith('timbre-'))

  it('bring back every row through the role for backups', async () => {
    await server.query(recipe)
    await server.query(`set session_replication_role = replica;
      insert into warnings values (gen_random_uuid(), 'x', 'andes', now()), (gen_random_uuid(), 'x', 'boreal', now())`)
    const at = ['--host=127.0.0.1', `--port=${server.port}`]
    backUp()
    const dump = readFileSync(join(dir, first(dumps())))
    await server.query('create database restored owner timbre', 'postgres')
    clusters.run('pg_restore', [...at, '--username=postgres', '--dbname=restored', '--clean', '--if-exists'], { input: dump })

    for (const { name } of await server.query(tablesOf)) {
      const count = `select count(*) as rows from ${name}`
      expect([name, await server.query(count, 'restored')]).toEqual([name, await server.query(count)])
    }
    expect(await server.query('select about from warnings order by 1', 'restored')).toEqual([{ about: 'andes' }, { about: 'boreal' }])
  })

  it('old dumps are deleted once there is a new one, and a failed dump leaves no file and deletes none', () => {
    const old = join(dir, 'timbre-2026-01-01T030000Z.dump')
    writeFileSync(old, '')
    utimesSync(old, 0, 0)
    const before = dumps()

    expect(() => backUp({ PGDATABASE: 'none' })).toThrow(/database "none" does not exist/)
    expect(() => backUp({ BACKUP_DAYS: '0' })).toThrow(/BACKUP_DAYS: a number of days, at least 1/)
    expect(dumps()).toEqual(before)
    expect(backUp()).toMatch(/\.dump: \d+ bytes\n$/)
    expect(dumps()).not.toContain(basename(old))
    expect(dumps().every((name) => /^timbre-[\dT-]+Z\.dump$/.test(name))).toBe(true)
  })
})
