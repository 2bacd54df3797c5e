import { describe, expect, it } from 'vitest'
import { success, type TestApp } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()

const get = (as?: TestApp['world']['andes']['admin'], headers = {}) =>
  app.api(as).get('Tenant/GetTenant', undefined, { headers })

describe('answers', () => {
  it("returns the caller's tenant, and what is left to set up", async () => {
    const { andes } = app.world

    expect(await get(andes.clerk)).toMatchObject(success({
      id: andes.tenantId,
      tenantCode: 'andes',
      taxNumber: andes.taxNumber,
      businessName: 'Comercial andes SpA',
      taxAuthority: 2,
      taxAuthorityText: 'Simulator',
      environment: 'certification',
      certificationResolution: { number: 0, date: '2026-11-20' },
      productionResolution: null,
      certificateExpiresAt: null,
      readiness: {
        ready: false,
        missing: expect.arrayContaining([{
          code: 'CERTIFICATE_MISSING', documentType: null, blocking: true,
          message: expect.stringMatching(/^The tenant has no valid/)
        }]),
        types: []
      },
      createdAt: '2026-11-20T15:00:00.000Z'
    }))
  })

  it('answers in Spanish on request', async () => {
    const answer = await get(app.world.andes.clerk, { 'accept-language': 'es-CL' })

    expect(answer.body.result.readiness.missing[0]?.message).toMatch(/^La empresa no tiene/)
  })

  it('returns each tenant its own data', async () => {
    expect((await get(app.world.boreal.admin)).body.result.tenantCode).toBe('boreal')
  })
})
