import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { byStatement } from '../../src/database/migrate.ts'
import { statementsOf } from '../../src/database/sql-statements.ts'
import { objectionsTo, shardObjectionsTo } from '../support/migration-rules.ts'

const folder = join(import.meta.dirname, '../../prisma/migrations')

// Those up to this day ran before any installation was large.
const lastFree = '20261123000000'
// Changes only rows with decomposed letters, of which there are next to none; it reads the others, and locks none.
const changesFewRows = '20261128130000_composed_external_ids'

it('no migration blocks issuing', async () => {
  const names = (await readdir(folder)).filter((name) =>
    name > lastFree && name !== changesFewRows && !name.endsWith('.toml'))
  const objections = await Promise.all(names.map(async (name) => {
    const script = await readFile(join(folder, name, 'migration.sql'), 'utf8')
    return objectionsTo(script).map((objection) => `${name}: ${objection}`)
  }))

  expect(names.length).toBeGreaterThan(0)
  expect(objections.flat()).toEqual([])
})

// Databases that are spread over machines have run these already.
const lastBeforeSpreading = '20261124000000'

it('every migration runs on a distributed database', async () => {
  const names = (await readdir(folder)).filter((name) => name > lastBeforeSpreading && !name.endsWith('.toml'))
  const objections = await Promise.all(names.map(async (name) => {
    const script = await readFile(join(folder, name, 'migration.sql'), 'utf8')
    return shardObjectionsTo(script).map((objection) => `${name}: ${objection}`)
  }))

  expect(objections.flat()).toEqual([])
})

it.each([
  "select set_config('app.scope', 'platform', false)",
  "do $$ begin execute 'create policy tenant_only on a using (true)'; end $$",
  'create table a (tenant_id uuid, id uuid references b)',
  'alter table invoice_contents alter column packed set storage external'
])('rejects on a distributed database: %s', (statement) => {
  expect(shardObjectionsTo(statement)).toHaveLength(1)
})

describe('rejects a statement that', () => {
  const refused = {
    'makes an index under a lock': 'CREATE INDEX "invoices_a_idx" ON "invoices"("a")',
    'makes a unique index under a lock': 'create unique index if not exists bulk_a on only bulk_rows (a) where a > 1',
    'drops an index under a lock': 'DROP INDEX "invoices_tenant_id_issue_date_idx"',
    'updates rows': 'UPDATE "invoices" SET currency = \'PESO CL\'',
    'updates rows in a CTE': 'with old as (select 1) update invoices i set a = 1 from old',
    'deletes rows': 'DELETE FROM outbox_tasks WHERE topic = \'x\'',
    'copies rows': 'insert into other (id) select id from invoices',
    'changes a type': 'ALTER TABLE "audit_entries" ALTER COLUMN "details" SET DATA TYPE TEXT',
    'fills a column with values of its own': 'alter table invoices add column a uuid not null default gen_random_uuid()',
    'wants a value without a proof': 'ALTER TABLE "invoices" ALTER COLUMN "folio" SET NOT NULL',
    'checks rows under a lock': 'alter table invoices add constraint a check (folio > 0)',
    'checks references under a lock': 'alter table invoices add constraint a foreign key (b) references c (d)',
    'makes a key under a lock': 'alter table mails add constraint a unique (b)',
    'makes an index concurrently in a transaction': 'create index concurrently if not exists a on invoices (b)',
    'fails when it runs twice': `${byStatement}\ncreate index concurrently a on invoices (b)`
  }

  for (const [name, statement] of Object.entries(refused)) {
    it(name, () => { expect(objectionsTo(statement)).toHaveLength(1) })
  }
})

it('accepts non-blocking statements', () => {
  const passed = [
    'alter table invoices add column a int not null default 0; alter table invoices add constraint b check (a > 0) not valid',
    'create table small (id int); create index small_id on small (id); update tenants set strict_format = false',
    `${byStatement}
    alter table invoices validate constraint a_is_there;
    alter table invoices alter column a set not null;
    create index concurrently if not exists invoices_a on invoices (a);
    drop index concurrently if exists invoices_b;`
  ]

  expect(passed.flatMap(objectionsTo)).toEqual([])
})

it('splits a script at the semicolons that end statements', () => {
  expect(statementsOf(`-- one; a comment
    select ';', ";" /* ; */ from "a;b"; do $$ begin x; y; end $$ ; ; create function f () as $body$ a; $$ b; $body$`
  )).toEqual([
    'select \';\', ";" /* ; */ from "a;b"', 'do $$ begin x; y; end $$', 'create function f () as $body$ a; $$ b; $body$'
  ])
})
