import { expect, it } from 'vitest'
import { failure } from '../../support/app.ts'
import { boleta, factura, facturaExenta } from '../../support/documents.ts'
import { defined } from '../../support/expecting.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'
import { everythingStored } from '../../support/webhook.ts'

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { folios: [33, 39] })
const boreal = sharedTenant(program, { folios: [33] })

function sale (externalId: string, document: { header: { documentId: object } } = factura()) {
  const { header } = document
  return { ...document, header: { ...header, documentId: { ...header.documentId, externalId } } }
}

it('a repeated sale returns the first receipt, and issues nothing', async () => {
  const first = await andes.save(sale('OC-1'))
  const before = await everythingStored(program)
  const second = await andes.save(sale('OC-1'))
  const keyed = await andes.save(sale('OC-1'), { 'idempotency-key': 'another-attempt' })

  expect(first.body.result.externalId).toBe('OC-1')
  expect(first.headers).not.toHaveProperty('idempotent-replayed')
  for (const again of [second, keyed]) {
    expect(again).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
    expect(again.body).toEqual(first.body)
  }
  expect(await everythingStored(program)).toEqual(before)
})

it('spellings of one externalId are equal, and are stored and found as one', async () => {
  const first = await andes.save(sale('Pedido ñ-1'))
  const spellings = [' Pedido ñ-1', 'Pedido ñ-1\u00a0', '\u3000Pedido n\u0303-1\t', 'Pedido n\u0303-1']

  expect(first.body.result.externalId).toBe('Pedido ñ-1')
  for (const spelling of spellings) {
    expect((await andes.save(sale(spelling))).body).toEqual(first.body)
    const { body } = await andes.api.get('Webhook/GetWebhooks', { externalId: spelling.replace('\t', ' ') })
    expect(body.result.data).toMatchObject([{ externalId: 'Pedido ñ-1' }])
  }
  expect((await andes.save(sale(defined(spellings[2]), factura(2))))).toMatchObject(failure(409, 'EXTERNAL_ID_REUSED'))
})

it('a used externalId with other content is refused, with the folio of its document', async () => {
  const { invoiceNumber, correlationId } = (await andes.save(sale('OC-2'))).body.result
  const before = await everythingStored(program)

  for (const other of [sale('OC-2', factura(2)), sale('OC-2', boleta())]) {
    const answer = await andes.save(other)
    expect(answer).toMatchObject(failure(409, 'EXTERNAL_ID_REUSED'))
    expect(answer.body.errors[0]).toContain(`folio ${invoiceNumber} (correlationId ${correlationId})`)
  }
  expect(await everythingStored(program)).toEqual(before)
})

it('an Idempotency-Key and an externalId each prevent a second document', async () => {
  const first = await andes.save(sale('OC-3'), { 'idempotency-key': 'OC-4' })

  expect((await andes.save(sale('OC-3'), { 'idempotency-key': 'OC-5' })).body).toEqual(first.body)
  expect(await andes.save(factura(7), { 'idempotency-key': 'OC-4' })).toMatchObject(failure(409, 'IDEMPOTENCY_KEY_REUSED'))
  expect((await andes.save(sale('OC-4'))).body.result.correlationId).not.toBe(first.body.result.correlationId)
})

it('two tenants may use the same externalId', async () => {
  const [own, other] = [await andes.save(sale('shared')), await boreal.save(sale('shared', factura(9)))]

  expect([own.status, other.status]).toEqual([200, 200])
  expect(other.headers).not.toHaveProperty('idempotent-replayed')
})

it("50 equal concurrent sales issue one document, in parallel with another tenant's sales", async () => {
  const [answers, others] = await Promise.all([
    Promise.all(Array.from({ length: 50 }, () => andes.save(sale('crowd')))),
    Promise.all(Array.from({ length: 10 }, (_, index) => boreal.save(factura(index + 1))))
  ])

  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(49)
  expect(others.map(({ status }) => status)).toEqual(Array(10).fill(200))
})

it('a waiting document reserves its externalId', async () => {
  const first = await andes.save(sale('waits', facturaExenta()))
  const second = await andes.save(sale('waits', facturaExenta()))

  expect(first.body.result.statusText).toBe('Waiting')
  expect(second.headers).toMatchObject({ 'idempotent-replayed': 'true' })
  expect(second.body).toEqual(first.body)
  expect(await andes.save(sale('waits'))).toMatchObject(failure(409, 'EXTERNAL_ID_REUSED'))
})

it('a refused document does not reserve its externalId: correct it and post it again', async () => {
  const wrong = sale('corrected')
  Object.assign(wrong.header, { totals: { totalAmount: 1 } })

  expect((await andes.save(wrong)).status).toBe(422)
  expect((await andes.save(sale('corrected'))).status).toBe(200)
})

it('a dry run reports an externalId used for other content', async () => {
  const { invoiceNumber } = (await andes.save(sale('dry'))).body.result
  const { dryRun } = (await andes.save(sale('dry', factura(2)), { 'x-dry-run': 'true' })).body.result

  expect(dryRun.valid).toBe(false)
  expect(dryRun.problems).toEqual([expect.objectContaining({
    code: 'EXTERNAL_ID_REUSED', path: 'payload.header.documentId.externalId',
    message: expect.stringContaining(`folio ${invoiceNumber}`)
  })])
})

it('an externalId of more than 64 characters is refused', async () => {
  expect(await andes.save(sale('x'.repeat(65)))).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  expect((await andes.save(sale('x'.repeat(64)))).status).toBe(200)
})

it('the externalId is shown, and can be filtered and searched', async () => {
  const { correlationId } = (await andes.save(sale(' OC-77 "ñ" '))).body.result
  const list = async (query: string) => (await andes.api.get('Webhook/GetWebhooks', `?${query}`))
    .body.result.data.map((row) => [row.correlationId, row.externalId])
  const externalId = 'OC-77 "ñ"'
  const found = [[correlationId, externalId]]

  expect(await list(`externalId=${encodeURIComponent(externalId)}`)).toEqual(found)
  expect(await list(`search=${encodeURIComponent(externalId)}`)).toEqual(found)
  expect(await list(`externalId=${encodeURIComponent(externalId)}&status=5`)).toEqual([])
  expect(await list('externalId=OC-78')).toEqual([])
  expect((await andes.get(correlationId)).externalId).toBe(externalId)
})
