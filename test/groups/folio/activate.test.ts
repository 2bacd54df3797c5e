import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../src/shared/ids.ts'
import { createTestApp, failure, success, type TestApp } from '../../support/app.ts'

let app: TestApp
let id: string
beforeAll(async () => {
  app = await createTestApp()
  const { folios, authority, andes } = app.world
  id = (await folios.upload(andes.admin, authority.caf({ taxNumber: andes.taxNumber }))).id
})
afterAll(() => app.close())

const activate = (payload: object, as = app.world.andes.admin) =>
  app.call({ method: 'PUT', url: '/api/Folio/Activate', as, payload })

describe('answers', () => {
  it('puts the block into use', async () => {
    expect(await activate({ id })).toMatchObject(success(true))

    expect(await app.world.folios.list(app.world.andes.admin)).toMatchObject([{ id, state: 2, position: 1 }])
  })
})

describe('rejects input (400)', () => {
  it.each([{}, { id: 'x' }, { id: 7 }, { id: newId(), tenantId: newId() }])('refuses %j', async (payload) => {
    expect(await activate(payload)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })
})

describe('conflicts (409)', () => {
  it('refuses an active block', async () => {
    expect(await activate({ id })).toMatchObject(failure(409, 'FOLIO_BLOCK_STATE'))
  })

  it('refuses a stopped block unchanged, and accepts one with a stated `next`', async () => {
    const { folios, authority, andes, rows } = app.world
    const caf = authority.caf({ taxNumber: andes.taxNumber, documentType: 34, to: 20 })
    const block = await folios.upload(andes.admin, caf)
    await activate(block)
    await rows('update folio_blocks set next = 4 where id = $1', [block.id])
    const listed = async (): Promise<any> =>
      (await app.call({ method: 'GET', url: '/api/Folio/List', as: andes.admin })).body.result
        .find((one: { id: string }) => one.id === block.id)
    const stop = () => rows('update folio_blocks set stopped_at = now(), position = null where id = $1', [block.id])
    const earlier = await listed()
    await stop()

    for (const answered of [earlier, await listed()]) {
      expect(answered.next).toBe(4)
      expect(await activate(answered)).toMatchObject(failure(409, 'FOLIO_BLOCK_STOPPED'))
    }
    expect(await listed()).toMatchObject({ state: 5, next: 4 })

    expect(await activate({ ...block, next: 4 })).toMatchObject(success(true))
    expect(await listed()).toMatchObject({ state: 2, next: 4, usedElsewhere: [] })
    await stop()
    expect(await activate({ ...await listed(), next: 6 })).toMatchObject(success(true))
    expect(await listed()).toMatchObject({ state: 2, next: 6, usedElsewhere: [{ from: 4, to: 5 }] })
  })

  it('refuses an expired block', async () => {
    const { folios, authority, andes } = app.world
    const old = await folios.upload(
      andes.admin, authority.caf({ taxNumber: andes.taxNumber, documentType: 61, authorisedOn: '2026-01-02' })
    )

    expect(await activate(old)).toMatchObject(failure(409, 'FOLIO_BLOCK_EXPIRED'))
  })
})
