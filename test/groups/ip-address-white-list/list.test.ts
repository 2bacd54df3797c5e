import { describe, expect, it } from 'vitest'
import { success } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()

const list = (as = app.world.andes.admin, url = '/api/IpAddressWhiteList/List') => app.call({ method: 'GET', url, as })

describe('answers', () => {
  it('lists nothing at first, and then the entries in order of creation, under either name', async () => {
    const { andes: { admin }, ipAllowList } = app.world
    expect(await list()).toMatchObject(success([]))
    const first = await ipAllowList.create(admin, { ipAddress: '127.0.0.0/8', description: 'Aquí' })
    const second = await ipAllowList.create(admin, { ipAddress: '2001:DB8::/32' })

    const answer = await list()

    expect(answer.body).toEqual(success([
      { id: first.id, ipAddress: '127.0.0.0/8', description: 'Aquí', createdAt: '2026-11-20T15:00:00.000Z' },
      { id: second.id, ipAddress: '2001:db8::/32', description: '', createdAt: '2026-11-20T15:00:00.000Z' }
    ]).body)
    expect((await list(undefined, '/api/IpAddressWhiteList/GetWhiteList')).body).toEqual(answer.body)
  })
})

describe('hides other tenants (404)', () => {
  it('lists none of theirs', async () => {
    expect(await list(app.world.boreal.admin)).toMatchObject(success([]))
  })
})
