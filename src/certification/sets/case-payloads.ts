/**
 * The documents of a set, as a client would post them [S25]: what certifies is the code that production uses. Amounts
 * are left to the ordinary arithmetic.
 */
import type { InvoicePayload } from '../../dte/fields/payload.ts'
import { isExport, isNote } from '../../dte/values/document-types.ts'
import type { CaseContent, CaseLine, CaseOptions, CaseReceiver } from './case-content.ts'
import { exportContent } from './export-payloads.ts'
import { plainOf } from './lines.ts'
import type { DocumentSet, TestCase, TestRow } from './test-set.ts'
import { dispatchTypeOf, noteChangeOf, settledTypeOf, transferTypeOf, type NoteChange } from './words.ts'

/**
 * One document for each case, in their order. The first reference names the case; a note's second one the document of
 * its set that it changes.
 * Throws RangeError when there are not as many folios as cases, no receivers, or an export without `abroad`.
 */
export function casePayloads (set: DocumentSet, options: CaseOptions): InvoicePayload[] {
  if (options.folios.length !== set.cases.length) {
    throw new RangeError(`${set.cases.length} cases need as many folios, not ${options.folios.length}`)
  }
  const contents: CaseContent[] = []
  for (const one of set.cases) contents.push(contentOf(one, set, { contents, options }))
  return set.cases.map((one, index) => payloadOf(one, contents[index] as CaseContent, { set, options }))
}

interface Context { contents: readonly CaseContent[], options: CaseOptions }

function contentOf (one: TestCase, set: DocumentSet, { contents, options }: Context): CaseContent {
  const changed = one.reference && contents[one.reference.caseNumber - 1]
  if (one.reference && changed) return noteContent(one, { ...changed, rows: rowsChanged(one, set) })
  if (isExport(one.documentType)) return exportContent(one, options)
  return { receiver: receiverOf(one, set, options), ...ownContent(one, options) }
}

function rowsChanged ({ reference }: TestCase, { cases }: DocumentSet): TestRow[] {
  return cases.find(({ number }) => number === reference?.caseNumber)?.rows ?? []
}

const internalTransfer = 5

/** A customer for each invoice in turn; the company itself where goods move within it. */
function receiverOf (one: TestCase, { cases }: DocumentSet, { receivers }: CaseOptions): CaseReceiver | undefined {
  if (isInternal(one)) return undefined
  const before = cases.filter((other) => other.number < one.number && !isNote(other.documentType) && !isInternal(other))
  const receiver = receivers[before.length % receivers.length]
  if (!receiver) throw new RangeError('A set needs at least one receiver')
  return receiver
}

function isInternal ({ transferReason }: TestCase): boolean {
  return transferReason !== undefined && transferTypeOf(transferReason) === internalTransfer
}

function ownContent (one: TestCase, options: CaseOptions): Omit<CaseContent, 'receiver'> {
  const { documentType, globalAdjustment, charges } = one
  return {
    ...(documentType === 52 && guideHeader(one, options)),
    details: one.rows.map((row) => documentType === 43 ? settlementLine(row) : lineOf(row, documentType)),
    ...(globalAdjustment && {
      globalDiscounts: [{
        movement: globalAdjustment.movement, description: globalAdjustment.description, valueType: '%',
        value: globalAdjustment.percentage
      }]
    }),
    ...(charges.length > 0 && {
      commissions: charges.map(({ name, total = 0 }) => ({ movement: 'C', description: name, netAmount: total }))
    })
  }
}

function guideHeader (one: TestCase, { transport }: CaseOptions): Pick<CaseContent, 'documentId' | 'header'> {
  const transferType = transferTypeOf(one.transferReason ?? '')
  const dispatchType = isInternal(one) ? undefined : dispatchTypeOf(one.carriedBy ?? '')
  const isCarriedByCustomer = dispatchType === 1
  return {
    documentId: { transferType, dispatchType },
    ...(transport && !isCarriedByCustomer && { header: { transport } })
  }
}

const withheldVat = '15'
const exempt = 1

function lineOf ({ name, quantity, unit, price, discount }: TestRow, documentType: number): CaseLine {
  const isExempt = documentType === 33 && /\bEXENTO\b/.test(plainOf(name))
  return {
    itemName: name, quantity, unitOfMeasure: unit, unitPrice: price, discountPercentage: discount,
    ...(isExempt && { exemptIndicator: exempt }),
    ...(documentType === 46 && { taxes: [{ taxCode: withheldVat }] })
  }
}

function settlementLine ({ name, quantity, total }: TestRow): CaseLine {
  const settled = settledTypeOf(name)
  return {
    itemName: name, quantity, lineTotal: total, settledDocumentType: settled?.documentType,
    ...(settled?.exempt && { exemptIndicator: exempt })
  }
}

/** What a note takes from the document that it changes, by what it does to it. */
function noteContent (note: TestCase, changed: CaseContent & { rows: TestRow[] }): CaseContent {
  const { receiver, header } = changed
  const { documentType, reason } = note.reference ?? { documentType: 0, reason: '' }
  const shared = { receiver, header: isExport(note.documentType) && header ? noteHeader(header) : undefined }
  // An exempt invoice's lines need not say that they are: those of its notes must.
  const lines = changed.details.map((line) => documentType === 34 ? { ...line, exemptIndicator: exempt } : line)
  const make: Record<NoteChange, () => Omit<CaseContent, 'receiver'>> = {
    correctsTexts: () => ({
      details: [{ itemName: reason, ...(documentType === 34 && { exemptIndicator: exempt }) }]
    }),
    annuls: () => ({
      // A credit note without amounts is annulled by a debit note that says 0.
      details: lines.map((line) => isWithoutAmount(line) ? { ...line, lineTotal: 0 } : line),
      ...(changed.globalDiscounts && !isExport(note.documentType) && { globalDiscounts: changed.globalDiscounts })
    }),
    returnsGoods: () => ({
      details: note.rows.flatMap((row) => linesNamed(lines, row).map((line) => ({ ...line, quantity: row.quantity })))
    }),
    changesPrices: () => ({
      details: note.rows.flatMap((row) => linesNamed(lines, row).map(({ unitOfMeasure: _, ...line }) =>
        ({ ...line, unitPrice: row.price })))
    })
  }
  return { ...shared, ...make[noteChangeOf(reason) ?? 'annuls']() }
}

/** Of the customs' data, notes keep the countries alone. */
function noteHeader ({ totals, otherCurrency, transport }: NonNullable<CaseContent['header']>): CaseContent['header'] {
  const { receiverCountry, destinationCountry } = transport?.customs ?? {}
  return { totals, otherCurrency, transport: { customs: { receiverCountry, destinationCountry } } }
}

function isWithoutAmount ({ quantity, unitPrice, lineTotal }: CaseLine): boolean {
  return quantity === undefined && unitPrice === undefined && lineTotal === undefined
}

function linesNamed (lines: readonly CaseLine[], { name }: TestRow): CaseLine[] {
  return lines.filter((line) => line.itemName === name).slice(0, 1)
}

const changeCodes: Record<NoteChange, string> = {
  annuls: '1', correctsTexts: '2', returnsGoods: '3', changesPrices: '3'
}

function payloadOf (
  one: TestCase, content: CaseContent, { set, options }: { set: DocumentSet, options: CaseOptions }
): InvoicePayload {
  const { issueDate: date, folios } = options
  const { receiver, documentId, header, details, globalDiscounts, commissions, references = [] } = content
  const folioOf = (caseNumber: number) => String(folios[caseNumber - 1])
  const { reference } = one
  const changed = reference && {
    documentType: String(reference.documentType), folio: folioOf(reference.caseNumber), date,
    code: changeCodes[noteChangeOf(reference.reason) ?? 'annuls'], reason: reference.reason
  }
  return {
    header: {
      documentId: { documentType: String(one.documentType), issueDate: date, ...documentId },
      ...(receiver && { receiver }), ...header
    },
    details,
    ...(globalDiscounts && { globalDiscounts }),
    ...(commissions && { commissions }),
    references: [
      {
        documentType: 'SET', folio: folioOf(one.number), date,
        reason: `CASO ${set.attentionNumber}-${one.number}`
      },
      ...references,
      ...(changed ? [changed] : [])
    ]
  }
}
