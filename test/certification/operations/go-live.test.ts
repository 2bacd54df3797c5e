/** @module-tag slow */
import { beforeAll, describe, expect, it } from 'vitest'
import { failure } from '../../support/app.ts'
import { defined } from '../../support/expecting.ts'
import { sharedApp } from '../../support/shared.ts'
import { password } from '../../support/world.ts'

const code = 'andes-produccion'
let production: { tenantId: string, userId: string }

const app = sharedApp()

beforeAll(async () => {
  const { world: { registration, tenants, pdfTemplates, store, actor, andes } } = app
  await tenants.update(andes.admin, {
    address: 'Calle Larga 100', municipality: 'Ñuñoa', activityCodes: [475201], city: 'Santiago'
  })
  await pdfTemplates.create(andes.admin, {
    name: 'Con color', kind: 'settings', format: 'letter', documentTypes: [33], isDefault: true,
    settings: { accentColor: '#005577' }
  })
  const { user } = await registration.createTenant({
    email: 'admin@andes.example', password, fullName: 'Admin', companyTitle: 'Comercial andes SpA',
    taxNumber: andes.taxNumber, tenantCode: code
  })
  const { tenant } = defined(await store.asPlatform(({ directory }) => directory.find('tenantCode', code)))
  production = { tenantId: tenant, userId: user.id }
  await tenants.update(await actor(tenant, user.id), { environment: 'production', city: 'Valparaíso' })
})

const goLive = (tenantCode: string, as = app.world.andes.admin, language = 'en') => app.call({
  method: 'POST', url: '/api/Certification/GoLive', as, payload: { tenantCode },
  headers: { 'accept-language': language }
})

describe('moving into production', () => {
  it('copies data that the production tenant lacks, and keeps what it has', async () => {
    const { tenants, pdfTemplates, actor } = app.world
    const { body } = await goLive(code.toUpperCase())

    expect(body.result).toMatchObject({
      tenantCode: code,
      copied: { settings: ['activityCodes', 'address', 'municipality'], templates: ['Con color'] }, ready: false
    })
    const there = await actor(production.tenantId, production.userId)
    expect(await tenants.getTenant(there)).toMatchObject({
      address: 'Calle Larga 100', municipality: 'Ñuñoa', activityCodes: [475201], city: 'Valparaíso', environment: 'production'
    })
    expect(await pdfTemplates.list(there)).toMatchObject([{ name: 'Con color', isDefault: true, documentTypes: [33] }])
  })

  it('copies nothing when repeated', async () => {
    const { body } = await goLive(code)

    expect(body.result.copied).toEqual({ settings: [], templates: [] })
  })

  it("lists the remaining steps at the SII, in the caller's language", async () => {
    const [english, spanish] = [(await goLive(code)).body.result, (await goLive(code, undefined, 'es')).body.result]

    expect(english.missing.map(({ code }: { code: string }) => code)).toContain('CERTIFICATE_MISSING')
    expect(english.missing[0].message).not.toBe(spanish.missing[0].message)
    expect(spanish.steps.map(({ page }: { page: { address: string } }) => page.address)).toEqual([
      'https://palena.sii.cl/cvc_cgi/dte/eu_enrola_usuarios', 'https://palena.sii.cl/cvc_cgi/dte/ad_empresa1',
      'https://palena.sii.cl/cvc_cgi/dte/of_solicita_folios'
    ])
  })

  it("records the changes in the production tenant's audit log", async () => {
    const rows = await app.world.rows<{ action: string }>(
      'select action from audit_entries where tenant_id = $1', [production.tenantId])

    expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['tenant.update', 'pdfTemplate.create']))
  })
})

describe('refuses', () => {
  it('a tenant that the caller does not belong to, like an unknown one', async () => {
    expect(await goLive('boreal')).toMatchObject(failure(422, 'GO_LIVE_TENANT_UNKNOWN'))
    expect(await goLive('nadie')).toMatchObject(failure(422, 'GO_LIVE_TENANT_UNKNOWN'))
  })

  it('a tenant that is not in production', async () => {
    expect(await goLive('andes')).toMatchObject(failure(422, 'GO_LIVE_TENANT_MISMATCH'))
  })

  it('a caller without the right to change that tenant', async () => {
    await app.world.rows('delete from user_roles where tenant_id = $1', [production.tenantId])

    expect(await goLive(code)).toMatchObject(failure(403, 'CLAIM_MISSING'))
  })
})
