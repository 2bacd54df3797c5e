import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../src/shared/ids.ts'
import { createTestApp, failure, success, type TestApp } from '../../support/app.ts'
import { goodSource } from '../../support/pdf-sources.ts'

let app: TestApp
let id: string
beforeAll(async () => {
  app = await createTestApp()
  const { pdfTemplates, andes } = app.world
  id =
    (await pdfTemplates.create(andes.admin, {
      name: 'Propia', kind: 'code', documentTypes: [33], format: 'letter', isDefault: false, settings: {},
      source: goodSource
    })).id
})
afterAll(() => app.close())

const get = (wanted: string, as = app.world.andes.admin) =>
  app.call({ method: 'GET', url: `/api/PdfTemplate/Get?id=${wanted}`, as })

describe('answers', () => {
  it('gives the whole of one, however its id is written', async () => {
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
  it('wants an id, well formed', async () => {
    expect(await get('')).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(await get('7')).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })
})

describe('needs sign-in (401)', () => {
  it('refuses nobody in particular', async () => {
    expect(await app.call({ method: 'GET', url: `/api/PdfTemplate/Get?id=${id}` })).toMatchObject(
      failure(401, 'UNAUTHENTICATED')
    )
  })
})

describe('needs claim (403)', () => {
  it('refuses whoever lacks it', async () => {
    expect(await get(id, app.world.andes.clerk)).toMatchObject(failure(403, 'CLAIM_MISSING'))
  })
})

describe('hides other tenants (404)', () => {
  it("answers for another tenant's template as for none", async () => {
    const [others, nobodys] = [await get(id, app.world.boreal.admin), await get(newId(), app.world.boreal.admin)]

    expect(others).toMatchObject(failure(404, 'PDF_TEMPLATE_NOT_FOUND'))
    expect(nobodys.body).toEqual(others.body)
  })
})
