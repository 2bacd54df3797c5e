import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { freshDatabase, type TestDatabase } from '../support/database.ts'

const andes = '00000000-0000-7000-8000-00000000000a'
const boreal = '00000000-0000-7000-8000-00000000000b'

// Of a column that must be given: something that its type and the checks of the tables take. A folio block of the one
// folio 1, a document in state 1.
const sampleOfType: Record<string, string> = {
  bool: 'false',
  bytea: "'\\x00'",
  date: "'2026-11-20'",
  int2: '1',
  int4: '1',
  int8: '1',
  jsonb: "'{}'",
  numeric: '1',
  text: "'x'",
  timestamptz: "'2026-11-20T00:00:00Z'",
  uuid: "'00000000-0000-7000-8000-000000000001'",
  inet: "'127.0.0.1'",
  cidr: "'127.0.0.1/32'"
}

// Tables that only grow.
const growing = ['audit_entries', 'content_dictionaries']

interface Column { table: string, column: string, type: string }

let database: TestDatabase
let service: pg.Client
let superuser: pg.Client
let tables: string[]
let columns: Column[]

beforeAll(async () => {
  database = await freshDatabase()
  // The role that may most: what binds it binds the one that works all the more.
  service = new pg.Client(database.migrationUrl)
  superuser = new pg.Client(database.ownerUrl)
  await Promise.all([service.connect(), superuser.connect()])
  tables = await tenantTables()
  columns = await requiredColumns()
  // Rows stand alone here, so the checks of foreign keys rest on this connection.
  await superuser.query('set session_replication_role = replica')
  for (const table of tables) {
    for (const tenant of [andes, boreal]) await superuser.query(insertInto(table, tenant))
  }
})

afterAll(async () => {
  await Promise.all([service.end(), superuser.end()])
  await database.drop()
})

async function tenantTables (): Promise<string[]> {
  const { rows } = await superuser.query<{ table: string }>(`
    select c.relname as table from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`)
  return rows.map(({ table }) => table)
}

async function requiredColumns (): Promise<Column[]> {
  const { rows } = await superuser.query<Column>(`
    select table_name as table, column_name as column, udt_name as type from information_schema.columns
    where table_schema = 'public' and column_default is null
      and (is_nullable = 'NO' or (table_name, column_name) in (
        ('invoice_contents', 'packed'), ('earlier_contents', 'packed'), ('envelopes', 'bytes')))
    order by table_name, ordinal_position`)
  return rows
}

function insertInto (table: string, tenant: string): string {
  const given = columns.filter((column) => column.table === table)
  const names = given.map(({ column }) => `"${column}"`)
  const values = given.map(({ column, type }) => column === 'tenant_id' ? `'${tenant}'` : sample(type))
  return `insert into "${table}" (${names.join(', ')}) values (${values.join(', ')})`
}

function sample (type: string): string {
  const value = type.startsWith('_') ? "'{}'" : sampleOfType[type]
  if (value === undefined) throw new Error(`no sample of the type ${type} yet`)
  return value
}

/** Runs a statement as the service does: in a transaction with its settings, rolled back at the end. */
async function withSettings (settings: Record<string, string>, statement: string): Promise<pg.QueryResult> {
  await service.query('begin')
  try {
    for (const [name, value] of Object.entries(settings)) {
      await service.query('select set_config($1, $2, true)', [name, value])
    }
    return await service.query(statement)
  } finally {
    await service.query('rollback')
  }
}

async function tenantsSeen (table: string, settings: Record<string, string>): Promise<string[]> {
  const { rows } = await withSettings(settings, `select tenant_id from "${table}" order by 1`)
  return rows.map((row) => row.tenant_id)
}

async function everyTable<T> (ask: (table: string) => Promise<T>): Promise<Record<string, T>> {
  const answers: Record<string, T> = {}
  for (const table of tables) answers[table] = await ask(table)
  return answers
}

const allTables = <T>(answer: T) => Object.fromEntries(tables.map((table) => [table, answer]))

const refusal = (work: Promise<unknown>) => work.then(() => 'done', (error: pg.DatabaseError) => error.code)

it('is enabled and forced, with a policy, for every tenant table', async () => {
  const { rows } = await superuser.query(`
    select relname as table from pg_class where relname = any ($1) and relrowsecurity and relforcerowsecurity
    and exists (select from pg_policy where polrelid = pg_class.oid) order by 1`, [tables])

  expect(tables.length).toBeGreaterThanOrEqual(10)
  expect(rows.map(({ table }) => table)).toEqual(tables)
})

it('reads its settings once per statement, not per row', async () => {
  const { rows } = await superuser.query(`
    select tablename as table, policyname as policy from pg_policies
    where concat(qual, ' ', with_check) ~ '(?<!SELECT [a-zA-Z_(]*)current_setting\\('`)

  expect(rows).toEqual([])
})

it('applies even to the owner of the tables', async () => {
  const { rows } = await service.query(
    'select distinct tableowner as owner from pg_tables where tablename = any ($1)', [tables]
  )
  const { rows: [role] } = await service.query(
    'select rolsuper or rolbypassrls as free from pg_roles where rolname = current_user'
  )

  expect(rows).toEqual([{ owner: inject('testServer').ownerRole }])
  expect(role).toEqual({ free: false })
})

describe('rows visible to a session', () => {
  it('are none without a tenant', async () => {
    expect(await everyTable((table) => tenantsSeen(table, {}))).toEqual(allTables([]))
  })

  it('are none once a transaction has ended, on the same connection', async () => {
    await withSettings({ 'app.tenant': andes, 'app.scope': 'platform' }, 'select 1')

    expect(await everyTable((table) => tenantsSeen(table, {}))).toEqual(allTables([]))
  })

  it('are those of its tenant only', async () => {
    expect(await everyTable((table) => tenantsSeen(table, { 'app.tenant': andes }))).toEqual(allTables([andes]))
  })

  it('are those of all tenants for the platform', async () => {
    expect(await everyTable((table) => tenantsSeen(table, { 'app.scope': 'platform' }))).toEqual(
      allTables([andes, boreal])
    )
  })
})

describe('changes', () => {
  const asAndes = { 'app.tenant': andes }

  it('write no row for another tenant', async () => {
    const outcomes = await everyTable((table) => refusal(withSettings(asAndes, insertInto(table, boreal))))

    expect(outcomes).toEqual(allTables('42501'))
  })

  it('delete no row of another tenant', async () => {
    const counts = await everyTable(async (table) =>
      (await withSettings(asAndes, `delete from "${table}" where tenant_id = '${boreal}'`)).rowCount
    )

    expect(counts).toEqual(allTables(0))
  })

  it('move no row to another tenant', async () => {
    const mutable = tables.filter((table) => !growing.includes(table))
    const outcomes = await everyTable((table) =>
      refusal(withSettings(asAndes, `update "${table}" set tenant_id = '00000000-0000-7000-8000-00000000000c'`))
    )

    for (const table of mutable) expect({ [table]: outcomes[table] }).toEqual({ [table]: '42501' })
  })

  it.each(growing)('never update or delete a row of %s', async (table) => {
    for (const settings of [asAndes, { 'app.scope': 'platform' }]) {
      const updated = await withSettings(settings, `update ${table} set tenant_id = tenant_id`)
      const deleted = await withSettings(settings, `delete from ${table}`)

      expect([updated.rowCount, deleted.rowCount]).toEqual([0, 0])
    }
  })
})
