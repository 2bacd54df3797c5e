import type { TaxDocument } from '../../../dte/document.ts'
import type { InvoicePayload } from '../../../dte/fields/payload.ts'
import type { CustomerState } from '../../../model/customer-states.ts'
import type { ChannelType, Status } from '../../../model/document-states.ts'
import type { NewReason } from '../../../model/reasons.ts'

/** A new invoice, issued or waiting, with all that is stored of it in one commit. */
export interface NewInvoice {
  id: string
  environment: string
  channelType: ChannelType
  status: Status
  reason?: NewReason
  documentType: number
  folio: number | null
  folioBlockId: string | null
  issuerTaxNumber: string
  receiverTaxNumber: string
  receiverName: string
  /** YYYY-MM-DD */
  issueDate: string
  /** Of the amounts, by its name in the customs' table. */
  currency: string
  netAmount: string
  exemptAmount: string
  taxAmount: string
  totalAmount: string
  signatureValue: string | null
  /** The client's own number of the sale. */
  externalId: string | null
  searchText: string | null
  /** NotClaimable, for what is paid at once. */
  customerState: CustomerState | null
  createdById: string | null
  createdAt: Date
  issuedAt: Date | null
  payload: InvoicePayload
  document: TaxDocument
  xml: Buffer | null
}

/** The columns of a document that lists and reports use. */
export type DocumentColumns = Pick<
  NewInvoice,
  | 'searchText'
  | 'customerState'
  | 'issuerTaxNumber'
  | 'receiverTaxNumber'
  | 'receiverName'
  | 'issueDate'
  | 'currency'
  | 'netAmount'
  | 'exemptAmount'
  | 'taxAmount'
  | 'totalAmount'
>
