import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

it('every table can be spread over machines by its tenant', async () => {
  const { rows: [tables] } = await client.query(
    "select count(*)::int as n from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id'"
  )
  const { rows: faults } = await client.query(rules)

  expect(tables.n).toBeGreaterThanOrEqual(10)
  expect(faults).toEqual([])
})

it('the rules notice each way to break them', async () => {
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
