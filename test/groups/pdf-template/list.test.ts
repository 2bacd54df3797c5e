import { describe, expect, it } from 'vitest'
import { success, type TestApp } from '../../support/app.ts'
import { pixelPng } from '../../support/pdf-sources.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()

const list = (as?: TestApp['world']['andes']['admin']) =>
  app.api(as).get('PdfTemplate/List')

describe('answers', () => {
  it('lists the templates by name, without their large members', { tags: 'slow' }, async () => {
    const { pdfTemplates, andes } = app.world
    const template = {
      kind: 'settings', documentTypes: [61, 33, 61], format: 'letter', isDefault: true, settings: { logo: pixelPng }
    } as const
    const { id } = await pdfTemplates.create(andes.admin, {
      ...template, documentTypes: [...template.documentTypes], name: 'Roja'
    })
    await pdfTemplates.create(andes.admin, { ...template, documentTypes: [39], format: '80mm', name: 'Azul' })

    const answer = await list(andes.admin)

    expect(answer).toMatchObject(success([{ name: 'Azul', format: '80mm' }, { name: 'Roja' }]))
    expect(answer.body.result[1]).toEqual({
      id,
      name: 'Roja',
      kind: 'settings',
      documentTypes: [33, 61],
      format: 'letter',
      isDefault: true,
      createdAt: '2026-11-20T15:00:00.000Z',
      updatedAt: '2026-11-20T15:00:00.000Z'
    })
  })
})

describe('hides other tenants (404)', () => {
  it('shows no templates of another tenant', async () => {
    expect(await list(app.world.boreal.admin)).toMatchObject(success([]))
  })
})
