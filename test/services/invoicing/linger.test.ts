import { expect, it } from 'vitest'
import { boleta, factura } from '../../support/documents.ts'
import { allSettled } from '../../support/program.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'

const program = sharedProgram({ settings: { ENVELOPE_LINGER_SECONDS: '1', BOLETA_LINGER_SECONDS: '600' } })
const andes = sharedTenant(program, { folios: [33, 39] })

it('documents issued within the linger time share an envelope, which is sent when that time has passed', async () => {
  await andes.save(boleta())
  for (let sale = 1; sale <= 4; sale++) await andes.save(factura(sale))
  const statuses = 'select 1 from invoices where document_type = 33 and status < 5'
  await program.until('the invoices accepted', async () => (await program.rows(statuses)).length === 0)

  expect(await program.rows('select kind, document_count from envelopes')).toEqual([{ kind: 'DTE', document_count: 4 }])
  const [{ waited }] = await program.rows(`
    select extract(epoch from min(e.created_at) - min(i.issued_at))::float8 as waited
    from envelopes e join invoices i on i.envelope_id = e.id`)
  expect(waited).toBeGreaterThanOrEqual(1)
})

it('the linger time is stored in the database: another process sends the envelope after a crash', async () => {
  const [{ seconds }] = await program.rows(`
    select extract(epoch from due_at - now())::float8 as seconds from outbox_tasks where topic = 'packEnvelope'`)
  expect(seconds).toBeGreaterThan(500)
  await program.rows("update outbox_tasks set due_at = now() where topic = 'packEnvelope'")
  program.composition.worker.wake()

  await program.until('every document settled', () => allSettled(program))
  expect(await program.rows("select document_count from envelopes where kind = 'BOLETA'")).toEqual([{ document_count: 1 }])
})
