import { beforeEach, describe, expect, it } from 'vitest'
import { failure, success } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'

let id: string
let other: string
const app = sharedApp()
beforeEach(async () => {
  await app.world.rows('delete from allowed_networks')
  const office = { ...app.world.andes.admin, address: '127.0.0.1' }
  id = (await app.world.ipAllowList.create(office, { ipAddress: '127.0.0.1' })).id
  other = (await app.world.ipAllowList.create(office, { ipAddress: '203.0.113.0/24' })).id
})

const url = '/api/IpAddressWhiteList/Delete'
const remove = (query: string, as = app.world.andes.admin) => app.call({ method: 'DELETE', url: `${url}${query}`, as })
const listed = async () => (await app.world.ipAllowList.list(app.world.andes.admin)).map((entry) => entry.id)

describe('answers', () => {
  it('removes the entry given in the query or in the body; without entries, every address is allowed', async () => {
    const elsewhere = () => app.api(app.world.andes.admin).get('Tenant/GetTenant', undefined, { headers: { 'x-forwarded-for': '192.0.2.1' } })
    expect(await remove(`?id=${other}`)).toMatchObject(success(true))
    expect(await listed()).toEqual([id])
    expect((await elsewhere()).status).toBe(403)

    expect(await app.call({ method: 'DELETE', url, as: app.world.andes.admin, payload: { id } })).toMatchObject(
      success(true)
    )
    expect(await listed()).toEqual([])
    expect((await elsewhere()).status).toBe(200)
  })
})

describe('rejects input (400)', () => {
  it.each(['', '?id=', '?id=x', '?ipAddress=127.0.0.1'])('refuses %j', async (query) => {
    expect(await remove(query)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })
})

describe('conflicts (409)', () => {
  it('refuses to lock the caller out', async () => {
    expect(await remove(`?id=${id}`)).toMatchObject(failure(409, 'ALLOW_LIST_LOCKS_OUT'))
    expect(await listed()).toEqual([id, other])
  })
})
