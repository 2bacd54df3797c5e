/** @module-tag slow */
import { describe, expect, it } from 'vitest'
import { hasPoppler, pageCount, textOf } from '../../adapters/pdf/pdf-reading.ts'
import { failure } from '../../support/app.ts'
import { goodSource, sourceWith } from '../../support/pdf-sources.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()

const preview = (payload: object, as = app.world.andes.admin) =>
  app.call({ method: 'POST', url: '/api/PdfTemplate/Preview', as, payload })

describe('answers', () => {
  it('draws unsaved settings as an inline PDF', async () => {
    const answer = await preview({ kind: 'settings', settings: { footer: 'Vuelva pronto' } })

    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/pdf', 'content-disposition': 'inline; filename="preview.pdf"' }
    })
    expect(answer.headers).not.toHaveProperty('x-template-missing')
    expect(answer.body.subarray(0, 5).toString()).toBe('%PDF-')
    expect(await app.world.rows('select 1 from pdf_templates')).toEqual([])
  })

  it.skipIf(!hasPoppler)('applies the settings (needs poppler-utils)', async () => {
    const plain = textOf((await preview({ kind: 'settings' })).body)
    const chosen = textOf(
      (await preview({
        kind: 'settings',
        settings: {
          footer: 'Vuelva pronto', columns: { itemCode: false, unitOfMeasure: false, discount: false },
          showPayment: false
        }
      })).body
    )

    for (const shown of ['NB-14-I7', '1 UN 649.990', '10 %', 'Crédito', 'Transferencia electrónica']) {
      expect(plain).toContain(shown)
      expect(chosen).not.toContain(shown)
    }
    expect(chosen).toContain('Vuelva pronto')
    expect(plain).not.toContain('Vuelva pronto')
  })

  it.skipIf(!hasPoppler)(
    'draws the requested sample, type, format and copies (needs poppler-utils)',
    async () => {
      const boleta = textOf(
        (await preview({ kind: 'settings', format: '80mm', settings: { footer: 'Vuelva pronto' } })).body
      )
      const note = textOf((await preview({ kind: 'settings', documentType: 61 })).body, undefined, 'raw')
      const guia = (await preview({ kind: 'code', source: goodSource, documentType: 52, cedible: true })).body

      expect(boleta).toMatch(/BOLETA ELECTRÓNICA.*Vuelva pronto/)
      expect(note).toMatch(/NOTA DE CRÉDITO ELECTRÓNICA.*N° 998/)
      expect(textOf(guia, pageCount(guia))).toContain('CEDIBLE CON SU FACTURA')
      expect(pageCount((await preview({ kind: 'settings', sample: 'long' })).body)).toBeGreaterThan(1)
    })

  it.skipIf(!hasPoppler)("shows the company's name on samples, except on the one with the longest texts (needs poppler-utils)", async () => {
    const drawn = async (sample: string) => textOf((await preview({ kind: 'settings', sample })).body)

    for (const sample of ['ordinary', 'bare', 'long']) expect(await drawn(sample)).toContain('Comercial andes SpA')
    expect(await drawn('full')).not.toContain('Comercial andes SpA')
  })

  it('draws an unfinished design, and names what is missing', async () => {
    const answer = await preview({ kind: 'code', source: sourceWith('  stamp()\n', '') })

    expect(answer).toMatchObject({ status: 200, headers: { 'x-template-missing': 'stamp, stampLegend' } })
  })
})

describe('rejects input (400)', () => {
  it.each([
    ['no kind', {}, 'kind'],
    ['a code template without source', { kind: 'code' }, 'source'],
    ['an unknown sample', { kind: 'settings', sample: 'short' }, 'sample'],
    ['an unknown type', { kind: 'settings', documentType: 1 }, 'documentType'],
    ['an unknown format', { kind: 'settings', format: 'A4' }, 'format']
  ])('refuses %s', async (_what, payload, path) => {
    const answer = await preview(payload)

    expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(answer.body.errors[0]).toMatch(new RegExp(`^${path}`))
  })
})

describe('refuses designs that cannot be drawn (422)', () => {
  it('reports line and column', async () => {
    expect((await preview({ kind: 'code', source: 'fine\n  #unknown' })).body).toMatchObject({
      errorCode: 'PDF_TEMPLATE_INVALID', errors: ['source:2:4: unknown variable: unknown']
    })
  })
})

describe('is bounded (429)', () => {
  it('draws one at a time per tenant', async () => {
    // Drawn nowhere before, so that the drawing lasts until the other is there.
    const fresh = { kind: 'settings', settings: { footer: 'Una a la vez' } }
    const answers = await Promise.all([preview(fresh), preview(fresh)])

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429])
  })
})
