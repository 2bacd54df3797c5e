import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Child, sharedSettings, startChild } from '../support/child.ts'
import { factura } from '../support/documents.ts'
import { only } from '../support/expecting.ts'
import { brokenAuditRows, doubledAtTheAuthority } from '../support/oracles.ts'
import type { Detail } from '../support/results.ts'
import { sharedProgram, sharedTenant } from '../support/shared.ts'

const settings = { ...sharedSettings(), SII_UPLOAD_TIMEOUT_SECONDS: '30' }
let workers: Child[]

const program = sharedProgram({ working: false, settings })
const andes = sharedTenant(program, { folios: [33] })

beforeAll(async () => { workers = [await startChild(program, settings)] })
afterAll(async () => { await Promise.all(workers.map((worker) => worker.end('SIGKILL'))) })

it('a worker that freezes during an upload writes nothing once another worker has its task', async () => {
  await program.control('/faults', { operation: 'upload', channel: 'DTE', fault: 'delay', ms: 1000 })
  const { correlationId } = (await andes.save(factura())).body.result
  await program.until(
    'the upload is under way',
    async () => (await program.rows("select 1 from envelopes where state = 'unknown'")).length > 0
  )
  const frozen = only(workers)
  frozen.kill('SIGSTOP')
  workers.push(await startChild(program, settings))
  await program.until(
    'the other brought it to its end', async () => (await andes.get(correlationId)).statusText === 'Accepted')
  const before = await program.rows('select * from envelopes, outbox_tasks')
  frozen.kill('SIGCONT')
  await program.until('the frozen one noticed', async () => frozen.said.some((line) => line.includes('LeaseLost')))

  expect(await program.rows('select * from envelopes, outbox_tasks')).toEqual(before)
  const { history }: Detail = await andes.get(correlationId)
  expect(history.map(({ statusText }) => statusText)).toEqual([
    'Issued', 'Sending', 'Sent', 'Accepted'
  ])
  expect(await program.rows("select count(*)::int from audit_entries where action = 'envelope.send'")).toEqual([{
    count: 1
  }])
  expect((await program.ledger()).documents).toHaveLength(1)
  expect(await doubledAtTheAuthority(program)).toEqual([])
  expect(await brokenAuditRows(program)).toEqual([])
})
