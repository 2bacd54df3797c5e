import { describe, expect, it } from 'vitest'
import { formatRut, type Rut } from '../../../src/dte/values/rut.ts'
import { createTenants } from '../../../src/services/tenants/tenants.ts'
import { sharedWorld } from '../../support/shared.ts'
import { storeInvoices } from '../../support/stored-invoices.ts'
import { rut } from '../../support/world.ts'

const world = sharedWorld()

const missingOf = async () =>
  (await world.tenants.getTenant(world.andes.admin)).readiness.missing.map(({ code }) => code)

describe('the settings of a tenant', () => {
  it('are those of its registration at first', async () => {
    expect(await world.tenants.getTenant(world.andes.admin)).toMatchObject({
      id: world.andes.tenantId,
      tenantCode: 'andes',
      taxNumber: world.andes.taxNumber,
      businessName: 'Comercial andes SpA',
      businessActivity: '',
      activityCodes: [],
      address: null,
      environment: 'certification',
      taxAuthority: 2,
      taxAuthorityText: 'Simulator',
      certificationResolution: { number: 0, date: '2026-11-20' },
      productionResolution: null,
      refuseWhenNotReady: false,
      strictFormat: false,
      qrOnPdf: 'none',
      certificateExpiresAt: null
    })
  })

  it('change for given members, and stay for omitted ones', async () => {
    await world.tenants.update(world.andes.admin, {
      businessActivity: 'Venta de “cuerdas” – y más', activityCodes: [476301, 476302], city: 'Santiago', phone: '+56 2'
    })

    const view = await world.tenants.update(world.andes.admin, {
      city: null, productionResolution: { number: 80, date: '2014-08-22' }
    })

    expect(view).toMatchObject({
      // Typographic quotes and dashes have no place in ISO-8859-1.
      businessActivity: 'Venta de "cuerdas" - y más',
      activityCodes: [476301, 476302],
      city: null,
      phone: '+56 2',
      businessName: 'Comercial andes SpA',
      productionResolution: { number: 80, date: '2014-08-22' }
    })
    expect(await world.tenants.getTenant(world.andes.admin)).toEqual(view)
  })

  it('write an audit row of changes before and after, and none without changes', async () => {
    await world.tenants.update(world.andes.admin, { address: 'Calle Larga 12', municipality: 'Ñuñoa', phone: '+56 2' })
    await world.tenants.update(world.andes.admin, { address: 'Calle Larga 12' })

    const rows = await world.rows(
      "select details from audit_entries where tenant_id = $1 and action = 'tenant.update' order by sequence desc limit 1",
      [world.andes.tenantId]
    )
    expect(rows).toEqual([{
      details: {
        members: ['address', 'municipality'],
        before: { address: null, municipality: null },
        after: { address: 'Calle Larga 12', municipality: 'Ñuñoa' }
      }
    }])
  })

  it('refuse values that are invalid on a document, by path', async () => {
    await expect(world.tenants.update(world.andes.admin, { address: 'Улица 1', city: '市' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED', problems: [{ path: 'address' }, { path: 'city' }]
    })
    await expect(world.tenants.update(world.andes.admin, { taxNumber: '77123456-1' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED', problems: [{ path: 'taxNumber' }]
    })
  })

  it('resume waiting documents', async () => {
    const asked = world.work.asked

    await world.tenants.update(world.boreal.admin, { siiOffice: 'SANTIAGO CENTRO' })

    expect(world.work.asked).toBe(asked + 1)
    expect(
      await world.rows("select 1 from outbox_tasks where tenant_id = $1 and topic = 'packEnvelope'", [
        world.boreal.tenantId
      ])
    ).toHaveLength(2)
  })

  it('are cached for five seconds, and reloaded after a change in this instance', async () => {
    const { andes } = world
    await world.tenants.factsOf(andes.tenantId)
    await world.rows('update tenants set phone = \'changed elsewhere\' where tenant_id = $1', [andes.tenantId])

    expect((await world.tenants.factsOf(andes.tenantId)).phone).toBe('+56 2')
    world.pass(5)
    expect((await world.tenants.factsOf(andes.tenantId)).phone).toBe('changed elsewhere')
    await world.tenants.update(andes.admin, { phone: '+56 2' })
    expect((await world.tenants.factsOf(andes.tenantId)).phone).toBe('+56 2')
  })
})

describe('RUT, environment and authority', () => {
  it('can change while there are neither folios nor documents', async () => {
    const view = await world.tenants.update(world.boreal.admin, {
      taxNumber: formatRut(rut(78111222) as Rut), environment: 'production'
    })

    expect(view).toMatchObject({ taxNumber: rut(78111222), environment: 'production' })
    await world.tenants.update(world.boreal.admin, { taxNumber: world.boreal.taxNumber, environment: 'certification' })
  })

  it('are fixed once there are folios, until those are deleted', async () => {
    const { boreal } = world
    const { id } = await world.folios.upload(boreal.admin, world.authority.caf({ taxNumber: boreal.taxNumber }))

    await expect(
      world.tenants.update(boreal.admin, { taxNumber: rut(78111222), environment: 'production', phone: '1' })
    ).rejects.toMatchObject({
      code: 'TENANT_SETTING_LOCKED',
      problems: [{ path: 'taxNumber' }, { path: 'environment' }]
    })
    await expect(world.tenants.update(boreal.admin, { taxNumber: boreal.taxNumber, phone: '2' })).resolves
      .toMatchObject({ phone: '2' })

    await world.folios.delete(boreal.admin, id)
    await expect(world.tenants.update(boreal.admin, { environment: 'production' })).resolves.toMatchObject({
      environment: 'production'
    })
    await world.tenants.update(boreal.admin, { environment: 'certification' })
  })

  it('cannot change while a CAF is being uploaded', async () => {
    const { boreal } = world
    const file = world.authority.caf({ taxNumber: boreal.taxNumber })

    const [upload, change] = await Promise.allSettled([
      world.folios.upload(boreal.admin, file), world.tenants.update(boreal.admin, { taxNumber: rut(78111222) })
    ])

    const { taxNumber } = await world.tenants.getTenant(boreal.admin)
    const blocks = await world.folios.list(boreal.admin)
    expect([upload.status, change.status].filter((status) => status === 'fulfilled')).toHaveLength(1)
    expect(blocks.length === 1).toBe(taxNumber === boreal.taxNumber)
    for (const { id } of blocks) await world.folios.delete(boreal.admin, id)
    await world.tenants.update(boreal.admin, { taxNumber: boreal.taxNumber })
  })

  it('lose the simulator\'s resolution on leaving the simulator', async () => {
    const view = await world.tenants.update(world.boreal.admin, { taxAuthority: 1 })

    expect(view).toMatchObject({ taxAuthority: 1, taxAuthorityText: 'Sii', certificationResolution: null })
    expect(view.readiness.missing.map(({ code }) => code)).toContain('RESOLUTION_MISSING')
  })

  it('are limited to the authorities that the server can reach', async () => {
    const { store, sealing, clock } = world
    const withoutSimulator = createTenants({ store, sealing, clock, canMail: true, authorities: [1], onWork: () => {} })

    await expect(withoutSimulator.update(world.boreal.admin, { taxAuthority: 2 })).rejects.toMatchObject({
      code: 'AUTHORITY_UNAVAILABLE'
    })
    // A client that sends all settings back changes nothing.
    expect(await withoutSimulator.update(world.andes.admin, { taxAuthority: 2 })).toMatchObject({ taxAuthority: 2 })
    expect((await withoutSimulator.getTenant(world.andes.admin)).readiness.missing[0]).toMatchObject({
      code: 'AUTHORITY_UNAVAILABLE', blocking: true
    })
  })
})

describe('readiness', () => {
  it('goes from what is missing to ready, step by step', async () => {
    const { andes, authority } = world
    await world.rows(
      "update tenants set business_activity = '', activity_codes = '{}', address = null where tenant_id = $1", [andes.tenantId]
    )
    expect(await missingOf()).toEqual([
      'CERTIFICATE_MISSING', 'FOLIOS_MISSING', 'BUSINESS_ACTIVITY_MISSING', 'ACTIVITY_CODE_MISSING', 'ADDRESS_MISSING'
    ])

    await world.certificates.upload(andes.admin, { file: authority.certificate().pkcs12('x'), password: 'x' })
    const { id } = await world.folios.upload(andes.admin, authority.caf({ taxNumber: andes.taxNumber }))
    expect(await missingOf()).toContain('FOLIOS_INACTIVE')
    await world.folios.activate(andes.admin, id)

    expect((await world.tenants.getTenant(andes.admin)).readiness).toMatchObject({
      ready: false, missing: [{ blocking: true }, { blocking: true }, { blocking: true }]
    })
    await world.tenants.update(andes.admin, {
      businessActivity: 'Cuerdas', activityCodes: [476301], address: 'Calle 1', municipality: 'Ñuñoa'
    })
    const view = await world.tenants.getTenant(andes.admin)
    expect(view.readiness).toEqual({
      ready: true,
      missing: [],
      types: [{ documentType: 33, typeName: 'Factura Electrónica', ready: true, remaining: 1000, daysLeft: 162 }]
    })
    expect(view.certificateExpiresAt).toEqual(new Date('2029-01-01T00:00:00Z'))
  })

  it('is evaluated for each type with folios or recent documents, with its remedy', async () => {
    const { andes, authority, folios } = world
    const supplied = async () => (await world.tenants.getTenant(andes.admin)).readiness
    await folios.upload(andes.admin, authority.caf({ taxNumber: andes.taxNumber, documentType: 39, from: 1, to: 50 }))
    // Only the debit note was issued too long ago to matter.
    await storeInvoices(world, andes, [{ documentType: 56 }])
    world.pass(91 * 86_400)
    await storeInvoices(world, andes, [...Array(14).fill({ issueDate: '2027-02-19' }), { documentType: 61 }, { documentType: 52, status: 1 }])

    const { ready, missing, types } = await supplied()

    expect(ready).toBe(true)
    expect(types).toEqual([
      { documentType: 33, typeName: 'Factura Electrónica', ready: true, remaining: 1000, daysLeft: 71 },
      { documentType: 39, typeName: 'Boleta Electrónica', ready: false, remaining: 0, daysLeft: 0 },
      { documentType: 52, typeName: 'Guía de Despacho Electrónica', ready: false, remaining: 0, daysLeft: 0 },
      { documentType: 61, typeName: 'Nota de Crédito Electrónica', ready: false, remaining: 0, daysLeft: 0 }
    ])
    expect(missing.filter(({ blocking }) => blocking)).toEqual([
      {
        code: 'FOLIOS_INACTIVE',
        documentType: 39,
        blocking: true,
        message: {
          en: 'The folios of type 39 (Boleta Electrónica) are uploaded, but no block is active. Activate one with Folio/Activate.',
          es: 'Los folios del tipo 39 (Boleta Electrónica) están subidos, pero ningún rango está activo. Active uno con Folio/Activate.'
        }
      },
      { code: 'FOLIOS_MISSING', documentType: 52, blocking: true, message: expect.anything() },
      {
        code: 'FOLIOS_MISSING',
        documentType: 61,
        blocking: true,
        message: {
          en: 'No folios of type 61 (Nota de Crédito Electrónica) are left. Upload a CAF and activate it.',
          es: 'No quedan folios del tipo 61 (Nota de Crédito Electrónica). Suba un CAF y actívelo.'
        }
      }
    ])
  })

  it('calls boletas ready without an activity code, which they do not have', async () => {
    const { andes, authority } = world
    const { id } = await world.folios.upload(
      andes.admin, authority.caf({ taxNumber: andes.taxNumber, documentType: 41, from: 1, to: 50 })
    )
    await world.folios.activate(andes.admin, id)
    await world.tenants.update(andes.admin, { activityCodes: [] })

    const { ready, types } = (await world.tenants.getTenant(andes.admin)).readiness
    expect(types.filter(({ remaining }) => remaining > 0)).toMatchObject([
      { documentType: 33, ready: false }, { documentType: 41, ready: true }
    ])
    expect(ready).toBe(true)
  })

  it('is not given for any type while something is missing that all of them need', async () => {
    await world.rows('update tenants set certification_resolution_date = null where tenant_id = $1', [
      world.andes.tenantId
    ])

    const { ready, types } = (await world.tenants.getTenant(world.andes.admin)).readiness

    expect([ready, ...types.map(({ ready }) => ready)]).toEqual(Array(types.length + 1).fill(false))
    await world.tenants.update(world.andes.admin, { certificationResolution: { number: 0, date: '2026-11-20' } })
  })

  it('ends with the certificate', async () => {
    world.pass(3 * 365 * 86_400)

    expect(await missingOf()).toContain('CERTIFICATE_MISSING')
  })
})
