import { beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../../../src/services/actor.ts'
import { failure, success } from '../../support/app.ts'
import { first } from '../../support/expecting.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()
let auditor: Actor

beforeAll(async () => {
  const { world } = app
  auditor = await world.addUser(world.andes.tenantId, 'auditor@andes.example', ['AuditLogs.Read'])
  await world.rows('truncate audit_entries, audit_heads')
  const actor = { id: world.andes.admin.userId, name: 'Ana' }
  for (const [{ tenantId }, rows] of [[world.andes, 12], [world.boreal, 3]] as const) {
    await world.store.asTenant(tenantId, async ({ auditLog }) => auditLog.add(
      Array.from({ length: rows }, (_, index) =>
        ({ actor, action: 'folio.activate', entity: 'folioBlock', entityId: String(index), details: { index } })),
      world.clock()
    ))
  }
})

const verify = (after = 0, as = auditor) =>
  app.api(as).get('AuditLogs/Verify', `?after=${after}`)
const change = (sql: string) => app.world.rows(`${sql} and tenant_id = $1`, [app.world.andes.tenantId])

// The world checks five entries at once.
describe('answers', () => {
  it('part by part, until the whole chain of the tenant is verified as intact', async () => {
    const head = first(await app.world.rows<{ hash: string }>(
      "select encode(hash, 'hex') as hash from audit_heads where tenant_id = $1", [app.world.andes.tenantId]
    ))
    const intact = { records: 12, firstBroken: null, problem: null }

    expect(await verify()).toMatchObject(success({ ...intact, after: 0, intactUpTo: 5, complete: false }))
    expect(await verify(5)).toMatchObject(success({ ...intact, after: 5, intactUpTo: 10, complete: false }))
    expect(await verify(10)).toMatchObject(success({
      ...intact, after: 10, intactUpTo: 12, complete: true, hash: head.hash
    }))
    expect(await verify(12)).toMatchObject(success({ ...intact, after: 12, intactUpTo: 12, complete: true }))
    expect(await verify(0, app.world.boreal.admin)).toMatchObject(success({ records: 3, complete: true }))
  })

  it('with the first altered entry, or where the chain was cut', async () => {
    await change("update audit_entries set actor_name = 'Mallory' where sequence = 4")
    expect(await verify()).toMatchObject(success({
      intactUpTo: 3, complete: false, firstBroken: 4, problem: 'rowAltered'
    }))
    await change("update audit_entries set actor_name = 'Ana' where sequence = 4")

    await change('delete from audit_entries where sequence > 10')
    expect(await verify(5)).toMatchObject(success({
      records: 10, intactUpTo: 10, complete: true, firstBroken: 11, problem: 'rowMissing'
    }))
    expect(await verify(12)).toMatchObject(success({ complete: false, firstBroken: 12, problem: 'rowMissing' }))
  })
})

describe('rejects input (400)', () => {
  it.each(['-1', 'x', '1.5'])('refuses after=%s', async (after) => {
    expect(await app.api(auditor).get('AuditLogs/Verify', `?after=${after}`)).toMatchObject(
      failure(400, 'VALIDATION_FAILED')
    )
  })
})
