import { deadlineOf } from '../../../dte/registry/deadline.ts'
import type { RegistryEvent } from '../../../dte/registry/events.ts'
import { type CustomerState, type CustomerStateName, customerStateText } from '../../../model/customer-states.ts'
import { isAccepted } from '../../../model/document-states.ts'
import type { CustomerPositionRow } from '../../../repositories/invoicing/documents/customer-positions.ts'
import type { InvoiceRow } from '../../../repositories/invoicing/documents/invoices.ts'

/** What the customer did about a document, as lists have it. */
export interface Customer {
  state: CustomerState
  stateText: CustomerStateName
  /** When the SII received the document; null until it says. */
  siiReceivedAt: Date | null
  /** The end of the days to claim it; null until it is known when they began. */
  claimableUntil: Date | null
  /** codResp 20 to 25 and the SII's words; null until asked. */
  assignable: { code: number, text: string } | null
  askedAt: Date | null
}

export interface CustomerDetail extends Customer {
  events: RegistryEvent[]
}

const unasked = { receivedAt: null, assignableCode: null, assignableText: null, askedAt: null }

/** Null before the SII accepted it, and for types that nobody can claim. */
export function customerOf (
  { status, customerState: state }: InvoiceRow, position: CustomerPositionRow | undefined
): Customer | null {
  if (!isAccepted(status) || state === null) return null
  const { receivedAt, assignableCode, assignableText, askedAt } = position ?? unasked
  return {
    state, stateText: customerStateText(state), siiReceivedAt: receivedAt,
    claimableUntil: receivedAt && deadlineOf(receivedAt).later,
    assignable: assignableCode === null ? null : { code: assignableCode, text: assignableText ?? '' }, askedAt
  }
}

export function customerDetailOf (
  invoice: InvoiceRow, position: CustomerPositionRow | undefined
): CustomerDetail | null {
  const customer = customerOf(invoice, position)
  return customer && { ...customer, events: position?.events ?? [] }
}
