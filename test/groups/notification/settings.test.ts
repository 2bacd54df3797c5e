import { beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../../../src/services/actor.ts'
import { failure, success } from '../../support/app.ts'
import { defined, first } from '../../support/expecting.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()
let reader: Actor

beforeAll(async () => {
  reader = await app.world.addUser(app.world.andes.tenantId, 'reader@andes.example', ['Notification.Read'])
})

const allEvents = [
  'document.waiting',
  'document.issued',
  'document.sending',
  'document.sent',
  'document.accepted',
  'document.accepted_with_objections',
  'document.rejected',
  'document.failed',
  'folios.low',
  'folios.stopped',
  'certificate.expiring', 'document.damaged', 'document.answered', 'document.claimed', 'certification.verdict', 'certification.deadline',
  'received.document', 'received.deadline', 'received.claim_failed'
]
const url = 'https://erp.andes.example/timbre?key=1'
const getSettings = (as?: Actor) =>
  app.api(as).get('Notification/GetSettings')
const update = (body: object, as?: Actor) =>
  app.api(as).put('Notification/Update', body)
const rotate = (as?: Actor) =>
  app.api(as).post('Notification/RotateSecret')
const test = (as?: Actor) => app.api(as).post('Notification/Test')
const deliveries = (as?: Actor, query = '') =>
  app.api(as).get('Notification/Deliveries', query)

describe('conflicts (409)', () => {
  it('refuses to rotate a secret or test an address before there is one', async () => {
    expect(await rotate(app.world.andes.admin)).toMatchObject(failure(409, 'NOTIFICATION_NOT_CONFIGURED'))
    expect(await test(app.world.andes.admin)).toMatchObject(failure(409, 'NOTIFICATION_NOT_CONFIGURED'))
  })
})

describe('answers', () => {
  it('says so to a tenant without notifications', async () => {
    expect(await getSettings(reader)).toEqual(
      expect.objectContaining(
        success({ url: null, enabled: false, events: allEvents, olderSecretEndsAt: null, updatedAt: null })
      )
    )
  })

  it('shows the secret once, when the address is set for the first time', async () => {
    const { world } = app
    const first = await update({ url, enabled: true }, world.andes.admin)
    const second = await update({
      url, enabled: false, events: ['document.rejected', 'document.accepted', 'document.rejected']
    }, world.andes.admin)

    expect(first.body.result).toEqual({
      url, enabled: true, events: allEvents, olderSecretEndsAt: null, updatedAt: '2026-11-20T15:00:00.000Z',
      secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/)
    })
    expect(second.body.result).toMatchObject({
      enabled: false, events: ['document.accepted', 'document.rejected'], secret: null
    })
    expect((await getSettings(reader)).body.result).toEqual({
      url, enabled: false, events: ['document.accepted', 'document.rejected'], olderSecretEndsAt: null,
      updatedAt: '2026-11-20T15:00:00.000Z'
    })
  })

  it('stores the secret encrypted, and not in the audit log', async () => {
    const { world } = app
    const { secret } = (await rotate(world.andes.admin)).body.result
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64')

    const endpoint = first(await world.rows<{ sealed_secret: Buffer }>('select sealed_secret from notification_endpoints'))
    const audit = await world.rows<{ action: string, details: object }>(
      "select action, details from audit_entries where action like 'notification.%' order by sequence"
    )

    expect(endpoint.sealed_secret.includes(bytes)).toBe(false)
    expect(audit.map(({ action }) => action)).toEqual([
      'notification.update', 'notification.update', 'notification.rotateSecret'
    ])
    expect(JSON.stringify(audit)).not.toMatch(/whsec|key=1/)
    expect(JSON.stringify(audit)).toContain('erp.andes.example')
    expect(defined(audit[1]).details).toMatchObject({ before: expect.any(Object), after: expect.any(Object) })
  })

  it('keeps the older secret valid for a day after a rotation', async () => {
    const answer = await rotate(app.world.andes.admin)

    expect(answer.body.result).toEqual({
      secret: expect.stringMatching(/^whsec_/), olderSecretEndsAt: '2026-11-21T15:00:00.000Z'
    })
    expect((await getSettings(reader)).body.result.olderSecretEndsAt).toBe('2026-11-21T15:00:00.000Z')
    app.world.pass(86_400)
    expect((await getSettings(app.world.andes.admin)).body.result.olderSecretEndsAt).toBeNull()
  })

  it('queues a test, and lists it', async () => {
    const { world } = app
    const asked = world.work.asked

    const { result } = (await test(world.andes.admin)).body

    expect(result).toMatchObject({
      type: 'notification.test', correlationId: null, state: 1, stateText: 'Pending', attempts: 0, httpStatus: null,
      problem: null
    })
    expect(world.work.asked).toBe(asked + 1)
    expect(await world.rows("select subject from outbox_tasks where topic = 'notify'")).toEqual([{
      subject: result.id
    }])
    expect((await deliveries(reader)).body.result).toEqual({
      page: 1, pageSize: 20, totalPage: 1, totalRecords: 1, totalIsEstimate: false, data: [result]
    })
    expect((await deliveries(reader, '?state=2')).body.result.data).toEqual([])
    expect((await deliveries(reader, '?correlationId=0199a3c4-7d1e-7b3a-9f00-5c2d8e4b1a6f')).body.result.data).toEqual(
      []
    )
  })
})

describe('rejects input (400)', () => {
  it.each([
    'http://erp.andes.example/',
    'ftp://erp.andes.example/',
    'https://user:word@erp.andes.example/',
    'https://user@erp.andes.example/',
    'https://erp.andes.example:8080/',
    'https://erp.andes.example:22/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.1/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://[fd00::1]/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://db.localhost/',
    'https://intranet/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'not an address',
    'https://'
  ])('refuses notifications to %s', async (wrong) => {
    const answer = await update({ url: wrong, enabled: true }, app.world.andes.admin)

    expect(answer).toMatchObject(failure(400, 'NOTIFICATION_URL_INVALID'))
    expect(answer.body.errors[0]).toMatch(/^url: /)
  })

  it.each([
    [{ enabled: true }, 'url'],
    [{ url }, 'enabled'],
    [{ url, enabled: true, events: ['document.lost'] }, 'events'],
    [{ url, enabled: true, events: [] }, 'events'],
    [{ url: `https://erp.example/${'x'.repeat(2000)}`, enabled: true }, 'url'],
    [{ url, enabled: true, secret: 'mine' }, 'secret']
  ])('refuses %j', async (body, path) => {
    const answer = await update(body, app.world.andes.admin)

    expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(answer.body.errors.join()).toContain(path)
  })

  it.each([
    'https://erp.andes.example', 'https://erp.andes.example:8443/x#part', 'https://8.8.8.8/x', 'https://ñandú.example/'
  ])('takes %s', async (right) => {
    expect((await update({ url: right, enabled: false }, app.world.andes.admin)).status).toBe(200)
  })

  it('refuses invalid pages and states', async () => {
    expect(await deliveries(reader, '?state=4')).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(await deliveries(reader, '?pageSize=101')).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })
})

describe('hides other tenants (404)', () => {
  it('shows neither the address nor the messages of another tenant', async () => {
    expect((await getSettings(app.world.boreal.admin)).body.result).toMatchObject({ url: null })
    expect((await deliveries(app.world.boreal.admin)).body.result).toMatchObject({ totalRecords: 0, data: [] })
    expect(await rotate(app.world.boreal.admin)).toMatchObject(failure(409, 'NOTIFICATION_NOT_CONFIGURED'))
  })
})
