import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../src/shared/ids.ts'
import type { Actor } from '../../../src/services/actor.ts'
import { failure, success } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()
let reader: Actor

beforeAll(async () => {
  const { world } = app
  reader = await world.addUser(world.andes.tenantId, 'reader@andes.example', ['Notification.Read'])
  for (const actor of [world.andes.admin, world.boreal.admin]) {
    await world.notifications.set(actor, { url: 'https://erp.example/timbre', enabled: true })
  }
})
beforeEach(() => app.world.rows('delete from notification_deliveries'))

const get = (id: string, as = reader) => app.api(as).get('Notification/GetDelivery', `?id=${id}`)
const resend = (id: string, as = app.world.andes.admin) =>
  app.api(as).post('Notification/Resend', { id })
const listed = async (query: string) => (await app.api(reader).get('Notification/Deliveries', `?${query}`)).body.result.data.map(({ id }: { id: string }) => id)

/** A message of the log. */
async function message (
  { state = 3, event = 'folios.low', at = '2026-11-20T12:00:00Z' } = {}, tenantId = app.world.andes.tenantId
): Promise<string> {
  const id = newId()
  await app.world.rows(
    `insert into notification_deliveries (tenant_id, id, event, data, at, state, attempts, attempted_at, http_status, excerpt)
     values ($1, $2, $3, '{"remaining":5}', $4, $5, 1, $4, 500, 'out of order')`,
    [tenantId, id, event, at, state]
  )
  return id
}
const attempt = (id: string, at: string, httpStatus: number) =>
  app.world.store.asTenant(app.world.andes.tenantId, ({ notifications }) => notifications.recordAttempt(id, {
    at: new Date(at), state: 2, httpStatus, excerpt: `${httpStatus}`, problem: null, nextAttempt: null
  }))

describe('a message', () => {
  it('is shown with its body and each attempt, also once it failed permanently', async () => {
    const { world: { store, andes } } = app
    const id = await message()
    await attempt(id, '2026-11-20T12:00:05Z', 503)

    expect(await get(id)).toMatchObject(success({
      id, type: 'folios.low', attempts: 2, httpStatus: 503,
      body: '{"type":"folios.low","timestamp":"2026-11-20T12:00:00.000Z","data":{"remaining":5}}',
      history: [
        { at: '2026-11-20T12:00:00.000Z', httpStatus: 500, excerpt: 'out of order', problem: null },
        { at: '2026-11-20T12:00:05.000Z', httpStatus: 503, excerpt: '503', problem: null }
      ]
    }))
    await store.asTenant(andes.tenantId, ({ notifications }) => notifications.fail(id, 'TOO_OLD'))
    const { history, problem } = (await get(id)).body.result
    expect([problem, history.map(({ httpStatus }) => httpStatus)]).toEqual(['TOO_OLD', [500, 503]])
    await attempt(id, '2026-11-20T12:30:00Z', 204)
    expect((await get(id)).body.result.history).toHaveLength(3)
  })

  it('keeps its last thirty attempts', async () => {
    const id = await message()
    for (let count = 1; count <= 31; count++) {
      await attempt(id, new Date(Date.parse('2026-11-20T12:00:00Z') + count * 1000).toISOString(), 500 + count)
    }
    const { history, attempts } = (await get(id)).body.result

    expect([attempts, history.length, history[0]?.httpStatus, history.at(-1)?.httpStatus]).toEqual([32, 30, 502, 531])
  })

  it('is found by type and by days in Chile', async () => {
    // 02:30 UTC is still the day before in Chile.
    const [late, low, accepted] = [
      await message({ at: '2026-11-19T02:30:00Z' }), await message(), await message({ event: 'document.accepted' })
    ]

    expect((await listed('type=folios.low')).toSorted()).toEqual([late, low].toSorted())
    expect(await listed('type=document.accepted')).toEqual([accepted])
    expect(await listed('startDate=2026-11-18&endDate=2026-11-18')).toEqual([late])
    expect(await listed('startDate=2026-11-19&type=folios.low')).toEqual([low])
    expect(await listed('endDate=2026-11-17')).toEqual([])
  })
})

describe('sending again', () => {
  it('queues a finished message once more, with an audit row', async () => {
    const { world } = app
    const id = await message({ state: 2 })

    expect(await resend(id)).toMatchObject(success({
      id, stateText: 'Pending', attempts: 1, nextAttemptAt: world.clock().toISOString()
    }))
    expect(await world.rows("select 1 from outbox_tasks where topic = 'notify' and subject = $1", [id])).toHaveLength(1)
    expect(await world.rows("select action, details from audit_entries where entity = 'notificationDelivery'")).toEqual([
      { action: 'notification.resend', details: { type: 'folios.low', correlationId: null } }
    ])
  })

  it('is refused while notifications are off', async () => {
    const { world: { notifications, andes: { admin } } } = app
    const id = await message()
    await notifications.set(admin, { url: 'https://erp.example/timbre', enabled: false })

    expect(await resend(id)).toMatchObject(failure(409, 'NOTIFICATION_TURNED_OFF'))
    expect((await get(id)).body.result.stateText).toBe('Failed')
    expect(await resend(await message({ event: 'notification.test' }))).toMatchObject(success({ stateText: 'Pending' }))
  })
})
