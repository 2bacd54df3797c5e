import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { distributeDatabase } from '../../src/cli/distribute.ts'
import { simplifyPolicies, withoutSubqueries } from '../../src/database/distribute.ts'
import { coordinatorTables, distributedTables, referenceTables } from '../../src/database/shard-tables.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'

const rules = await readFile(join(import.meta.dirname, 'shard-discipline.sql'), 'utf8')

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client(database.migrationUrl)
  await client.connect()
})

afterAll(async () => {
  await client.end()
  await database.drop()
})

it('every table can be distributed by tenant', async () => {
  const { rows: [tables] } = await client.query(
    "select count(*)::int as n from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id'"
  )
  const { rows: faults } = await client.query(rules)

  expect(tables.n).toBeGreaterThanOrEqual(10)
  expect(faults).toEqual([])
})

it('the rules detect each violation', async () => {
  await client.query('begin')
  await client.query(`
    create table good (tenant_id uuid, id uuid, primary key (tenant_id, id));
    create table lead_is_id (tenant_id uuid, id uuid, primary key (id, tenant_id));
    create table no_key (tenant_id uuid, id uuid);
    create table unique_alone (tenant_id uuid, id uuid, name text unique, primary key (tenant_id, id));
    create table crossing (tenant_id uuid, id uuid, other_tenant uuid, good_id uuid, primary key (tenant_id, id),
      foreign key (other_tenant, good_id) references good (tenant_id, id));
    create table following (tenant_id uuid, id uuid, good_id uuid, primary key (tenant_id, id),
      foreign key (tenant_id, good_id) references good (tenant_id, id) on update cascade);
    create table orphaned (tenant_id uuid, id uuid, good_id uuid, primary key (tenant_id, id),
      foreign key (tenant_id, good_id) references good (tenant_id, id) on delete set null);
    create table reference (tenant uuid, good_id uuid, foreign key (tenant, good_id) references good (tenant_id, id));
    create table counted (tenant_id uuid, id bigint generated always as identity, primary key (tenant_id, id));
    create table triggered (tenant_id uuid, id uuid, primary key (tenant_id, id));
    create function nothing () returns trigger language plpgsql as 'begin return new; end';
    create trigger on_row before insert on triggered for each row execute function nothing();
  `)

  const { rows } = await client.query<{ table_name: string, fault: string }>(rules)
  await client.query('rollback')

  expect(rows.map(({ table_name: table, fault }) => `${table}: ${fault}`).sort()).toEqual([
    'counted: a sequence numbers its rows',
    'crossing: the foreign key does not carry tenant_id on both sides',
    'following: the foreign key follows changes of tenant_id',
    'lead_is_id: tenant_id does not lead the primary key',
    'no_key: there is no primary key',
    'orphaned: the foreign key follows changes of tenant_id',
    'reference: a table without tenants points at one with tenants',
    'triggered: a row trigger runs on it',
    'unique_alone: the unique key lacks tenant_id'
  ])
})

it('each table has its place on a distributed database', async () => {
  const { rows } = await client.query<{ name: string, is_of_tenants: boolean }>(`
    select relname as name, exists (
      select from pg_attribute where attrelid = c.oid and attname = 'tenant_id' and not attisdropped
    ) as is_of_tenants
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`)
  const named = (wanted: boolean): string[] =>
    rows.filter(({ is_of_tenants: isOfTenants }) => isOfTenants === wanted).map(({ name }) => name).sort()

  expect([...distributedTables].sort(), 'src/database/shard-tables.ts').toEqual(named(true))
  expect([...referenceTables, ...coordinatorTables].sort(), 'src/database/shard-tables.ts').toEqual(named(false))
})

it('tables are distributed after those that their foreign keys reference', async () => {
  const { rows } = await client.query<{ from: string, to: string }>(`
    select s.relname as from, d.relname as to from pg_constraint
    join pg_class s on s.oid = conrelid join pg_class d on d.oid = confrelid where contype = 'f'`)
  const order = [...referenceTables, ...distributedTables]

  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ from, to }) => order.indexOf(from) < order.indexOf(to))).toEqual([])
})

it('every policy has an equivalent without subqueries', async () => {
  const conditions = "select polrelid::regclass::text || ' ' || polname as policy, concat(pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) as text from pg_policy"
  const { rows: before } = await client.query<{ policy: string, text: string }>(conditions)
  await client.query('begin')
  for (const table of [...distributedTables, ...referenceTables]) await simplifyPolicies(client, table)
  const { rows: after } = await client.query<{ policy: string, text: string }>(conditions)
  await client.query('rollback')

  const plain = (text: string): string => text.replace(/ AS "?\w+"?|SELECT|[\s()]/g, '')
    // PostgreSQL drops a cast that changes nothing.
    .replaceAll('::uuid[]::uuid[]', '::uuid[]')
  const textOf = new Map(after.map(({ policy, text }) => [policy, text]))
  expect(before.filter(({ text }) => /select/i.test(text)).length).toBeGreaterThan(30)
  expect(after.filter(({ text }) => /select/i.test(text))).toEqual([])
  for (const { policy, text } of before) expect(plain(textOf.get(policy) ?? '')).toBe(plain(text))
})

it.each([
  ["a = (select nullif(current_setting('x', true), '')::uuid) or (SELECT b) = 'c'", "a = (nullif(current_setting('x', true), '')::uuid) or (b) = 'c'"],
  ['a = ( SELECT f(g(h(1))) AS "nullif") AND b', 'a = (f(g(h(1)))) AND b'],
  ['a = b', 'a = b']
])('%s becomes %s', (condition, plain) => { expect(withoutSubqueries(condition)).toBe(plain) })

it('a database without Citus is not distributed', async () => {
  const run = distributeDatabase({ say: () => {} }, {
    databaseUrl: database.url, ownerUrl: database.migrationUrl, pepper: undefined
  })

  await expect(run).rejects.toThrow(/^This database has no Citus\. Run "create extension citus"/)
})
