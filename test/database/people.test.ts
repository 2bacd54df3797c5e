import pg from 'pg'
import { expect, it } from 'vitest'
import { migrate } from '../../src/database/migrate.ts'
import { createStore } from '../../src/repositories/store.ts'
import { findPerson } from '../../src/services/access/people.ts'
import { createStoredNames } from '../../src/shared/directory-names.ts'
import { newId } from '../../src/shared/ids.ts'
import { emptyDatabase, freshDatabase } from '../support/database.ts'
import { migrateUntil } from '../support/earlier-migrations.ts'
import { defined } from '../support/expecting.ts'

it('migrates the users of two tenants: each signs in as before, and one can then join the other tenant', { tags: 'slow' }, async () => {
  const database = await emptyDatabase()
  await migrateUntil(database.migrationUrl, '20261122121000_people')
  const client = new pg.Client(database.ownerUrl)
  await client.connect()
  const at = new Date('2026-11-20T12:00:00Z')
  const pepper = Buffer.alloc(32, 7)
  const stored = createStoredNames(pepper)
  const [andes, sur, ana, benito, gone] = [newId(), newId(), newId(), newId(), newId()]
  for (const [id, code] of [[andes, 'andes'], [sur, 'sur']] as const) {
    await client.query(
      `insert into tenants (tenant_id, code, tax_number, business_name, tax_authority, created_at, updated_at)
       values ($1, $2, '76123456-0', $2, 2, $3, $3)`, [id, code, at]
    )
  }
  const add = (tenant: string, id: string, email: string, deletedAt: Date | null) => client.query(
    `insert into users (tenant_id, id, email, user_name, full_name, password_hash, user_type, created_at, deleted_at)
     values ($1, $2, $3, $3, $3, $4, 1, $5, $6)`, [tenant, id, email, `hash of ${id}`, at, deletedAt]
  )
  await add(andes, ana, 'ana@andes.example', null)
  await add(sur, benito, 'benito@sur.example', null)
  // The email was free again, and went to another tenant.
  await add(sur, gone, 'ana@andes.example', at)
  for (const [email, tenant, id] of [['ana@andes.example', andes, ana], ['benito@sur.example', sur, benito]] as const) {
    await client.query("insert into directory_names values ('email', $1, $2, $3)", [stored('email', email), tenant, id])
  }

  await migrate(database.migrationUrl)

  const store = createStore({ databaseUrl: database.migrationUrl, pepper })
  const known = (email: string) => store.asPlatform((repositories) => findPerson(repositories, email))
  const of = { proven: false, passwordVersion: 0, createdAt: at }
  expect(await known('ana@andes.example')).toMatchObject({
    person: { id: ana, passwordHash: `hash of ${ana}`, ...of },
    members: [{ tenantId: andes, userId: ana, tenantCode: 'andes', acceptedAt: at }]
  })
  expect(await known('benito@sur.example')).toMatchObject({
    person: { id: benito, passwordHash: `hash of ${benito}`, ...of },
    members: [{ tenantId: sur, userId: benito, tenantCode: 'sur', acceptedAt: at }]
  })
  expect((await client.query('select id from people')).rowCount).toBe(2)
  const another = newId()
  await add(sur, another, 'ana@andes.example', null)
  await store.asPlatform(({ memberships }) =>
    memberships.add({ person: ana, tenant: sur, subject: another, acceptedAt: null }))
  expect(defined(await known('ana@andes.example')).members.map(({ tenantCode }) => tenantCode)).toEqual(['andes', 'sur'])
  await store.close()
  await client.end()
  await database.drop()
})

it('shows people and their memberships only to the platform scope', async () => {
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
