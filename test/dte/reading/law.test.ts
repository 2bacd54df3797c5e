import { describe, expect, it } from 'vitest'
import { addDays } from '../../../src/dte/values/calendar.ts'
import { law, ufOfYear, type LawRow } from '../../../src/dte/tables/law.ts'
import { preparePayload } from '../../support/document-cases.ts'
import { first } from '../../support/expecting.ts'

interface Payload {
  header: { documentId: Record<string, unknown>, [block: string]: unknown }
  details: Record<string, unknown>[]
  references?: Record<string, unknown>[]
}

const receiver = {
  taxNumber: '77777777-7', businessName: 'Ferretería El Roble Ltda.', businessActivity: 'Ferretería',
  address: 'Teatinos 120', municipality: 'Santiago', city: 'Santiago'
}

function posted (documentType: string, issueDate: string, documentId: Record<string, unknown> = {}): Payload {
  return {
    header: { documentId: { documentType, issueDate, ...documentId }, receiver },
    details: [{ itemName: 'Sillas', quantity: 1, unitPrice: 1000, unitOfMeasure: 'UN' }]
  }
}

function creditNote (issueDate: string, about: string, type = '33', code = '1'): Payload {
  return { ...posted('61', issueDate), references: [{ documentType: type, folio: '7', date: about, code }] }
}

function called (itemName: string, documentType = '33', issueDate = '2026-11-20'): Payload {
  const payload = posted(documentType, issueDate)
  return { ...payload, details: payload.details.map((line) => ({ ...line, itemName })) }
}

const largeBoleta = (issueDate: string, unitPrice = 20_000_000): Payload => ({
  header: { documentId: { documentType: '39', issueDate } }, details: [{ itemName: 'Televisor', quantity: 1, unitPrice }]
})

/** Each told rule once: the code and whether it refuses. */
function told (payload: Payload, facts: { strictFormat?: boolean } = {}): string[] {
  const { violations, notices } = preparePayload(payload, facts)
  return [...new Set([...violations.map(({ rule }) => `${rule}!`), ...notices.map(({ code }) => code)])]
}

/** A document that does not meet the row's obligation, as issued on a day, and what it is told from that day on. */
const breaking: Record<keyof typeof law, [payload: (issueDate: string) => Payload, told: string[]]> = {
  negativeFuelTaxes: [(issueDate) => {
    const payload = posted('33', issueDate)
    return {
      ...payload,
      details: payload.details.map((line) => ({ ...line, taxes: [{ taxCode: '28', taxAmount: -100 }] }))
    }
  }, []],
  lateCreditNotes: [(issueDate) => creditNote(issueDate, addDays(issueDate, -200)), ['CREDIT_NOTE_LATE']],
  itemNames: [(issueDate) => called('Varios', '33', issueDate), ['ITEM_NAME_VAGUE']],
  largeBoletas: [largeBoleta, ['BOLETA_ABOVE_LIMIT']],
  guideTransport: [
    (issueDate) => posted('52', issueDate, { transferType: 1, dispatchType: 2 }),
    ['TRANSFER_DATA_MISSING!', 'FORMAT_MEMBER_EXPECTED']
  ],
  invoiceTransport: [
    (issueDate) => posted('33', issueDate, { paymentMethod: 1, dispatchType: 2 }), ['FORMAT_MEMBER_EXPECTED']
  ]
}

describe.each(Object.keys(law) as (keyof typeof law)[])('%s', (name) => {
  const { from, codes }: LawRow = law[name]
  const [payload, expected] = breaking[name]

  it('applies to documents issued from its date on, not to earlier ones', () => {
    expect(told(payload(addDays(from, -1)))).toEqual([])
    expect(told(payload(from))).toEqual(expected)
    expect(expected.map((rule) => rule.replace('!', ''))).toEqual(codes)
  })
})

describe('the carrier of the goods', () => {
  it('is required in every delivery note', () => {
    const { notices } = preparePayload(posted('52', '2026-11-01', { transferType: 1 }))

    expect(notices.map(({ path, rule }) => [path, rule])).toEqual([
      ['payload.header.documentId.dispatchType', 'Res. 154/2025']
    ])
  })

  it('and the journey are missed with a notice in an invoice with transport', () => {
    const payload = posted('33', '2026-11-01', { paymentMethod: 1 })
    payload.header['transport'] = { licensePlate: 'BBCC12' }

    expect(told(payload)).toEqual(['FORMAT_MEMBER_EXPECTED'])
    expect(told(payload, { strictFormat: true })).toEqual(['FORMAT_MEMBER_EXPECTED!'])
  })

  it('is not required in invoices that move nothing, or refer to a delivery note', () => {
    const accompanied = posted('33', '2026-11-01', { paymentMethod: 1, dispatchType: 2 })

    expect(told(posted('33', '2026-11-01', { paymentMethod: 1 }))).toEqual([])
    expect(told({ ...accompanied, references: [{ documentType: '52', folio: '9', date: '2026-11-01' }] })).toEqual([])
  })

  it('is complete without a journey when the receiver fetches the goods', () => {
    expect(told(posted('33', '2026-11-01', { paymentMethod: 1, dispatchType: 1 }))).toEqual([])
  })
})

describe('a boleta above 135 UF', () => {
  // 135 × 38,416.69 = 5,186,253.15 and 135 × 39,727.96 = 5,363,274.60.
  it.each([
    ['2025-01-01', 5_186_253], ['2025-12-31', 5_186_253], ['2026-01-01', 5_363_274], ['2026-11-20', 5_363_274]
  ])('is reported by default on %s above %i pesos', (issueDate, most) => {
    expect(told(largeBoleta(issueDate, most))).toEqual([])
    expect(told(largeBoleta(issueDate, most + 1))).toEqual(['BOLETA_ABOVE_LIMIT'])
  })

  it('is refused for a tenant with the strict format', () => {
    expect(told(largeBoleta('2026-11-20'), { strictFormat: true })).toEqual(['BOLETA_ABOVE_LIMIT!'])
  })

  it('is measured with the latest known UF', () => {
    expect([ufOfYear('2003-04-01'), ufOfYear('2025-06-30'), ufOfYear('2026-01-01'), ufOfYear('2049-01-01')])
      .toEqual(['36789.36', '38416.69', '39727.96', '39727.96'])
  })
})

describe('the name of an item', () => {
  it.each([
    'Varios', 'VARIAS', 'producto', 'Productos', 'Ítem', 'Item 1', 'Otros', '-', '.', '***', '123', 'Productos varios',
    'Otros servicios', 'Venta de mercaderías', 'Artículos varios', 'Detalle', 'Detalles', 'Sin descripción', 'XXX'
  ])('"%s" describes nothing', (itemName) => {
    expect(told(called(itemName))).toEqual(['ITEM_NAME_VAGUE'])
  })

  it.each([
    'Otros aceites', 'Producto químico', 'Servicio de aseo', 'A4', 'N-95', 'La Segunda', 'Insumos dentales', 'Té', 'Ñ',
    'Línea blanca', 'Venta de 3 vacas', 'Varios cables', 'Flete'
  ])('"%s" describes something', (itemName) => {
    expect(told(called(itemName))).toEqual([])
  })

  it('is free in boletas, in exports and in the test sets of the SII', () => {
    const inTestSet = { ...called('Item 1'), references: [{ documentType: 'SET', folio: '7', date: '2026-11-20' }] }

    expect(told({ ...largeBoleta('2026-11-20', 1000), details: [{ itemName: 'Varios', quantity: 1, unitPrice: 1000 }] }))
      .toEqual([])
    expect(told(inTestSet)).toEqual([])
  })
})

describe('a credit note', () => {
  it.each([
    ['2026-01-15', '2026-07-15', '2026-07-16'],
    ['2025-08-31', '2026-02-28', '2026-03-01'],
    ['2026-05-20', '2026-11-20', '2026-11-21']
  ])('about an invoice of %s lowers the VAT until %s', (about, last, next) => {
    expect(told(creditNote(last, about))).toEqual([])
    expect(told(creditNote(next, about))).toEqual(['CREDIT_NOTE_LATE'])
    expect(told(creditNote(next, about, '33', '3'))).toEqual(['CREDIT_NOTE_LATE'])
    expect(told(creditNote(next, about, '39', '3'))).toEqual(['CREDIT_NOTE_LATE'])
  })

  it('that does not lower the VAT may be issued at any time', () => {
    const payload = creditNote('2026-11-20', '2025-01-15')
    payload.header.documentId['withoutTaxReduction'] = true

    expect(told(payload)).toEqual([])
  })

  it('for an exempt invoice lowers no VAT', () => {
    const payload = creditNote('2026-11-20', '2025-01-15', '34')
    first(payload.details)['exemptIndicator'] = 1

    expect(told(payload)).toEqual([])
  })
})
