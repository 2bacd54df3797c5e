import { describe, expect, it } from 'vitest'
import { permissions } from '../../../src/services/access/permissions.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()

const get = (as = app.world.andes.admin, headers = {}) =>
  app.call({ method: 'GET', url: '/api/Role/GetClaims', as, headers })

describe('answers', () => {
  it('lists every claim with its description, in the requested language', async () => {
    const [english, spanish] = [await get(), await get(undefined, { 'accept-language': 'es-CL' })].map(({ body }) =>
      body.result
    )

    expect(english.map(({ type, value }: { type: string, value: string }) => `${type} ${value}`)).toEqual(
      permissions.map((value) => `permission ${value}`)
    )
    expect(english).toContainEqual({ type: 'permission', value: 'User.Read', description: 'See users' })
    expect(spanish).toContainEqual({ type: 'permission', value: 'User.Read', description: 'Ver los usuarios' })
  })
})
