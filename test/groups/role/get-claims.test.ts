import { describe, expect, it } from 'vitest'
import { permissions } from '../../../src/services/access/permissions.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()

const get = (as = app.world.andes.admin, headers = {}) =>
  app.api(as).get('Role/GetClaims', undefined, { headers })

describe('answers', () => {
  it('lists every claim with its description, in the requested language', async () => {
    const { result: english } = (await get()).body
    const { result: spanish } = (await get(undefined, { 'accept-language': 'es-CL' })).body

    expect(english.map(({ type, value }) => `${type} ${value}`)).toEqual(
      permissions.map((value) => `permission ${value}`)
    )
    expect(english).toContainEqual({ type: 'permission', value: 'User.Read', description: 'See users' })
    expect(spanish).toContainEqual({ type: 'permission', value: 'User.Read', description: 'Ver los usuarios' })
  })
})
