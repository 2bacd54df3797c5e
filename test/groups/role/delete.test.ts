import { beforeEach, describe, expect, it } from 'vitest'
import { failure, success } from '../../support/app.ts'
import { defined } from '../../support/expecting.ts'
import { sharedApp } from '../../support/shared.ts'

let id: string
let made = 0
const app = sharedApp()
beforeEach(async () => {
  id =
    (await app.world.roles.create(app.world.andes.admin, {
      name: `Rol ${++made}`, claims: [{ type: 'permission', value: 'User.Read' }]
    })).id
})

const url = '/api/Role/Delete'
const remove = (query: string, as = app.world.andes.admin) => app.call({ method: 'DELETE', url: `${url}${query}`, as })
const exists = async () => (await app.world.roles.list(app.world.andes.admin)).some((role) => role.id === id)

describe('answers', () => {
  it('deletes the role given in the query or in the body', async () => {
    expect(await remove(`?id=${id}`)).toMatchObject(success(true))
    expect(await exists()).toBe(false)

    const other = (await app.world.roles.create(app.world.andes.admin, { name: 'En el cuerpo', claims: [] })).id
    expect(await app.call({ method: 'DELETE', url, as: app.world.andes.admin, payload: { id: other } })).toMatchObject(
      success(true)
    )
  })

  it("ends the role's rights for earlier tokens", async () => {
    const { andes: { guest, admin }, roles } = app.world
    await roles.assign(admin, { userId: guest.userId, roleId: id, assigned: true })
    const read = () => app.api(guest).get('User/GetUsers')
    expect((await read()).status).toBe(200)

    await remove(`?id=${id}`)

    expect(await read()).toMatchObject(failure(403, 'CLAIM_MISSING'))
  })
})

describe('rejects input (400)', () => {
  it.each(['', '?id=', '?id=x', '?userId=0199f3a2-7c1e-7b60-9d52-4f1c2a9be001'])('refuses %j', async (query) => {
    expect(await remove(query)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })
})

describe('conflicts (409)', () => {
  it.each(['Administrator', 'Operator', 'Viewer'])('keeps %s', async (name) => {
    const system = defined((await app.world.roles.list(app.world.andes.admin)).find((role) => role.name === name))

    expect(await remove(`?id=${system.id}`)).toMatchObject(failure(409, 'ROLE_IS_SYSTEM'))
  })
})
