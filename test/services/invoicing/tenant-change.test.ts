import { beforeAll, expect, it } from 'vitest'
import { createIssuer } from '../../../src/services/invoicing/issuing/issue.ts'
import { createReception } from '../../../src/services/invoicing/issuing/save.ts'
import { createSigner } from '../../../src/services/invoicing/issuing/signer.ts'
import type { TenantRow } from '../../../src/repositories/tenants/tenants.ts'
import { factura } from '../../support/documents.ts'
import { sharedWorld } from '../../support/shared.ts'
import { rut } from '../../support/world.ts'

const world = sharedWorld()

beforeAll(async () => {
  const described = {
    businessActivity: 'Ferretería', activityCodes: [475201], address: 'Calle Larga 100', municipality: 'Ñuñoa',
    city: 'Santiago'
  }
  await world.tenants.update(world.boreal.admin, described)
})

/** The reception of an instance that remembers a tenant as it was. */
function receptionThatRemembers (tenant: TenantRow) {
  const memory = { tenant, read: 0 }
  const tenantOf = async (): Promise<TenantRow> => memory.tenant
  const { store, clock } = world
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
  const invalidateTenant = (): void => {
    memory.tenant = now
    memory.read++
  }
  let now = tenant
  return {
    memory,
    reception: createReception({ store, issuer, tenantOf, invalidateTenant, clock }),
    becomes: (row: TenantRow): void => {
      now = row
    }
  }
}

const rowOf = (tenantId: string): Promise<TenantRow> => world.store.asTenant(tenantId, ({ tenant }) => tenant.get())

it.each([
  ['environment', { environment: 'production' }],
  ['RUT', { taxNumber: rut(76543210) }]
])(
  'a document that has to wait belongs to the tenant as it is now, not as it was seconds ago: %s',
  async (_member, change) => {
    const { admin, tenantId } = world.boreal
    await world.rows('delete from invoices')
    const before = await rowOf(tenantId)
    const { memory, reception, becomes } = receptionThatRemembers(before)
    await world.tenants.update(admin, change as object)
    becomes(await rowOf(tenantId))
    const { receipt } = await reception.save(admin, { payload: factura() as never, channelType: 1 })
    const rows = await world.rows('select environment, issuer_tax_number from invoices where id = $1', [
      receipt.correlationId
    ])

    expect(receipt.statusText).toBe('Waiting')
    const { environment, taxNumber } = await rowOf(tenantId)
    expect(rows).toEqual([{ environment, issuer_tax_number: taxNumber }])
    expect(memory.read).toBe(1)
  })
