import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../src/shared/ids.ts'
import type { Actor } from '../../../src/services/actor.ts'
import { failure, success } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'

let user: Actor
const app = sharedApp()
beforeEach(async () => {
  user = await app.world.addUser(app.world.andes.tenantId, `${newId()}@andes.example`, ['User.Read'])
})

const url = '/api/User/Delete'
const remove = (query: string, as = app.world.andes.admin) => app.call({ method: 'DELETE', url: `${url}${query}`, as })
const read = () => app.api(user).get('User/GetUsers')

describe('answers', () => {
  it('deletes the user given in the query and ends their token', async () => {
    expect((await read()).status).toBe(200)

    expect(await remove(`?id=${user.userId}`)).toMatchObject(success(true))

    expect(await read()).toMatchObject(failure(401, 'UNAUTHENTICATED'))
  })

  it('deletes the user given in the body', async () => {
    expect(
      await app.call({ method: 'DELETE', url, as: app.world.andes.admin, payload: { id: user.userId.toUpperCase() } })
    ).toMatchObject(success(true))
    expect((await read()).status).toBe(401)
  })
})

describe('rejects input (400)', () => {
  it.each(['', '?id=', '?id=x', '?roleId=0199f3a2-7c1e-7b60-9d52-4f1c2a9be001'])('refuses %j', async (query) => {
    expect(await remove(query)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })
})

describe('needs claim (403)', () => {
  it('refuses to delete a user with more claims', async () => {
    const manager = await app.world.addUser(app.world.andes.tenantId, 'hr@andes.example', ['User.Manage'])

    expect(await remove(`?id=${app.world.andes.admin.userId}`, manager)).toMatchObject(failure(403, 'RIGHTS_NOT_HELD'))
  })
})

describe('hides other tenants (404)', () => {
  it("answers another tenant's user and a deleted one like an unknown one", async () => {
    const [others, nobodys] = [
      await remove(`?id=${user.userId}`, app.world.boreal.admin), await remove(`?id=${newId()}`, app.world.boreal.admin)
    ]
    await remove(`?id=${user.userId}`)

    expect(others).toMatchObject(failure(404, 'USER_NOT_FOUND'))
    expect(nobodys.body).toEqual(others.body)
    expect((await remove(`?id=${user.userId}`)).body).toEqual(others.body)
  })
})

describe('conflicts (409)', () => {
  it('keeps the last administrator', async () => {
    const { admin } = app.world.andes

    expect(await remove(`?id=${admin.userId}`)).toMatchObject(failure(409, 'LAST_ADMINISTRATOR'))
    expect((await app.api(admin).get('User/GetUsers')).status).toBe(200)
  })
})
