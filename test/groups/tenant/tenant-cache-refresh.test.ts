import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, failure, success, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => { app = await createTestApp() })
afterAll(() => app.close())

const url = '/api/Tenant/TenantCacheRefresh'

describe('answers', () => {
  it.each(['POST', 'GET'] as const)('is true by %s', async (method) => {
    expect(await app.call({ method, url, as: app.world.andes.admin })).toMatchObject(success(true))
  })
})

describe('needs sign-in (401)', () => {
  it.each(['POST', 'GET'] as const)('refuses nobody in particular by %s', async (method) => {
    expect(await app.call({ method, url })).toMatchObject(failure(401, 'UNAUTHENTICATED'))
  })
})

describe('needs claim (403)', () => {
  it.each(['POST', 'GET'] as const)('refuses whoever may only read by %s', async (method) => {
    expect(await app.call({ method, url, as: app.world.andes.clerk })).toMatchObject(failure(403, 'CLAIM_MISSING'))
  })
})
