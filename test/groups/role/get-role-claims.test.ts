import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../src/shared/ids.ts'
import { createTestApp, success, type TestApp } from '../../support/app.ts'

let app: TestApp
let roleId: string
const claims = [{ type: 'permission', value: 'Reports.Read' }, { type: 'permission', value: 'Webhook.Read' }]
beforeAll(async () => {
  app = await createTestApp()
  roleId = (await app.world.roles.create(app.world.andes.admin, { name: 'Contabilidad', claims })).id
})
afterAll(() => app.close())

const get = (query: string, as = app.world.andes.admin) =>
  app.call({ method: 'GET', url: `/api/Role/GetRoleClaims${query}`, as })

describe('answers', () => {
  it.each(['roleId', 'id', 'RoleId'])('lists the claims of the role that %s names', async (name) => {
    expect((await get(`?${name}=${roleId}`)).body).toEqual(success(claims).body)
  })

  it('accepts the role twice if both are equal', async () => {
    expect(await get(`?roleId=${roleId.toUpperCase()}&id=${roleId}`)).toMatchObject(success(claims))
  })
})

describe('rejects input (400)', () => {
  it.each([
    '', '?roleId=', '?roleId=1', '?id=x', `?roleId=${newId()}&id=${newId()}`, `?roleId=${newId()}&roleId=${newId()}`
  ])('refuses %j', async (query) => {
    expect(await get(query)).toMatchObject({ status: 400, body: { success: false, result: null } })
  })
})
