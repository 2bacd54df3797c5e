import { describe, expect, it } from 'vitest'
import { failure } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'
import { rut } from '../../support/world.ts'

const app = sharedApp()

const update = (payload: object, as = app.world.andes.admin) =>
  app.api(as).put('Tenant/Update', payload)

describe('answers', () => {
  it('changes the given members and returns all of them', async () => {
    const answer = await update({
      businessActivity: 'Cuerdas y mosquetones', activityCodes: [476301], address: 'Calle Larga 12',
      municipality: 'Ñuñoa'
    })

    expect(answer).toMatchObject({
      status: 200,
      body: {
        result: {
          businessActivity: 'Cuerdas y mosquetones', activityCodes: [476301], address: 'Calle Larga 12',
          businessName: 'Comercial andes SpA'
        }
      }
    })
    expect((await app.api(app.world.andes.admin).get('Tenant/GetTenant')).body.result)
      .toEqual(answer.body.result)
  })

  it.each(['address', 'city', 'branchName', 'branchCode', 'phone', 'email', 'siiOffice'] as const)(
    'clears %s with an empty text, and not with null',
    async (member) => {
      const value = member === 'email' ? 'facturas@andes.example' : '123456789'
      await update({ [member]: value })

      expect((await update({ [member]: null })).body.result[member]).toBe(value)
      expect((await update({ [member]: '' })).body.result[member]).toBeNull()
    }
  )

  it('accepts the result of GetTenant, unchanged and changed', async () => {
    const get = async () => (await app.api(app.world.andes.admin).get('Tenant/GetTenant')).body.result
    const before = await get()

    expect(await update(before)).toMatchObject({ status: 200, body: { result: before } })
    expect((await update({ ...before, city: 'Arica', readiness: null })).body.result.city).toBe('Arica')
  })
})

describe('rejects input (400)', () => {
  it.each([
    [{ businessName: '' }, 'businessName'],
    [{ businessName: 'x'.repeat(101) }, 'businessName'],
    [{ municipality: 'x'.repeat(21) }, 'municipality'],
    [{ activityCodes: [1, 2, 3, 4, 5] }, 'activityCodes'],
    [{ activityCodes: [1.5] }, 'activityCodes[0]'],
    [{ environment: 'test' }, 'environment'],
    [{ taxAuthority: 3 }, 'taxAuthority'],
    [{ taxNumber: '1-1' }, 'taxNumber'],
    [{ productionResolution: { number: 80 } }, 'productionResolution.date'],
    [{ productionResolution: { number: 80, date: '2014-02-30' } }, 'productionResolution.date'],
    [{ branchCode: '01' }, 'branchCode'],
    [{ email: 'nobody' }, 'email'],
    [{ address: 'Улица' }, 'address'],
    [{ tenantCode: 'boreal' }, 'tenantCode'],
    [{ id: 'x' }, 'id'],
    [{ id: '0199f3a2-7c1e-7b60-9d52-4f1c2a9be001' }, 'id'],
    [{ tokenVersion: 1 }, 'tokenVersion'],
    [{ foliosLowDays: 366 }, 'foliosLowDays'],
    [{ foliosLowDays: -1 }, 'foliosLowDays'],
    [{ foliosLowNumber: 1.5 }, 'foliosLowNumber'],
    [{ foliosLowNumber: 1_000_001 }, 'foliosLowNumber']
  ])('refuses %j', async (payload, path) => {
    const answer = await update(payload)

    expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(answer.body.errors[0]?.split(':')[0]).toBe(path)
  })
})

describe('hides other tenants (404)', () => {
  it('never touches another tenant', async () => {
    await update({ city: 'Arica' })

    expect(await app.world.rows('select city from tenants where code = \'boreal\'')).toEqual([{ city: null }])
  })
})

describe('conflicts (409)', () => {
  it('refuses to change the RUT once there are folios', async () => {
    const { folios, authority, andes } = app.world
    await folios.upload(andes.admin, authority.caf({ taxNumber: andes.taxNumber }))

    const answer = await update({ taxNumber: rut(79000999) })

    expect(answer).toMatchObject(failure(409, 'TENANT_SETTING_LOCKED'))
    expect(answer.body.errors[0]).toMatch(/^taxNumber: /)
  })
})
