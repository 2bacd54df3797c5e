import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, success, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => { app = await createTestApp() })
afterAll(() => app.close())

const url = '/api/Tenant/TenantCacheRefresh'

describe('answers', () => {
  it.each(['POST', 'GET'] as const)('is true by %s', async (method) => {
    expect(await app.call({ method, url, as: app.world.andes.admin })).toMatchObject(success(true))
  })
})
