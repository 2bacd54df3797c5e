/** @module-tag slow */
import { beforeAll, describe, expect, it } from 'vitest'
import { failure, success } from '../../support/app.ts'
import { goodSource } from '../../support/pdf-sources.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()
let id: string

beforeAll(async () => {
  const { pdfTemplates, andes } = app.world
  id =
    (await pdfTemplates.create(andes.admin, {
      name: 'Propia', kind: 'code', documentTypes: [33], format: 'letter', isDefault: false, settings: {},
      source: goodSource
    })).id
})

const get = (wanted: string, as = app.world.andes.admin) =>
  app.api(as).get('PdfTemplate/Get', `?id=${wanted}`)

describe('answers', () => {
  it('returns a complete template, with its id in any case', async () => {
    const answer = await get(id.toUpperCase())

    expect(answer).toMatchObject(success({
      id,
      name: 'Propia',
      kind: 'code',
      documentTypes: [33],
      format: 'letter',
      isDefault: false,
      source: goodSource,
      settings: {
        accentColor: '#1f3a5f', logo: null, footer: null,
        columns: { itemCode: true, unitOfMeasure: true, discount: true }, showPayment: true
      }
    }))
  })
})

describe('rejects input (400)', () => {
  it('requires a well-formed id', async () => {
    expect(await get('')).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(await get('7')).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })
})
