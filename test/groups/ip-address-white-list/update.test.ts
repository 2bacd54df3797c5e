import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../src/shared/ids.ts'
import { failure, success } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'

let id: string
let other: string
const app = sharedApp()
beforeEach(async () => {
  await app.world.rows('delete from allowed_networks')
  const office = { ...app.world.andes.admin, address: '127.0.0.1' }
  id = (await app.world.ipAllowList.create(office, { ipAddress: '127.0.0.1', description: 'Aquí' })).id
  other = (await app.world.ipAllowList.create(office, { ipAddress: '203.0.113.0/24', description: 'Bodega' })).id
})

const url = '/api/IpAddressWhiteList/Update'
const update = (payload: object, as = app.world.andes.admin) => app.call({ method: 'PUT', url, as, payload })
const entries = async () => (await app.world.ipAllowList.list(app.world.andes.admin)).map((
  { ipAddress, description }
) => [ipAddress, description])

describe('answers', () => {
  it('changes the whole entry, or the given members', async () => {
    expect(await update({ id: other, ipAddress: '2001:DB8::/32', description: 'Bodega nueva' })).toMatchObject(
      success(true)
    )
    expect(await entries()).toEqual([['127.0.0.1', 'Aquí'], ['2001:db8::/32', 'Bodega nueva']])

    expect(await update({ id: other.toUpperCase(), description: '' })).toMatchObject(success(true))
    expect(await update({ id, ipAddress: '127.0.0.0/8' })).toMatchObject(success(true))
    expect(await entries()).toEqual([['127.0.0.0/8', 'Aquí'], ['2001:db8::/32', '']])
  })

  it('changes the description of a range of every address without another confirmation', async () => {
    await update({ id, ipAddress: '0.0.0.0/0', confirmEveryone: true })

    expect(await update({ id, ipAddress: '0.0.0.0/0', description: 'Todas' })).toMatchObject(success(true))
  })
})

describe('rejects input (400)', () => {
  it.each([
    {}, { ipAddress: '192.0.2.1' }, { id: 'x', ipAddress: '192.0.2.1' },
    { id: newId(), address: '192.0.2.1' }
  ])('refuses %j', async (payload) => {
    expect(await update(payload)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })

  it('refuses an address as Create does', async () => {
    expect(await update({ id: other, ipAddress: '203.0.113.1/24' })).toMatchObject({
      status: 400, body: { errors: ['ipAddress: has bits set beyond its prefix; 203.0.113.0/24 is the network'] }
    })
    expect(await update({ id: other, ipAddress: '0.0.0.0/0' })).toMatchObject(failure(400, 'ALLOW_LIST_OPEN_TO_ALL'))
  })
})

describe('conflicts (409)', () => {
  it('refuses the address of another entry', async () => {
    expect(await update({ id: other, ipAddress: '127.0.0.1' })).toMatchObject(failure(409, 'ALLOW_LIST_ENTRY_EXISTS'))
  })

  it('refuses to lock the caller out', async () => {
    expect(await update({ id, ipAddress: '192.0.2.1' })).toMatchObject(failure(409, 'ALLOW_LIST_LOCKS_OUT'))
    expect(await entries()).toContainEqual(['127.0.0.1', 'Aquí'])
  })
})
