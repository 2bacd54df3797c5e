import type { Decimal } from './values/amounts.ts'
import type {
  BehalfBlock, CustomsBlock, exportTransferFields, foreignFields, IdentificationBlock, LocationBlock, PaymentBlock,
  ReceiverBlock, SenderBlock, WoodBlock
} from './fields/blocks.ts'
import type { Notice } from './errors.ts'
import type { DocumentType } from './values/document-types.ts'
import type { BlockOf } from './fields/reader.ts'
import type {
  LineBlock, LineCurrencyBlock, SubPartBlock, SubQuantityBlock, TicketBlock, WithholdingAgentBlock
} from './fields/line-blocks.ts'
import type { Rut } from './values/rut.ts'

/**
 * A tax document, checked and completed: all that the XML, the printed copy and the reports are made of, but the folio.
 * Plain JSON. Texts fit ISO-8859-1 and their elements, dates are YYYY-MM-DD, amounts are decimal texts (whole pesos
 * unless said otherwise), codes are the SII's.
 */
export interface TaxDocument extends IdentificationBlock, BehalfBlock {
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
  payments?: PaymentBlock[]
  sender: DocumentSender
  receiver: DocumentReceiver
  transport?: DocumentTransport
  lines: DocumentLine[]
  globalDiscounts: GlobalDiscount[]
  references: DocumentReference[]
  subtotals?: DocumentSubtotal[]
  commissions?: DocumentCommission[]
  issueLocation?: LocationBlock
  woodTransport?: WoodBlock
  totals: DocumentTotals
  /** The totals in another currency; in exports, in pesos. */
  otherCurrency?: OtherCurrency
  /** Obligations of the format that it does not meet; part of nothing that is sent or printed. */
  notices?: Notice[]
}

export interface DocumentSender extends SenderBlock {
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
  secondPhone?: string
  email?: string
  exportTransfer?: BlockOf<typeof exportTransferFields>
}

export interface DocumentReceiver extends ReceiverBlock {
  /** 66666666-6 in a boleta that names no receiver. */
  taxNumber: Rut
  internalCode?: string
  /** Always there but in boletas to a RUT without a name. */
  businessName?: string
  businessActivity?: string
  email?: string
  address?: string
  municipality?: string
  city?: string
  postalAddress?: string
  postalMunicipality?: string
  postalCity?: string
  foreign?: BlockOf<typeof foreignFields>
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
  customs?: CustomsBlock
}

export interface DocumentLine extends LineBlock {
  lineNumber: number
  itemCode?: { codeType: string, codeValue: string }
  /** The codes after the first. */
  moreItemCodes?: { codeType: string, codeValue: string }[]
  /**
   * IndExe: 1 exempt, 2 not billable, 3 deposit on containers, 4 no sale, 5 to be taken from an earlier guide, 6 not
   * billable and negative; absent: subject to VAT.
   */
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
  withholdingAgent?: WithholdingAgentBlock
  ticket?: TicketBlock
  subQuantities?: SubQuantityBlock[]
  otherCurrency?: LineCurrencyBlock
  subDiscounts?: SubPartBlock[]
  subSurcharges?: SubPartBlock[]
  /** In pesos; in exports in their currency, up to four decimals; in settlements it may be negative. */
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
  otherCurrencyValue?: Decimal
  /** Its amount in pesos, or in an export's currency, without sign. */
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
  issuerAdditionalId?: string
  salesPersonCode?: string
  cashRegisterCode?: string
}

export interface DocumentSubtotal {
  lineNumber: number
  description?: string
  order?: Decimal
  netAmount?: Decimal
  taxAmount?: Decimal
  additionalTaxAmount?: Decimal
  exemptAmount?: Decimal
  totalAmount?: Decimal
  lines: number[]
}

export interface DocumentCommission {
  lineNumber: number
  /** C commission, O another charge. */
  movement: string
  description: string
  /** In percent; shown only. */
  rate?: Decimal
  netAmount: Decimal
  exemptAmount: Decimal
  taxAmount: Decimal
}

export interface DocumentTotals {
  /** TpoMoneda of an export, by its customs' name; everything else is in pesos. */
  currency?: string
  netAmount: Decimal
  exemptAmount: Decimal
  /** The rate of VAT in percent, when some line is subject to it. */
  vatRate?: Decimal
  /** VAT alone; the additional taxes are in `taxes`. */
  taxAmount: Decimal
  taxes: DocumentTax[]
  /** MntBase: base of tax 17. */
  slaughterBase?: Decimal
  /** MntMargenCom: base of taxes 14 and 50. */
  margin?: Decimal
  /** IVAProp and IVATerc: the sender's part of VAT and its principal's. */
  ownTaxAmount?: Decimal
  thirdPartyTaxAmount?: Decimal
  /** IVANoRet: VAT that the buyer pays to the seller, in purchases. */
  unwithheldTaxAmount?: Decimal
  /** CredEC: lowers the total. */
  constructionCredit?: Decimal
  /** GrntDep: deposits on containers, part of the total. */
  depositAmount?: Decimal
  /** Sums of the commissions, which lower the total. */
  commissions?: { netAmount: Decimal, exemptAmount: Decimal, taxAmount: Decimal }
  totalAmount: Decimal
  /** MontoNF: what is charged without being billed; may be negative. */
  nonBillableAmount?: Decimal
  /** MontoPeriodo: the total and what is not billable. */
  periodAmount?: Decimal
  /** SaldoAnterior and VlrPagar: shown, and part of no sum. */
  previousBalance?: Decimal
  amountToPay?: Decimal
}

/** Amounts as in the totals, with up to four decimals; whole in Chilean pesos. Those of 0 are left out. */
export interface OtherCurrency {
  currency: string
  exchangeRate: Decimal
  netAmount?: Decimal
  exemptAmount?: Decimal
  slaughterBase?: Decimal
  margin?: Decimal
  taxAmount?: Decimal
  taxes: DocumentTax[]
  unwithheldTaxAmount?: Decimal
  totalAmount: Decimal
}

export interface DocumentTax {
  taxCode: string
  /** In percent; absent for the specific taxes, whose amount is given. */
  taxRate?: Decimal
  taxAmount: Decimal
}

/** Known facts of the sender: they complete the posted document. */
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
