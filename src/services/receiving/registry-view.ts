import { deadlineOf } from '../../dte/registry/deadline.ts'
import { type RegistryEvent, type RegistryState, registryStateOf, registryStates } from '../../dte/registry/events.ts'
import { receiptDeadline } from '../../dte/registry/rules.ts'
import type { StoredRegistryEvent } from '../../model/received.ts'
import type { ReceivedDocumentRow } from '../../repositories/receiving/received-documents.ts'

/** What is known of the registry: when the SII received the document, and what the registry lists. */
export interface RegistryFacts { siiReceivedAt: Date | null, events: StoredRegistryEvent[] }

/** What follows for a document at a moment: its days, its state, and until when the receipt keeps its tax credit. */
export function registryView (
  document: ReceivedDocumentRow, { siiReceivedAt, events }: RegistryFacts, now: Date
) {
  const deadline = siiReceivedAt ? deadlineOf(siiReceivedAt) : undefined
  const registryState = document.registryState === registryStates.TakesNoEvent
    ? registryStates.TakesNoEvent
    : registryStateOf(events, { now, deadline })
  const receiptBy = siiReceivedAt && deadline && givesCredit(document, registryState)
    ? receiptDeadline(siiReceivedAt, deadline.earlier)
    : undefined
  return {
    siiReceivedAt, registryState, registryEvents: events, receiptBy: receiptBy ?? null,
    ...deadline && { claimBy: deadline.earlier, claimByLatest: deadline.later }
  }
}

/** By a receipt that was not given: an acceptance of the content gives no tax credit. */
function givesCredit ({ vatAmount }: ReceivedDocumentRow, state: RegistryState): boolean {
  return Number(vatAmount ?? 0) > 0 && (state === registryStates.Open || state === registryStates.Accepted)
}

export function storedEvents (events: readonly RegistryEvent[]): StoredRegistryEvent[] {
  return events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() }))
}
