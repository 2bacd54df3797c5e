import type { DocumentReference, TaxDocument } from '../document.ts'
import { findAdditionalTax } from '../tables/additional-taxes.ts'
import { inDocumentoAndExportaciones } from '../values/branches.ts'
import { isBoleta, isDebitNote, isExport, isNote } from '../values/document-types.ts'
import { boletaReferenceCodeLimit, dateLimits, exportReferenceDateLimits, referencesMax } from '../tables/limits.ts'
import { referenceInvoiceTypes } from '../tables/lookups.ts'
import { referenceFields } from '../fields/blocks.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import { present } from '../values/present.ts'
import type { Posted, Reader } from '../fields/reader.ts'
import type { Rut } from '../values/rut.ts'

type PostedReferences = Reader<InvoicePayload['references']>
type PostedReference = Reader<NonNullable<InvoicePayload['references']>[number]>

// [S2, Referencia].
const boletaReferenceTypes = ['39', '41', '50', '52', '801', '802', '803', '804', '805', '806', '813']
const annuls = '1'
const correctsTexts = '2'
const correctsAmounts = '3'
// A guía is annulled by a mechanism of its own (REF-3-415), exports by notes of their own.
const deliveryNotes = ['50', '52']
const exports = ['110', '111', '112']
const purchases = ['45', '46']
const notes = ['55', '56', '60', '61', '111', '112']
const creditNotes = ['60', '61', '112']
// Invoices and boletas of exempt sales, on paper and electronic [S1, TpoDocRef].
const exemptTypes = ['32', '34', '38', '41']

/** Whether the posted document is a note that corrects texts only: CodRef 2, and so without amounts. */
export function correctsOnlyTexts ({ documentType, posted }: PostedReferences): boolean {
  return isNote(documentType) && (posted ?? []).some((reference) => reference.code?.trim() === correctsTexts)
}

/**
 * Whether the posted document is a purchase, a note about one, or a note about such a note: the buyer keeps VAT back.
 * @param purchaseNotes the sender's own notes about purchases: "61 1042"
 */
export function isAboutPurchase (
  { documentType, posted }: PostedReferences, purchaseNotes: ReadonlySet<string> = new Set()
): boolean {
  const about = (posted ?? []).some((reference) => {
    const type = reference.documentType?.trim() ?? ''
    return purchases.includes(type) || purchaseNotes.has(`${type} ${Number(reference.folio ?? '')}`)
  })
  return documentType === 46 || ((documentType === 56 || documentType === 61) && about)
}

/** Whether a note that was issued is about a purchase, or about a note about one. */
export function isPurchaseNote ({ references, totals }: Pick<TaxDocument, 'references' | 'totals'>): boolean {
  return references.some(({ documentType = '' }) => purchases.includes(documentType)) ||
    totals.taxes.some(({ taxCode }) => findAdditionalTax(taxCode)?.kind === 'withheld')
}

/** Referencia: the documents that this one is about; notes must say which one they change, and how. */
export function readReferences (posted: PostedReferences): DocumentReference[] {
  const { documentType } = posted
  const rows = posted.rows()
  if (rows.length > referencesMax) {
    posted.report('REFERENCES_TOO_MANY', { posted: String(rows.length), limit: String(referencesMax) })
    return []
  }
  const before = posted.violationsCount
  const references = rows.map(isBoleta(documentType) ? readBoletaReference : readReference)
  if (isNote(documentType) && posted.violationsCount === before) checkNoteReferences(posted, references)
  return references
}

/** A reference to a set of test cases, in TpoDocRef or in CodRef, belongs to certification. */
export function refuseTestSets (posted: PostedReferences): void {
  for (const row of posted.rows()) {
    for (const member of [row.at('documentType'), row.at('code')]) {
      if (member.filled()?.trim().toUpperCase() === 'SET') member.report('REFERENCE_TO_TEST_SET', { posted: 'SET' })
    }
  }
}

function readReference (row: PostedReference, index: number): DocumentReference {
  const documentType = row.at('documentType').required(readReferenceType(row.at('documentType')))
  return present<DocumentReference>({
    ...readCommonMembers(row, index),
    documentType,
    folio: row.at('folio').required(readFolio(row.at('folio'), documentType)),
    issuerTaxNumber: readIssuer(row.at('issuerTaxNumber')),
    date: readReferenceDate(row.at('date')),
    code: readChangeCode(row.at('code')),
    ...row.fields(referenceFields)
  })
}

// In boletas every member is optional, CodRef is free text and there is no date; the test set says CodRef SET alone.
function readBoletaReference (row: PostedReference, index: number): DocumentReference {
  const documentType = readReferenceType(row.at('documentType'))
  return present<DocumentReference>({
    ...readCommonMembers(row, index),
    documentType,
    folio: readFolio(row.at('folio'), documentType),
    code: row.at('code').textUpTo(boletaReferenceCodeLimit),
    issuerTaxNumber: readIssuer(row.at('issuerTaxNumber')),
    ...row.fields(referenceFields)
  })
}

// [S5]: settlements and boletas have no RUTOtr.
function readIssuer (posted: Reader<Posted<string>>): Rut | undefined {
  const issuer = posted.rut()
  return issuer === undefined || posted.isRefused(inDocumentoAndExportaciones) ? undefined : issuer
}

function readCommonMembers (row: PostedReference, index: number): Pick<DocumentReference, 'lineNumber' | 'reason'> {
  row.at('lineNumber').checkLineNumber(index)
  const reason = row.at('reason').text('Referencia/RazonRef')
  return present<Pick<DocumentReference, 'lineNumber' | 'reason'>>({ lineNumber: index + 1, reason })
}

function readReferenceType (posted: Reader<Posted<string>>): string | undefined {
  const documentType = posted.filledCode()?.toUpperCase()
  if (documentType !== undefined && !isReferenceType(documentType, isBoleta(posted.documentType))) {
    posted.report('REFERENCE_TYPE_UNKNOWN', { posted: documentType })
  }
  return documentType
}

// The SII checks the numbers; codes of up to three letters are free.
export function isReferenceType (documentType: string, boleta: boolean): boolean {
  if (/^[A-Z]{1,3}$/.test(documentType)) return true
  if (boleta) return boletaReferenceTypes.includes(documentType)
  return referenceInvoiceTypes.some(({ code }) => code === documentType)
}

function readFolio (posted: Reader<Posted<string>>, documentType: string | undefined): string | undefined {
  const folio = posted.text('Referencia/FolioRef')
  if (folio !== undefined && isTaxDocument(documentType) && !/^\d{1,10}$/.test(folio)) {
    posted.report('REFERENCE_FOLIO_INVALID', { posted: folio })
  }
  return folio
}

function readReferenceDate (posted: Reader<Posted<string>>): string | undefined {
  if (posted.filled() === undefined) return posted.required<string>(undefined)
  return posted.date(isExport(posted.documentType) ? exportReferenceDateLimits : dateLimits)
}

function readChangeCode (posted: Reader<Posted<string>>): string | undefined {
  const code = posted.filledCode()
  const allowed = [annuls, correctsTexts, correctsAmounts]
  if (code !== undefined && !allowed.includes(code)) {
    posted.report('CODE_UNKNOWN', { posted: code, allowed: allowed.join(', ') })
  }
  return code
}

function checkNoteReferences (posted: PostedReferences, references: DocumentReference[]): void {
  const changed = references.filter((one) => isTaxDocument(one.documentType) && !isContext(one, references))
  if (changed.length === 0) posted.report('REFERENCE_MISSING')
  const rows = posted.rows()
  for (const reference of changed) checkChangedDocument(rows[reference.lineNumber - 1], reference)
  const alone = changed.find(({ code }) => code === annuls || code === correctsTexts)
  if (alone && changed.length > 1) {
    rows[alone.lineNumber - 1]?.at('code').report('REFERENCE_CODE_CONFLICT', { posted: alone.code ?? '' })
  }
}

// A note about a note names the purchase behind it without a code: it changes the note alone.
function isContext ({ documentType = '', code }: DocumentReference, references: DocumentReference[]): boolean {
  return code === undefined && purchases.includes(documentType) &&
    references.some((other) => other.code !== undefined && notes.includes(other.documentType ?? ''))
}

function checkChangedDocument (row: PostedReference | undefined, reference: DocumentReference): void {
  if (!row) return
  const { documentType = '', code } = reference
  if (code === undefined) row.at('code').report('REFERENCE_CODE_MISSING')
  if (exports.includes(documentType) !== isExport(row.documentType)) {
    row.at('documentType').report('REFERENCE_TYPE_NOT_ALLOWED', { posted: documentType })
  }
  if (code === annuls) checkAnnulledDocument(row, reference)
}

// [S1, E8]: a credit note takes off one sale, debit note or purchase, and a debit note one credit note.
function checkAnnulledDocument (row: PostedReference, { documentType = '', folio = '' }: DocumentReference): void {
  const isDebit = isDebitNote(row.documentType)
  const rule = deliveryNotes.includes(documentType)
    ? 'REFERENCE_NOT_ANNULLABLE'
    : isDebit && !creditNotes.includes(documentType)
      ? 'REFERENCE_NOT_A_CREDIT_NOTE'
      : !isDebit && creditNotes.includes(documentType)
          ? 'REFERENCE_TO_CREDIT_NOTE'
          : undefined
  if (rule !== undefined) row.at('documentType').report(rule, { posted: documentType })
  if (/^0+$/.test(folio)) row.at('folio').report('REFERENCE_ANNULS_MANY')
}

/** A note about exempt documents alone has no lines subject to VAT: those had none. */
export function isAboutExempt (posted: PostedReferences): boolean {
  const changed = posted.rows().filter((row) => row.at('code').filledCode() !== undefined)
    .map((row) => row.at('documentType').filledCode()).filter(isTaxDocument)
  return changed.length > 0 && changed.every((documentType = '') => exemptTypes.includes(documentType))
}

// Numbers below 800 are tax documents; from 801 on, and in letters, orders, contracts and the like.
function isTaxDocument (documentType: string | undefined): boolean {
  return documentType !== undefined && /^\d+$/.test(documentType) && Number(documentType) < 800
}

/** A note changes a document that exists: its date is the note's or earlier. Elsewhere a later date gives notice. */
export function checkReferenceDates (
  posted: PostedReferences, { issueDate, references }: { issueDate: string, references: DocumentReference[] }
): void {
  const rows = posted.rows()
  for (const { lineNumber, documentType, date } of references) {
    if (date === undefined || date <= issueDate) continue
    const rule = isNote(posted.documentType) && isTaxDocument(documentType) ? 'REFERENCE_AFTER_ISSUE' : 'REFERENCE_DATE_LATER'
    rows[lineNumber - 1]?.at('date').report(rule, { posted: date, limit: issueDate })
  }
}
