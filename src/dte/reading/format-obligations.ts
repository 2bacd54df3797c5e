import type { DocumentReceiver, DocumentSender, TaxDocument } from '../document.ts'
import { findAdditionalTax, type TaxKind } from '../tables/additional-taxes.ts'
import { zero } from '../values/amounts.ts'
import { isBoleta, type DocumentType } from '../values/document-types.ts'
import { foreignReceiver } from './parties.ts'
import { checkCustomsCodes, checkExportFormat } from './export-obligations.ts'
import { noticeMissing, noticeStray, type Demand } from './format-demands.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import type { Reader } from '../fields/reader.ts'

/*
 * What the format requires and the SII does not check by itself: notices, which refuse nothing. FD and the numbers are
 * those of [S1], FB is [S2].
 */

type Formatted = Omit<TaxDocument, 'sender' | 'receiver'> & {
  sender: Partial<DocumentSender>, receiver: Partial<DocumentReceiver>
}

/** Gives notice of the obligations that the document does not meet. */
export function checkFormat (payload: Reader<InvoicePayload>, document: Formatted): void {
  checkReceiverFormat(payload, document)
  if (isBoleta(payload.documentType)) checkBoletaFormat(payload, document)
  else checkReferenceFormat(payload, document)
  checkTypeFormat(payload, document)
  checkAgents(payload, document)
  checkExportFormat(payload, document)
  checkCustomsCodes(payload, document)
}

const lowestRut = 100_000
const touristName = 'EXTRANJERO SIN RUT'

function checkReceiverFormat (
  payload: Reader<InvoicePayload>, { receiver: { taxNumber, businessName = '' }, touristInvoice }: Formatted
): void {
  if (taxNumber !== undefined && Number(taxNumber.split('-')[0]) < lowestRut) {
    payload.reportMember('header.receiver.taxNumber', 'RUT_OUT_OF_RANGE', { posted: taxNumber })
  }
  if (touristInvoice !== undefined && businessName.toUpperCase() !== touristName) {
    payload.reportMember('header.receiver.businessName', 'TOURIST_NAME', { posted: businessName })
  }
}

// [S1, RUTOtr]: in purchases, exports, and notes.
const withOtherIssuer: readonly DocumentType[] = [46, 56, 61, 110, 111, 112]
const earliestReference = '2002-08-01'

function checkReferenceFormat (payload: Reader<InvoicePayload>, { references }: Formatted): void {
  const mayNameIssuer = withOtherIssuer.includes(payload.documentType)
  for (const { lineNumber, issuerTaxNumber, date } of references) {
    const at = `references[${lineNumber - 1}]`
    if (!mayNameIssuer) noticeStray(payload, [[`${at}.issuerTaxNumber`, 'FD E5', issuerTaxNumber]])
    if (date !== undefined && date < earliestReference) {
      payload.reportMember(`${at}.date`, 'REFERENCE_DATE_TOO_EARLY', { posted: date })
    }
  }
}

/** What single types must have, or must not have. */
function checkTypeFormat (payload: Reader<InvoicePayload>, document: Formatted): void {
  if (payload.documentType === 43) noticeMissing(payload, [['commissions', 'FD F', document.commissions]])
  if (payload.documentType === 46) checkPurchase(payload, document)
  if (payload.documentType === 52) {
    noticeStray(payload, strayInGuides(document))
    noticeMissing(payload, unitsOf(document))
  }
}

const withholdingKinds: readonly (TaxKind | undefined)[] = ['withheld', 'gold']

function checkPurchase (payload: Reader<InvoicePayload>, { principalTaxNumber, receiver, totals }: Formatted): void {
  const isWithheld = totals.taxes.some(({ taxCode }) => withholdingKinds.includes(findAdditionalTax(taxCode)?.kind))
  if (totals.taxAmount !== zero && !isWithheld) payload.reportMember('details', 'VAT_NOT_WITHHELD')
  noticeStray(payload, [['header.principalTaxNumber', 'FD A49', principalTaxNumber]])
  if (receiver.taxNumber === foreignReceiver) {
    noticeMissing(payload, [['header.receiver.foreign.nationality', 'FD A54', receiver.foreign?.nationality]])
  }
}

function strayInGuides (
  { periodFrom, periodTo, paymentAccountType, paymentAccountNumber, paymentBank, requesterTaxNumber }: Formatted
): Demand[] {
  return [
    ['header.documentId.periodFrom', 'FD A21', periodFrom],
    ['header.documentId.periodTo', 'FD A22', periodTo],
    ['header.documentId.paymentAccountType', 'FD A24', paymentAccountType],
    ['header.documentId.paymentAccountNumber', 'FD A25', paymentAccountNumber],
    ['header.documentId.paymentBank', 'FD A26', paymentBank],
    ['header.requesterTaxNumber', 'FD A66', requesterTaxNumber]
  ]
}

/** Each line's unit of measure, as the format demands it. */
export function unitsOf ({ lines }: Pick<TaxDocument, 'lines'>): Demand[] {
  return lines.map(({ lineNumber, unitOfMeasure }) => [`details[${lineNumber - 1}].unitOfMeasure`, 'FD B21', unitOfMeasure])
}

const withAgents: readonly DocumentType[] = [33, 46, 56, 61]

function checkAgents (payload: Reader<InvoicePayload>, { lines }: Formatted): void {
  if (!withAgents.includes(payload.documentType)) return
  for (const line of lines) {
    if (line.withholdingAgent === undefined) continue
    const at = `details[${line.lineNumber - 1}]`
    noticeMissing(payload, [
      [`${at}.referenceQuantity`, 'FD B12', line.referenceQuantity],
      [`${at}.referenceUnit`, 'FD B13', line.referenceUnit],
      [`${at}.referencePrice`, 'FD B14', line.referencePrice],
      [`${at}.unitOfMeasure`, 'FD B21', line.unitOfMeasure]
    ])
  }
}

// [S2, IndServicio]: 1 and 2 are periodic services, 4 is a show on behalf of others.
const periodicServices: readonly (number | undefined)[] = [1, 2]
const show = 4
const serviceCharge = 2

function checkBoletaFormat (payload: Reader<InvoicePayload>, document: Formatted): void {
  const { serviceIndicator, dueDate, receiver, lines, references } = document
  if (periodicServices.includes(serviceIndicator)) {
    noticeMissing(payload, [
      ['header.documentId.dueDate', 'FB FchVenc', dueDate], ['header.receiver.address', 'FB DirRecep', receiver.address]
    ])
  }
  const tickets = serviceIndicator === show ? lines.filter(({ showItem }) => showItem !== serviceCharge) : []
  noticeMissing(
    payload,
    tickets.map(({ lineNumber, ticket }) => [`details[${lineNumber - 1}].ticket`, 'FB InfoTicket', ticket])
  )
  const typed = references.filter(({ documentType }) => documentType !== undefined)
  noticeMissing(payload, typed.map(({ lineNumber, folio }) => [`references[${lineNumber - 1}].folio`, 'FB E3', folio]))
  const { posted } = payload.at('header').at('documentId').at('grossAmounts')
  if (payload.documentType === 41 && posted === false) {
    noticeStray(payload, [['header.documentId.grossAmounts', 'FB IndMntNeto', posted]])
  }
}
