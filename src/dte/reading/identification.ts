import { identificationFields, paymentFields, paymentsMax, type IdentificationBlock } from '../fields/blocks.ts'
import { notInBoleta } from '../values/branches.ts'
import { addDays } from '../values/calendar.ts'
import type { TaxDocument } from '../document.ts'
import { documentTypes, isBoleta, isExport, type DocumentType } from '../values/document-types.ts'
import { dateLimits, issueDateLimits } from '../tables/limits.ts'
import { paymentMedias, paymentMethods, purchaseTransactionTypes, saleTransactionTypes } from '../tables/lookups.ts'
import { mayAppear, type ObligedElement } from '../tables/obligations.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import { present } from '../values/present.ts'
import type { Posted, Reader } from '../fields/reader.ts'

type PostedIdentification = Reader<InvoicePayload['header']['documentId']>

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

// Compulsory in these since format v2.2; when it is absent the SII takes the sale to be on credit.
const withCompulsoryPaymentMethod: readonly DocumentType[] = [33, 34, 43]
const creditPayment = 2

const saleTransactionCodes = saleTransactionTypes.map(({ code }) => Number(code))
const purchaseTransactionCodes = purchaseTransactionTypes.map(({ code }) => Number(code))
const paymentMethodCodes = paymentMethods.map(({ code }) => Number(code))
const paymentMediaIds = paymentMedias.map(({ id }) => id)

// [S2]: mandatory in boletas, where 3 is sales and services.
const salesAndServices = 3

/** IdDoc: what the document is, when, and how it is paid. */
export function readIdentification (
  posted: PostedIdentification, { today, hasPrices }: { today: string, hasPrices: boolean }
): Identification {
  const { documentType } = posted
  const issueDate = readIssueDate(posted.at('issueDate'), today)
  return present<Identification>({
    documentType,
    issueDate,
    dueDate: readDueDate(posted.at('dueDate'), issueDate),
    ...readPeriod(posted),
    linePrices: readLinePrices(posted.at('grossAmounts')),
    serviceIndicator: readServiceIndicator(posted.at('serviceIndicator')),
    ...readTransaction(posted),
    ...readPayment(posted),
    ...readMovements(posted, hasPrices),
    ...readExtensions(posted)
  })
}

function readIssueDate (posted: Reader<Posted<string>>, today: string): string {
  const issueDate = posted.date(issueDateLimits) ?? today
  if (issueDate > today) checkFuture(posted, issueDate, addDays(today, 1))
  return issueDate
}

function checkFuture (posted: Reader<Posted<string>>, issueDate: string, tomorrow: string): void {
  if (issueDate > tomorrow) posted.report('ISSUE_DATE_IN_FUTURE', { posted: issueDate, limit: tomorrow })
}

function readDueDate (posted: Reader<Posted<string>>, issueDate: string): string | undefined {
  const dueDate = allowed(posted, 'FchVenc', posted.date(dateLimits))
  if (dueDate !== undefined && dueDate < issueDate) {
    posted.report('DUE_DATE_BEFORE_ISSUE', { posted: dueDate, limit: issueDate })
  }
  return dueDate
}

function readPeriod (posted: PostedIdentification): Pick<Identification, 'periodFrom' | 'periodTo'> {
  const periodFrom = posted.at('periodFrom').date(dateLimits)
  const periodTo = posted.at('periodTo').date(dateLimits)
  if (periodFrom !== undefined && periodTo !== undefined && periodTo < periodFrom) {
    posted.at('periodTo').report('PERIOD_INVALID', { posted: periodTo, limit: periodFrom })
  }
  return present<Pick<Identification, 'periodFrom' | 'periodTo'>>({ periodFrom, periodTo })
}

// Boletas carry VAT in their prices unless IndMntNeto says otherwise; elsewhere MntBruto says that they do.
function readLinePrices (grossAmounts: Reader<Posted<boolean>>): 'net' | 'gross' {
  const { documentType } = grossAmounts
  const boleta = isBoleta(documentType)
  const gross = grossAmounts.posted ?? boleta
  if (gross) allowed(grossAmounts, 'MntBruto', gross)
  if (documentTypes[documentType].exempt) return boleta ? 'gross' : 'net'
  return gross ? 'gross' : 'net'
}

function readServiceIndicator (posted: Reader<Posted<number>>): number | undefined {
  const { documentType } = posted
  const indicator = posted.code(serviceIndicatorsOf(documentType))
  const assumed = isBoleta(documentType) ? salesAndServices : undefined
  return mayAppear('IndServicio', documentType) ? indicator ?? assumed : undefined
}

// [S5, IndServicio]: the same number means different things in a DTE and in a boleta.
function serviceIndicatorsOf (type: DocumentType): number[] {
  if (isBoleta(type)) return [1, 2, 3, 4]
  return isExport(type) ? [3, 4, 5, 6] : [1, 2, 3]
}

// The specification's own members are left out where their element does not exist, since clients send them always.
function readTransaction (
  posted: PostedIdentification
): Pick<Identification, 'saleTransactionType' | 'purchaseTransactionType'> {
  const sale = posted.at('saleTransactionType').code(saleTransactionCodes)
  const purchase = posted.at('purchaseTransactionType').code(purchaseTransactionCodes)
  return present<Pick<Identification, 'saleTransactionType' | 'purchaseTransactionType'>>({
    saleTransactionType: mayAppear('TpoTranVenta', posted.documentType) ? sale : undefined,
    purchaseTransactionType: mayAppear('TpoTranCompra', posted.documentType) ? purchase : undefined
  })
}

function readPayment (posted: PostedIdentification): Pick<Identification, 'paymentMethod' | 'paymentMedia'> {
  const { documentType } = posted
  const method = posted.at('paymentMethod').code(paymentMethodCodes)
  const assumed = withCompulsoryPaymentMethod.includes(documentType) ? creditPayment : undefined
  const media = posted.at('paymentMedia').code(paymentMediaIds)
  return present<Pick<Identification, 'paymentMethod' | 'paymentMedia'>>({
    paymentMethod: mayAppear('FmaPago', documentType) ? method ?? assumed : undefined,
    paymentMedia: mayAppear('MedioPago', documentType) ? media : undefined
  })
}

function readMovements (
  posted: PostedIdentification, hasPrices: boolean
): Pick<Identification, 'dispatchType' | 'transferType'> {
  const dispatch = posted.at('dispatchType')
  const transfer = posted.at('transferType')
  const dispatchType = dispatch.code([1, 2, 3])
  const transferType = transfer.code([1, 2, 3, 4, 5, 6, 7, 8, 9]) ?? assumedTransfer(transfer, hasPrices)
  return present<Pick<Identification, 'dispatchType' | 'transferType'>>({
    dispatchType: allowed(dispatch, 'TipoDespacho', dispatchType),
    transferType: allowed(transfer, 'IndTraslado', transferType)
  })
}

const sale = 1

// The specification has no member for it: what is moved with prices is sold.
function assumedTransfer (posted: Reader<Posted<number>>, hasPrices: boolean): number | undefined {
  const isMissing = posted.documentType === 52 && (posted.posted ?? 0) === 0
  if (!isMissing) return undefined
  posted.report(hasPrices ? 'TRANSFER_TYPE_ASSUMED' : 'FIELD_REQUIRED')
  return hasPrices ? sale : undefined
}

// The extensions change what the document means, so they are refused where they do not exist rather than left out.
function allowed<Value> (
  posted: Reader<unknown>, element: ObligedElement, value: Value | undefined
): Value | undefined {
  if (value === undefined || mayAppear(element, posted.documentType)) return value
  posted.report('FIELD_NOT_ALLOWED', { posted: String(value) })
  return undefined
}

function readExtensions (posted: PostedIdentification): IdentificationBlock & Pick<Identification, 'payments'> {
  return present<IdentificationBlock & Pick<Identification, 'payments'>>({
    ...posted.fields(identificationFields),
    payments: posted.at('payments').rowsOf({ fields: paymentFields, most: paymentsMax, branches: notInBoleta })
  })
}
