/** @module-tag slow */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, it } from 'vitest'
import { defined } from '../support/expecting.ts'
import { startProgram } from '../support/program.ts'
import { statementOfBirth } from '../support/tenant-copies.ts'
import { createWorld, password, rut } from '../support/world.ts'

// Of no other program: the tenant of the first is born, and that of the second is its copy.
const settings = { KEY_PEPPER: randomBytes(32).toString('base64') }

interface Asking { rows: <Row extends object>(sql: string) => Promise<Row[]> }

// What a birth leaves behind that is not the tenant: work for the worker, which most programs have done by then, and
// the address from which the administrator signed in.
const leftBehind = ['outbox_tasks', 'sign_in_networks']

/** How many rows each table has. */
async function rowCounts ({ rows }: Asking): Promise<Record<string, number>> {
  const tables = await rows<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1"
  )
  const compared = tables.filter(({ name }) => !leftBehind.includes(name))
  const counts = compared.map(({ name }) => `select '${name}' as name, count(*)::int as count from ${name}`)
  const counted = await rows<{ name: string, count: number }>(counts.join(' union all '))
  return Object.fromEntries(counted.map(({ name, count }) => [name, count]))
}

async function grownByATenant (): Promise<Record<string, number>> {
  const program = await startProgram({ settings, working: false })
  try {
    const before = await rowCounts(program)
    await program.tenant()
    const after = await rowCounts(program)
    return Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - defined(before[name])]))
  } finally {
    await program.close()
  }
}

it('a copy of a prepared tenant has as many rows as the original, in every table', async () => {
  const [born, copied] = [await grownByATenant(), await grownByATenant()]

  expect(born).toMatchObject({ tenants: 1, certificates: 1, folio_blocks: 6 })
  expect(copied).toEqual(born)
})

it('the same holds for a tenant of the services, with a user', async () => {
  const [one, other] = [await createWorld(), await createWorld()]
  const owner = new pg.Client(one.database.ownerUrl)
  await owner.connect()
  const before = await rowCounts(one)
  const { tenantCode } = await one.registration.createTenant({
    email: 'admin@cobre.example', password, fullName: 'Admin Cobre', companyTitle: 'Comercial Cobre SpA',
    taxNumber: rut(76999111), tenantCode: 'cobre'
  })
  const [{ tenant }] = await one.rows<{ tenant: string }>(
    'select tenant_id as tenant from tenants where code = $1', [tenantCode]
  ) as [{ tenant: string }]
  await one.addUser(tenant, 'clerk@cobre.example', ['Folio.Read'])
  const born = await rowCounts(one)
  await other.rows(await statementOfBirth(owner, tenant))
  const copied = await rowCounts(other)
  await owner.end()
  await one.close()
  await other.close()

  expect(born['users']).toBe(defined(before['users']) + 2)
  expect(copied).toEqual(born)
})
