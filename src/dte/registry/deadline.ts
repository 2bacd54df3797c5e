import { addDays, momentOf, santiagoDate, santiagoDateTime, startOfSantiagoDay } from '../values/calendar.ts'

/** The last moments in which a document can be claimed, by the two readings of the eight running days. */
export interface ClaimDeadline {
  /** By hours: the same time of day, eight days later. */
  earlier: Date
  /** By days: the end of the eighth day. */
  later: Date
}

const days = 8
const dayMs = 86_400_000

// Ley 19.983, art. 3: the SII's registry knows claims of these types only.
export const claimableTypes: readonly number[] = [33, 34, 43]

export function isClaimable (documentType: number): boolean {
  return claimableTypes.includes(documentType)
}

/** When the SII received the document decides; days are Chile's, holidays count. */
export function deadlineOf (receivedAt: Date): ClaimDeadline {
  const local = santiagoDateTime(receivedAt)
  const last = addDays(santiagoDate(receivedAt), days)
  const sameTime = momentOf(`${last}${local.slice(10)}`) ?? startOfSantiagoDay(last)
  // Where the clocks change between, 192 hours end an hour before or after.
  const hours = receivedAt.getTime() + days * dayMs
  return {
    earlier: new Date(Math.min(sameTime.getTime(), hours)),
    later: new Date(startOfSantiagoDay(addDays(last, 1)).getTime() - 1000)
  }
}
