import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { statuses } from '../../src/model/document-states.ts'
import { createAuditVerification } from '../../src/services/audit/audit-verification.ts'
import { distributedTables } from '../../src/database/shard-tables.ts'
import { onServer } from '../support/cluster.ts'
import { boleta, factura } from '../support/documents.ts'
import { type Program, type ProgramTenant, startProgram } from '../support/program.ts'

// Of all tenants together.
const documents = Number(process.env['CITUS_DOCUMENTS'] ?? 360)
const tenantsAtWork = 12
const inFlight = 24

describe.skipIf(process.env['CITUS_URL'] === undefined)('on the cluster of CITUS_URL', () => {
  let program: Program
  let tenants: ProgramTenant[]
  let idOf: (tenant: ProgramTenant | undefined) => string
  beforeAll(async () => {
    program = await startProgram()
    tenants = []
    for (let n = 0; n < tenantsAtWork; n++) tenants.push(await program.tenant({ folios: [33, 39] }))
    const ids = new Map((await program.rows('select code, tenant_id from tenants')).map((row) => [row.code, row.tenant_id]))
    idOf = (tenant) => ids.get(tenant?.code)
  })
  afterAll(() => program.close())

  /** Posts documents of every tenant in turn, again where it is told to. Gives how often each answer came. */
  async function saveAll (count: number): Promise<Record<string, number>> {
    const answers: Record<string, number> = {}
    const run = randomUUID()
    let next = 0
    await Promise.all(Array.from({ length: inFlight }, async () => {
      while (next < count) {
        const turn = next++
        const tenant = tenants[turn % tenants.length]!
        const payload = turn % (2 * tenants.length) < tenants.length ? factura(1 + turn % 9) : boleta()
        let status: number
        do {
          const answer = await tenant.save(payload, { 'idempotency-key': `${run} ${turn}` })
          status = answer.status
          const name = `${status} ${answer.body.errorCode}`.trim()
          answers[name] = (answers[name] ?? 0) + 1
        } while (status === 503)
      }
    }))
    return answers
  }

  /** Folios that are missing or taken twice, and chains that are broken. */
  async function faults (): Promise<unknown[]> {
    const broken = await program.rows(`
      select tenant_id, document_type, count(*)::int as documents, count(distinct folio)::int as folios, max(folio)::int as last
      from invoices group by 1, 2 having count(distinct folio) <> count(*) or max(folio) <> count(*)`)
    const { verify } = createAuditVerification({ store: program.composition.store })
    const chains = await Promise.all(tenants.map(async (tenant) => (await verify(idOf(tenant))).fault))
    return [...broken, ...chains.filter((fault) => fault !== undefined)]
  }

  it('twelve tenants issue concurrently: all documents are accepted, without gaps or duplicates, and the audit chains are intact', async () => {
    expect(await saveAll(documents)).toEqual({ 200: documents })
    await program.until('all are accepted', async () => (await program.rows(
      'select from invoices where status <> $1', [statuses.Accepted])).length === 0)

    expect(await faults()).toEqual([])
    expect(await program.rows('select count(*)::int as n from invoices')).toEqual([{ n: documents }])
  })

  it('a tenant reads and writes only its own rows, on every machine', async () => {
    const [own, other] = [idOf(tenants[0]), idOf(tenants[1])]
    const { url } = program.database
    let seen = 0
    for (const table of distributedTables) {
      const count = async (...settings: string[]): Promise<number> => {
        const rows = await onServer(url, 'begin', ...settings, `select count(*)::int as n, count(distinct tenant_id)::int as tenants from ${table}`)
        expect(rows[0].tenants, table).toBeLessThanOrEqual(1)
        return rows[0].n
      }
      const all = await program.rows(`select count(*)::int as n from ${table} where tenant_id = $1`, [own])
      expect(await count(`set local app.tenant = '${own}'`), table).toBe(all[0].n)
      expect(await count(), table).toBe(0)
      seen += all[0].n
    }
    const insert = (tenantId: string) => onServer(
      url, 'begin', `set local app.tenant = '${own}'`,
      `insert into allowed_networks (tenant_id, id, network, description, created_at)
       values ('${tenantId}', '00000000-0000-7000-8000-000000000001', '127.0.0.1', '', now())`, 'rollback'
    )

    expect(seen).toBeGreaterThan(documents / tenantsAtWork)
    await expect(insert(other)).rejects.toThrow(/row-level security/)
    await expect(insert(own)).resolves.toBeDefined()
  })

  it('a tenant is isolated in its own shard and moved to another machine while all tenants issue', async () => {
    const { ownerUrl } = program.database
    const { workerUrls } = inject('testServer')
    const before = (await program.rows('select count(*)::int as n from invoices'))[0].n
    const id = idOf(tenants[0])
    const saving = saveAll(documents)
    const [isolated] = await onServer(
      ownerUrl, `select isolate_tenant_to_new_shard('tenants', '${id}', 'CASCADE', shard_transfer_mode := 'block_writes') as shard`)
    const [from] = await onServer(
      ownerUrl, `select nodename, nodeport from citus_shards where shardid = ${isolated.shard}`)
    const to = workerUrls.map((url) => new URL(url)).find(({ port }) => Number(port) !== from.nodeport)!
    await onServer(ownerUrl, `select citus_move_shard_placement(${isolated.shard}, '${from.nodename}', ${from.nodeport},
      '${to.hostname}', ${to.port}, shard_transfer_mode := 'block_writes')`)

    expect(await saving).toMatchObject({ 200: documents })
    const [now] = await onServer(ownerUrl, `select nodeport, count(*) over ()::int as placements from citus_shards where shardid = ${isolated.shard}`)
    expect(now).toEqual({ nodeport: Number(to.port), placements: 1 })
    await program.until('all are accepted', async () => (await program.rows(
      'select from invoices where status <> $1', [statuses.Accepted])).length === 0)
    expect(await faults()).toEqual([])
    expect(await program.rows('select count(*)::int as n from invoices')).toEqual([{ n: before + documents }])
  })
})
