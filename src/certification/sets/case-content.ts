import type { InvoicePayload } from '../../dte/fields/payload.ts'

type Header = InvoicePayload['header']
export type CaseReceiver = NonNullable<Header['receiver']>
export type CaseLine = NonNullable<InvoicePayload['details']>[number]

/** What the file leaves to the company. */
export interface CaseOptions {
  /** YYYY-MM-DD: the day on which the set is issued. */
  issueDate: string
  /** A folio for each case, in their order. */
  folios: readonly number[]
  /** Real customers: the SII wants another one for each invoice, as far as they go. */
  receivers: readonly CaseReceiver[]
  /** How goods travel that the company itself brings to its customer. */
  transport?: NonNullable<Header['transport']>
  /** The customer abroad, and what else exports need. */
  abroad?: AbroadOptions
}

/** What one case says of its document, without folios: notes about it copy from it. */
export interface CaseContent {
  receiver?: CaseReceiver | undefined
  documentId?: Omit<Header['documentId'], 'documentType' | 'issueDate'>
  header?: Omit<Header, 'documentId' | 'receiver'> | undefined
  details: CaseLine[]
  globalDiscounts?: NonNullable<InvoicePayload['globalDiscounts']>
  commissions?: NonNullable<InvoicePayload['commissions']>
  /** Beside those to the set and to a changed document. */
  references?: NonNullable<InvoicePayload['references']>
}

/** What exports need that the file does not say. */
export interface AbroadOptions {
  /** The customer, without a Chilean RUT. */
  receiver: CaseReceiver
  /** Pesos for one unit of each currency of the set, by its customs' name. */
  exchangeRates: Readonly<Record<string, number>>
  /** Of the guest of a hotel. */
  passport?: string
  marks?: string
  containerId?: string
  seal?: string
  sealIssuer?: string
  /** When an export that is paid in advance was paid. */
  paidOn?: string
}
