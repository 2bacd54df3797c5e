import { describe, expect, it } from 'vitest'
import { cureTable } from '../../../src/dte/cures.ts'
import { preparePayload } from '../../support/document-cases.ts'

const receiver = {
  taxNumber: '77777777-7', businessName: 'Cliente', businessActivity: 'Comercio', address: 'Teatinos 120', municipality: 'Santiago'
}
const line = { itemName: 'Martillo', quantity: 1, unitPrice: 11900 }
const mixed = [line, { itemName: 'Libro', quantity: 1, unitPrice: 5000 }]
const about = (documentType: string) => [{ documentType, folio: '7', date: '2026-11-19', code: '3' }]
const document = (documentType: string, { totals, details = [line], receiver: changed, references }: {
  totals?: object, details?: object[], receiver?: object, references?: object[]
} = {}) => ({
  header: { documentId: { documentType }, receiver: { ...receiver, ...changed }, totals }, details, references
})

/** Documents of a client that knows the specification only, and what their refusal tells it to post. */
const refused: [because: string, payload: object, en: string, es: string][] = [
  [
    'some lines have no VAT', document('33', { details: mixed, totals: { netAmount: 11900, exemptAmount: 5000 } }),
    'set details[].exemptIndicator to 1 on each line', 'indique details[].exemptIndicator 1 en cada línea'
  ],
  [
    'no line has VAT', document('33', { totals: { taxAmount: 0, totalAmount: 11900 } }),
    'set details[].exemptIndicator to 1 on each line', 'indique details[].exemptIndicator 1 en cada línea'
  ],
  [
    'a line says a VAT of 0', document('33', { details: [...mixed, { ...line, taxes: [{ taxCode: 'IVA', taxRate: 0, taxAmount: 0 }] }] }),
    'set details[2].exemptIndicator to 1', 'indique details[2].exemptIndicator 1'
  ],
  [
    'prices include VAT', document('33', { totals: { netAmount: 10000, taxAmount: 1900, totalAmount: 11900 } }),
    'set header.documentId.grossAmounts to true', 'indique header.documentId.grossAmounts true'
  ],
  [
    'the VAT of a line is that of a price with VAT', document('33', { details: [{ ...line, totalTaxPrice: 1900 }] }),
    'set header.documentId.grossAmounts to true', 'indique header.documentId.grossAmounts true'
  ],
  [
    'prices of a boleta are without VAT', document('39', { totals: { netAmount: 11900, taxAmount: 2261, totalAmount: 14161 } }),
    'set header.documentId.grossAmounts to false', 'indique header.documentId.grossAmounts false'
  ],
  [
    'a line has pesos off', document('33', { details: [{ ...line, lineTotal: 11000 }] }),
    'set details[0].discountAmount to 900', 'indique details[0].discountAmount 900'
  ],
  [
    'a line has pesos more', document('33', { details: [{ ...line, lineTotal: 12000 }] }),
    'set details[0].surchargeAmount to 100', 'indique details[0].surchargeAmount 100'
  ],
  [
    'the whole has pesos off', document('33', { totals: { netAmount: 11000, taxAmount: 2090, totalAmount: 13090 } }),
    'globalDiscounts a row with movement D, valueType $ and value 900', 'una fila con movement D, valueType $ y value 900'
  ],
  [
    'a boleta has pesos off', document('39', { totals: { totalAmount: 11000 } }),
    'globalDiscounts a row with movement D, valueType $ and value 900', 'una fila con movement D, valueType $ y value 900'
  ],
  [
    'an exempt invoice has pesos more', document('34', { totals: { exemptAmount: 12000, totalAmount: 12000 } }),
    'globalDiscounts a row with movement R, valueType $ and value 100', 'una fila con movement R, valueType $ y value 100'
  ],
  [
    'a line is negative', document('33', { details: [line, { ...line, unitPrice: -100 }] }),
    'discountAmount or discountPercentage of the line, or with globalDiscounts', 'use discountAmount'
  ],
  [
    'a guía moves goods without prices', document('52', { details: [{ itemName: 'Martillo', quantity: 1 }] }),
    'set header.documentId.transferType to 1 (sale)', 'indique header.documentId.transferType 1 (venta)'
  ],
  [
    'the receiver has no activity', document('33', { receiver: { businessActivity: null } }),
    'set header.receiver.businessActivity', 'indique en header.receiver.businessActivity'
  ],
  [
    'an export has no currency', document('110', { receiver: { taxNumber: '55555555-5', city: 'Lima' } }),
    'set header.totals.currency', 'indique en header.totals.currency'
  ],
  [
    'an export in dollars has no rate',
    document('110', { receiver: { taxNumber: '55555555-5', city: 'Lima' }, totals: { currency: 'USD' } }),
    'set header.otherCurrency.exchangeRate', 'indique en header.otherCurrency.exchangeRate'
  ],
  [
    'an export is not paid',
    document('110', { receiver: { taxNumber: '55555555-5', city: 'Lima' }, details: [{ ...line, unitPrice: 0 }], totals: { currency: 'PESO CL' } }),
    'set header.documentId.exportPaymentMethod to 21', 'indique header.documentId.exportPaymentMethod 21'
  ],
  [
    'goods are free', document('33', { details: [{ ...line, unitPrice: 0 }] }),
    'set header.documentId.paymentMethod to 3', 'indique header.documentId.paymentMethod 3'
  ],
  [
    'a settlement does not say what it settles', document('43'),
    'set details[0].settledDocumentType', 'indique en details[0].settledDocumentType'
  ],
  [
    'the buyer is a tourist', document('33', { receiver: { taxNumber: '55555555-5' } }),
    'set header.documentId.touristInvoice to true', 'indique header.documentId.touristInvoice true'
  ],
  [
    'a note is about an exempt invoice', document('61', { references: about('34') }),
    'set exemptIndicator of each to 1', 'indique exemptIndicator 1 en cada una'
  ],
  [
    'a tax has a base of its own', document('33', { details: [{ ...line, taxes: [{ taxCode: '17' }] }] }),
    'as slaughterBase (tax 17)', 'como slaughterBase (impuesto 17)'
  ]
]

describe('a refusal that one member would solve', () => {
  it.each(refused)('names it and its value where %s', (_, payload, en, es) => {
    const { violations } = preparePayload(payload)

    expect(violations.map(({ message }) => message.en).join('\n')).toContain(en)
    expect(violations.map(({ message }) => message.es).join('\n')).toContain(es)
  })

  it.each([
    ['a total is a peso off', document('33', { totals: { netAmount: 11901 } })],
    ['a line is a peso off', document('33', { details: [{ ...line, lineTotal: 11899 }] })],
    ['the VAT alone is wrong', document('33', { totals: { netAmount: 11900, taxAmount: 2300 } })]
  ])('and proposes nothing when %s', (_, payload) => {
    const { violations } = preparePayload(payload)

    expect(violations).toHaveLength(1)
    expect(violations[0]?.message.en).not.toContain(';')
  })

  it.each(Object.entries(cureTable))('has the same content in both languages: %s', (_name, { en, es }) => {
    const places = (text: string) => text.match(/\{\w+\}|\b(header|details\[\])\.[\w.]+|globalDiscounts/g)

    expect(places(es)).toEqual(places(en))
  })
})
