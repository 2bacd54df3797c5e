import { beforeEach, describe, expect, it } from 'vitest'
import { failure, success } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()
beforeEach(async () => {
  await app.world.rows('delete from allowed_networks')
  app.world.ipAllowList.invalidate(app.world.andes.tenantId)
})

const url = '/api/IpAddressWhiteList/Create'
// The test server trusts 127.0.0.1 as a proxy, so this is the caller's address.
const office = { 'x-forwarded-for': '198.51.100.7' }
const create = (payload: object, { as = app.world.andes.admin, headers = office } = {}) =>
  app.call({ method: 'POST', url, as, payload, headers })
const get = (headers: Record<string, string>, as = app.world.andes.admin) =>
  app.api(as).get('Tenant/GetTenant', undefined, { headers })

describe('answers', () => {
  it('returns the entry in canonical form, and from then on refuses other addresses', async () => {
    const answer = await create({ ipAddress: '::ffff:198.51.100.0/120', description: ' Oficina ' })

    expect(answer.body).toEqual(
      success({
        id: expect.any(String), ipAddress: '198.51.100.0/24', description: 'Oficina',
        createdAt: '2026-11-20T15:00:00.000Z'
      }).body
    )
    expect((await get(office)).status).toBe(200)
    const refused = await get({ 'x-forwarded-for': '203.0.113.5' })
    expect(refused).toMatchObject(failure(403, 'IP_NOT_ALLOWED'))
    expect(JSON.stringify(refused.body)).not.toMatch(/198\.51|203\.0/)
    expect((await get({ 'x-forwarded-for': '203.0.113.5' }, app.world.boreal.admin)).status).toBe(200)
  })

  it('accepts a range of every address if confirmed', async () => {
    await create({ ipAddress: '198.51.100.7' })

    expect(await create({ ipAddress: '0.0.0.0/0', confirmEveryone: true })).toMatchObject(
      success({ ipAddress: '0.0.0.0/0' })
    )
    expect((await get({ 'x-forwarded-for': '203.0.113.5' })).status).toBe(200)
  })
})

describe('rejects input (400)', () => {
  it.each([
    {},
    { ipAddress: '' },
    { ipAddress: 7 },
    { ipAddress: ['198.51.100.7'] },
    { ipAddress: 'localhost' },
    { ipAddress: '198.51.100.7/24' },
    { ipAddress: '198.51.100.7:80' },
    { ipAddress: 'fe80::1%eth0' },
    { ipAddress: '198.51.100.0/33' },
    { ipAddress: '0198.51.100.7' }
  ])('refuses %j by its path', async (payload) => {
    const answer = await create(payload)

    expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(answer.body.errors).toEqual([expect.stringMatching(/^ipAddress: /)])
  })

  it.each([{ ipAddress: '198.51.100.7', description: 'x'.repeat(201) }, { ipAddress: '198.51.100.7', id: 'x' }, {
    ipAddress: '198.51.100.7', confirmEveryone: 'yes'
  }])('refuses %j', async (payload) => {
    expect(await create(payload)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })

  it('refuses a range of every address unless confirmed', async () => {
    expect(await create({ ipAddress: '0.0.0.0/0' })).toMatchObject(failure(400, 'ALLOW_LIST_OPEN_TO_ALL'))
    expect(await create({ ipAddress: '::/0', confirmEveryone: false })).toMatchObject(
      failure(400, 'ALLOW_LIST_OPEN_TO_ALL')
    )
  })
})

describe('conflicts (409)', () => {
  it('refuses an existing address', async () => {
    await create({ ipAddress: '198.51.100.0/24' })

    expect(await create({ ipAddress: '::ffff:198.51.100.0/120' })).toMatchObject(
      failure(409, 'ALLOW_LIST_ENTRY_EXISTS')
    )
  })

  it('refuses a first entry that would lock the caller out', async () => {
    expect(await create({ ipAddress: '203.0.113.0/24' })).toMatchObject(failure(409, 'ALLOW_LIST_LOCKS_OUT'))
    expect((await get(office)).status).toBe(200)
  })
})
