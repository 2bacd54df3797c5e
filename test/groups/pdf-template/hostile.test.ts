/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPdfRenderer } from '../../../src/adapters/pdf/pdf-renderer.ts'
import { stampBarcode } from '../../../src/dte/printing/barcode.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { patience } from '../../support/patience.ts'
import { goodSource, pixelPng, svg } from '../../support/pdf-sources.ts'

// Enough for what ends, on any machine; what does not is given a second.
const limits = { stampBarcode, timeoutMs: patience.timeout, designTimeoutMs: patience.timeout }

let app: TestApp
let impatient: TestApp
beforeAll(async () => {
  app = await createTestApp({ renderer: createPdfRenderer(limits) })
  impatient = await createTestApp({ renderer: createPdfRenderer({ ...limits, designTimeoutMs: 1000 }) })
})
afterAll(async () => {
  await app.close()
  await impatient.close()
})

const create = (payload: object, at = app) => at.call({
  method: 'POST',
  url: '/api/PdfTemplate/Create',
  as: at.world.andes.admin,
  payload: { name: 'Hostil', kind: 'code', documentTypes: [33], ...payload }
})
const previewOfBoreal = (at: TestApp) => at.call({
  method: 'POST',
  url: '/api/PdfTemplate/Preview',
  as: at.world.boreal.admin,
  payload: { kind: 'code', source: goodSource }
})

/** A PNG that says it is 60,000 pixels wide and high. */
function vastPng (): string {
  const file = Buffer.from(pixelPng, 'base64')
  file.writeUInt32BE(60_000, 16)
  file.writeUInt32BE(60_000, 20)
  return file.toString('base64')
}

const hostile: [string, object, string][] = [
  [
    'reads files of the machine', { source: '#read("/etc/passwd") #read("../../../../etc/passwd")' },
    'PDF_TEMPLATE_INVALID'
  ],
  [
    'shows a picture of the machine', { source: '#image("/etc/logo.png") #image("/proc/self/environ")' },
    'PDF_TEMPLATE_INVALID'
  ],
  ['fetches a package', { source: '#import "@preview/cetz:0.3.0": *' }, 'PDF_TEMPLATE_INVALID'],
  ['runs a plug-in', { source: '#plugin("/stamp.png").run()' }, 'PDF_TEMPLATE_INVALID'],
  [
    'loops without end', { source: '#{ let n = 0; while n >= 0 { n = calc.rem(n + 1, 1000) } }' },
    'PDF_TEMPLATE_INVALID'
  ],
  ['calls itself for ever', { source: '#let f(n) = f(n + 1) + f(n + 2)\n#f(1)' }, 'PDF_TEMPLATE_INVALID'],
  ['fills the memory', { source: '#let a = range(200000000)\n#a.len()' }, 'PDF_TEMPLATE_TOO_COSTLY'],
  [
    'doubles a text until nothing holds it', { source: '#{ let t = "x"; for n in range(60) { t = t + t }; t.len() }' },
    'PDF_TEMPLATE_TOO_COSTLY'
  ],
  ['draws pages without end', { source: '#for n in range(1000000) { pagebreak() }' }, 'PDF_TEMPLATE'],
  ['draws a thousand pages', { source: '#for n in range(1000) [x #pagebreak()]' }, 'PDF_TEMPLATE_INVALID'],
  ['lays out without coming to rest', {
    source: '#let s = state("s", 1)\n#for n in range(4000) { context { s.update(s.final() + 1); [#s.get()] } }'
  }, 'PDF_TEMPLATE'],
  ['shows what no font has', { source: 'x 🇨 \u{10fffd}' }, 'PDF_TEMPLATE_INVALID'],
  ['panics at length', { source: '#panic("x" * 1000000)' }, 'PDF_TEMPLATE_INVALID'],
  ['has a logo of billions of pixels', { source: goodSource, settings: { logo: vastPng() } }, 'VALIDATION_FAILED'],
  ['has a logo that expands by entities', {
    kind: 'settings',
    settings: {
      logo: Buffer.from(
        '<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg"><text>&a;</text></svg>'
      ).toString('base64')
    }
  }, 'VALIDATION_FAILED'],
  [
    'has a logo that multiplies itself', { kind: 'settings', settings: { logo: svg(multiplying()) } },
    'PDF_TEMPLATE_INVALID'
  ]
]

/** Ten groups, each of which shows the one before ten times. */
function multiplying (): string {
  const groups = Array.from(
    { length: 9 }, (_, level) => `<g id="g${level + 1}">${`<use href="#g${level}"/>`.repeat(10)}</g>`
  ).join('')
  return `<defs><g id="g0"><circle r="1"/></g>${groups}</defs><use href="#g9"/>`
}

describe('a template that', () => {
  it('loops for too long is stopped, and the next valid one is drawn', async () => {
    const source = '#for a in range(100000) { for b in range(100000) {} }'

    expect(await create({ source }, impatient)).toMatchObject({
      status: 422, body: { errorCode: 'PDF_TEMPLATE_TOO_COSTLY' }
    })
    // A busy machine may need more than a second for this one too.
    await expect.poll(async () => (await previewOfBoreal(impatient)).status).toBe(200)
  })

  it.each(hostile)(
    '%s ends in an error, and the next valid one is drawn',
    async (_what, payload, expected) => {
      const answer = await create(payload)

      expect(answer.body.errorCode).toContain(expected)
      expect([400, 422]).toContain(answer.status)
      expect(answer.body.errors.length).toBeGreaterThan(0)
      for (const error of answer.body.errors) expect(error.length).toBeLessThan(400)
      expect(JSON.stringify(answer.body)).not.toMatch(/root:|nonexistent|PATH=|HOME=|SourceDiagnostic|Span\(/)
      expect(await previewOfBoreal(app)).toMatchObject({ status: 200 })
      expect(await app.world.rows('select 1 from pdf_templates')).toEqual([])
    })

  it("looks for remains of another tenant's template finds nothing", async () => {
    await app.call({
      method: 'POST',
      url: '/api/PdfTemplate/Preview',
      as: app.world.boreal.admin,
      payload: {
        kind: 'code', source: `#let secret = "canario"\n#state("secret", "canario")\n${goodSource}`,
        settings: { logo: svg(), footer: 'canario' }
      }
    })

    const answers = []
    for (
      const source of [
        '#read("/logo.svg")', '#secret', '#panic(json("/data.json").settings)', '#context panic(state("secret").get())',
        '#panic(read("/main.typ"))'
      ]
    ) answers.push((await create({ source })).body)

    expect(answers.map(({ errorCode }) => errorCode)).toEqual(Array.from({ length: 5 }, () => 'PDF_TEMPLATE_INVALID'))
    expect(JSON.stringify(answers)).not.toContain('canario')
  })

  it('uses the network has no access from the drawing process', async () => {
    // The only way of the compiler to the network is the fetching of packages; its address is one where nobody listens.
    const answer = await create({ source: '#import "@preview/timbre-never-published:9.9.9": x' })

    expect(answer.body.errors).toEqual([expect.stringMatching(/^source:1:9: /)])
  })
})
