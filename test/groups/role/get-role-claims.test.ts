import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../src/shared/ids.ts'
import { success } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'

let roleId: string
const claims = [{ type: 'permission', value: 'Reports.Read' }, { type: 'permission', value: 'Webhook.Read' }]
const app = sharedApp()

beforeAll(async () => {
  roleId = (await app.world.roles.create(app.world.andes.admin, { name: 'Contabilidad', claims })).id
})

const get = (query: string, as = app.world.andes.admin) =>
  app.api(as).get('Role/GetRoleClaims', query)

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
