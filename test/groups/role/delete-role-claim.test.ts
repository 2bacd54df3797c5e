import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../src/shared/ids.ts'
import { failure, success } from '../../support/app.ts'
import { defined } from '../../support/expecting.ts'
import { sharedApp } from '../../support/shared.ts'

let roleId: string
const claim = { type: 'permission', value: 'Reports.Read' }
const app = sharedApp()

beforeAll(async () => {
  roleId = (await app.world.roles.create(app.world.andes.admin, { name: 'Contabilidad', claims: [claim] })).id
})
beforeEach(() => app.world.roles.addClaim(app.world.andes.admin, roleId, claim))

const url = '/api/Role/DeleteRoleClaim'
const inQuery = (query: string, as = app.world.andes.admin) => app.call({ method: 'DELETE', url: url + query, as })
const inBody = (payload: object, as = app.world.andes.admin) => app.call({ method: 'DELETE', url, as, payload })
const left = () => app.world.roles.claimsOf(app.world.andes.admin, roleId)

describe('answers', () => {
  it('revokes the claim given in the query', async () => {
    expect(await inQuery(`?roleId=${roleId}&type=permission&value=Reports.Read`)).toMatchObject(success(true))
    expect(await left()).toEqual([])
  })

  it('revokes the claim given in the body, also by id and value only', async () => {
    expect(await inBody({ roleId, ...claim })).toMatchObject(success(true))
    expect(await left()).toEqual([])
    await app.world.roles.addClaim(app.world.andes.admin, roleId, claim)
    expect(await inQuery(`?id=${roleId}&value=Reports.Read`)).toMatchObject(success(true))
    expect(await left()).toEqual([])
  })

  it('revokes the operation from users of the role at once, with their current token', async () => {
    const { andes: { guest, admin }, roles } = app.world
    await roles.assign(admin, { userId: guest.userId, roleId, assigned: true })
    await roles.addClaim(admin, roleId, { type: 'permission', value: 'User.Read' })
    const read = () => app.api(guest).get('User/GetUsers')
    expect((await read()).status).toBe(200)

    await inBody({ roleId, value: 'User.Read' })

    expect(await read()).toMatchObject(failure(403, 'CLAIM_MISSING'))
  })
})

describe('rejects input (400)', () => {
  it.each([
    '', '?value=Reports.Read', `?roleId=${newId()}`, '?roleId=x&value=Reports.Read', `?roleId=${newId()}&value=Reports`,
    `?roleId=${newId()}&type=x&value=Reports.Read`
  ])('refuses %j', async (query) => {
    expect(await inQuery(query)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })

  it('refuses a query and a body that differ', async () => {
    const answer = await app.call({
      method: 'DELETE', url: `${url}?roleId=${roleId}&value=Reports.Read`, as: app.world.andes.admin,
      payload: { roleId, value: 'Folio.Read' }
    })

    expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(answer.body.errors).toEqual(['value: is sent twice with different values'])
  })
})

describe('hides other tenants (404)', () => {
  it('reports a claim that the role does not have', async () => {
    expect(await inBody({ roleId, value: 'Folio.Read' })).toMatchObject(failure(404, 'ROLE_CLAIM_NOT_FOUND'))
  })
})

describe('conflicts (409)', () => {
  it('keeps the original claims of a system role', async () => {
    const viewer = defined((await app.world.roles.list(app.world.andes.admin)).find(({ name }) => name === 'Viewer'))

    expect(await inBody({ roleId: viewer.id, ...claim })).toMatchObject(failure(409, 'ROLE_IS_SYSTEM'))
  })
})
