import type { Decimal } from './amounts.ts'
import type { DocumentType } from './document-types.ts'
import type { Rut } from './rut.ts'

/**
 * A tax document, checked and completed: all that the XML, the printed copy and the reports are made of, but the folio.
 * Plain JSON. Texts fit ISO-8859-1 and their elements, dates are AAAA-MM-DD, amounts are decimal texts (whole pesos unless
 * said otherwise), codes are the SII's.
 */
export interface TaxDocument {
  documentType: DocumentType
  issueDate: string
  dueDate?: string
  periodFrom?: string
  periodTo?: string
  /** Whether line prices carry VAT: the rule in boletas, MntBruto = 1 elsewhere. */
  linePrices: 'net' | 'gross'
  serviceIndicator?: number
  saleTransactionType?: number
  purchaseTransactionType?: number
  paymentMethod?: number
  /** An id of lookups.ts paymentMedias, which knows the SII's code for each kind of document. */
  paymentMedia?: number
  dispatchType?: number
  transferType?: number
  sender: DocumentSender
  receiver: DocumentReceiver
  transport?: DocumentTransport
  lines: DocumentLine[]
  globalDiscounts: GlobalDiscount[]
  references: DocumentReference[]
  totals: DocumentTotals
}

export interface DocumentSender {
  taxNumber: Rut
  businessName: string
  businessActivity: string
  /** Acteco; empty in boletas, which have no such element. */
  activityCodes: number[]
  branchName?: string
  /** The SII's number of the branch (CdgSIISucur). */
  branchCode?: string
  address?: string
  municipality?: string
  city?: string
  salesPerson?: string
  phone?: string
  email?: string
}

export interface DocumentReceiver {
  /** 66666666-6 in a boleta for nobody in particular. */
  taxNumber: Rut
  internalCode?: string
  /** Always there but in boletas. */
  businessName?: string
  businessActivity?: string
  email?: string
  address?: string
  municipality?: string
  city?: string
  postalAddress?: string
  postalMunicipality?: string
  postalCity?: string
}

export interface DocumentTransport {
  licensePlate?: string
  trailerPlate?: string
  carrierTaxNumber?: Rut
  driver?: { taxNumber: Rut, name: string }
  destinationAddress?: string
  destinationMunicipality?: string
  destinationCity?: string
  departureDate?: string
  /** hh:mm:ss */
  departureTime?: string
  arrivalDate?: string
}

export interface DocumentLine {
  lineNumber: number
  itemCode?: { codeType: string, codeValue: string }
  /** IndExe: 1 exempt, 2 not billable, 3 deposit on containers, 6 not billable and negative; absent: subject to VAT. */
  exemptIndicator?: number
  itemName: string
  itemDescription?: string
  /** Up to six decimals. */
  quantity?: Decimal
  unitOfMeasure?: string
  /** Up to six decimals; absent when the price is 0, which the schema cannot say. */
  unitPrice?: Decimal
  /** Up to two decimals. */
  discountPercentage?: Decimal
  discountAmount?: Decimal
  surchargePercentage?: Decimal
  surchargeAmount?: Decimal
  /** CodImpAdic: codes of the additional taxes on this line. */
  taxCodes: string[]
  lineTotal: Decimal
}

export interface GlobalDiscount {
  lineNumber: number
  /** D lowers and R raises the sum of its family of lines. */
  movement: 'D' | 'R'
  description?: string
  valueType: '%' | '$'
  value: Decimal
  /** IndExeDR: 1 on the exempt lines, 2 on those not billable; absent: on the lines subject to VAT. */
  exemptIndicator?: number
  /** What it comes to in pesos, without sign. */
  amount: Decimal
}

export interface DocumentReference {
  lineNumber: number
  /** TpoDocRef; always there but in boletas. */
  documentType?: string
  folio?: string
  /** RUTOtr: who issued the document referred to, when it was not the sender. */
  issuerTaxNumber?: Rut
  date?: string
  /** CodRef: 1 annuls, 2 corrects texts, 3 corrects amounts; free text in boletas. */
  code?: string
  reason?: string
}

export interface DocumentTotals {
  netAmount: Decimal
  exemptAmount: Decimal
  /** The rate of VAT in percent, when some line is subject to it. */
  vatRate?: Decimal
  /** VAT alone; the additional taxes are in `taxes`. */
  taxAmount: Decimal
  taxes: DocumentTax[]
  /** GrntDep: deposits on containers, part of the total. */
  depositAmount?: Decimal
  totalAmount: Decimal
  /** MontoNF: what is charged without being billed; may be negative. */
  nonBillableAmount?: Decimal
  /** MontoPeriodo: the total and what is not billable. */
  periodAmount?: Decimal
}

export interface DocumentTax {
  taxCode: string
  /** In percent; absent for the specific taxes, whose amount is given. */
  taxRate?: Decimal
  taxAmount: Decimal
}

/** What is known of the sender beforehand: fills in what the posted document leaves out. */
export interface SenderFacts {
  taxNumber: string
  businessName: string
  businessActivity: string
  /** The activities registered at the SII; the first is the main one. */
  activityCodes: number[]
  address?: string
  municipality?: string
  city?: string
  branchName?: string
  branchCode?: string
  phone?: string
  email?: string
}
