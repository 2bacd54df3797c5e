import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '../../src/database/migrate.ts'
import { newId } from '../../src/shared/ids.ts'
import { emptyDatabase, freshDatabase } from '../support/database.ts'

const ours = join(import.meta.dirname, '../../prisma/migrations')
const migration = '20261122121000_people'

test('the users of before become people under their ids, with the password that they have', async () => {
  const database = await emptyDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'timbre-people-'))
  const before = (await readdir(ours)).filter((name) => name < migration || name.endsWith('.toml'))
  for (const name of before) await cp(join(ours, name), join(folder, name), { recursive: true })
  await migrate(database.migrationUrl, folder)
  const client = new pg.Client(database.ownerUrl)
  await client.connect()
  const [tenant, ana, gone] = [newId(), newId(), newId()]
  const add = (id: string, email: string, deletedAt: Date | null) => client.query(
    `insert into users (tenant_id, id, email, user_name, full_name, password_hash, user_type, created_at, deleted_at)
     values ($1, $2, $3, $3, $3, $4, 1, '2026-11-20T12:00:00Z', $5)`, [tenant, id, email, `hash of ${email}`, deletedAt]
  )
  await add(ana, 'ana@andes.example', null)
  await add(gone, 'gone@andes.example', new Date())
  await client.query("insert into directory_names values ('email', 'h1:of-ana', $1, $2)", [tenant, ana])

  await cp(join(ours, migration), join(folder, migration), { recursive: true })
  await migrate(database.migrationUrl, folder)

  const at = new Date('2026-11-20T12:00:00Z')
  expect((await client.query('select * from people')).rows).toEqual([
    { id: ana, password_hash: 'hash of ana@andes.example', proven: false, password_version: 0, created_at: at }
  ])
  expect((await client.query('select * from memberships')).rows).toEqual([
    { person: ana, tenant, subject: ana, accepted_at: at }
  ])
  await client.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

test('people and their memberships are seen by work above tenants only', async () => {
  const database = await freshDatabase()
  const service = new pg.Client(database.migrationUrl)
  await service.connect()
  const [tenant, person] = [newId(), newId()]
  const insertion = (table: string) => table === 'people'
    ? `insert into people (id, password_hash, proven, created_at) values ('${person}', 'x', false, now())`
    : `insert into memberships (person, tenant, subject) values ('${person}', '${tenant}', '${newId()}')`
  const seenBy = async (settings: Record<string, string>, table: string) => {
    await service.query('begin')
    for (const [name, value] of Object.entries(settings)) await service.query('select set_config($1, $2, true)', [name, value])
    const { rowCount } = await service.query(`select 1 from ${table}`)
    await service.query('rollback')
    return rowCount
  }

  for (const table of ['people', 'memberships']) {
    await service.query("begin; select set_config('app.scope', 'platform', true)")
    await service.query(`${insertion(table)}; commit`)
    expect(await seenBy({ 'app.scope': 'platform' }, table)).toBe(1)
    expect(await seenBy({ 'app.tenant': tenant }, table)).toBe(0)
    expect(await seenBy({}, table)).toBe(0)
    await service.query('begin')
    await service.query("select set_config('app.tenant', $1, true)", [tenant])
    await expect(service.query(insertion(table))).rejects.toMatchObject({ code: '42501' })
    await service.query('rollback')
  }
  await service.end()
  await database.drop()
})
