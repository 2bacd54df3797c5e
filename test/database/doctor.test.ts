import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { report } from '../../src/cli/doctor.ts'
import { connected } from '../../src/database/connected.ts'
import { examine } from '../../src/database/doctor.ts'
import type { Finding } from '../../src/database/finding.ts'
import { emptyDatabase, freshDatabase, type TestDatabase } from '../support/database.ts'
import { first } from '../support/expecting.ts'

let database: TestDatabase
beforeAll(async () => { database = await freshDatabase() })
afterAll(() => database.drop())

const poolSize = 10

const execute = (url: string, sql: string) => connected(url, async (client) => { await client.query(sql) })

async function findingsOf (check: Finding['check'], given: Partial<Parameters<typeof examine>[0]> = {}): Promise<Finding[]> {
  const findings = await examine({ databaseUrl: database.url, poolSize, ...given })
  return findings.filter((finding) => finding.check === check)
}

describe('a healthy database', () => {
  it.each(['migrations', 'encoding', 'role', 'row-level security', 'clock', 'connections'] as const)('%s: ok', async (check) => {
    expect(await findingsOf(check)).toMatchObject([{ level: 'ok' }])
  })

  it('without Citus, the report does not mention it', async () => {
    expect([...await findingsOf('distribution'), ...await findingsOf('machines')]).toEqual([])
  })
})

describe('a problem is reported for', () => {
  it('a pending migration', async () => {
    const empty = await emptyDatabase()
    expect(await findingsOf('migrations', { databaseUrl: empty.url })).toMatchObject([
      { level: 'problem', detail: expect.stringMatching(/^\d+ pending, from 20261120090000_init\. Run "timbre migrate"\.$/) }
    ])
    expect(await findingsOf('role', { databaseUrl: empty.url })).toMatchObject([{ level: 'warning' }])
    await empty.drop()
  })

  it('a commit that does not reach the disk, set for any role or database', async () => {
    const unsafe = await freshDatabase()
    await execute(unsafe.ownerUrl, `alter database ${new URL(unsafe.url).pathname.slice(1)} set synchronous_commit = off`)

    expect(await findingsOf('durability', { databaseUrl: unsafe.url })).toContainEqual({
      check: 'durability', level: 'problem',
      detail: 'synchronous_commit is off: a crash loses documents that were answered with 200. Turn it on.'
    })
    await unsafe.drop()
  })

  it('a pool larger than the server allows', async () => {
    expect(await findingsOf('connections', { poolSize: 100_000 })).toMatchObject([
      { level: 'problem', detail: expect.stringMatching(/^one process uses up to 100005, .* Lower DATABASE_POOL/) }
    ])
  })

  it('a table without row-level security', async () => {
    const open = await freshDatabase()
    await execute(open.migrationUrl, 'alter table invoices no force row level security; alter table mails disable row level security')

    expect(await findingsOf('row-level security', { databaseUrl: open.url })).toEqual([
      { check: 'row-level security', level: 'problem', detail: 'It is not enforced on invoices, mails.' }
    ])
    await open.drop()
  })

  it('a superuser, who sees the rows of every tenant', async () => {
    const world = await freshDatabase()
    await execute(world.ownerUrl, `insert into tenants (tenant_id, code, tax_number, business_name, tax_authority, created_at, updated_at)
      values (gen_random_uuid(), 'andes', '77777777-7', 'Andes', 1, now(), now())`)

    expect(await findingsOf('role', { databaseUrl: world.ownerUrl })).toMatchObject([
      { level: 'problem', detail: expect.stringMatching(/is SUPERUSER.*row-level security does not bind it/) }
    ])
    expect(await findingsOf('row-level security', { databaseUrl: world.ownerUrl })).toMatchObject([
      { level: 'problem', detail: 'A connection that names no tenant sees rows of tenants.' }
    ])
    expect(await findingsOf('row-level security', { databaseUrl: world.url })).toMatchObject([{ level: 'ok' }])
    await world.drop()
  })
})

it('the role that owns the tables gets a warning', async () => {
  expect(await findingsOf('role', { databaseUrl: database.migrationUrl })).toMatchObject([
    { level: 'warning', detail: expect.stringMatching(/owns tables.*docs\/security\.md/) }
  ])
})

it.each([[{ poolSize: 100_000 }, 3, false], [{}, 0, true]])('with %j it exits with %i, as text and as JSON', async (given, code, isHealthy) => {
  // Those of the tests are not durable.
  const examination = { databaseUrl: database.url, poolSize, ...given }
  const printed: string[] = []
  const terminal = { say: (line: string) => { printed.push(line) } }
  const isDurable = (await findingsOf('durability')).every(({ level }) => level === 'ok')
  const expected = isDurable ? code : 3

  expect(await report(examination, { json: false, terminal })).toBe(expected)
  expect(printed[0]).toMatch(/^ {2}ok {7}migrations {2,}none is pending$/m)
  expect(printed[1]).toMatch(/^Problems: \d+\. Warnings: \d+\.$|^Nothing is wrong\.$/)
  printed.length = 0
  expect(await report(examination, { json: true, terminal })).toBe(expected)
  expect(JSON.parse(first(printed))).toMatchObject({ healthy: isDurable && isHealthy, findings: expect.any(Array) })
})
