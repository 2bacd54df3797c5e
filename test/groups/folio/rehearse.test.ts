import { describe, expect, it } from 'vitest'
import { failure, form, success } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()

const rehearse = (payload: object, as = app.world.andes.admin) =>
  app.api(as).post('Folio/Rehearse', payload)
const listed = async (as = app.world.andes.clerk) =>
  (await app.api(as).get('Folio/List')).body.result

describe('answers', () => {
  it('returns an active block, and later folios the next time', async () => {
    const { world } = app
    const { andes: { admin, taxNumber } } = world
    const File = world.authority.caf({ taxNumber, documentType: 34, from: 1, to: 40 })
    await app.call({ method: 'POST', url: '/api/Folio/Upload', as: admin, ...form({ File }) })

    const first = await rehearse({ documentType: 34, count: 10 })
    const second = await rehearse({ documentType: 34, count: 5 })

    expect(first).toMatchObject(success({
      documentType: 34, rangeFrom: 41, rangeTo: 50, next: 41, stateText: 'Active', position: 1,
      authorisedOn: '2026-11-20'
    }))
    expect(second).toMatchObject(success({ rangeFrom: 51, rangeTo: 55, position: 2 }))
    expect((await listed()).map((block: { rangeFrom: number }) => block.rangeFrom)).toEqual([1, 41, 51])
    expect(await listed(world.boreal.clerk)).toEqual([])
  })

  it('writes audit rows marked as a rehearsal', async () => {
    const { body: { result: { id } } } = await rehearse({ documentType: 61, count: 1 })

    expect(await app.world.rows('select action, details from audit_entries where entity_id = $1 order by sequence', [id]))
      .toEqual([
        {
          action: 'folio.upload',
          details: { documentType: 61, rangeFrom: 1, rangeTo: 1, environment: 'certification', isRehearsal: true }
        },
        { action: 'folio.activate', details: { documentType: 61, rangeFrom: 1, rangeTo: 1 } }
      ])
  })
})

describe('rejects input (400)', () => {
  it.each([
    {}, { documentType: 33 }, { documentType: 35, count: 1 }, { documentType: 33, count: 0 },
    { documentType: 33, count: 100_001 }, { documentType: 33, count: 1, from: 1 }
  ])('refuses %j', async (payload) => {
    expect(await rehearse(payload)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })

  it('names all twelve types when the posted one is unknown', async () => {
    expect((await rehearse({ documentType: 35, count: 1 })).body.errors).toEqual([
      'documentType: must be one of: 33, 34, 39, 41, 43, 46, 52, 56, 61, 110, 111, 112'
    ])
  })
})

describe('conflicts (409)', () => {
  it('refuses when the authority is the SII, and stores nothing', async () => {
    const { world } = app
    await world.rows('update tenants set tax_authority = 1 where tenant_id = $1', [world.boreal.tenantId])

    expect(await rehearse({ documentType: 33, count: 1 }, world.boreal.admin)).toMatchObject(
      failure(409, 'SIMULATOR_ONLY')
    )
    expect(await listed(world.boreal.clerk)).toEqual([])
  })
})
