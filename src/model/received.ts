import { z } from 'zod'
import { checkOutcomes } from '../dte/receiving/checks.ts'
import { registryStates } from '../dte/registry/events.ts'
import { numbered } from './numbered.ts'

/** EnumReceivedConfirmation: what the SII says of a received document. */
export const confirmations = {
  /** It was not asked yet, does not have it yet, or did not answer. */
  Pending: 1,
  /** It has the document with the same data. */
  Confirmed: 2,
  /** It has it, and a note annuls or corrects it. */
  Changed: 3,
  /** It has another content under the folio, has annulled the folio, or has not authorised the issuer or the folio. */
  Contradicted: 4,
  /** It still does not have the document after days. */
  Unknown: 5
} as const
export type Confirmation = (typeof confirmations)[keyof typeof confirmations]

const states: readonly number[] = Object.values(confirmations)

export function readConfirmation (value: number): Confirmation {
  if (!states.includes(value)) throw new RangeError(`${value} is no confirmation`)
  return value as Confirmation
}

export const storedChecks = z.array(
  z.object({ check: z.string(), outcome: z.enum(checkOutcomes), detail: z.string().optional() })
)
export type StoredCheck = z.output<typeof storedChecks>[number]

/** The names of those that failed. */
export function failuresOf (checks: readonly StoredCheck[]): string[] {
  return checks.filter(({ outcome }) => outcome === 'failed').map(({ check }) => check)
}

export const storedReferences = z.array(z.object({
  documentType: z.string(), folio: z.string(), date: z.string().nullable(), code: z.string().nullable(),
  reason: z.string().nullable()
}))

export const { read: readRegistryState, text: registryStateText } = numbered('registry state', registryStates)

/** What the SII's registry lists of a document; `at` is ISO 8601. */
export const storedRegistryEvents = z.array(z.object({
  code: z.string(), description: z.string(), responsible: z.string(), at: z.iso.datetime()
}))
export type StoredRegistryEvent = z.output<typeof storedRegistryEvents>[number]

/** `claim` has the action and its state as detail, `registry` the code of the event. */
export const receivedEvents = [
  'arrived', 'otherContent', 'sii', 'siiReceived', 'registry', 'claim', 'answered', 'answerSent', 'answerNotSent'
] as const

/** What happened to a document; `at` is ISO 8601. */
export const storedTimeline = z.array(
  z.object({ at: z.iso.datetime(), event: z.enum(receivedEvents), detail: z.string().nullable() })
)
export type TimelineEntry = z.output<typeof storedTimeline>[number]

/** EnumAnswerState: the outcome of an answer to a supplier. */
export const answerStates = {
  /** It is to be signed and mailed. */
  Queued: 1,
  Sent: 2,
  /** No address of the supplier is known. */
  NoAddress: 3,
  Failed: 4
} as const
export type AnswerState = (typeof answerStates)[keyof typeof answerStates]

export const { read: readAnswerState, text: answerStateText } = numbered('state of an answer', answerStates)

export const answerKinds = ['reception', 'result', 'receipt'] as const
export type SupplierAnswerKind = typeof answerKinds[number]

/** What an answer says of a document: which one, and EstadoRecepDTE or EstadoDTE with its comment. */
export const storedAnswered = z.array(z.object({
  documentType: z.int(), folio: z.int(), issueDate: z.string(), issuer: z.string(), receiver: z.string(),
  total: z.string(), state: z.int(), comment: z.string().optional()
}))
export type AnsweredRow = z.output<typeof storedAnswered>[number]
