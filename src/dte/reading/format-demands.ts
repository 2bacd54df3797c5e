import type { InvoicePayload } from '../fields/payload.ts'
import type { Reader } from '../fields/reader.ts'

/** A member below `payload`, the number of the format's rule about it, and what the document has of it. */
export type Demand = [member: string, source: string, value: unknown]

/** Gives notice of what the format requires and the document lacks. */
export function noticeMissing (payload: Reader<InvoicePayload>, demands: readonly Demand[]): void {
  for (const [member, source, value] of demands) {
    if (value === undefined) payload.reportMember(member, 'FORMAT_MEMBER_EXPECTED', { source })
  }
}

/** Gives notice of what the document has and the format does not have in documents of its type. */
export function noticeStray (payload: Reader<InvoicePayload>, demands: readonly Demand[]): void {
  for (const [member, source, value] of demands) {
    if (value !== undefined) payload.reportMember(member, 'FORMAT_MEMBER_UNEXPECTED', { source })
  }
}
