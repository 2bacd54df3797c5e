import { deadlineOf } from '../../../dte/registry/deadline.ts'
import type { RegistryEvent } from '../../../dte/registry/events.ts'
import { type CustomerState, customerStates } from '../../../model/customer-states.ts'
import type { InvoiceRow } from '../../../repositories/invoicing/documents/invoices.ts'
import { dayMs, hourMs } from '../../../shared/durations.ts'

// The SII asks for few questions [S48], each of which is about one document. The last comes after the days to claim.
const momentsMs = [hourMs, dayMs, 4 * dayMs, 8 * dayMs]
const afterDeadlineMs = hourMs
// While the SII has not said when it received the document.
const assumedDeadlineMs = 9 * dayMs

const finals: readonly CustomerState[] = [
  customerStates.Claimed, customerStates.Tacit, customerStates.NotClaimable, customerStates.Annulled
]

/** Nothing that the customer can still do would change it. */
export function isFinal (state: CustomerState, events: readonly RegistryEvent[]): boolean {
  const has = (code: string): boolean => events.some((event) => event.code === code)
  return finals.includes(state) || (has('ACD') && has('ERM'))
}

/** When the registry is to be asked again about a document; undefined after the last time. */
export function nextMoment (
  { verdictAt, createdAt }: Pick<InvoiceRow, 'verdictAt' | 'createdAt'>, receivedAt: Date | null, now: Date
): Date | undefined {
  const begin = (receivedAt ?? verdictAt ?? createdAt).getTime()
  const deadline = receivedAt ? deadlineOf(receivedAt).later.getTime() : begin + assumedDeadlineMs
  const moments = [...momentsMs.map((ms) => begin + ms), deadline + afterDeadlineMs]
  const next = moments.find((moment) => moment > now.getTime())
  return next === undefined ? undefined : new Date(next)
}
