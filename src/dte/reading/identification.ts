import { identificationFields, paymentFields, paymentsMax, type IdentificationBlock } from '../fields/blocks.ts'
import { addDays } from '../values/calendar.ts'
import type { TaxDocument } from '../document.ts'
import { documentTypes, isBoleta, isExport, type DocumentType } from '../values/document-types.ts'
import { readFields, readRows } from '../fields/formats.ts'
import { dateLimits, issueDateLimits } from '../tables/limits.ts'
import { paymentMedias, paymentMethods, purchaseTransactionTypes, saleTransactionTypes } from '../tables/lookups.ts'
import { mayAppear, type ObligedElement } from '../tables/obligations.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import { present } from '../values/present.ts'
import { readCode, readDate, report, required, type Posted, type Reading } from '../fields/reading.ts'

type PostedIdentification = InvoicePayload['header']['documentId']

export type Identification =
  & IdentificationBlock
  & Pick<
    TaxDocument,
    | 'documentType'
    | 'issueDate'
    | 'dueDate'
    | 'periodFrom'
    | 'periodTo'
    | 'linePrices'
    | 'serviceIndicator'
    | 'payments'
    | 'saleTransactionType'
    | 'purchaseTransactionType'
    | 'paymentMethod'
    | 'paymentMedia'
    | 'dispatchType'
    | 'transferType'
  >

const path = 'payload.header.documentId'

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
    linePrices: readLinePrices(reading, posted.grossAmounts),
    serviceIndicator: readServiceIndicator(reading, posted),
    ...readTransaction(reading, posted),
    ...readPayment(reading, posted),
    ...readMovements(reading, posted),
    ...readExtensions(reading, posted)
  })
}

function readIssueDate (reading: Reading, posted: PostedIdentification, today: string): string {
  const issueDate = readDate(reading, `${path}.issueDate`, posted.issueDate, issueDateLimits) ?? today
  const tomorrow = addDays(today, 1)
  if (issueDate > tomorrow) {
    report(reading, 'ISSUE_DATE_IN_FUTURE', `${path}.issueDate`, { posted: issueDate, limit: tomorrow })
  }
  return issueDate
}

function readDueDate (reading: Reading, posted: PostedIdentification, issueDate: string): string | undefined {
  const dueDate = allowed(reading, {
    element: 'FchVenc', member: 'dueDate', value: readDate(reading, `${path}.dueDate`, posted.dueDate, dateLimits)
  })
  if (dueDate !== undefined && dueDate < issueDate) {
    report(reading, 'DUE_DATE_BEFORE_ISSUE', `${path}.dueDate`, { posted: dueDate, limit: issueDate })
  }
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
function readLinePrices (reading: Reading, grossAmounts: Posted<boolean>): 'net' | 'gross' {
  const { documentType } = reading
  const boleta = isBoleta(documentType)
  const gross = grossAmounts ?? boleta
  if (gross) allowed(reading, { element: 'MntBruto', member: 'grossAmounts', value: gross })
  if (documentTypes[documentType].exempt) return boleta ? 'gross' : 'net'
  return gross ? 'gross' : 'net'
}

function readServiceIndicator (reading: Reading, posted: PostedIdentification): number | undefined {
  const { documentType } = reading
  const indicator = readCode(
    reading, `${path}.serviceIndicator`, posted.serviceIndicator, serviceIndicatorsOf(documentType)
  )
  const assumed = isBoleta(documentType) ? salesAndServices : undefined
  return mayAppear('IndServicio', documentType) ? indicator ?? assumed : undefined
}

// DTE_v10.xsd and EnvioBOLETA_v11.xsd; the same number means other things in each.
function serviceIndicatorsOf (type: DocumentType): number[] {
  if (isBoleta(type)) return [1, 2, 3, 4]
  return isExport(type) ? [3, 4, 5, 6] : [1, 2, 3]
}

// The specification's own members are left out where their element does not exist, since clients send them always.
function readTransaction (
  reading: Reading, posted: PostedIdentification
): Pick<Identification, 'saleTransactionType' | 'purchaseTransactionType'> {
  const sale = readCode(
    reading, `${path}.saleTransactionType`, posted.saleTransactionType,
    saleTransactionTypes.map(({ code }) => Number(code))
  )
  const purchase = readCode(
    reading, `${path}.purchaseTransactionType`, posted.purchaseTransactionType,
    purchaseTransactionTypes.map(({ code }) => Number(code))
  )
  return present<Pick<Identification, 'saleTransactionType' | 'purchaseTransactionType'>>({
    saleTransactionType: mayAppear('TpoTranVenta', reading.documentType) ? sale : undefined,
    purchaseTransactionType: mayAppear('TpoTranCompra', reading.documentType) ? purchase : undefined
  })
}

function readPayment (
  reading: Reading, posted: PostedIdentification
): Pick<Identification, 'paymentMethod' | 'paymentMedia'> {
  const { documentType } = reading
  const method = readCode(
    reading, `${path}.paymentMethod`, posted.paymentMethod, paymentMethods.map(({ code }) => Number(code))
  )
  const assumed = withCompulsoryPaymentMethod.includes(documentType) ? creditPayment : undefined
  const media = readCode(reading, `${path}.paymentMedia`, posted.paymentMedia, paymentMedias.map(({ id }) => id))
  return present<Pick<Identification, 'paymentMethod' | 'paymentMedia'>>({
    paymentMethod: mayAppear('FmaPago', documentType) ? method ?? assumed : undefined,
    paymentMedia: mayAppear('MedioPago', documentType) ? media : undefined
  })
}

function readMovements (
  reading: Reading, posted: PostedIdentification
): Pick<Identification, 'dispatchType' | 'transferType'> {
  const dispatchType = readCode(reading, `${path}.dispatchType`, posted.dispatchType, [1, 2, 3])
  const transferType = readCode(reading, `${path}.transferType`, posted.transferType, [1, 2, 3, 4, 5, 6, 7, 8, 9])
  if (reading.documentType === 52 && (posted.transferType ?? undefined) === undefined) {
    required(reading, `${path}.transferType`, undefined)
  }
  return present<Pick<Identification, 'dispatchType' | 'transferType'>>({
    dispatchType: allowed(reading, { element: 'TipoDespacho', member: 'dispatchType', value: dispatchType }),
    transferType: allowed(reading, { element: 'IndTraslado', member: 'transferType', value: transferType })
  })
}

// The extensions change what the document means, so they are refused where they do not exist rather than left out.
function allowed<Value> (
  reading: Reading, { element, member, value }: { element: ObligedElement, member: string, value: Value | undefined }
): Value | undefined {
  if (value === undefined || mayAppear(element, reading.documentType)) return value
  report(reading, 'FIELD_NOT_ALLOWED', `${path}.${member}`, { posted: String(value) })
  return undefined
}

function readExtensions (
  reading: Reading, posted: PostedIdentification
): IdentificationBlock & Pick<Identification, 'payments'> {
  return present<IdentificationBlock & Pick<Identification, 'payments'>>({
    ...readFields(reading, path, posted, identificationFields),
    payments: readRows(reading, `${path}.payments`, posted.payments, {
      fields: paymentFields, most: paymentsMax, branches: 'DLE'
    })
  })
}
