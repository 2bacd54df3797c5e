/** @module-tag slow */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { migrate } from '../../src/database/migrate.ts'
import { newId } from '../../src/shared/ids.ts'
import { foldedName } from '../../src/shared/names.ts'
import { emptyDatabase } from '../support/database.ts'

const ours = join(import.meta.dirname, '../../prisma/migrations')
const migration = '20261122110000_folded_names'

it('names that become equal when normalised survive the migration, and the oldest gets the normalised one', async () => {
  const database = await emptyDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'timbre-folded-'))
  const before = (await readdir(ours)).filter((name) => name < migration || name.endsWith('.toml'))
  for (const name of before) await cp(join(ours, name), join(folder, name), { recursive: true })
  await migrate(database.migrationUrl, folder)
  const client = new pg.Client(database.ownerUrl)
  await client.connect()
  const [tenant, other] = [newId(), newId()]
  const add = (tenantId: string, name: string) =>
    client.query('insert into roles (tenant_id, id, name, created_at) values ($1, $2, $3, now())', [
      tenantId, newId(), name
    ])
  for (const name of ['Ventas', 'VENTAS', 'Ｖｅｎｔａｓ', 'Ñandú  Sur']) await add(tenant, name)
  await add(other, 'ventas')

  await cp(join(ours, migration), join(folder, migration), { recursive: true })
  await migrate(database.migrationUrl, folder)

  const { rows } = await client.query('select tenant_id, name, folded_name from roles order by id')
  expect(rows).toEqual([
    { tenant_id: tenant, name: 'Ventas', folded_name: foldedName('Ventas') },
    { tenant_id: tenant, name: 'VENTAS', folded_name: null },
    { tenant_id: tenant, name: 'Ｖｅｎｔａｓ', folded_name: null },
    { tenant_id: tenant, name: 'Ñandú  Sur', folded_name: foldedName('Ñandú Sur') },
    { tenant_id: other, name: 'ventas', folded_name: foldedName('Ventas') }
  ])
  await client.end()
  await database.drop()
  await rm(folder, { recursive: true })
})
