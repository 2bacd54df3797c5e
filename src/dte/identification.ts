import { dayAfter } from './dates.ts'
import type { TaxDocument } from './document.ts'
import { documentTypes, isBoleta, type DocumentType } from './document-types.ts'
import { dateLimits, issueDateLimits } from './limits.ts'
import { paymentMedias, paymentMethods, purchaseTransactionTypes, saleTransactionTypes } from './lookups.ts'
import type { InvoicePayload } from './payload.ts'
import { present } from './present.ts'
import { readCode, readDate, report, type Reading } from './reading.ts'

type PostedIdentification = InvoicePayload['header']['documentId']

export type Identification = Pick<TaxDocument,
  'documentType' | 'issueDate' | 'dueDate' | 'periodFrom' | 'periodTo' | 'linePrices' | 'serviceIndicator' |
  'saleTransactionType' | 'purchaseTransactionType' | 'paymentMethod' | 'paymentMedia' | 'dispatchType' | 'transferType'>

const path = 'payload.header.documentId'

// "Formato DTE" v2.5, matrix of obligations: the types that have each element.
const withSaleTransactionType: readonly DocumentType[] = [33, 34, 43, 46, 52, 61]
const withPurchaseTransactionType: readonly DocumentType[] = [33, 34, 43, 46, 52]
const withDispatchType: readonly DocumentType[] = [33, 34, 46, 52, 110]
const withTransferType: readonly DocumentType[] = [52]

// Compulsory in these since format v2.2; when it is absent the SII takes the sale to be on credit.
const withCompulsoryPaymentMethod: readonly DocumentType[] = [33, 34, 43]
const creditPayment = 2

// "Formato boleta electrónica" v4.2: mandatory in boletas, where 3 is sales and services.
const salesAndServices = 3

/** IdDoc: what the document is, when, and how it is paid. */
export function readIdentification (reading: Reading, posted: PostedIdentification, today: string): Identification {
  const { documentType } = reading
  const issueDate = readIssueDate(reading, posted, today)
  return present<Identification>({
    documentType,
    issueDate,
    dueDate: readDueDate(reading, posted, issueDate),
    ...readPeriod(reading, posted),
    linePrices: linePricesOf(documentType, posted.grossAmounts ?? undefined),
    serviceIndicator: readServiceIndicator(reading, posted),
    ...readTransaction(reading, posted),
    ...readPayment(reading, posted),
    dispatchType: readMovement(reading, posted, { member: 'dispatchType', types: withDispatchType, codes: [1, 2, 3] }),
    transferType: readMovement(reading, posted, { member: 'transferType', types: withTransferType, codes: [1, 2, 3, 4, 5, 6, 7, 8, 9] })
  })
}

function readIssueDate (reading: Reading, posted: PostedIdentification, today: string): string {
  const issueDate = readDate(reading, `${path}.issueDate`, posted.issueDate, issueDateLimits) ?? today
  const tomorrow = dayAfter(today)
  if (issueDate > tomorrow) report(reading, 'ISSUE_DATE_IN_FUTURE', `${path}.issueDate`, { posted: issueDate, limit: tomorrow })
  return issueDate
}

function readDueDate (reading: Reading, posted: PostedIdentification, issueDate: string): string | undefined {
  const dueDate = readDate(reading, `${path}.dueDate`, posted.dueDate, dateLimits)
  if (dueDate !== undefined && dueDate < issueDate) report(reading, 'DUE_DATE_BEFORE_ISSUE', `${path}.dueDate`, { posted: dueDate, limit: issueDate })
  return dueDate
}

function readPeriod (reading: Reading, posted: PostedIdentification): Pick<Identification, 'periodFrom' | 'periodTo'> {
  const periodFrom = readDate(reading, `${path}.periodFrom`, posted.periodFrom, dateLimits)
  const periodTo = readDate(reading, `${path}.periodTo`, posted.periodTo, dateLimits)
  if (periodFrom !== undefined && periodTo !== undefined && periodTo < periodFrom) {
    report(reading, 'PERIOD_INVALID', `${path}.periodTo`, { posted: periodTo, limit: periodFrom })
  }
  return present<Pick<Identification, 'periodFrom' | 'periodTo'>>({ periodFrom, periodTo })
}

// Boletas carry VAT in their prices unless IndMntNeto says otherwise; elsewhere MntBruto says that they do.
function linePricesOf (documentType: DocumentType, grossAmounts: boolean | undefined): 'net' | 'gross' {
  if (documentTypes[documentType].exempt) return isBoleta(documentType) ? 'gross' : 'net'
  return grossAmounts ?? isBoleta(documentType) ? 'gross' : 'net'
}

function readServiceIndicator (reading: Reading, posted: PostedIdentification): number | undefined {
  const boleta = isBoleta(reading.documentType)
  const indicator = readCode(reading, `${path}.serviceIndicator`, posted.serviceIndicator, boleta ? [1, 2, 3, 4] : [1, 2, 3])
  return indicator ?? (boleta ? salesAndServices : undefined)
}

function readTransaction (reading: Reading, posted: PostedIdentification): Pick<Identification, 'saleTransactionType' | 'purchaseTransactionType'> {
  const sale = readCode(reading, `${path}.saleTransactionType`, posted.saleTransactionType, saleTransactionTypes.map(({ code }) => Number(code)))
  const purchase = readCode(reading, `${path}.purchaseTransactionType`, posted.purchaseTransactionType, purchaseTransactionTypes.map(({ code }) => Number(code)))
  return present<Pick<Identification, 'saleTransactionType' | 'purchaseTransactionType'>>({
    saleTransactionType: withSaleTransactionType.includes(reading.documentType) ? sale : undefined,
    purchaseTransactionType: withPurchaseTransactionType.includes(reading.documentType) ? purchase : undefined
  })
}

function readPayment (reading: Reading, posted: PostedIdentification): Pick<Identification, 'paymentMethod' | 'paymentMedia'> {
  const { documentType } = reading
  const method = readCode(reading, `${path}.paymentMethod`, posted.paymentMethod, paymentMethods.map(({ code }) => Number(code)))
  const assumed = withCompulsoryPaymentMethod.includes(documentType) ? creditPayment : undefined
  return present<Pick<Identification, 'paymentMethod' | 'paymentMedia'>>({
    paymentMethod: isBoleta(documentType) ? undefined : method ?? assumed,
    paymentMedia: readCode(reading, `${path}.paymentMedia`, posted.paymentMedia, paymentMedias.map(({ id }) => id))
  })
}

interface Movement { member: 'dispatchType' | 'transferType', types: readonly DocumentType[], codes: readonly number[] }

// These change what the document means, so they are refused where they do not exist rather than left out.
function readMovement (reading: Reading, posted: PostedIdentification, { member, types, codes }: Movement): number | undefined {
  const code = readCode(reading, `${path}.${member}`, posted[member], codes)
  if (code === undefined || types.includes(reading.documentType)) return code
  report(reading, 'FIELD_NOT_ALLOWED', `${path}.${member}`, { posted: String(code) })
  return undefined
}
