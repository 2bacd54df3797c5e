import { chileanPeso, currencyOf } from '../../../dte/values/currencies.ts'
import { type Decimal, isNegative, zero } from '../../../dte/values/amounts.ts'
import type { DocumentTotals, TaxDocument } from '../../../dte/document.ts'
import type { TakenLine } from '../../../dte/notes/figures.ts'
import { isDocumentType, isNote } from '../../../dte/values/document-types.ts'
import { type Violation, violationOf } from '../../../dte/errors.ts'
import {
  amountsOf, type Change, type DocumentName, exceededAmount, isAnnulled, isCreditNote, type KnownNote, type NoteAmounts
} from './note-amounts.ts'
import { exceededLine } from './lines-left.ts'

/**
 * accepted · onItsWay: issued, no verdict yet · stopped: Failed, a person must correct something · refused: the SII
 * refused it · unissued: a folio of the tenant that no document has taken · elsewhere: unknown; an earlier system
 * issued it, or this one before a backup was restored.
 */
export type Standing = 'accepted' | 'onItsWay' | 'stopped' | 'refused' | 'unissued' | 'elsewhere'

export interface KnownDocument extends DocumentName {
  standing: Standing
  /** Present when a document of Timbre has the number. */
  issued?: {
    correlationId: string, issueDate: string, receiverTaxNumber: string, totals: DocumentTotals, amounts: NoteAmounts
    /** There where its lines are needed. */
    document?: TaxDocument
  }
  notes: KnownNote[]
}

const annuls = '1'
const correctsTexts = '2'
const guide = 52
const anonymous = '66666666-6'

/**
 * The sender's own electronic documents that a note changes: those whose references name no other issuer (RUTOtr) and
 * say how (CodRef).
 */
export function changesOf (document: TaxDocument): Change[] {
  if (!isNote(document.documentType)) return []
  return document.references.flatMap(({ lineNumber, documentType = '', folio = '', issuerTaxNumber, code }) => {
    const isOwn = issuerTaxNumber === undefined || issuerTaxNumber === document.sender.taxNumber
    // Folio 0 stands for many documents (IndGlobal).
    if (code === undefined || !isOwn || !isDocumentType(Number(documentType)) || !/^0*[1-9]\d*$/.test(folio)) return []
    return [{ line: lineNumber, documentType: Number(documentType), folio: Number(folio), code }]
  })
}

/**
 * Checks a note against what was issued: each document that it changes must exist, have the same receiver and the date
 * in the reference, not be annulled, and still have the amount that a credit note subtracts (REF-3-415, REF-3-750 of
 * [S14]). Folios of an earlier system are not checked. Paths are "payload.references[0].folio" style.
 */
export function judgeReferences (document: TaxDocument, known: readonly KnownDocument[]): Violation[] {
  const changes = changesOf(document)
  const targets = changes.map((change) => ({ change, target: known.find((one) => isSame(one, change)) }))
  const violations = targets.flatMap(({ change, target }) => target ? judgeChange(document, change, target) : [])
  return violations.length > 0
    ? violations
    : judgeAmount(document, changes, targets.flatMap(({ target }) => target ?? []))
}

/** Checks that a note of Webhook/Correct takes no more of a line than the notes since have left. */
export function judgeLines (
  document: TaxDocument, taken: readonly TakenLine[], known: readonly KnownDocument[]
): Violation[] {
  const [change] = changesOf(document)
  const target = change && known.find((one) => isSame(one, change))
  const exceeded = target?.issued?.document &&
    exceededLine(target.issued.document, target.notes, { documentType: document.documentType, taken })
  if (!change || !exceeded) return []
  const { line, posted, computed } = exceeded
  return [violationOf('REFERENCE_LINE_EXCEEDED', `payload.references[${change.line - 1}].folio`, {
    posted, computed, limit: String(line)
  })]
}

/** The documents on their way to a verdict that the note must wait for, by their correlation ids. */
export function pendingFor (document: TaxDocument, known: readonly KnownDocument[]): string[] {
  const targets = changesOf(document).flatMap((change) => known.find((one) => isSame(one, change)) ?? [])
  return targets.flatMap(({ standing, issued }) => standing === 'onItsWay' && issued ? [issued.correlationId] : [])
}

export function isSame (one: DocumentName, other: DocumentName): boolean {
  return one.documentType === other.documentType && one.folio === other.folio
}

function judgeChange (document: TaxDocument, change: Change, target: KnownDocument): Violation[] {
  const at = `payload.references[${change.line - 1}]`
  const named = { posted: String(change.folio), documentType: String(change.documentType) }
  if (target.standing === 'unissued') return [violationOf('REFERENCE_NOT_ISSUED', `${at}.folio`, named)]
  if (target.standing === 'refused' || target.standing === 'stopped') {
    return [violationOf('REFERENCE_REJECTED', `${at}.folio`, named)]
  }
  const annulledTwice = change.code === annuls && isAnnulled(target)
  return [
    ...judgeFacts(document, change, target),
    ...judgeAnnulment(document, change, target),
    ...annulledTwice ? [violationOf('REFERENCE_ANNULLED_BEFORE', `${at}.folio`, named)] : []
  ]
}

function judgeFacts (document: TaxDocument, { line }: Change, { issued }: KnownDocument): Violation[] {
  if (!issued) return []
  const at = `payload.references[${line - 1}]`
  const { taxNumber } = document.receiver
  const date = document.references.find(({ lineNumber }) => lineNumber === line)?.date ?? ''
  // A note needs a named receiver, which a boleta to an anonymous buyer does not have.
  const sameReceiver = issued.receiverTaxNumber === taxNumber || issued.receiverTaxNumber === anonymous
  return [
    ...sameReceiver
      ? []
      : [
          violationOf('REFERENCE_RECEIVER_MISMATCH', `${at}.folio`, {
            posted: taxNumber, computed: issued.receiverTaxNumber
          })
        ],
    ...date === issued.issueDate
      ? []
      : [violationOf('REFERENCE_DATE_MISMATCH', `${at}.date`, { posted: date, computed: issued.issueDate })]
  ]
}

// [S1, CodRef 1]: it takes off the whole document, and so each of its amounts. Only a settlement can be negative, which
// no note can say.
function judgeAnnulment (document: TaxDocument, { line, code }: Change, { issued }: KnownDocument): Violation[] {
  const { totals } = document
  if (code !== annuls || !issued || isNegative(issued.totals.totalAmount)) return []
  if (issued.totals.totalAmount === totals.totalAmount && currencyOf(issued.totals) === currencyOf(totals)) {
    return judgeAnnulledParts(totals, issued.totals)
  }
  return [
    violationOf('REFERENCE_AMOUNT_DIFFERS', `payload.references[${line - 1}].folio`, {
      posted: amountText(totals), computed: amountText(issued.totals)
    })
  ]
}

function judgeAnnulledParts (note: DocumentTotals, annulled: DocumentTotals): Violation[] {
  const taxCodes = new Set([...note.taxes, ...annulled.taxes].map(({ taxCode }) => taxCode))
  const parts = [
    ...(['netAmount', 'exemptAmount', 'taxAmount'] as const).map((member) => ({
      path: member, posted: note[member], computed: annulled[member]
    })),
    ...Array.from(taxCodes, (code) => ({ path: 'taxes', posted: taxIn(note, code), computed: taxIn(annulled, code) }))
  ]
  return parts.filter(({ posted, computed }) => posted !== computed).map(({ path, ...amounts }) =>
    violationOf('REFERENCE_PARTS_DIFFER', `payload.header.totals.${path}`, amounts)
  )
}

function taxIn ({ taxes }: DocumentTotals, code: string): Decimal {
  return taxes.find(({ taxCode }) => taxCode === code)?.taxAmount ?? zero
}

function amountText (amount: { totalAmount: Decimal, currency?: string }): string {
  const currency = currencyOf(amount)
  return currency === chileanPeso ? amount.totalAmount : `${amount.totalAmount} ${currency}`
}

/** A credit note about several documents subtracts from their sum, since nothing says how much from which. */
function judgeAmount (document: TaxDocument, changes: Change[], targets: KnownDocument[]): Violation[] {
  const [first] = changes
  if (!first || !isCreditNote(document.documentType) || changes.some(({ code }) => code === correctsTexts)) return []
  const note = amountsOf(document)
  const changed = distinct(targets).flatMap(({ issued, ...target }) =>
    issued && issued.amounts.currency === note.currency ? [{ ...target, amounts: issued.amounts }] : [])
  // Documents without an amount of their own, or unknown ones, set no limit.
  const changesUnknown = document.references.some(({ lineNumber, documentType = '' }) =>
    isTaxDocument(documentType) && !changes.some(({ line }) => line === lineNumber)
  )
  const isUnlimited = changesUnknown || changed.length < distinct(changes).length ||
    changed.some(({ documentType }) => documentType === guide)
  const left = isUnlimited ? undefined : exceededAmount(note, changed)
  if (left === undefined) return []
  return [
    violationOf('REFERENCE_AMOUNT_EXCEEDED', `payload.references[${first.line - 1}].folio`, {
      posted: note.totalAmount, computed: left
    })
  ]
}

// Numbers below 800 are tax documents; from 801 on, and in letters, orders, contracts and the like [S1].
function isTaxDocument (documentType: string): boolean {
  return /^\d+$/.test(documentType) && Number(documentType) < 800
}

function distinct<Name extends DocumentName> (names: Name[]): Name[] {
  return names.filter((name, index) => names.findIndex((other) => isSame(other, name)) === index)
}
