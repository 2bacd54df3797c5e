import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../src/shared/ids.ts'
import { failure, success } from '../../support/app.ts'
import { defined } from '../../support/expecting.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()
let id: string

beforeAll(async () => {
  const { folios, authority, andes } = app.world
  id = (await folios.upload(andes.admin, authority.caf({ taxNumber: andes.taxNumber }))).id
})

const activate = (payload: object, as = app.world.andes.admin) =>
  app.api(as).put('Folio/Activate', payload)

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
    const listed = async () =>
      defined((await app.api(andes.admin).get('Folio/List')).body.result.find((one) => one.id === block.id))
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
