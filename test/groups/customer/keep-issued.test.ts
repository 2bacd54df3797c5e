import { describe, expect, it } from 'vitest'
import { boleta, factura } from '../../support/documents.ts'
import type { ProgramTenant } from '../../support/program.ts'
import { patience } from '../../support/patience.ts'
import { sharedProgram } from '../../support/shared.ts'

const program = sharedProgram()

const keeping = (): Promise<ProgramTenant> => program.tenant({ folios: [33, 39], update: { keepIssued: true } })
const list = async (group: 'Customer' | 'Product', { api }: ProgramTenant) =>
  (await api.get(`${group}/List`, { pageSize: 100 })).body.result.data

async function issue (tenant: ProgramTenant, ...payloads: object[]): Promise<void> {
  const saved = await Promise.all(payloads.map((payload) => tenant.save(payload)))
  for (const { status, body } of saved) expect(status, body.errors.join()).toBe(200)
  await expect.poll(async () => {
    const { body } = await tenant.api.get('Webhook/GetWebhooks', { pageSize: 100 })
    return body.result.data.every(({ status }) => status > 2)
  }, patience).toBe(true)
}

const sale = (details: object[], receiver: object = {}) => {
  const { header } = factura()
  return { header: { ...header, receiver: { ...header.receiver, ...receiver } }, details }
}
const nails = { itemCode: { codeValue: 'CLA-2' }, itemName: 'Clavo de 2"', unitOfMeasure: 'KG', quantity: 1, unitPrice: 1000 }

describe('keepIssued', () => {
  it('saves the receiver of an issued document as a customer and each line with a code as a product, once', async () => {
    const tenant = await keeping()
    await issue(
      tenant, sale([nails, { itemName: 'Flete', quantity: 1, unitPrice: 500 }]), sale([{ ...nails, unitPrice: 1200 }]),
      sale([nails], { taxNumber: '77777777-7', businessName: 'Austral S.A.' }), boleta()
    )

    const { taxNumber, businessName, address } = factura().header.receiver
    const customers = await list('Customer', tenant)
    expect(customers).toHaveLength(2)
    expect(customers).toMatchObject(expect.arrayContaining([
      expect.objectContaining({ taxNumber, businessName, address, archived: false }),
      expect.objectContaining({ taxNumber: '77777777-7', businessName: 'Austral S.A.' })
    ]))
    expect(await list('Product', tenant)).toMatchObject([{
      code: 'CLA-2', name: 'Clavo de 2"', unitOfMeasure: 'KG', grossPrice: false, exempt: false, currency: 'PESO CL'
    }])
  })

  it('never changes existing ones, and saves nothing while it is off', async () => {
    const tenant = await keeping()
    const create = async (path: string, body: object) => program.call('POST', `/${path}/Create`, { token: tenant.token, body })
    await create('Customer', { taxNumber: factura().header.receiver.taxNumber, businessName: 'Como la llamamos' })
    await create('Product', { code: 'CLA-2', name: 'Clavo', unitPrice: 9 })
    await issue(tenant, sale([nails]))
    expect(await list('Customer', tenant)).toMatchObject([{ businessName: 'Como la llamamos', address: null }])
    expect(await list('Product', tenant)).toMatchObject([{ name: 'Clavo', unitPrice: 9 }])

    const off = await program.tenant({ folios: [33] })
    await issue(off, sale([nails]))
    expect([...await list('Customer', off), ...await list('Product', off)]).toEqual([])
  })
})
