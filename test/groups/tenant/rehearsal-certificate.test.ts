import { describe, expect, it } from 'vitest'
import { failure, success } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()

const rehearse = (as = app.world.andes.admin) =>
  app.api(as).post('Tenant/RehearsalCertificate')
const current = (as = app.world.andes.clerk) => app.api(as).get('Tenant/Certificate')

describe('answers', () => {
  it("installs a certificate in the user's name, with an audit row, without affecting other tenants", { tags: 'slow' }, async () => {
    const { world } = app
    const { andes: { taxNumber, tenantId }, boreal } = world

    const answer = await rehearse()

    expect(answer).toMatchObject(success({ holderName: 'Admin andes', holderTaxNumber: taxNumber }))
    expect((await current()).body).toEqual(answer.body)
    expect(await world.certificates.credentialOf(tenantId, world.clock())).toMatchObject({ holderTaxNumber: taxNumber })
    expect(await current(boreal.clerk)).toMatchObject(failure(404, 'CERTIFICATE_NOT_FOUND'))
    expect(await world.rows("select action, details from audit_entries where entity = 'certificate'")).toEqual([{
      action: 'tenant.uploadCertificate',
      details: expect.objectContaining({ holderTaxNumber: taxNumber, isRehearsal: true })
    }])
  })
})

describe('conflicts (409)', () => {
  it('refuses when the authority is the SII', async () => {
    const { world: { rows, boreal } } = app
    await rows('update tenants set tax_authority = 1 where tenant_id = $1', [boreal.tenantId])

    expect(await rehearse(boreal.admin)).toMatchObject(failure(409, 'SIMULATOR_ONLY'))
    expect(await current(boreal.clerk)).toMatchObject(failure(404, 'CERTIFICATE_NOT_FOUND'))
  })

  it('refuses a certificate when the tenant left the simulator meanwhile', async () => {
    const { world } = app
    const { andes: { admin } } = world
    const file = world.authority.certificate({}).pkcs12('clave')
    await world.rows('update tenants set tax_authority = 1 where tenant_id = $1', [admin.tenantId])

    await expect(world.certificates.upload(admin, { file, password: 'clave', isRehearsal: true })).rejects.toMatchObject({
      code: 'SIMULATOR_ONLY'
    })
  })
})
