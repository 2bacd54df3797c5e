import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { spreadsheets } from '../../../src/adapters/spreadsheet/index.ts'
import { createStore, type Store } from '../../../src/repositories/store.ts'
import { createBulkInvoices } from '../../../src/services/bulk/index.ts'
import { locateInJson } from '../../../src/services/bulk/problems.ts'
import { createBulkProcessing } from '../../../src/services/bulk/processing.ts'
import { createIssuer, TenantChanged, type Issuer } from '../../../src/services/invoicing/issuing/issue.ts'
import { createReception } from '../../../src/services/invoicing/issuing/save.ts'
import { createSigner } from '../../../src/services/invoicing/issuing/signer.ts'
import { createTaskList, type LeasedTask } from '../../../src/services/tasks/task-list.ts'
import { boleta } from '../../support/documents.ts'
import { only } from '../../support/expecting.ts'
import { sharedWorld } from '../../support/shared.ts'
import { worldPepper } from '../../support/world.ts'

let store: Store
let failing: (total: number) => Error | undefined
let failures: string[]
let bulk: ReturnType<typeof createBulkInvoices>
let processing: ReturnType<typeof createBulkProcessing>

const world = sharedWorld()

beforeAll(async () => {
  // One connection: work inside a transaction that asked for another would wait for itself.
  store = createStore({ databaseUrl: world.database.url, pepper: worldPepper, poolSize: 1 })
  const { clock, tenants, andes: { admin, tenantId } } = world
  await tenants.update(admin, {
    businessActivity: 'Ferretería', activityCodes: [475201], address: 'Calle Larga 100', municipality: 'Ñuñoa',
    city: 'Santiago'
  })
  const tenantOf = async () => store.asTenant(tenantId, ({ tenant }) => tenant.get())
  // Without folios or a certificate: every document that is issued waits.
  const signer = createSigner({
    credentialOf: async () => undefined,
    cafs: {
      open: () => {
        throw new Error('there are no folios')
      },
      find: () => undefined
    }
  })
  const issuer = createIssuer({
    store, signer, factsOf: tenantOf, clock, linger: { DTE: 0, BOLETA: 0 }, onWork: () => {}
  })
  const reception = createReception({ store, issuer, tenantOf, invalidateTenant: () => {}, clock })
  const issueIn: Issuer['issueIn'] = async (repositories, requests, moment) => {
    const outcomes = await issuer.issueIn(repositories, requests, moment)
    // After the work was done, as a commit or a worker would fail.
    for (const { document } of requests) {
      const error = failing(Number(document.totals.totalAmount))
      if (error) throw error
    }
    return outcomes
  }
  bulk = createBulkInvoices({ store, reception, spreadsheets, clock, onWork: () => {} })
  processing = createBulkProcessing({
    store,
    reception,
    issuer: { factsNow: issuer.factsNow, issueIn },
    clock,
    onWork: () => {},
    onFailure: (_error, rowId) => {
      failures.push(rowId)
    }
  })
})
afterAll(async () => { await store.close() })
beforeEach(async () => {
  failing = () => undefined
  failures = []
  await world.rows('delete from outbox_tasks')
})

async function submission (prices: number[]): Promise<string> {
  async function * documents () {
    for (const [index, price] of prices.entries()) {
      yield { key: String(index + 1), value: boleta(price), problems: [], weight: 1, locate: locateInJson(index + 1) }
    }
  }
  const { admin } = world.andes
  const received = await bulk.receive(admin, { source: 'json', documents: documents() })
  await bulk.publish(admin, received, undefined)
  await bulk.process(admin, received.id)
  return received.id
}

async function lease (): Promise<LeasedTask> {
  const task = only(await createTaskList({ store, leaseSeconds: 60 }).lease(['processBulk'], 1))
  return task
}

const states = async (id: string) =>
  (await world.rows<{ state: number }>('select state from bulk_rows where bulk_id = $1 order by position', [id])).map((
    { state }
  ) => state)
const documentsOf = async (id: string) =>
  world.rows('select i.id from invoices i join bulk_rows r on r.invoice_id = i.id where r.bulk_id = $1', [id])
const all = async () => (await world.rows('select 1 from invoices')).length

describe('a row that makes its chunk fail', () => {
  it('fails alone, is reported to the operator, and leaves no document', async () => {
    const id = await submission([1000, 1001, 1002, 1003])
    const before = await all()
    failing = (total) => total === 1002 ? new Error('a bug') : undefined
    await processing.process(await lease())

    expect(await states(id)).toEqual([3, 3, 4, 3])
    expect(await all() - before).toBe(3)
    expect(await documentsOf(id)).toHaveLength(3)
    expect(
      await world.rows("select id, problems -> 0 ->> 'code' as code from bulk_rows where bulk_id = $1 and state = 4", [
        id
      ])
    ).toEqual([{ id: failures[0], code: 'NOT_ISSUED' }])
  })
})

describe.each([
  ['the tenant has just changed', () => new TenantChanged()],
  ['the database is away', () => Object.assign(new Error('gone'), { code: 'P1001' })],
  ['another transaction was in the way', () => Object.assign(new Error('deadlock'), { code: '40P01' })]
])('while %s', (_name, errorOf) => {
  it('no row fails: all are issued in a later run, each once', async () => {
    const id = await submission([1000, 1001, 1002])
    const before = await all()
    const task = await lease()
    failing = errorOf
    await expect(processing.process(task)).rejects.toThrow()
    expect([await states(id), await all() - before, failures]).toEqual([[1, 1, 1], 0, []])

    failing = () => undefined
    await processing.process(task)
    expect([await states(id), await all() - before]).toEqual([[3, 3, 3], 3])
  })
})

describe('a worker that lost its lease', () => {
  it('leaves finishing the submission to the worker that has it', async () => {
    const id = await submission([1000])
    const task = await lease()
    await world.rows('update outbox_tasks set lease_token = gen_random_uuid()')

    await expect(processing.process(task)).rejects.toThrow('lease')
    expect(await documentsOf(id)).toHaveLength(1)
    expect(await bulk.records.get(world.andes.admin, id)).toMatchObject({ status: 2, counters: { taken: 1 } })
  })
})

describe('two workers on one submission', () => {
  it('issue each row once between them, even over a single connection', { tags: 'slow' }, async () => {
    const id = await submission(Array.from({ length: 230 }, (_, index) => 1000 + index))
    const before = await all()
    const tasks = await createTaskList({ store, leaseSeconds: 60 }).lease(['processBulk'], 5)
    expect(tasks.map(({ subject }) => subject).sort()).toEqual([id, `${id}/1`])
    await Promise.all(tasks.map((task) => processing.process(task)))

    expect(await all() - before).toBe(230)
    expect(new Set(await states(id))).toEqual(new Set([3]))
  })
})
