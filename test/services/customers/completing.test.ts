import { describe, expect, it } from 'vitest'
import type { InvoicePayload } from '../../../src/dte/fields/payload.ts'
import type { CustomerRow } from '../../../src/repositories/customers/customers.ts'
import type { ProductRow } from '../../../src/repositories/customers/products.ts'
import { completed } from '../../../src/services/customers/completing.ts'
import { defined, first } from '../../support/expecting.ts'

const at = new Date('2026-11-20T12:00:00Z')
const acme: CustomerRow = {
  id: 'a', taxNumber: '55555555-5', foreignId: 'AB1', nationality: '225', businessName: 'Acme Corp', businessActivity: 'Trade',
  address: '1 Main St', municipality: null, city: 'Boston', email: null, paymentMethod: 2, paymentDays: 30, notes: null,
  archived: false, createdAt: at, updatedAt: at
}
const copper: ProductRow = {
  id: 'b', code: 'CU', name: 'Cátodo', description: null, unitOfMeasure: 'TON', unitPrice: 9000, currency: 'DOLAR USA',
  grossPrice: false, exempt: false, taxCodes: [], archived: false, createdAt: at, updatedAt: at
}

interface Posted { documentType: string, documentId?: object, receiver?: object, line?: object, currency?: string }

function complete (
  { documentType, documentId, receiver = {}, line = {}, currency }: Posted, product: Partial<ProductRow> = {}
) {
  const payload = {
    header: { documentId: { documentType, ...documentId }, receiver, ...currency && { totals: { currency } } },
    details: [line]
  } as InvoicePayload
  const { header, details } = completed(payload, {
    customer: acme, lines: [{ ...copper, ...product }], today: '2026-11-20'
  })
  return { documentId: header.documentId, receiver: defined(header.receiver), line: first(defined(details)) }
}

describe('a customer', () => {
  it('abroad is identified if the type allows it, and members of one block are not mixed', () => {
    const foreign = { documentNumber: 'AB1', nationality: '225' }

    expect(complete({ documentType: '110' }).receiver).toMatchObject({ taxNumber: '55555555-5', foreign, city: 'Boston' })
    expect(complete({ documentType: '39' }).receiver).not.toHaveProperty('foreign')
    expect(complete({ documentType: '110', receiver: { foreign: { documentNumber: 'X' } } }).receiver.foreign)
      .toEqual({ documentNumber: 'X' })
  })

  it('adds no activity if its code is posted, and treats blank texts as omitted', () => {
    const { receiver } = complete({ documentType: '33', receiver: { businessActivityCode: 475201, businessName: ' ', address: 'Otra' } })

    expect(receiver).toMatchObject({ businessName: 'Acme Corp', address: 'Otra' })
    expect(receiver).not.toHaveProperty('businessActivity')
  })

  it.each([
    ['from the issue date', { documentType: '33', documentId: { issueDate: '2026-11-01T00:00:00Z' } }, '2026-12-01'],
    ['from today', { documentType: '33' }, '2026-12-20'],
    ['not in notes', { documentType: '61' }, undefined],
    ['not in boletas', { documentType: '39' }, undefined],
    ['not beside a posted payment method', { documentType: '33', documentId: { paymentMethod: 1 } }, undefined],
    ['not beside posted payments', { documentType: '33', documentId: { payments: [{ date: '2026-12-01', amount: 1 }] } }, undefined]
  ])('sets the due date %s', (_what, posted, dueDate) => {
    expect(complete(posted).documentId.dueDate).toBe(dueDate)
  })
})

describe('a product', () => {
  const priceIn = (posted: Posted, product?: Partial<ProductRow>) => complete(posted, product).line.unitPrice

  it('applies its price in its own currency only, and keeps posted amounts, also 0', () => {
    expect(priceIn({ documentType: '110', currency: 'USD' })).toBe(9000)
    expect(priceIn({ documentType: '110', currency: 'DOLAR USA', line: { unitPrice: 0 } })).toBe(0)
    expect(priceIn({ documentType: '110', currency: 'USD', line: { lineTotal: 100 } })).toBeUndefined()
    expect(priceIn({ documentType: '33' })).toBeUndefined()
  })

  it("applies its price with or without VAT like the document's lines, to the sixth decimal", () => {
    const pesos = { currency: 'PESO CL', unitPrice: 1000.5 }

    expect(priceIn({ documentType: '39' }, pesos)).toBe(1190.595)
    expect(priceIn({ documentType: '39' }, { ...pesos, grossPrice: true })).toBe(1000.5)
    expect(priceIn({ documentType: '39', documentId: { grossAmounts: false } }, pesos)).toBe(1000.5)
    expect(priceIn({ documentType: '33' }, { ...pesos, grossPrice: true })).toBe(840.756303)
    expect(priceIn({ documentType: '34' }, { ...pesos, grossPrice: true })).toBe(840.756303)
    expect(priceIn({ documentType: '39' }, { ...pesos, exempt: true })).toBe(1000.5)
    expect(priceIn({ documentType: '39', line: { exemptIndicator: 1 } }, pesos)).toBe(1000.5)
  })

  it('that is exempt marks the line, unless the line has taxes', () => {
    expect(complete({ documentType: '33' }, { exempt: true }).line.exemptIndicator).toBe(1)
    expect(complete({ documentType: '33', line: { taxes: [{ taxCode: 'IVA' }] } }, { exempt: true }).line.exemptIndicator)
      .toBeUndefined()
  })

  it('adds its code only without posted codes, and its taxes if the type allows them', () => {
    expect(complete({ documentType: '33' }).line.itemCode).toEqual({ codeValue: 'CU' })
    expect(complete({ documentType: '33', line: { itemCodes: [{ codeValue: 'EAN' }] } }).line).not.toHaveProperty('itemCode')
    expect(complete({ documentType: '33' }, { taxCodes: ['25'] }).line.taxes).toEqual([{ taxCode: '25' }])
    expect(complete({ documentType: '39' }, { taxCodes: ['25'] }).line).not.toHaveProperty('taxes')
  })
})
