import { EventEmitter, once } from 'node:events'
import { expect, it } from 'vitest'
import { newId } from '../../src/shared/ids.ts'
import { sharedWorld } from '../support/shared.ts'

const world = sharedWorld()

const record = (entityId: string) => ({
  actor: { id: null, name: 'Timbre' }, action: 'folio.activate', entity: 'folioBlock', entityId
})

it('locks the end of the chain last, so transactions with other rows do not deadlock', async () => {
  const { tenantId } = world.andes
  const bulk = newId()
  await world.store.asTenant(tenantId, ({ bulkInvoices }) => bulkInvoices.create({
    id: bulk, name: 'one', source: 'JSON', encoding: null, replacesId: null, createdById: world.andes.admin.userId, createdAt: world.clock()
  }))
  const moments = new EventEmitter()
  const [audited, locked] = [once(moments, 'audited'), once(moments, 'locked')]
  const auditFirst = world.store.asTenant(tenantId, async ({ auditLog, bulkInvoices }) => {
    auditLog.add([record('audit first')], world.clock())
    moments.emit('audited')
    await locked
    await bulkInvoices.lock(bulk)
  })
  const lockFirst = world.store.asTenant(tenantId, async ({ auditLog, bulkInvoices }) => {
    await bulkInvoices.lock(bulk)
    await audited
    moments.emit('locked')
    auditLog.add([record('lock first')], world.clock())
  })
  await Promise.all([auditFirst, lockFirst])
  const rows = await world.rows(
    "select entity_id from audit_entries where tenant_id = $1 and entity_id like '% first' order by sequence", [tenantId]
  )
  expect(rows.map(({ entity_id: one }) => one)).toEqual(['lock first', 'audit first'])
})

it('writes rows of several tenants, each into its own chain', async () => {
  await world.store.asPlatform(async ({ tenant }) => {
    for (const { tenantId } of [world.boreal, world.andes, world.boreal]) {
      tenant(tenantId).auditLog.add([record('platform')], world.clock())
    }
  })
  const rows = await world.rows("select tenant_id from audit_entries where entity_id = 'platform' order by tenant_id, sequence")
  expect(rows.map(({ tenant_id: one }) => one)).toEqual(
    [world.andes, world.boreal, world.boreal].map(({ tenantId }) => tenantId).sort()
  )
})

it('writes nothing of a failed transaction', async () => {
  const failing = world.store.asTenant(world.andes.tenantId, async ({ auditLog }) => {
    auditLog.add([record('undone')], world.clock())
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await world.rows("select 1 from audit_entries where entity_id = 'undone'")).toEqual([])
})
