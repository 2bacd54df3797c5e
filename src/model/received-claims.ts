import { numbered } from './numbered.ts'

/** EnumClaimState: what became of an acceptance, a receipt or a claim that was asked for. */
export const claimStates = {
  /** A second person has to approve it. */
  AwaitingApproval: 1,
  /** It is sent to the SII's registry, until the registry answers. */
  Queued: 2,
  Registered: 3,
  /** The registry did not take it. */
  Refused: 4,
  /** The days ended before the registry had it. */
  Expired: 5,
  /** It was not approved, or taken back before it was sent. */
  Withdrawn: 6
} as const
export type ClaimState = (typeof claimStates)[keyof typeof claimStates]

export const { read: readClaimState, text: claimStateText } = numbered('claim state', claimStates)
