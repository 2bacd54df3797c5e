import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Ledger } from '../../chaos/parts/simulator.ts'
import { type Child, sharedSettings, startChild } from '../support/child.ts'
import { boleta, factura } from '../support/documents.ts'
import { brokenAuditRows, doubledAtTheAuthority, unaccountedFolios } from '../support/oracles.ts'
import { sharedProgram, sharedTenant } from '../support/shared.ts'

const settings = sharedSettings()
const documents = 300
const kills = 3

let worker: Child

const program = sharedProgram({ working: false, settings })
const andes = sharedTenant(program, { folios: [33, 39] })

beforeAll(async () => { worker = await startChild(program, settings) })
afterAll(async () => { await worker?.end('SIGKILL') })

const seed = Number(process.env['BULK_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

/** Numbers from 0 to 1, the same ones for the same seed. */
function createChance (): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
}

async function issued (): Promise<number> {
  const [row] = await program.rows('select count(*)::int as n from bulk_rows where state = 3')
  return row.n
}

it('a submission whose worker is killed three times while it is issued gives every row one folio', async () => {
  console.log(`BULK_SEED=${seed}`)
  const chance = createChance()
  // Every tenth has a mistake: those are never issued.
  const invoices = Array.from({ length: documents }, (_, index) => ({
    ...(index % 10 === 0 ? factura(0) : index % 3 === 0 ? boleta(1000 + index) : factura(index)), key: `D-${index}`
  }))
  const call = async (method: 'POST' | 'PUT' | 'GET', path: string, body?: object) => {
    const { status, body: told } = await program.call(method, `/BulkInvoice${path}`, { token: andes.token, body })
    expect({ path, status, told }).toMatchObject({ status: 200 })
    return told.result
  }
  const { id, counters } = await call('POST', '/Create', { invoices })
  const ready = documents - documents / 10
  expect(counters).toMatchObject({ documents, ready, invalid: documents / 10 })

  await call('PUT', '/Process', { id })
  const moments = Array.from({ length: kills }, () => Math.floor(chance() * ready * 0.9)).sort((a, b) => a - b)
  for (const moment of moments) {
    await program.until(`more than ${moment} are issued`, async () => await issued() >= moment)
    await new Promise((resolve) => setTimeout(resolve, chance() * 50))
    await worker.end('SIGKILL')
    await call('PUT', '/Process', { id })
    worker = await startChild(program, settings)
  }
  await program.until(
    'the submission is over',
    async () => (await program.rows('select 1 from bulk_invoices where finished_at is null')).length === 0)
  await call('PUT', '/Process', { id })
  await program.until(
    'every document is accepted',
    async () => (await program.rows('select 1 from invoices where status <> 5 limit 1')).length === 0)

  expect((await call('GET', `/Get?id=${id}&pageSize=1`)).counters).toMatchObject({
    taken: ready, accepted: ready, ready: 0, invalid: documents / 10, failed: 0
  })
  expect(
    await program.rows(`
    select r.key from bulk_rows r left join invoices i on i.tenant_id = r.tenant_id and i.id = r.invoice_id
    where (r.state = 3) <> (i.folio is not null) or (r.state = 3) <> (r.position % 10 <> 1) or i.channel_type <> 2`)
  ).toEqual([])
  expect(
    await program.rows('select invoice_id from bulk_rows where invoice_id is not null group by 1 having count(*) > 1')
  ).toEqual([])
  expect(
    await program.rows(
      'select document_type as type, count(*)::int, min(folio)::int, max(folio)::int from invoices group by 1 order by 1'
    )
  )
    .toEqual([{ type: 33, count: 180, min: 1, max: 180 }, { type: 39, count: 90, min: 1, max: 90 }])
  expect(await unaccountedFolios(program)).toEqual([])
  expect(await brokenAuditRows(program)).toEqual([])
  expect(await doubledAtTheAuthority(program)).toEqual([])
  const { documents: seen }: Ledger = await program.ledger()
  expect(seen.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(ready)
  expect(seen).toHaveLength(ready)
})
