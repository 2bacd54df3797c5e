import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../src/shared/ids.ts'
import { createTestApp, failure, success, type TestApp } from '../../support/app.ts'

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

  it('takes the role twice when both agree', async () => {
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

describe('needs sign-in (401)', () => {
  it('refuses nobody in particular', async () => {
    expect(await app.call({ method: 'GET', url: `/api/Role/GetRoleClaims?roleId=${roleId}` })).toMatchObject(
      failure(401, 'UNAUTHENTICATED')
    )
  })
})

describe('needs claim (403)', () => {
  it('refuses whoever may not read roles', async () => {
    expect(await get(`?roleId=${roleId}`, app.world.andes.clerk)).toMatchObject(failure(403, 'CLAIM_MISSING'))
  })
})

describe('hides other tenants (404)', () => {
  it("answers for another tenant's role as for none", async () => {
    const [others, nobodys] = [
      await get(`?roleId=${roleId}`, app.world.boreal.admin), await get(`?roleId=${newId()}`, app.world.boreal.admin)
    ]

    expect(others).toMatchObject(failure(404, 'ROLE_NOT_FOUND'))
    expect(nobodys.body).toEqual(others.body)
  })
})
