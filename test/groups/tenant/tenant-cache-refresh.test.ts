import { describe, expect, it } from 'vitest'
import { success } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()

const url = '/api/Tenant/TenantCacheRefresh'

describe('answers', () => {
  it.each(['POST', 'GET'] as const)('is true by %s', async (method) => {
    expect(await app.call({ method, url, as: app.world.andes.admin })).toMatchObject(success(true))
  })
})
