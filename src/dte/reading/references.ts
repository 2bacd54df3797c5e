import type { DocumentReference } from '../document.ts'
import { isBoleta, isExport, isNote } from '../values/document-types.ts'
import { boletaReferenceCodeLimit, dateLimits, exportReferenceDateLimits, referencesMax } from '../tables/limits.ts'
import { isRefused, readFields } from '../fields/formats.ts'
import { referenceInvoiceTypes } from '../tables/lookups.ts'
import { referenceFields } from '../fields/blocks.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import { present } from '../values/present.ts'
import {
  checkLineNumber, readDate, readRut, readText, readTextUpTo, report, required, type Posted, type Reading
} from '../fields/reading.ts'
import type { Rut } from '../values/rut.ts'

type PostedReference = NonNullable<InvoicePayload['references']>[number]

const path = 'payload.references'

// "Formato boleta electrónica" v4.2, Referencia.
const boletaReferenceTypes = ['39', '41', '50', '52', '801', '802', '803', '804', '805', '806', '813']
const annuls = '1'
const correctsTexts = '2'
const correctsAmounts = '3'
// A guía is annulled by a mechanism of its own (REF-3-415), exports by notes of their own.
const deliveryNotes = ['50', '52']
const exports = ['110', '111', '112']
const purchases = ['45', '46']

/** Whether the posted document is a note that corrects texts only: CodRef 2, and so without amounts. */
export function correctsOnlyTexts (reading: Reading, posted: Posted<PostedReference[]>): boolean {
  return isNote(reading.documentType) && (posted ?? []).some((reference) => reference.code?.trim() === correctsTexts)
}

/** Whether the posted document is a purchase, or a note about one: the buyer keeps VAT back. */
export function isAboutPurchase (reading: Reading, posted: Posted<PostedReference[]>): boolean {
  const about = (posted ?? []).some(({ documentType }) => purchases.includes(documentType?.trim() ?? ''))
  return reading.documentType === 46 || ((reading.documentType === 56 || reading.documentType === 61) && about)
}

/** Referencia: the documents that this one is about; notes must say which one they change, and how. */
export function readReferences (reading: Reading, posted: Posted<PostedReference[]>): DocumentReference[] {
  const rows = posted ?? []
  if (rows.length > referencesMax) {
    report(reading, 'REFERENCES_TOO_MANY', path, { posted: String(rows.length), limit: String(referencesMax) })
    return []
  }
  const before = reading.violations.length
  const read = isBoleta(reading.documentType) ? readBoletaReference : readReference
  const references = rows.map((row, index) => read(reading, row, index))
  if (isNote(reading.documentType) && reading.violations.length === before) checkNoteReferences(reading, references)
  return references
}

function readReference (reading: Reading, row: PostedReference, index: number): DocumentReference {
  const at = `${path}[${index}]`
  const documentType = required(
    reading, `${at}.documentType`, readReferenceType(reading, `${at}.documentType`, row.documentType)
  )
  return present<DocumentReference>({
    ...readCommonMembers(reading, row, index),
    documentType,
    folio: required(reading, `${at}.folio`, readFolio(reading, `${at}.folio`, row.folio, documentType)),
    issuerTaxNumber: readIssuer(reading, `${at}.issuerTaxNumber`, row.issuerTaxNumber),
    date: readReferenceDate(reading, `${at}.date`, row.date),
    code: readChangeCode(reading, `${at}.code`, row.code),
    ...readFields(reading, at, row, referenceFields)
  })
}

// In boletas every member is optional, CodRef is free text and there is no date; the test set says CodRef SET alone.
function readBoletaReference (reading: Reading, row: PostedReference, index: number): DocumentReference {
  const at = `${path}[${index}]`
  const documentType = readReferenceType(reading, `${at}.documentType`, row.documentType)
  return present<DocumentReference>({
    ...readCommonMembers(reading, row, index),
    documentType,
    folio: readFolio(reading, `${at}.folio`, row.folio, documentType),
    code: readTextUpTo(reading, `${at}.code`, row.code, boletaReferenceCodeLimit),
    ...readFields(reading, at, row, referenceFields)
  })
}

// DTE_v10.xsd, Liquidacion/Referencia has no RUTOtr.
function readIssuer (reading: Reading, at: string, posted: Posted<string>): Rut | undefined {
  const issuer = readRut(reading, at, posted)
  return issuer === undefined || isRefused(reading, at, 'DE') ? undefined : issuer
}

function readCommonMembers (
  reading: Reading, row: PostedReference, index: number
): Pick<DocumentReference, 'lineNumber' | 'reason'> {
  checkLineNumber(reading, `${path}[${index}].lineNumber`, row.lineNumber, index)
  const reason = readText(reading, `${path}[${index}].reason`, row.reason, 'Referencia/RazonRef')
  return present<Pick<DocumentReference, 'lineNumber' | 'reason'>>({ lineNumber: index + 1, reason })
}

function readReferenceType (reading: Reading, at: string, posted: Posted<string>): string | undefined {
  const documentType = posted?.trim().toUpperCase() ?? ''
  if (documentType === '') return undefined
  if (!isReferenceType(documentType, isBoleta(reading.documentType))) {
    report(reading, 'REFERENCE_TYPE_UNKNOWN', at, { posted: documentType })
  }
  return documentType
}

// The SII checks the numbers; codes of up to three letters are free.
export function isReferenceType (documentType: string, boleta: boolean): boolean {
  if (boleta) return boletaReferenceTypes.includes(documentType)
  return /^[A-Z]{1,3}$/.test(documentType) || referenceInvoiceTypes.some(({ code }) => code === documentType)
}

function readFolio (
  reading: Reading, at: string, posted: Posted<string>, documentType: string | undefined
): string | undefined {
  const folio = readText(reading, at, posted, 'Referencia/FolioRef')
  if (folio !== undefined && isTaxDocument(documentType) && !/^\d{1,10}$/.test(folio)) {
    report(reading, 'REFERENCE_FOLIO_INVALID', at, { posted: folio })
  }
  return folio
}

function readReferenceDate (reading: Reading, at: string, posted: Posted<string>): string | undefined {
  if ((posted ?? '').trim() === '') return required<string>(reading, at, undefined)
  return readDate(reading, at, posted, isExport(reading.documentType) ? exportReferenceDateLimits : dateLimits)
}

function readChangeCode (reading: Reading, at: string, posted: Posted<string>): string | undefined {
  const code = posted?.trim() ?? ''
  const allowed = [annuls, correctsTexts, correctsAmounts]
  if (code === '') return undefined
  if (!allowed.includes(code)) report(reading, 'CODE_UNKNOWN', at, { posted: code, allowed: allowed.join(', ') })
  return code
}

function checkNoteReferences (reading: Reading, references: DocumentReference[]): void {
  const changed = references.filter((reference) => isTaxDocument(reference.documentType))
  if (changed.length === 0) report(reading, 'REFERENCE_MISSING', path)
  for (const reference of changed) checkChangedDocument(reading, reference)
  const alone = changed.find(({ code }) => code === annuls || code === correctsTexts)
  if (alone && changed.length > 1) {
    report(reading, 'REFERENCE_CODE_CONFLICT', `${path}[${alone.lineNumber - 1}].code`, { posted: alone.code ?? '' })
  }
}

function checkChangedDocument (reading: Reading, { lineNumber, documentType = '', code }: DocumentReference): void {
  const at = `${path}[${lineNumber - 1}]`
  if (code === undefined) report(reading, 'REFERENCE_CODE_MISSING', `${at}.code`)
  if (exports.includes(documentType) !== isExport(reading.documentType)) {
    report(reading, 'REFERENCE_TYPE_NOT_ALLOWED', `${at}.documentType`, { posted: documentType })
  }
  if (code === annuls && deliveryNotes.includes(documentType)) {
    report(reading, 'REFERENCE_NOT_ANNULLABLE', `${at}.documentType`, { posted: documentType })
  }
}

// Numbers below 800 are tax documents; from 801 on, and in letters, orders, contracts and the like.
function isTaxDocument (documentType: string | undefined): boolean {
  return documentType !== undefined && /^\d+$/.test(documentType) && Number(documentType) < 800
}

/** A note changes what is there already: a document of its own day or earlier. */
export function checkReferenceDates (
  reading: Reading, { issueDate, references }: { issueDate: string, references: DocumentReference[] }
): void {
  if (!isNote(reading.documentType)) return
  for (const { lineNumber, documentType, date } of references) {
    if (!isTaxDocument(documentType) || date === undefined || date <= issueDate) continue
    report(reading, 'REFERENCE_AFTER_ISSUE', `${path}[${lineNumber - 1}].date`, { posted: date, limit: issueDate })
  }
}
