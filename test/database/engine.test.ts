import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyDatabase, type TestDatabase } from '../support/database.ts'
import { only } from '../support/expecting.ts'
import { runPrisma } from '../support/prisma-cli.ts'

const config = `export default {
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL }
}`
const schema = `datasource db {
  provider = "postgresql"
}

model Note {
  id   String @id @db.Uuid
  text String
}
`
// With everything that PostgreSQL lists as a constraint, each of a kind that the engine reads in its own way.
const notes = `
  create table "Note" (id uuid not null, text text not null check (text <> ''), constraint "Note_pkey" primary key (id));
  create table "Page" (id uuid not null, note uuid not null, period tstzrange, constraint "Page_pkey" primary key (id),
    constraint "Page_note_fkey" foreign key (note) references "Note" (id) on update cascade on delete cascade,
    exclude using gist (period with &&));
  drop table "Page";
`
const lockfile = 'provider = "postgresql"\n'

let database: TestDatabase
let project: string

beforeEach(async () => {
  database = await emptyDatabase()
  project = await mkdtemp(join(tmpdir(), 'timbre-prisma-'))
  await mkdir(join(project, 'prisma/migrations'), { recursive: true })
  await writeFile(join(project, 'prisma.config.mjs'), config)
  await writeSchema(schema)
})

afterEach(async () => {
  await database.drop()
  await rm(project, { recursive: true })
})

// As superuser, because a shadow database is created on the way.
const prisma = (...args: string[]) =>
  runPrisma(database.ownerUrl, [...args, '--config', 'prisma.config.mjs'], { cwd: project })
const diff = () => prisma(
  'migrate',
  'diff',
  '--from-migrations',
  'prisma/migrations',
  '--to-schema',
  'prisma/schema.prisma',
  '--script',
  '--exit-code'
)

const writeSchema = (text: string) => writeFile(join(project, 'prisma/schema.prisma'), text)

async function writeMigration (name: string, sql: string) {
  await mkdir(join(project, 'prisma/migrations', name), { recursive: true })
  await writeFile(join(project, 'prisma/migrations/migration_lock.toml'), lockfile)
  await writeFile(join(project, 'prisma/migrations', name, 'migration.sql'), sql)
}

async function query (sql: string) {
  const client = new pg.Client(database.ownerUrl)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const shadowDatabases = () => query("select datname from pg_database where datname like 'prisma_migrate_shadow%'")

it('migrate dev writes the migration for the schema, and applies it', async () => {
  const first = await prisma('migrate', 'dev', '--name', 'notes')
  expect(first, first.output).toMatchObject({ code: 0 })

  const name = only((await readdir(join(project, 'prisma/migrations'))).filter((entry) => entry.endsWith('_notes')))
  const sql = await readFile(join(project, 'prisma/migrations', name, 'migration.sql'), 'utf8')
  expect(sql).toContain('CREATE TABLE "Note"')
  expect(await query('select count(*)::int as n from "Note"')).toEqual([{ n: 0 }])

  // The table exists now, with its NOT NULL constraints, and is read back to find what is missing.
  await writeSchema(schema.replace('text String', 'text String\n  mark String?'))
  const second = await prisma('migrate', 'dev', '--name', 'mark')
  expect(second, second.output).toMatchObject({ code: 0 })
  expect(await query('select mark from "Note"')).toEqual([])

  expect(await shadowDatabases()).toEqual([])
})

it('migrate diff reports by its exit code whether migrations and schema agree', async () => {
  await writeMigration('1_notes', notes)
  expect(await diff()).toMatchObject({ code: 0 })

  await writeSchema(schema.replace('text String', 'text String\n  mark String?'))
  const changed = await diff()

  expect(changed).toMatchObject({ code: 2 })
  expect(changed.output).toContain('ADD COLUMN     "mark" TEXT')
  expect(await shadowDatabases()).toEqual([])
  // The shadow is a database of its own: the main one stays as it was.
  expect(await query('select to_regclass(\'"Note"\') as note')).toEqual([{ note: null }])
})

it('migrate deploy applies everything once, functions with semicolons included', async () => {
  await writeMigration(
    '1_function', 'create function three () returns int language plpgsql as $$ begin perform 1; return 3; end $$;'
  )

  const first = await prisma('migrate', 'deploy')
  const second = await prisma('migrate', 'deploy')
  const status = await prisma('migrate', 'status')

  expect(first, first.output).toMatchObject({ code: 0 })
  expect(second.output).toContain('No pending migrations')
  expect(status, status.output).toMatchObject({ code: 0 })
  expect(await query('select three() as n')).toEqual([{ n: 3 }])
})

it('a failing migration fails the command and blocks deploy until it is resolved', async () => {
  await writeMigration('1_bad', 'select 1/0;')

  const failed = await prisma('migrate', 'deploy')
  expect(failed, failed.output).toMatchObject({ code: 1 })
  expect(failed.output).toContain('division by zero')

  const blocked = await prisma('migrate', 'deploy')
  expect(blocked, blocked.output).toMatchObject({ code: 1 })
  expect(blocked.output).toContain('P3009')

  const resolved = await prisma('migrate', 'resolve', '--rolled-back', '1_bad')
  expect(resolved, resolved.output).toMatchObject({ code: 0 })
  await writeMigration('1_bad', 'select 1;')
  expect(await prisma('migrate', 'deploy')).toMatchObject({ code: 0 })
})

it('a panic of the engine fails the command', async () => {
  const answer = await runPrisma(database.ownerUrl, ['migrate', 'status', '--config', 'prisma.config.mjs'], {
    cwd: project, env: { FORCE_PANIC_SCHEMA_ENGINE: '1' }
  })

  expect(answer, answer.output).toMatchObject({ code: 1 })
  expect(answer.output).toContain('This is the debugPanic artificial panic')
})

it('an unreachable database is reported as such', async () => {
  const answer = await runPrisma('postgresql://nobody:x@127.0.0.1:1/none', [
    'migrate', 'deploy', '--config', 'prisma.config.mjs'
  ], { cwd: project })

  expect(answer).toMatchObject({ code: 1 })
  expect(answer.output).toContain('P1001')
})
