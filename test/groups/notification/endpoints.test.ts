import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../src/services/actor.ts'
import { failure, success } from '../../support/app.ts'
import { last } from '../../support/expecting.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()
let reader: Actor

beforeAll(async () => {
  reader = await app.world.addUser(app.world.andes.tenantId, 'reader@andes.example', ['Notification.Read'])
})
beforeEach(() => app.world.rows('delete from notification_endpoints'))

const url = 'https://erp.andes.example/timbre?key=1'
const other = 'https://crm.andes.example/timbre?key=2'
const api = (as: Actor = app.world.andes.admin) => app.api(as)
const list = async (as = reader) => (await api(as).get('NotificationEndpoint/List')).body.result
const create = async (body: object) => (await api().post('NotificationEndpoint/Create', body)).body.result
const setFirst = async (body: object) => (await api().put('Notification/Update', body)).body.result

describe('endpoints', () => {
  it('have a URL, events and a secret each, which is shown once; the one of Notification is the first', async () => {
    const { andes } = app.world
    const first = await setFirst({ url, enabled: true })
    const further = await create({ url: other, enabled: false, events: ['document.claimed'] })

    expect(further.secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(further.secret).not.toBe(first.secret)
    expect(await list()).toEqual([
      expect.objectContaining({ id: andes.tenantId, url, enabled: true, failures: 0, lastFailure: null }),
      {
        id: further.id, url: other, enabled: false, events: ['document.claimed'], olderSecretEndsAt: null,
        failures: 0, lastFailure: null, createdAt: '2026-11-20T15:00:00.000Z', updatedAt: '2026-11-20T15:00:00.000Z'
      }
    ])
    expect((await api().get('Notification/GetSettings')).body.result).toMatchObject({ url, enabled: true })
  })

  it('are changed one by one: what is left out stays', async () => {
    await setFirst({ url, enabled: true })
    const { id, secret: _secret, ...further } = await create({ url: other, enabled: true, events: ['document.claimed'] })

    expect(await api().put('NotificationEndpoint/Update', { id, enabled: false })).toMatchObject(success({
      ...further, id, enabled: false
    }))
    await setFirst({ url, enabled: true, events: ['document.accepted'] })
    expect((await list()).map(({ enabled, events }) => [enabled, events])).toEqual([
      [true, ['document.accepted']], [false, ['document.claimed']]
    ])
    const { secret } = (await api().post('NotificationEndpoint/RotateSecret', { id })).body.result
    expect(secret).toMatch(/^whsec_/)
    expect((await list()).map(({ olderSecretEndsAt }) => olderSecretEndsAt)).toEqual([
      null, '2026-11-21T15:00:00.000Z'
    ])
  })

  it('begin with the first one, also where it was deleted', async () => {
    const { tenantId } = app.world.andes
    expect((await create({ url, enabled: true })).id).toBe(tenantId)
    expect((await api().get('Notification/GetSettings')).body.result).toMatchObject({ url })
    await create({ url: other, enabled: true })

    expect((await api().delete('NotificationEndpoint/Delete', `?id=${tenantId}`)).status).toBe(200)
    expect((await api().get('Notification/GetSettings')).body.result).toMatchObject({ url: null })
    expect((await create({ url, enabled: true })).id).toBe(tenantId)
  })

  it('are eight at most', async () => {
    for (let count = 0; count < 8; count++) await create({ url, enabled: true })

    expect(await api().post('NotificationEndpoint/Create', { url, enabled: true })).toMatchObject(
      failure(409, 'NOTIFICATION_ENDPOINTS_FULL')
    )
    await api().delete('NotificationEndpoint/Delete', `?id=${last(await list()).id}`)
    expect((await create({ url, enabled: true })).secret).toMatch(/^whsec_/)
  })

  it('leave audit rows with their hosts, and no secret', async () => {
    const { world } = app
    const before = Number((await world.rows<{ n: string }>('select coalesce(max(sequence), 0) as n from audit_entries'))[0]?.n)
    await setFirst({ url, enabled: true })
    const { id } = await create({ url: other, enabled: true })
    await api().put('NotificationEndpoint/Update', { id, enabled: false })
    await api().post('NotificationEndpoint/RotateSecret', { id })
    await api().post('NotificationEndpoint/Test', { id })
    await api().delete('NotificationEndpoint/Delete', `?id=${id}`)

    const rows = await world.rows<{ action: string, entity_id: string }>(
      "select action, entity_id, details from audit_entries where sequence > $1 and entity = 'notificationEndpoint' order by sequence",
      [before]
    )
    expect(rows.map(({ action, entity_id: entityId }) => [action, entityId])).toEqual([
      ['notification.update', world.andes.tenantId],
      ...['create', 'update', 'rotateSecret', 'test', 'delete'].map((verb) => [`notification.${verb}`, id])
    ])
    expect(JSON.stringify(rows)).not.toMatch(/whsec|key=/)
    expect(JSON.stringify(rows)).toContain('crm.andes.example')
  })

  it('have their own messages in the log, which are not sent again once the endpoint is deleted', async () => {
    await setFirst({ url, enabled: true })
    const further = await create({ url: other, enabled: false })
    const first = (await api().post('Notification/Test')).body.result
    const second = (await api().post('NotificationEndpoint/Test', { id: further.id })).body.result

    expect([first.endpointId, second.endpointId]).toEqual([app.world.andes.tenantId, further.id])
    for (const { id, endpointId } of [first, second]) {
      expect((await api(reader).get('Notification/Deliveries', `?endpointId=${endpointId}`)).body.result).toMatchObject({
        totalRecords: 1, data: [{ id }]
      })
    }
    await api().delete('NotificationEndpoint/Delete', `?id=${further.id}`)
    expect(await api().post('Notification/Resend', { id: second.id })).toMatchObject(
      failure(404, 'NOTIFICATION_ENDPOINT_NOT_FOUND')
    )
  })
})

describe('rejects input (400)', () => {
  it('that is no address for notifications, or no event', async () => {
    const { id } = await create({ url, enabled: true })
    const wrong = [
      await api().post('NotificationEndpoint/Create', { url: 'https://10.0.0.1/', enabled: true }),
      await api().put('NotificationEndpoint/Update', { id, url: 'http://erp.andes.example/' })
    ]
    for (const answer of wrong) {
      expect(answer).toMatchObject(failure(400, 'NOTIFICATION_URL_INVALID'))
      expect(answer.body.errors[0]).toMatch(/^url: /)
    }
    const unknown = await api().put('NotificationEndpoint/Update', { id, events: ['document.lost'] })
    expect(unknown).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(unknown.body.errors.join()).toContain('events[0]')
    expect(await list()).toMatchObject([{ url }])
  })
})
