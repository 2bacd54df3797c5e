import { z } from 'zod'
import type { Notice } from '../dte/errors.ts'
import { type Status, type StatusName, statuses } from './document-states.ts'

/** The answer of Webhook/Save, repeated under the same idempotency key: enough to print the document at once. */
export interface Receipt {
  correlationId: string
  status: Status
  statusText: StatusName
  documentType: string
  invoiceTypeCode: string
  /** The folio; empty while the document waits for one. */
  invoiceNumber: string
  /** By its name in the customs' table. */
  currency: string
  totalAmount: number
  /** ISO 8601, UTC; null while the document waits. */
  issuedAt: string | null
  notices: Notice[]
  /** The client's own number of the sale; absent without one. */
  externalId?: string
  /** Why it waits: a code of shared/errors.ts; absent otherwise. */
  waitingFor?: string
}

// An answer is repeated as it was given, whatever members that version had.
const stored = z.looseObject({ correlationId: z.uuid(), status: z.literal(Object.values(statuses)) })
const receipt = z.custom<Receipt>((answer) => stored.safeParse(answer).success, { error: 'is not a receipt' })

/** The stored answer of an idempotency key of Webhook/Save. Throws ZodError. */
export function readReceipt (answer: unknown): Receipt {
  return receipt.parse(answer)
}
