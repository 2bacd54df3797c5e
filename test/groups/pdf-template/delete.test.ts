/** @module-tag slow */
import { beforeEach, describe, expect, it } from 'vitest'
import { failure, success } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'

let id: string
const app = sharedApp()
beforeEach(async () => {
  const { pdfTemplates, andes, rows } = app.world
  await rows('delete from pdf_templates')
  id =
    (await pdfTemplates.create(andes.admin, {
      name: 'Azul', kind: 'settings', documentTypes: [33], format: 'letter', isDefault: true, settings: {}
    })).id
})

const remove = (query: string, payload?: object, as = app.world.andes.admin) =>
  app.call({ method: 'DELETE', url: `/api/PdfTemplate/Delete${query}`, as, ...(payload ? { payload } : {}) })

describe('answers', () => {
  it.each(['query', 'body'])('removes the template that the %s names, and says so in the audit log', async (place) => {
    expect(await (place === 'query' ? remove(`?id=${id}`) : remove('', { id }))).toMatchObject(success(true))

    expect(await app.world.pdfTemplates.list(app.world.andes.admin)).toEqual([])
    const [row] = await app.world.rows(
      'select action, entity_id, details from audit_entries order by sequence desc limit 1'
    )
    expect(row).toEqual({ action: 'pdfTemplate.delete', entity_id: id, details: { name: 'Azul' } })
  })
})

describe('rejects input (400)', () => {
  it('requires one well-formed id', async () => {
    expect(await remove('')).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(await remove('?id=1')).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })
})
