/** @module-tag slow */
import { afterEach, describe, expect, it } from 'vitest'
import { failure, success } from '../../support/app.ts'
import { defined } from '../../support/expecting.ts'
import { goodSource, pixelPng, sourceWith, svg } from '../../support/pdf-sources.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()
afterEach(() => app.world.rows('delete from pdf_templates'))

const form = { name: 'Azul', kind: 'settings', documentTypes: [33] }
const code = { name: 'Propia', kind: 'code', documentTypes: [33], source: goodSource }
const create = (payload: object, as = app.world.andes.admin, headers = {}) =>
  app.api(as).post('PdfTemplate/Create', payload, { headers })

describe('answers', () => {
  it('stores the settings of a form, with defaults for missing ones', async () => {
    const answer = await create({
      ...form,
      settings: { accentColor: '#0b6e4f', logo: pixelPng, footer: 'Gracias – “¡vuelva!”', columns: { discount: false } }
    })

    expect(answer).toMatchObject(success({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Azul',
      kind: 'settings',
      documentTypes: [33],
      format: 'letter',
      isDefault: false,
      settings: {
        accentColor: '#0b6e4f',
        logo: pixelPng,
        footer: 'Gracias - "¡vuelva!"',
        columns: { itemCode: true, unitOfMeasure: true, discount: false },
        showPayment: true
      },
      source: null,
      createdAt: '2026-11-20T15:00:00.000Z',
      updatedAt: '2026-11-20T15:00:00.000Z'
    }))
    expect(await app.world.pdfTemplates.get(app.world.andes.admin, answer.body.result.id)).toMatchObject({
      name: 'Azul', settings: { logo: pixelPng }
    })
  })

  it('stores a source that draws every sample of every type', async () => {
    const answer = await create({ ...code, documentTypes: null, settings: { logo: svg(), accentColor: '#7a1f5f' } })

    expect(answer).toMatchObject(
      success({ kind: 'code', source: goodSource, documentTypes: null, settings: { logo: svg() } })
    )
  })

  it('writes an audit row without the source', async () => {
    const { body } = await create(code)

    const [row] = await app.world.rows(
      'select action, entity_id, details, actor_name from audit_entries order by sequence desc limit 1'
    )
    expect(row).toEqual({
      action: 'pdfTemplate.create', entity_id: body.result.id, details: { name: 'Propia', kind: 'code' },
      actor_name: app.world.andes.admin.userName
    })
  })

  it('answers a repetition with the first result', async () => {
    const headers = { 'idempotency-key': 'uno' }
    const first = await create(form, app.world.andes.admin, headers)

    const second = await create(form, app.world.andes.admin, headers)

    expect(second.body).toEqual(first.body)
    expect(await app.world.pdfTemplates.list(app.world.andes.admin)).toHaveLength(1)
  })
})

describe('rejects input (400)', () => {
  it.each([
    ['no name', { kind: 'settings' }, 'name'],
    ['an unknown kind', { ...form, kind: 'html' }, 'kind'],
    ['an unknown format', { ...form, format: 'a4' }, 'format'],
    ['an unknown type of document', { ...form, documentTypes: [35] }, 'documentTypes'],
    ['a member of its own', { ...form, tenantId: 'x' }, 'tenantId'],
    ['a colour by name', { ...form, settings: { accentColor: 'red' } }, 'settings.accentColor'],
    ['a footer of two lines', { ...form, settings: { footer: 'a\nb' } }, 'settings.footer'],
    ['a footer that the fonts lack', { ...form, settings: { footer: 'ありがとう' } }, 'settings.footer'],
    ['a code template without source', { ...code, source: undefined }, 'source'],
    ['a form with source', { ...form, source: 'x' }, 'source'],
    ['a source of more than 64 KiB', { ...code, source: '//' + 'ñ'.repeat(32 * 1024) }, 'source'],
    ['a logo that is no base64', { ...form, settings: { logo: '¡logo!' } }, 'settings.logo'],
    [
      'a logo that is no picture', { ...form, settings: { logo: Buffer.from('GIF89a…').toString('base64') } },
      'settings.logo'
    ],
    [
      'a logo that reaches out', { ...form, settings: { logo: svg('<image href="https://tracker.example/x.png"/>') } },
      'settings.logo'
    ]
  ])('refuses %s', async (_what, payload, path) => {
    const answer = await create(payload)

    expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(answer.body.errors[0]).toMatch(new RegExp(`^${path}`))
  })
})

describe('refuses designs that cannot be drawn (422)', () => {
  it('reports line and column of every error, in the path', async () => {
    const answer = await create({ ...code, source: sourceWith('  discounts-section()', '  [ñandú] + descuentos()') })

    expect(answer).toMatchObject(failure(422, 'PDF_TEMPLATE_INVALID'))
    expect(answer.body.errors).toEqual(['source:10:13: unknown variable: descuentos (sample 33 ordinary)'])
  })

  it('reports where the source calls a block wrongly, and several errors at once', async () => {
    const wrong = await create({ ...code, source: sourceWith('sii-box()', 'sii-box(width: "wide")') })
    const unfinished = await create({ ...code, source: '#let a = \n#(\nñandú #let' })

    expect(wrong.body.errors[0]).toMatch(
      new RegExp(`^source:6:${defined(goodSource.split('\n')[5]).indexOf('sii-box()') + 1}: expected relative length`)
    )
    expect(unfinished.body.errors.length).toBeGreaterThan(1)
    expect(unfinished.body.errors.every((error: string) => /^source:\d+:\d+: /.test(error))).toBe(true)
  })

  it('finds errors that only a document without optional members shows', async () => {
    const answer = await create({
      ...code,
      source: sourceWith('doc.receiver.at("businessName", default: "quien la reciba")', 'doc.receiver.businessName')
    })

    expect(answer.body.errors).toEqual([expect.stringMatching(/^source:8:\d+: .*businessName.*\(sample 33 bare\)$/)])
  })

  it.each([
    ['the box of the SII', sourceWith('sii-box()', '[]'), /RUT.*name of the document.*folio/s],
    ['the stamp', sourceWith('  stamp()\n', ''), /the stamp on each copy/],
    [
      'the stamp of the second copy', sourceWith('  stamp()\n', '  if not cedible { stamp() }\n'),
      /the stamp on each copy/
    ],
    ['a stamp that is hidden', sourceWith('  stamp()\n', '  hide(stamp())\n'), /the stamp on each copy/],
    ['a stamp off the paper', sourceWith('  stamp()\n', '  place(dx: 17cm, stamp())\n'), /the stamp on each copy/],
    [
      'a stamp that can be read', sourceWith('  stamp()\n', '  scale(55%, reflow: true, stamp())\n'),
      /between 2 x 5 and 4 x 9 cm/
    ],
    [
      'the amounts', sourceWith('  align(right, totals())\n', '  money(doc.totalAmount)\n'),
      /amounts that lead to the total/
    ],
    [
      'the legend of the cedible copy', sourceWith('align(right, doc.cedibleLegend)', '[]'),
      /legend of the cedible copy/
    ],
    ['the mark of test documents', sourceWith('background: watermark(), ', ''), /mark of documents without tax value/]
  ])('misses %s', async (_what, source, expected) => {
    const answer = await create({ ...code, source })

    expect(answer).toMatchObject(failure(422, 'PDF_TEMPLATE_INCOMPLETE'))
    expect(answer.body.errors.join('\n')).toMatch(expected)
    expect(answer.body.errors.every((error: string) => error.startsWith('source: does not show '))).toBe(true)
  })

  it('reports errors in Spanish', async () => {
    const answer = await create({ ...code, source: sourceWith('  stamp()\n', '') }, app.world.andes.admin, {
      'accept-language': 'es'
    })

    expect(answer.body.errors[0]).toBe('source: no muestra el timbre en cada copia (stamp) (muestra 33 ordinary)')
  })

  it('refuses a logo that cannot be decoded', async () => {
    const answer = await create({
      ...form,
      settings: {
        logo: Buffer.concat([Buffer.from(pixelPng, 'base64').subarray(0, 40), Buffer.alloc(40)]).toString('base64')
      }
    })

    expect(answer).toMatchObject(failure(422, 'PDF_TEMPLATE_INVALID'))
    expect(answer.body.errors[0]).toMatch(/^settings: /)
  })

  it('stores nothing that it refused', async () => {
    await create({ ...code, source: '#panic("no")' })

    expect(await app.world.rows('select 1 from pdf_templates')).toEqual([])
  })
})

describe('hides other tenants (404)', () => {
  it('allows two tenants the same name and default', async () => {
    expect((await create({ ...form, isDefault: true })).status).toBe(200)
    expect((await create({ ...form, isDefault: true }, app.world.boreal.admin)).status).toBe(200)
  })
})

describe('conflicts (409)', () => {
  it('refuses a name in use', async () => {
    await create(form)

    expect(await create({ ...form, name: form.name.toUpperCase(), documentTypes: [61] })).toMatchObject(
      failure(409, 'PDF_TEMPLATE_NAME_TAKEN')
    )
  })

  it('refuses two defaults for one type and format, and names the first', async () => {
    await create({ ...form, documentTypes: [33, 34], isDefault: true })

    const answer = await create({ ...form, name: 'Roja', documentTypes: [34, 61], isDefault: true })

    expect(answer).toMatchObject(failure(409, 'PDF_TEMPLATE_DEFAULT_TAKEN'))
    expect(answer.body.errors).toEqual(['documentTypes: are those of the default template "Azul"'])
  })

  it('accepts defaults for other types, the other format, and all types', async () => {
    await create({ ...form, isDefault: true })

    const statuses = []
    for (const other of [{ documentTypes: [61] }, { format: '80mm' }, { documentTypes: null }]) {
      statuses.push((await create({ ...form, name: JSON.stringify(other), isDefault: true, ...other })).status)
    }

    expect(statuses).toEqual([200, 200, 200])
  })

  it('refuses the fifty-first', async () => {
    await app.world.rows(
      `insert into pdf_templates (tenant_id, id, name, kind, format, document_types, is_default, settings, created_at, updated_at)
      select '${app.world.andes.tenantId}', gen_random_uuid(), 'n' || n, 'settings', 'letter', '{33}', false, '{}', now(), now() from generate_series(1, 50) n`
    )

    expect(await create(form)).toMatchObject(failure(409, 'PDF_TEMPLATE_LIMIT'))
  })
})

describe('is bounded (429)', () => {
  it("draws one template of a tenant at a time, in parallel with other tenants'", async () => {
    // Drawn nowhere before, so that the drawing lasts until the others are there.
    const fresh = { ...form, settings: { footer: 'Una a la vez' } }
    const [one, other, others] = await Promise.all([
      create(fresh), create({ ...fresh, name: 'Otra' }), create(fresh, app.world.boreal.admin)
    ])

    expect([defined(one).status, defined(others).status]).toEqual([200, 200])
    expect(other).toMatchObject({ ...failure(429, 'PDF_TEMPLATE_BUSY'), headers: { 'retry-after': '2' } })
    expect((await create({ ...form, name: 'Otra' })).status).toBe(200)
  })
})
