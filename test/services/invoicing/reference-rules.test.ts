import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Decimal } from '../../../src/dte/values/amounts.ts'
import type { DocumentTotals, TaxDocument } from '../../../src/dte/document.ts'
import { amountsOf, type KnownNote } from '../../../src/services/invoicing/references/note-amounts.ts'
import {
  changesOf, judgeLines, judgeReferences, type KnownDocument, pendingFor
} from '../../../src/services/invoicing/references/reference-rules.ts'
import { defined } from '../../support/expecting.ts'

const pesos = (amount: number): Decimal => String(amount) as Decimal

const reference = { lineNumber: 1, documentType: '33', folio: '10', date: '2026-11-01', code: '3' }

/** The totals of exempt lines: nothing is rounded. */
function exempt (total: Decimal, currency?: string): DocumentTotals {
  const none = pesos(0)
  return {
    netAmount: none, exemptAmount: total, taxAmount: none, taxes: [], totalAmount: total, ...currency && { currency }
  }
}

function exemptDocument (total: Decimal, currency?: string) {
  const lines = [{ exemptIndicator: 1, taxCodes: [], lineTotal: total }]
  return { linePrices: 'net', lines, globalDiscounts: [], totals: exempt(total, currency) }
}

/** As much of a note as its references are judged by. */
function note (amount: number, references: object[] = [reference], documentType = 61): TaxDocument {
  return {
    documentType,
    sender: { taxNumber: '99999999-9' },
    receiver: { taxNumber: '88888888-8' },
    references,
    ...exemptDocument(pesos(amount))
  } as unknown as TaxDocument
}

const amounts = (total: Decimal, currency?: string) =>
  amountsOf(exemptDocument(total, currency) as unknown as TaxDocument)

const issuedOf = (total: Decimal, currency?: string) => ({
  correlationId: 'd', issueDate: '2026-11-01', receiverTaxNumber: '88888888-8',
  totals: exempt(total, currency), amounts: amounts(total, currency)
})

function known (total: number, notes: KnownNote[] = [], change: Partial<KnownDocument> = {}): KnownDocument {
  return {
    documentType: 33,
    folio: 10,
    standing: 'accepted',
    issued: issuedOf(pesos(total)),
    notes,
    ...change
  }
}

let notes = 0
function earlier (
  documentType: number, amount: number,
  { code = '3', about = [{ documentType: 33, folio: 10 }], by = [] as KnownNote[] } = {}
): KnownNote {
  const folio = ++notes
  return {
    correlationId: `n${folio}`, documentType, folio, amounts: amounts(pesos(amount)),
    changes: about.map((name) => ({ ...name, code })), notes: by
  }
}

const rules = (document: TaxDocument, ...documents: KnownDocument[]): string[] =>
  judgeReferences(document, documents).map(({ rule }) => rule)

describe('the documents that a note changes', () => {
  it('are the sender\'s own electronic documents', () => {
    const references = [
      reference,
      { ...reference, lineNumber: 2, documentType: '801' },
      { ...reference, lineNumber: 3, documentType: 'HES' },
      { ...reference, lineNumber: 4, documentType: '30' },
      { ...reference, lineNumber: 5, issuerTaxNumber: '44444444-4' },
      { ...reference, lineNumber: 6, folio: '0' },
      { ...reference, lineNumber: 7, folio: '0011', issuerTaxNumber: '99999999-9' },
      { ...reference, lineNumber: 8, documentType: '46', code: undefined }
    ]
    expect(changesOf(note(1, references)).map(({ line, folio }) => [line, folio])).toEqual([[1, 10], [7, 11]])
  })

  it('are none for a document that is not a note', () => {
    expect(changesOf(note(1, [reference], 33))).toEqual([])
  })
})

describe('the remainder of a document', () => {
  it('is its total, with its debit notes and without its credit notes, to the peso', () => {
    fc.assert(
      fc.property(
        fc.nat(9_000_000),
        fc.array(fc.tuple(fc.constantFrom(56, 61), fc.nat(1_000_000)), { maxLength: 12 }),
        (total, list) => {
          const left = list.reduce((rest, [type, amount]) => rest + (type === 56 ? amount : -amount), total)
          const document = known(
            total, list.map(([type, amount]) => earlier(type, amount))
          )

          expect(rules(note(Math.max(left, 0)), document)).toEqual([])
          expect(rules(note(Math.max(left, 0) + 1), document)).toEqual(['REFERENCE_AMOUNT_EXCEEDED'])
        }))
  })

  it('does not count credit notes that a debit note annulled, unless a credit note annulled that one', () => {
    const first = earlier(61, 1000, { code: '1' })
    const about = (one: KnownNote) => [{ documentType: one.documentType, folio: defined(one.folio) }]
    const second = earlier(56, 1000, { code: '1', about: about(first) })
    const third = earlier(61, 1000, { code: '1', about: about(second) })

    expect(rules(note(1000), known(1000, [first]))).toEqual(['REFERENCE_AMOUNT_EXCEEDED'])
    expect(rules(note(1000), known(1000, [{ ...first, notes: [second] }]))).toEqual([])
    expect(rules(note(1000), known(1000, [{ ...first, notes: [{ ...second, notes: [third] }] }]))).toEqual([
      'REFERENCE_AMOUNT_EXCEEDED'
    ])
  })

  it("is zero once it is annulled, whatever the note's amount", () => {
    expect(rules(note(1), known(1000, [earlier(61, 10, { code: '1' })]))).toEqual(['REFERENCE_AMOUNT_EXCEEDED'])
  })

  it('is not lowered by notes that may be about others', () => {
    expect(
      rules(
        note(1000),
        known(1000, [earlier(61, 900, { about: [{ documentType: 33, folio: 10 }, { documentType: 33, folio: 11 }] })])
      )
    ).toEqual([])
  })

  it('is computed in exact decimals of the currency, and not compared across currencies', () => {
    const dollars = (amount: string, currency = 'DOLAR USA') =>
      ({
        ...note(0, [{ ...reference, documentType: '110' }], 112), ...exemptDocument(amount as Decimal, currency)
      }) as unknown as TaxDocument
    const invoice = known(0, [], { documentType: 110 })
    const sold = { ...invoice, issued: issuedOf('0.3' as Decimal, 'DOLAR USA') }
    const taken = {
      ...sold,
      notes: [earlier(112, 0, { about: [{ documentType: 110, folio: 10 }] })].map((one) => ({
        ...one, amounts: amounts('0.1' as Decimal, 'DOLAR USA')
      }))
    }

    expect(rules(dollars('0.2'), taken)).toEqual([])
    expect(rules(dollars('0.2001'), taken)).toEqual(['REFERENCE_AMOUNT_EXCEEDED'])
    expect(rules(dollars('900', 'EURO'), taken)).toEqual([])
  })

  it.each([
    ['of a delivery note', note(5000, [{ ...reference, documentType: '52' }]), known(0, [], { documentType: 52 })],
    [
      'where another document, of an earlier system, is changed as well',
      note(5000, [reference, { ...reference, lineNumber: 2, documentType: '30', folio: '4' }]), known(1000)
    ],
    ['for a debit note', note(5000, [reference], 56), known(1000)]
  ])('sets no limit %s', (_, document, target) => {
    expect(rules(document, target)).toEqual([])
  })
})

describe('a note of Webhook/Correct that is retried', () => {
  const sold = {
    ...note(0, [], 33),
    lines: [{ lineNumber: 1, quantity: pesos(3), exemptIndicator: 1, taxCodes: [], lineTotal: pesos(900) }]
  } as unknown as TaxDocument
  const units = (quantity: number, amount: number) => [{ line: 1, quantity: pesos(quantity), amount: pesos(amount) }]
  const corrected = (quantity: number, amount: number, by: KnownNote[] = []): KnownNote => ({
    ...earlier(61, amount, { by }), correction: { document: note(amount), taken: units(quantity, amount) }
  })
  const left = (...list: KnownNote[]) => [known(900, list, { issued: { ...issuedOf(pesos(900)), document: sold } })]
  const broken = (quantity: number, amount: number, documents: KnownDocument[]) =>
    judgeLines(note(amount), units(quantity, amount), documents).map(({ rule, message }) => [rule, message.en])

  it('takes at most what other notes left of a line, in units and in amount', () => {
    expect(broken(2, 600, left(corrected(1, 300)))).toEqual([])
    expect(broken(2, 600, left(corrected(2, 300)))).toEqual([
      ['REFERENCE_LINE_EXCEEDED', 'the note takes 2 off line 1 of the document, but other notes have left 1']
    ])
    expect(broken(1, 600, left(corrected(2, 301)))).toEqual([
      ['REFERENCE_LINE_EXCEEDED', 'the note takes 600 off line 1 of the document, but other notes have left 599']
    ])
  })

  it('can use units of annulled notes, and those that a debit note restored', () => {
    const first = corrected(3, 900)
    const about = [{ documentType: 61, folio: defined(first.folio) }]
    const annulment = earlier(56, 900, { code: '1', about })
    const correction = { document: note(300, [], 56), taken: units(1, 300) }
    const partly: KnownNote = { ...earlier(56, 300, { about }), correction }

    expect(broken(3, 900, left({ ...first, notes: [annulment] }))).toEqual([])
    expect(broken(1, 300, left({ ...first, notes: [partly] }))).toEqual([])
    expect(broken(2, 300, left({ ...first, notes: [partly] }))).toHaveLength(1)
  })
})

describe('a note is checked against each document that it changes', () => {
  const annulment = { ...reference, code: '1' }
  const annulledBefore = known(1000, [earlier(61, 1000, { code: '1' })])
  const issued = defined(known(1000).issued)

  it.each([
    ['passes when all agrees', note(1000), known(1000), []],
    [
      'must be to the same receiver', note(1),
      known(1000, [], { issued: { ...issued, receiverTaxNumber: '77777777-7' } }),
      ['REFERENCE_RECEIVER_MISMATCH payload.references[0].folio']
    ],
    [
      'may be to anybody where a boleta was for nobody in particular', note(1),
      known(1000, [], { issued: { ...issued, receiverTaxNumber: '66666666-6' } }), []
    ],
    ['must name its date', note(1), known(1000, [], { issued: { ...issued, issueDate: '2026-10-31' } }), [
      'REFERENCE_DATE_MISMATCH payload.references[0].date'
    ]],
    ['must not be about a folio that no document took', note(1), known(0, [], { standing: 'unissued' }), [
      'REFERENCE_NOT_ISSUED payload.references[0].folio'
    ]],
    ['must not be about a rejected document', note(1), known(1000, [], { standing: 'refused' }), [
      'REFERENCE_REJECTED payload.references[0].folio'
    ]],
    ['must not be about a failed document', note(1), known(1000, [], { standing: 'stopped' }), [
      'REFERENCE_REJECTED payload.references[0].folio'
    ]],
    ['may be about a document on its way', note(1), known(1000, [], { standing: 'onItsWay' }), []],
    [
      'is trusted about a document of an earlier system', note(1),
      { documentType: 33, folio: 10, standing: 'elsewhere', notes: [] } as KnownDocument, []
    ],
    ['does not annul twice', note(1000, [annulment]), annulledBefore, [
      'REFERENCE_ANNULLED_BEFORE payload.references[0].folio'
    ]],
    [
      'does not annul twice what an earlier system issued', note(1000, [annulment]),
      { documentType: 33, folio: 10, standing: 'elsewhere', notes: annulledBefore.notes } as KnownDocument,
      ['REFERENCE_ANNULLED_BEFORE payload.references[0].folio']
    ],
    ['annuls no more than there is', note(1001, [annulment]), known(1000), [
      'REFERENCE_AMOUNT_DIFFERS payload.references[0].folio'
    ]],
    ['annuls no less than there is', note(999, [annulment]), known(1000), [
      'REFERENCE_AMOUNT_DIFFERS payload.references[0].folio'
    ]],
    ['annuls the whole', note(1000, [annulment]), known(1000), []],
    ['annuls nothing of which a part is gone', note(1000, [annulment]), known(1000, [earlier(61, 1)]), [
      'REFERENCE_AMOUNT_EXCEEDED payload.references[0].folio'
    ]],
    ['annuls in the same currency', note(1000, [annulment]), known(1000, [], { issued: issuedOf(pesos(1000), 'EURO') }), [
      'REFERENCE_AMOUNT_DIFFERS payload.references[0].folio'
    ]],
    ['annuls a settlement that owes, whose amount no note can say', note(0, [annulment]), known(-1000), []],
    ['of debit annuls the whole too', note(999, [annulment], 56), known(1000), [
      'REFERENCE_AMOUNT_DIFFERS payload.references[0].folio'
    ]],
    ['that corrects texts takes nothing away', note(5000, [{ ...reference, code: '2' }]), known(1000), []]
  ] as [string, TaxDocument, KnownDocument, string[]][])('%s', (_, document, target, broken) => {
    expect(judgeReferences(document, [target]).map(({ rule, path }) => `${rule} ${path}`)).toEqual(broken)
  })

  it('and reports every problem with each of them, with its path', () => {
    const other = known(1000, [], {
      folio: 11, issued: { ...issued, receiverTaxNumber: '77777777-7', issueDate: '2026-10-31' }
    })
    const references = [reference, { ...reference, lineNumber: 2, folio: '11' }]

    expect(judgeReferences(note(1, references), [known(1000), other]).map(({ rule, path }) => `${rule} ${path}`))
      .toEqual([
        'REFERENCE_RECEIVER_MISMATCH payload.references[1].folio', 'REFERENCE_DATE_MISMATCH payload.references[1].date'
      ])
  })
})

it('a note waits for each document on its way, and for no other', () => {
  const references = [reference, { ...reference, lineNumber: 2, folio: '11' }, {
    ...reference, lineNumber: 3, folio: '12'
  }]
  const documents = [
    known(1, [], { standing: 'onItsWay' }), known(1, [], { folio: 11 }),
    known(1, [], { folio: 12, standing: 'onItsWay' })
  ]

  expect(pendingFor(note(0, references), documents)).toEqual(['d', 'd'])
  expect(pendingFor(note(0), [known(1)])).toEqual([])
})
