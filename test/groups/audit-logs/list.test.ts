import { beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../../../src/services/actor.ts'
import { failure } from '../../support/app.ts'
import { defined, first, only } from '../../support/expecting.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()
let auditor: Actor
let blockId: string

beforeAll(async () => {
  const { world } = app
  const { andes, boreal } = world
  auditor = await world.addUser(andes.tenantId, 'auditor@andes.example', ['AuditLogs.Read'])
  blockId =
    (await world.folios.upload(andes.admin, world.authority.caf({ taxNumber: andes.taxNumber, from: 1, to: 50 }))).id
  await world.folios.upload(boreal.admin, world.authority.caf({ taxNumber: boreal.taxNumber, from: 1, to: 50 }))
  // 02:59 UTC on the 23rd is still the 22nd in Chile, where it is 23:59.
  world.pass(2 * 86_400 + 11 * 3600 + 59 * 60)
  await world.folios.activate({ ...andes.admin, address: '192.0.2.10', requestId: 'r-1' }, blockId)
  world.pass(60)
  await world.tenants.update(andes.admin, { phone: '+56 2 2345 6789' })
})

const list = (query: string, as?: Actor) => app.api(as).get('AuditLogs/List', query)
const actions = async (query: string) =>
  (await list(query, auditor)).body.result.data.map(({ action }) => action)

describe('answers', () => {
  it('lists who changed what, when and from where, newest first', async () => {
    const { body: { result } } = await list('', auditor)

    expect(result).toMatchObject({
      page: 1, pageSize: 20, totalPage: 1, totalRecords: result.data.length, totalIsEstimate: false
    })
    expect(result.data.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: result.data.length }, (_, index) => result.data.length - index)
    )
    expect(result.data[1]).toMatchObject({
      at: '2026-11-23T02:59:00.000Z',
      userId: app.world.andes.admin.userId,
      userName: app.world.andes.admin.userName,
      action: 'folio.activate',
      entity: 'folioBlock',
      entityId: blockId,
      details: { documentType: 33 },
      address: '192.0.2.10',
      requestId: 'r-1'
    })
  })

  it('gives page by page', async () => {
    const [newest, second] = [
      (await list('?pageSize=1', auditor)).body.result, (await list('?pageSize=1&page=2', auditor)).body.result
    ]

    expect(newest.totalPage).toBe(newest.totalRecords)
    expect([only(newest.data).action, only(second.data).action]).toEqual(['tenant.update', 'folio.activate'])
  })

  it('filters by user, action, entity and what was changed', async () => {
    const { andes } = app.world
    expect(await actions('?action=folio')).toEqual(['folio.activate', 'folio.upload'])
    expect(await actions('?action=folio.upload')).toEqual(['folio.upload'])
    expect(await actions('?action=fol')).toEqual([])
    expect(await actions('?entity=folioBlock')).toEqual(['folio.activate', 'folio.upload'])
    expect(await actions(`?entityId=${blockId}`)).toEqual(['folio.activate', 'folio.upload'])
    expect(await actions(`?user=${andes.admin.userId.toUpperCase()}&action=tenant.update`)).toEqual(['tenant.update'])
    expect(await actions('?user=ADMIN@andes&action=tenant.update')).toEqual(['tenant.update'])
    expect(await actions('?user=nobody')).toEqual([])
  })

  it('filters by part of a name: of users, of keys, of the service and of the operator', async () => {
    const { boreal: { tenantId, admin }, rows } = app.world
    const found = async (query: string) => (await list(query, admin)).body.result
    const { totalRecords: before } = await found('')
    const entries = [
      ['ak_test_1', 'invoice.issue', admin.userId], ['timbre', 'envelope.send', null], ['operator', 'tenant.createKey', null],
      ['timbre', 'invoice.fail', null], ['ak_test_2', 'invoice.issue', tenantId]
    ]
    for (const [place, [name, action, id]] of entries.entries()) {
      await rows(`
        insert into audit_entries (tenant_id, sequence, id, at, actor_name, action, actor_id, entity, entity_id, details, hash)
        values ($1, $2, gen_random_uuid(), now(), $3, $4, $5, 'invoice', 'x', '{}', '')`,
      [tenantId, before + 1 + place, name, action, id])
    }
    const said = async (query: string) => {
      const { data, totalRecords } = await found(query)
      expect(totalRecords).toBe(data.length)
      return data.map(({ userName, action }) => `${userName} ${action}`)
    }

    expect(await said('?user=K_TEST_2')).toEqual(['ak_test_2 invoice.issue'])
    expect(await said('?user=IMBR')).toEqual(['timbre invoice.fail', 'timbre envelope.send'])
    expect(await said('?user=operat')).toEqual(['operator tenant.createKey'])
    expect(await said('?user=t&action=invoice')).toEqual(['ak_test_2 invoice.issue', 'timbre invoice.fail'])
    expect(await said('?user=timbre&action=envelope.send&entity=invoice')).toEqual(['timbre envelope.send'])
    expect(await said(`?user=${tenantId}&entity=invoice`)).toEqual(['ak_test_2 invoice.issue'])
    expect(await said('?user=timbre&entity=user')).toEqual([])
  })

  it('counts up to 10,000 entries that match a filter, and estimates beyond', { tags: 'slow' }, async () => {
    const { boreal: { tenantId, admin }, rows } = app.world
    const page = async (query: string) => (await list(`?pageSize=1${query}`, admin)).body.result
    const { totalRecords } = await page('')
    await rows(`
      insert into audit_entries (tenant_id, sequence, id, at, actor_name, action, entity, entity_id, details, hash)
      select $1, $2 + n, gen_random_uuid(), now(), 'x', case when n % 3 = 0 then 'few.x' else 'many.x' end, 'x', 'x', '{}', ''
      from generate_series(1, 18000) n`, [tenantId, totalRecords])

    expect(await page('')).toMatchObject({ totalRecords: totalRecords + 18_000, totalIsEstimate: false })
    expect(await page('&action=few')).toMatchObject({ totalRecords: 6000, totalIsEstimate: false })
    const estimated = await page('&action=many')
    expect(estimated).toMatchObject({ totalIsEstimate: true, totalPage: estimated.totalRecords })
    expect(estimated.totalRecords).toBeGreaterThanOrEqual(12_000)
    expect(estimated.totalRecords).toBeLessThanOrEqual(12_000 + totalRecords)
  })

  it('pages from the oldest entry, each once, and continues after the last one', async () => {
    const all: string[] = (await list('?pageSize=100', auditor)).body.result.data.map(({ id }) => id).reverse()
    const met: string[] = []
    let after = '00000000-0000-0000-0000-000000000000'
    for (let hasMore = true; hasMore;) {
      const { data, walk } = (await list(`?after=${after}&pageSize=2`, auditor)).body.result
      met.push(...data.map(({ id }) => id))
      after = defined(walk?.after)
      hasMore = defined(walk).hasMore
    }

    expect(met).toEqual(all)
    expect((await list(`?after=${after}`, auditor)).body.result).toMatchObject({ data: [], walk: { after, hasMore: false } })
    const ofFolios = (await list(`?after=${first(all)}&action=folio`, auditor)).body.result.data
    expect(ofFolios.map(({ action }) => action)).toEqual(['folio.upload', 'folio.activate'])
    const unknown = await list(`?after=${app.world.andes.tenantId}`, auditor)
    expect(unknown).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect((await list('?after=ffffffff-ffff-7fff-bfff-ffffffffffff', auditor)).body).toEqual(unknown.body)
    const theirs = first((await list('', app.world.boreal.admin)).body.result.data)
    expect((await list(`?after=${theirs.id}`, auditor)).body).toEqual(unknown.body)
  })

  it('filters by times, both inclusive', async () => {
    expect(await actions('?startDate=2026-11-22T23:59:00&endDate=2026-11-23T02:59:00.000Z')).toEqual(['folio.activate'])
    expect(await actions('?startDate=2026-11-23T02:59:00.001Z')).toEqual(['tenant.update'])
    expect(await actions('?updatedSince=2026-11-23T02:59:00Z')).toEqual(['tenant.update', 'folio.activate'])
  })

  it('filters by calendar days in Chile, both inclusive', async () => {
    expect(await actions('?startDate=2026-11-22&endDate=2026-11-22')).toEqual(['folio.activate'])
    expect(await actions('?startDate=2026-11-23')).toEqual(['tenant.update'])
    expect(await actions('?endDate=2026-11-20&action=folio')).toEqual(['folio.upload'])
  })
})

describe('rejects input (400)', () => {
  it.each(['?pageSize=101', '?page=0', '?startDate=20.11.2026', '?entidad=user',
    '?startDate=2026-11-21&endDate=2026-11-20'])('refuses %s', async (query) => {
    expect(await list(query, auditor)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })
})

describe('hides other tenants (404)', () => {
  it("finds nothing under another tenant's ids", async () => {
    expect((await list(`?entityId=${blockId}`, app.world.boreal.admin)).body.result).toMatchObject({
      totalRecords: 0, data: []
    })
    expect((await list(`?user=${app.world.andes.admin.userId}`, app.world.boreal.admin)).body.result).toMatchObject({
      totalRecords: 0, data: []
    })
  })
})
