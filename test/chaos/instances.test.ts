import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Envelope } from '../support/api.ts'
import { type Child, sharedSettings, startChild } from '../support/child.ts'
import { factura } from '../support/documents.ts'
import { defined, first } from '../support/expecting.ts'
import { brokenAuditRows, doubledAtTheAuthority, unaccountedFolios } from '../support/oracles.ts'
import { allSettled } from '../support/program.ts'
import type { Receipt } from '../support/results.ts'
import { sharedProgram, sharedTenant } from '../support/shared.ts'

const settings = sharedSettings()
let instances: Child[]

const program = sharedProgram({ working: false, settings })
const andes = sharedTenant(program, { folios: [33] })

beforeAll(async () => { instances = await Promise.all([startChild(program, settings), startChild(program, settings)]) })
afterAll(async () => { await Promise.all(instances.map((instance) => instance.end('SIGKILL'))) })

async function save (
  instance: number, payload: object, headers: Record<string, string> = {}
): Promise<{ status: number, result: Receipt }> {
  const answer = await fetch(`${defined(instances[instance % 2]).url}/api/Webhook/Save`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...andes.keys, payload })
  })
  const body = await answer.json() as Envelope<Receipt>
  return { status: answer.status, result: body.result }
}

it('200 concurrent documents through two instances take 200 folios, without duplicates or gaps', async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => save(index, factura(index + 1))))

  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  const folios = answers.map(({ result }) => Number(result.invoiceNumber)).sort((a, b) => a - b)
  expect(folios).toEqual(Array.from({ length: 200 }, (_, index) => index + 1))
})

it('concurrent requests with one Idempotency-Key through two instances issue one document', async () => {
  const rounds = Array.from(
    { length: 20 },
    (_, round) => [0, 1, 0, 1].map((instance) => save(instance, factura(), { 'idempotency-key': `twin-${round}` }))
  )

  for (const round of rounds) {
    const answers = await Promise.all(round)
    expect(answers.map(({ status, result }) => [status, result.correlationId])).toEqual(
      Array(4).fill([200, first(answers).result.correlationId])
    )
  }
  const [{ documents }] = await program.rows('select count(*)::int as documents from invoices')
  expect(documents).toBe(220)
})

it('fifty concurrent requests with one externalId through two instances issue one document, which all receive', async () => {
  const sale = factura()
  Object.assign(sale.header.documentId, { externalId: 'OC-77' })
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => save(index, sale)))

  expect(answers).toEqual(Array(50).fill({ status: 200, result: first(answers).result }))
  const [{ documents }] = await program.rows('select count(*)::int as documents from invoices')
  expect(documents).toBe(221)
})

it('two workers send each document once, and it is accepted', async () => {
  await program.until('every document settled', () => allSettled(program))

  expect(await program.rows('select status, count(*)::int from invoices group by 1')).toEqual([{
    status: 5, count: 221
  }])
  expect(await unaccountedFolios(program)).toEqual([])
  expect(await brokenAuditRows(program)).toEqual([])
  expect(await doubledAtTheAuthority(program)).toEqual([])
})
