import type { InvoicePayload } from '../fields/payload.ts'
import type { Reader } from '../fields/reader.ts'

/** A member below `payload`, the number of the format's rule about it, and what the document has of it. */
export type Demand = [member: string, source: string, value: unknown]

/** Gives notice of what the format requires and the document lacks. */
export function noticeMissing (payload: Reader<InvoicePayload>, demands: readonly Demand[]): void {
  reportMissing(payload, demands, 'FORMAT_MEMBER_EXPECTED')
}

/** The same of what the SII objects to, by its code in place of the format's number. */
export function noticeObjections (payload: Reader<InvoicePayload>, demands: readonly Demand[]): void {
  reportMissing(payload, demands, 'SII_MEMBER_EXPECTED')
}

function reportMissing (
  payload: Reader<InvoicePayload>, demands: readonly Demand[], rule: 'FORMAT_MEMBER_EXPECTED' | 'SII_MEMBER_EXPECTED'
): void {
  for (const [member, source, value] of demands) {
    if (value === undefined) payload.reportMember(member, rule, { source })
  }
}

/** Gives notice of what the document has and the format does not have in documents of its type. */
export function noticeStray (payload: Reader<InvoicePayload>, demands: readonly Demand[]): void {
  for (const [member, source, value] of demands) {
    if (value !== undefined) payload.reportMember(member, 'FORMAT_MEMBER_UNEXPECTED', { source })
  }
}
