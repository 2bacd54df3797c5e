import { describe, expect, it } from 'vitest'
import { success, type TestApp } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()

const list = (as?: TestApp['world']['andes']['admin'], path = 'List') =>
  app.call({ method: 'GET', url: `/api/Folio/${path}`, ...(as ? { as } : {}) })

describe('answers', () => {
  it('lists every block with its remaining folios, under both names', async () => {
    const { world } = app
    const { id } = await world.folios.upload(
      world.andes.admin, world.authority.caf({ taxNumber: world.andes.taxNumber, from: 1, to: 50 })
    )

    const answer = await list(world.andes.clerk)

    expect(answer).toMatchObject(success([{
      id,
      documentType: 33,
      typeName: 'Factura Electrónica',
      environment: 'certification',
      rangeFrom: 1,
      rangeTo: 50,
      next: 1,
      remaining: 50,
      authorisedOn: '2026-11-02',
      expiresOn: '2027-04-30',
      state: 1,
      stateText: 'Uploaded',
      position: null,
      daysLeft: 162,
      uploadedAt: '2026-11-20T15:00:00.000Z',
      activatedAt: null
    }]))
    expect((await list(world.andes.clerk, 'GetFolioBlocks')).body).toEqual(answer.body)
    // An id is of any letters from a to f.
    expect(JSON.stringify(answer.body).replaceAll(id, '')).not.toMatch(/key|caf|RSASK/i)
  })
  it('returns all blocks, whatever page is requested', async () => {
    const { andes: { clerk } } = app.world

    expect((await list(clerk, 'List?page=2&PageSize=500')).body.result).toEqual((await list(clerk)).body.result)
    expect((await list(clerk, 'List?offset=2')).body.errors).toEqual(['offset: is an unknown parameter'])
  })
})

describe('hides other tenants (404)', () => {
  it('shows no blocks of another tenant', async () => {
    expect(await list(app.world.boreal.admin)).toMatchObject(success([]))
  })
})
