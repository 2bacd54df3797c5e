import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TaxDocument } from '../../../src/dte/document.ts'
import type { InvoicePayload } from '../../../src/dte/fields/payload.ts'
import { linesBody, textsBody } from '../../../src/dte/notes/corrections.ts'
import { loweringNote, notePayload, raisingNote } from '../../../src/dte/notes/note-payload.ts'
import { wholeBody } from '../../../src/dte/notes/whole-document.ts'
import { type PreparedDocument, prepareDocument } from '../../../src/dte/reading/document-from-payload.ts'
import { preparePayload } from '../../support/document-cases.ts'
import { anyExample, payloadOf } from '../../support/random-documents.ts'
import { senderFacts, today } from '../../support/sender-facts.ts'

const folio = 1042

/** A note as Save would prepare it: the notes about purchases among the sender's own are known. */
function prepareNote (payload: InvoicePayload, original: TaxDocument, isPurchase: boolean): PreparedDocument {
  const purchaseNotes = new Set(isPurchase ? [`${original.documentType} ${folio}`] : [])
  return prepareDocument(payload, { sender: senderFacts, today, purchaseNotes })
}

const annulment = (document: TaxDocument) =>
  notePayload(loweringNote(document.documentType), { document, folio }, { code: '1', reason: 'Anula' }, wholeBody({ document, folio }))

// A settlement may owe, and may have taxes without lines, which no note can say; a delivery note has no note.
const isAnnullable = ({ documentType, totals }: TaxDocument) =>
  documentType !== 52 && !totals.totalAmount.startsWith('-') && !totals.netAmount.startsWith('-') && !totals.exemptAmount.startsWith('-')

describe('the note that annuls a document', () => {
  it('has the totals of the document to the last decimal, whatever its lines, discounts, taxes and currency', () => {
    const seen = new Map<number, number>()
    fc.assert(fc.property(anyExample, (example) => {
      const { document } = preparePayload(payloadOf(example))
      if (!document || !isAnnullable(document)) return
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

const correction = (document: TaxDocument, body: ReturnType<typeof linesBody>) =>
  notePayload(loweringNote(document.documentType), { document, folio }, { code: '3', reason: 'Corrige' }, body)

/** Lines that have an amount, with the whole quantity or amount of each. */
const wholeLines = ({ lines }: TaxDocument) =>
  lines.flatMap(({ quantity, unitPrice, lineTotal, exemptIndicator }, index) => {
    if (Number(lineTotal) <= 0 || exemptIndicator === 4 || exemptIndicator === 5) return []
    const whole = unitPrice === undefined ? { amount: Number(lineTotal) } : { quantity: Number(quantity) }
    return [{ line: index + 1, ...whole }]
  })

describe('a note that corrects amounts', () => {
  it('of every line in full has the totals of the document', () => {
    fc.assert(fc.property(anyExample, (example) => {
      const { document } = preparePayload(payloadOf(example))
      // What a settlement owes is no part of a line; commissions and an export without payment are of the whole.
      if (!document || example.documentType === 43 || document.commissions || example.unpaid) return
      // A delivery note of what is not billed: there is nothing to credit.
      if (Number(document.totals.totalAmount) === 0) return
      // Discounts of lines that round to nothing have no line to be a part of.
      if (document.lines.some(({ lineTotal }) => lineTotal === '0')) return
      const payload = correction(document, linesBody(document, wholeLines(document)))
      const note = prepareNote(payload, document, example.purchase)
      const { netAmount, exemptAmount, taxAmount, taxes, totalAmount } = document.totals

      expect(note.violations).toEqual([])
      expect(note.document?.totals).toMatchObject({ netAmount, exemptAmount, taxAmount, totalAmount })
      expect(note.document?.totals.taxes).toEqual(expect.arrayContaining(taxes))
    }), { numRuns: 150 })
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
