import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { InvoicePayload } from '../../../src/dte/fields/payload.ts'
import { loweringNote, notePayload } from '../../../src/dte/notes/note-payload.ts'
import { wholeBody } from '../../../src/dte/notes/whole-document.ts'
import { chileanPeso, currencies } from '../../../src/dte/values/currencies.ts'
import { documentBody } from '../../../src/dte/xml/xml.ts'
import { child, judgeExports, judgeTotals, parseXml, readFacts } from '../../../sii-simulator/index.ts'
import { casePayload, preparePayload } from '../../support/document-cases.ts'
import { defined } from '../../support/expecting.ts'

const folio = 1042
type Customs = NonNullable<NonNullable<InvoicePayload['header']['transport']>['customs']>

const fruit = casePayload('valid', '110-fruit-by-sea') as InvoicePayload
const services = casePayload('valid', '110-services') as InvoicePayload

function shipped (customs: Partial<Customs>): InvoicePayload {
  const { header } = fruit
  const transport = { ...header.transport, customs: { ...header.transport?.customs, ...customs } }
  return { ...fruit, header: { ...header, transport } } as InvoicePayload
}

/** What the SII's judge says of the body that the service signs. */
function judged (payload: InvoicePayload, change = (body: string) => body): string[] {
  const { document } = preparePayload(payload)
  if (!document) throw new Error('refused')
  const body = change(documentBody(document, folio))
  const xml = parseXml(Buffer.from(
    `<?xml version="1.0" encoding="ISO-8859-1"?><DTE><Exportaciones>${body}</Exportaciones></DTE>`, 'latin1'
  ))
  try {
    const signed = defined(child(xml.root, 'Exportaciones'))
    const judgement = {
      dte: xml.root, body: signed, facts: readFacts(xml.root, signed), bytes: Buffer.alloc(0), stampText: ''
    }
    return [...judgeTotals(judgement), ...judgeExports(judgement)].map(({ code, detail = '' }) => `${code} ${detail}`.trim())
  } finally {
    xml.dispose()
  }
}

function objected (payload: InvoicePayload): string[] {
  return preparePayload(payload).notices.filter(({ code }) => ['SII_MEMBER_EXPECTED', 'CUSTOMS_RESOLUTION_MISSING'].includes(code))
    .map(({ path, rule }) => `${rule} ${path.replace('payload.header.transport.customs.', '')}`)
}

describe('goods that go abroad', () => {
  const container = { packageType: 75, quantity: 1, marks: 'A', containerId: 'MSCU1234567', seal: 'S-100' }

  it.each<[string, Customs['packages'], string[], string[]]>([
    ['packages with their marks', [{ packageType: 89, quantity: 69, marks: 'S/M' }], [], []],
    ['a container with number and seal, without the issuer of the seal', [container], [], []],
    [
      'packages without marks', [{ packageType: 89, quantity: 69 }], ['HED-2-804 packages[0].marks'], ['HED-2-804 Marcas']
    ],
    [
      'a container that is only counted, after another', [container, { packageType: 75, quantity: 1 }],
      ['HED-2-804 packages[1].marks', 'HED-2-804 packages[1].containerId', 'HED-2-804 packages[1].seal'],
      ['HED-2-804 Marcas', 'HED-2-804 IdContainer', 'HED-2-804 Sello']
    ]
  ])('get a notice for each objection of the SII: %s', (_name, packages, notices, objections) => {
    const payload = shipped({ packages })
    expect(objected(payload)).toEqual(notices)
    expect(judged(payload)).toEqual(objections)
  })

  it('get a notice for a weight without unit, and none without a weight', () => {
    const units = (customs: Partial<Customs>) =>
      preparePayload(shipped(customs)).notices.map(({ path }) => path).filter((path) => path.endsWith('Unit'))
        .map((path) => path.replace('payload.header.transport.customs.', ''))
    const untold = {
      tare: undefined, tareUnit: undefined, grossWeight: undefined, grossWeightUnit: undefined, netWeight: undefined,
      netWeightUnit: undefined
    }

    expect(units(untold)).toEqual([])
    expect(units({ ...untold, tare: 10, grossWeight: 700.5, netWeight: 687 })).toEqual([
      'tareUnit', 'grossWeightUnit', 'netWeightUnit'
    ])
    expect(units({ ...untold, tare: 10, tareUnit: 6, grossWeight: 700.5, grossWeightUnit: 6 })).toEqual([])
  })
})

describe('services that go abroad', () => {
  it('need no data of goods, and need the customs resolution if they state its indicator', () => {
    const { references: _, ...unreferenced } = services
    const documentId = { ...services.header.documentId, serviceIndicator: 4 }
    const hotel = { ...unreferenced, header: { ...services.header, documentId } }

    expect(preparePayload(services).notices).toEqual([])
    expect(judged(services)).toEqual([])
    expect(objected(unreferenced as InvoicePayload)).toEqual(['REF-2-826 payload.references'])
    expect(judged(unreferenced as InvoicePayload)).toEqual(['REF-2-826'])
    expect(objected(hotel as InvoicePayload)).toEqual([])
    expect(judged(hotel as InvoicePayload)).toEqual([])
  })

  it('are annulled by a note that names the resolution, too', () => {
    const original = { document: defined(preparePayload(services).document), folio }
    const type = loweringNote(original.document.documentType)
    const note = notePayload(type, original, { code: '1', reason: 'Anula' }, wholeBody(original))

    expect(note.references?.map(({ lineNumber, documentType }) => [lineNumber, documentType])).toEqual([[1, '110'], [2, '812']])
    expect(objected(note)).toEqual([])
    expect(judged(note)).toEqual([])
  })
})

describe('an export in pesos', () => {
  const foreign = currencies.map(({ name }) => name).filter((name) => name !== chileanPeso)
  const scaled = (decimals: number, max: number, min = 1) =>
    fc.integer({ min, max }).map((units) => Number((units / 10 ** decimals).toFixed(decimals)))
  // At least one unit: a document whose total is zero is refused.
  const line = fc.record({ quantity: scaled(2, 99_999, 100), unitPrice: scaled(4, 99_999_999) })
  const exported = fc.record({
    currency: fc.constantFrom(...foreign),
    exchangeRate: fc.oneof(scaled(4, 99_999_999), fc.constantFrom(0.0001, 0.5, 945.32, 945.5, 999_999.9999)),
    details: fc.array(line, { minLength: 1, maxLength: 4 }),
    surcharge: fc.option(scaled(2, 99_999))
  }).map(({ currency, exchangeRate, details, surcharge }) => ({
    ...services,
    header: { ...services.header, totals: { currency }, otherCurrency: { exchangeRate } },
    details: details.map((one) => ({ itemName: 'Software', ...one })),
    ...(surcharge !== null && {
      globalDiscounts: [{ movement: 'R', description: 'Flete', valueType: '$', value: surcharge }]
    })
  } as InvoicePayload))

  it('has the amounts that the SII recomputes, in any currency and at any rate', () => {
    fc.assert(fc.property(exported, (payload) => { expect(judged(payload)).toEqual([]) }), { numRuns: 500 })
  })

  it('gets an objection at a difference of one peso', () => {
    fc.assert(fc.property(exported, (payload) => {
      const more = (body: string) => body.replace(/(?<=<MntTotOtrMnda>)\d+/, (amount) => String(BigInt(amount) + 1n))
      expect(judged(payload, more)).toEqual([expect.stringMatching(/^HED-3-835 MntTotOtrMnda /)])
    }), { numRuns: 50 })
  })

  it.each<[string, (body: string) => string, string]>([
    ['it has no pesos at all', (body) => body.replace(/<OtraMoneda>[^]*<\/OtraMoneda>/, ''), 'HED-3-834'],
    ['it has pesos, but is without payment', (body) =>
      body.replace('</IndServicio>', '</IndServicio><FmaPagExp>21</FmaPagExp>'), 'HED-1-803 6866263']
  ])('gets an objection when %s', (_name, change, objection) => {
    expect(judged(services, change)).toEqual([objection])
  })
})
