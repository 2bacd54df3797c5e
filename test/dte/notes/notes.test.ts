import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DocumentTotals, TaxDocument } from '../../../src/dte/document.ts'
import type { InvoicePayload } from '../../../src/dte/fields/payload.ts'
import { textsBody } from '../../../src/dte/notes/corrections.ts'
import { loweringNote, notePayload, raisingNote } from '../../../src/dte/notes/note-payload.ts'
import { wholeBody } from '../../../src/dte/notes/whole-document.ts'
import { type PreparedDocument, prepareDocument } from '../../../src/dte/reading/document-from-payload.ts'
import { add, compare, type Decimal, sum } from '../../../src/dte/values/amounts.ts'
import { documentTypes } from '../../../src/dte/values/document-types.ts'
import { preparePayload } from '../../support/document-cases.ts'
import { defined } from '../../support/expecting.ts'
import { anyExample, payloadOf } from '../../support/random-documents.ts'
import { senderFacts, today } from '../../support/sender-facts.ts'
import { folio, giveBack } from './returns.ts'

/** A note as Save would prepare it: the notes about purchases among the sender's own are known. */
function prepareNote (payload: InvoicePayload, original: TaxDocument, isPurchase: boolean): PreparedDocument {
  const purchaseNotes = new Set(isPurchase ? [`${original.documentType} ${folio}`] : [])
  return prepareDocument(payload, { sender: senderFacts, today, purchaseNotes })
}

const annulment = (document: TaxDocument) =>
  notePayload(loweringNote(document.documentType), { document, folio }, { code: '1', reason: 'Anula' }, wholeBody({ document, folio }))

// A settlement may owe, and may have taxes without lines, which no note can say; a delivery note has no note.
const owesNothing = ({ totals }: TaxDocument) =>
  !totals.totalAmount.startsWith('-') && !totals.netAmount.startsWith('-') && !totals.exemptAmount.startsWith('-')

describe('the note that annuls a document', () => {
  it('has the totals of the document to the last decimal, whatever its lines, discounts, taxes and currency', () => {
    const seen = new Map<number, number>()
    fc.assert(fc.property(anyExample, (example) => {
      const { document } = preparePayload(payloadOf(example))
      if (!document || document.documentType === 52 || !owesNothing(document)) return
      const note = prepareNote(annulment(document), document, example.purchase)
      seen.set(document.documentType, (seen.get(document.documentType) ?? 0) + 1)

      expect(note.violations).toEqual([])
      const { previousBalance: _, amountToPay: __, ...billed } = document.totals
      expect(note.document?.totals).toEqual(billed)
      expect(note.document?.otherCurrency).toEqual(document.otherCurrency)
      expect(note.document?.receiver).toEqual(document.receiver)
    }), { numRuns: 200 })
    expect([...seen.keys()].sort((one, other) => one - other)).toEqual([33, 34, 39, 41, 43, 46, 56, 61, 110, 111, 112])
  })
})

const decimals = (values: (string | undefined)[]) => sum(values.map((value) => (value ?? '0') as Decimal))

const taxIn = (all: DocumentTotals[], code: string) =>
  decimals(all.map(({ taxes }) => taxes.find(({ taxCode }) => taxCode === code)?.taxAmount))

/** What several notes come to; of prices with VAT, which each splits by itself, net amount and VAT together. */
function sumsOf (documents: TaxDocument[], linePrices: 'net' | 'gross'): object {
  const all = documents.map(({ totals }) => totals)
  const codes = [...new Set(all.flatMap(({ taxes }) => taxes.map(({ taxCode }) => taxCode)))].sort()
  const [net, vat] = [decimals(all.map(({ netAmount }) => netAmount)), decimals(all.map(({ taxAmount }) => taxAmount))]
  return {
    ...linePrices === 'gross' ? { paid: add(net, vat) } : { net, vat },
    exempt: decimals(all.map(({ exemptAmount }) => exemptAmount)),
    deposits: decimals(all.map(({ depositAmount }) => depositAmount)),
    taxes: codes.map((code) => [code, taxIn(all, code)]).filter(([, amount]) => amount !== '0'),
    commissions: decimals(all.flatMap(({ commissions }) => commissions ? Object.values(commissions) : [])),
    total: decimals(all.map(({ totalAmount }) => totalAmount))
  }
}

const part = fc.record({
  line: fc.nat(19),
  part: fc.oneof(fc.constant(1), fc.constantFrom(0.1, 0.25, 1 / 3, 0.5), fc.double({ min: 0.01, max: 1, noNaN: true })),
  inPesos: fc.boolean()
})
const returns = fc.array(fc.array(part, { minLength: 1, maxLength: 4 }), { maxLength: 6 })

// What a settlement owes is no part of a line; commissions that are nearly all of a document leave notes of nothing; of
// a few pesos with several additional taxes, no whole net amounts give all taxes: of 2 with 31.5 % and 17 with 50 %.
const isReturnable = (document: TaxDocument) =>
  owesNothing(document) && !document.lines.some(({ lineTotal }) => lineTotal.startsWith('-')) &&
  compare(decimals(Object.values(document.totals.commissions ?? {})), document.totals.totalAmount) <= 0 &&
  (document.totals.taxes.length < 2 || Number(document.totals.netAmount) >= 1000)

// `DOCUMENTS=20000` looks at so many others.
const runs = Number(process.env['DOCUMENTS'] ?? 300)
const seed = process.env['DOCUMENTS'] === undefined ? { seed: 20_261_128 } : {}

describe("notes that credit a document's lines, in any order and any parts", () => {
  it('add up to the document: net, exempt, VAT, each additional tax and total; and never exceed a line', { timeout: runs * 1000, tags: 'slow' }, () => {
    const seen = new Map<number, number>()
    fc.assert(fc.property(anyExample, returns, (example, wanted) => {
      const { document } = preparePayload(payloadOf(example))
      if (!document || !isReturnable(document)) return
      const { notes, taken, violations } = giveBack(document, wanted, example.purchase)
      seen.set(document.documentType, (seen.get(document.documentType) ?? 0) + notes.length)

      expect(violations).toEqual([])
      // Nothing but what is not billed.
      if (notes.length === 0) {
        expect(document.totals.totalAmount).toBe('0')
        return
      }
      expect(sumsOf(notes, document.linePrices)).toEqual(sumsOf([document], document.linePrices))
      for (const { lineNumber, quantity = '0' as Decimal, lineTotal } of document.lines) {
        const own = taken.flat().filter(({ line }) => line === lineNumber)
        expect(compare(decimals(own.map(({ amount }) => amount)), lineTotal)).toBeLessThanOrEqual(0)
        expect(compare(decimals(own.map((one) => one.quantity)), quantity)).toBeLessThanOrEqual(0)
      }
    }), { numRuns: runs, ...seed })
    expect([...seen.keys()].sort((one, other) => one - other)).toEqual(Object.keys(documentTypes).map(Number))
  })

  /** The notes of single units, one after the other. */
  function unitByUnit (payload: object, units: number): TaxDocument[] {
    const { document } = preparePayload(payload)
    return giveBack(defined(document), Array.from({ length: units - 1 }, (_, index) =>
      [{ line: 0, part: 1 / (units - index) + 1e-9, inPesos: false }]), false).notes
  }
  const buyer = { taxNumber: '77777777-7', businessName: 'Cliente', businessActivity: 'Comercio', address: 'Teatinos 120', municipality: 'Santiago', city: 'Santiago' }
  const sold = (documentType: string, line: object, discount?: number) => ({
    header: { documentId: { documentType }, receiver: documentType === '110' ? { ...buyer, taxNumber: '55555555-5' } : buyer, ...documentType === '110' && { totals: { currency: 'DOLAR USA' }, otherCurrency: { exchangeRate: 945.32 } } },
    details: [{ itemName: 'Clavo', ...line }],
    ...discount && { globalDiscounts: [{ movement: 'D', valueType: '$', value: discount }] }
  })

  it.each([
    ['33 of 3 × 333 less 10', sold('33', { quantity: 3, unitPrice: 333 }, 10), 3, ['393', '394', '390']],
    ['34 of 3 × 1000 less 100', sold('34', { quantity: 3, unitPrice: 1000 }, 100), 3, ['967', '967', '966']],
    ['39 of 3 × 1000 less 100', sold('39', { quantity: 3, unitPrice: 1000 }, 100), 3, ['967', '967', '966']],
    ['110 of 3 × 1000 dollars less 100', sold('110', { quantity: 3, unitPrice: 1000 }, 100), 3, ['966.67', '966.67', '966.66']],
    ['33 of 7 × 1999 less 12.5 % in the line', sold('33', { quantity: 7, unitPrice: 1999, discountPercentage: 12.5 }), 7, 14_570],
    ['33 of 3 units with a specific tax of 100', sold('33', { quantity: 3, unitPrice: 1000, taxes: [{ taxCode: '28', taxAmount: 100 }] }), 3, 3670]
  ] as const)('likewise for a %s, unit by unit', (_, payload, units, expected) => {
    const totals = unitByUnit(payload, units).map(({ totals: { totalAmount } }) => totalAmount)

    expect(totals).toHaveLength(units)
    if (typeof expected === 'number') expect(decimals(totals)).toBe(String(expected))
    else expect(totals).toEqual(expected)
  })
})

describe('every note', () => {
  it.each(
    [[33, 61, 56], [43, 61, 56], [52, 61, 56], [39, 61, 56], [61, 56, 56], [110, 112, 111], [112, 111, 111]] as const
  )(
    'about a %i is a %i where it lowers it, and a %i where it adds to it', (type, lowering, adding) => {
      expect([loweringNote(type), raisingNote(type)]).toEqual([lowering, adding])
    }
  )

  it('that corrects texts says what was and what should be', () => {
    expect(textsBody([{ was: 'a', is: 'b' }, { field: 'giro', was: 'c', is: 'd' }])).toEqual({
      details: [
        { itemName: 'Corrige texto', itemDescription: 'Donde dice: a\nDebe decir: b' },
        { itemName: 'Corrige giro', itemDescription: 'Donde dice: c\nDebe decir: d' }
      ],
      totals: {}
    })
  })
})
