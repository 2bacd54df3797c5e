import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../src/shared/ids.ts'
import { failure, success } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'

let id: string
const app = sharedApp()
beforeEach(async () => {
  const { folios, authority, andes, rows } = app.world
  await rows('delete from folio_blocks')
  id = (await folios.upload(andes.admin, authority.caf({ taxNumber: andes.taxNumber }))).id
})

const remove = (query: string, payload?: object, as = app.world.andes.admin) =>
  app.call({ method: 'DELETE', url: `/api/Folio/Delete${query}`, as, ...(payload ? { payload } : {}) })

describe('answers', () => {
  it.each(['query', 'body'])('removes an untouched block that the %s names', async (place) => {
    expect(await (place === 'query' ? remove(`?id=${id}`) : remove('', { id }))).toMatchObject(success(true))

    expect(await app.world.folios.list(app.world.andes.admin)).toEqual([])
  })
})

describe('rejects input (400)', () => {
  it('requires one well-formed id', async () => {
    expect(await remove('')).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(await remove('?id=1')).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(await remove(`?id=${id}`, { id: newId() })).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })
})

describe('conflicts (409)', () => {
  it('keeps a block with a used folio', async () => {
    await app.world.rows('update folio_blocks set next = next + 1')

    expect(await remove(`?id=${id}`)).toMatchObject(failure(409, 'FOLIO_BLOCK_IN_USE'))
  })
})
