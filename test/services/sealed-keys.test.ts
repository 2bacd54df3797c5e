import { expect, it } from 'vitest'
import { bulkOf } from '../support/bulk.ts'
import { boleta, factura } from '../support/documents.ts'
import { allSettled, type ProgramTenant } from '../support/program.ts'
import { sharedProgram, sharedTenant } from '../support/shared.ts'

const program = sharedProgram({ settings: { LOG_LEVEL: 'error' } })
const harmed = sharedTenant(program, { folios: [33, 39] })
const neighbour = sharedTenant(program, { folios: [33] })

const idOf = async ({ code }: ProgramTenant): Promise<string> =>
  (await program.rows('select tenant_id from tenants where code = $1', [code]))[0].tenant_id
const damage = async (table: string, where = 'true') => {
  const [row] = await program.rows(
    `update ${table} set sealed_key = set_byte(sealed_key, 70, get_byte(sealed_key, 70) # 1) where tenant_id = $1 and ${where} returning id`,
    [await idOf(harmed)]
  )
  return row.id as string
}
const missingOf = async ({ token }: ProgramTenant): Promise<string[]> =>
  (await program.call('GET', '/Tenant/GetTenant', { token })).body.result.readiness.missing.map((
    { code }: { code: string }
  ) => code)
const unreadable = {
  status: 503,
  body: { errorCode: 'SEALED_KEY_UNREADABLE', errors: [expect.stringContaining("cannot decrypt one of the tenant's private keys")] }
}

it('a key that cannot be decrypted stops only its tenant, with a code, a log line that names it, and no lost folio', { tags: 'slow' }, async () => {
  const blockId = await damage('folio_blocks', 'document_type = 39')
  expect(await harmed.save(boleta())).toMatchObject(unreadable)
  expect((await harmed.save(factura())).status).toBe(200)
  const bulk = bulkOf(program, harmed)
  const { id: bulkId } = (await bulk.create({ invoices: [boleta()] })).body.result
  await bulk.process(bulkId)
  await program.until(
    'the submission was tried',
    async () => (await program.rows(
      "select 1 from outbox_tasks where topic = 'processBulk' and last_error like '%folio_blocks%'"
    )).length === 1
  )

  expect(await missingOf(harmed)).toContain('SEALED_KEY_UNREADABLE')
  expect(await missingOf(neighbour)).not.toContain('SEALED_KEY_UNREADABLE')
  expect((await neighbour.save(factura())).status).toBe(200)
  await program.until('the others went on', () => allSettled(program))
  expect(await program.rows('select next::int from folio_blocks where id = $1', [blockId])).toEqual([{ next: 1 }])
  expect((await bulk.get(bulkId)).counters).toMatchObject({ ready: 1, failed: 0 })
  const lines = program.logs.map((line) => JSON.parse(line)).filter(({ msg }) =>
    msg.startsWith('could not unseal a secret')
  )
  expect(lines[0]).toMatchObject({
    level: 'error', table: 'folio_blocks', rowId: blockId, tenantId: await idOf(harmed), masterKeyId: 'k1',
    reason: expect.stringContaining('tampered')
  })
  expect(await program.composition.app.metrics.metrics()).toMatch(
    /timbre_unreadable_secrets_total\{table="folio_blocks"\} [1-9]/
  )
})

it("a certificate's key that cannot be decrypted is reported alike, until another is uploaded", async () => {
  const tenant = harmed
  // Or it could open the key before it is damaged, and remember it.
  await program.composition.worker.stop()
  await tenant.addCertificate()
  const certificateId = await damage('certificates', 'replaced_at is null')

  expect(await tenant.save(factura())).toMatchObject(unreadable)
  expect(program.logs.some((line) => line.includes(certificateId))).toBe(true)

  await tenant.addCertificate()
  expect((await tenant.save(factura())).status).toBe(200)
})
