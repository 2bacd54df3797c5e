/** @module-tag slow */
import { beforeEach, describe, expect, it } from 'vitest'
import { failure, success } from '../../support/app.ts'
import { goodSource, pixelPng, sourceWith } from '../../support/pdf-sources.ts'
import { sharedApp } from '../../support/shared.ts'

let id: string
const app = sharedApp()
beforeEach(async () => {
  const { pdfTemplates, andes, rows, pass } = app.world
  await rows('delete from pdf_templates')
  pass(10)
  id = (await pdfTemplates.create(andes.admin, {
    name: 'Propia',
    kind: 'code',
    documentTypes: [33],
    format: 'letter',
    isDefault: false,
    settings: { logo: pixelPng, columns: { discount: false } },
    source: goodSource
  })).id
  pass(10)
})

const update = (payload: object, as = app.world.andes.admin) =>
  app.api(as).put('PdfTemplate/Update', payload)
const other = (name: string, isDefault = false) => app.world.pdfTemplates.create(app.world.andes.admin, {
  name,
  kind: 'settings',
  documentTypes: [33],
  format: 'letter',
  isDefault,
  settings: {}
})

describe('answers', () => {
  it('changes the given members and keeps the rest, also within the settings', async () => {
    const answer = await update({
      id, name: 'Nueva', documentTypes: [], settings: { accentColor: '#7a1f5f', columns: { itemCode: false } }
    })

    expect(answer).toMatchObject(success({
      id,
      name: 'Nueva',
      documentTypes: null,
      isDefault: false,
      source: goodSource,
      settings: {
        accentColor: '#7a1f5f', logo: pixelPng, columns: { itemCode: false, unitOfMeasure: true, discount: false }
      }
    }))
    expect(answer.body.result.updatedAt > answer.body.result.createdAt).toBe(true)
    expect((await app.api(app.world.andes.admin).get('PdfTemplate/Get', `?id=${id}`)).body)
      .toEqual(answer.body)
  })

  it('removes logo and footer with an empty text', async () => {
    const settings = { footer: 'Gracias por su compra.' }
    expect(await update({ id, settings })).toMatchObject(success({ settings: { logo: pixelPng, ...settings } }))
    expect(await update({ id, settings: { logo: '', footer: '' } }))
      .toMatchObject(success({ settings: { logo: null, footer: null } }))
  })

  it('keeps members that are null', async () => {
    const before = (await update({ id, settings: {} })).body.result

    expect((await update({ id, documentTypes: null, source: null, settings: { logo: null } })).body.result).toEqual({
      ...before, updatedAt: expect.any(String)
    })
  })

  it('records changes before and after in the audit log', async () => {
    await update({ id, isDefault: true, name: 'Nueva' })

    const [row] = await app.world.rows(
      'select action, entity_id, details from audit_entries order by sequence desc limit 1'
    )
    expect(row).toEqual({
      action: 'pdfTemplate.update', entity_id: id,
      details: {
        members: ['isDefault', 'name'], before: { isDefault: false, name: 'Propia' },
        after: { isDefault: true, name: 'Nueva' }
      }
    })
  })
})

describe('rejects input (400)', () => {
  it.each([
    ['no id', {}, 'id'],
    ['another kind', { kind: 'settings' }, 'kind'],
    ['an empty source', { source: '' }, 'source'],
    ['an empty name', { name: ' ' }, 'name']
  ])('refuses %s', async (_what, change, path) => {
    const answer = await update(path === 'id' ? change : { id, ...change })

    expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(answer.body.errors[0]).toMatch(new RegExp(`^${path}`))
  })
})

describe('refuses designs that cannot be drawn (422)', () => {
  it('tests the new source, and keeps the old one', async () => {
    expect(await update({ id, source: sourceWith('  stamp()\n', '') })).toMatchObject(
      failure(422, 'PDF_TEMPLATE_INCOMPLETE')
    )

    expect(await app.world.pdfTemplates.get(app.world.andes.admin, id)).toMatchObject({ source: goodSource })
  })

  it('tests the source on its new types', async () => {
    await update({
      id,
      source: sourceWith(
        'doc.receiver.at("businessName", default: "quien la reciba")',
        'if doc.documentType == 61 { panic("no notes") } else { "todos" }'
      )
    })

    expect((await update({ id, documentTypes: [33, 61] })).body.errors).toEqual([
      expect.stringMatching(/no notes.*\(sample 61 ordinary\)$/)
    ])
  })
})

describe('conflicts (409)', () => {
  it('refuses the name or the default of another template', async () => {
    await other('Azul', true)

    for (const name of ['Azul', 'AZUL', 'ａｚｕｌ']) {
      expect(await update({ id, name })).toMatchObject(failure(409, 'PDF_TEMPLATE_NAME_TAKEN'))
    }
    expect(await update({ id, isDefault: true })).toMatchObject(failure(409, 'PDF_TEMPLATE_DEFAULT_TAKEN'))
  })

  it('accepts one of two concurrent changes, and tells the other to read again', async () => {
    const { pdfTemplates, andes, pass } = app.world
    const slow = pdfTemplates.update(andes.admin, id, { source: `${goodSource}\n` })
    const outcome = slow.then(() => 'done', (error: { code: string }) => error.code)
    pass(1)
    await pdfTemplates.update(andes.admin, id, { name: 'Rápida' })

    expect(await outcome).toBe('PDF_TEMPLATE_CHANGED')
    expect(await pdfTemplates.get(andes.admin, id)).toMatchObject({ name: 'Rápida', source: goodSource })
  })
})
