import { type RegistryAction, registryActions } from '../dte/registry/events.ts'
import { numbered } from './numbered.ts'

/** What is asked for of a received document: an action of the SII's registry, or the receipt that its supplier gets. */
export const claimedActions = [...registryActions, 'receipt'] as const
export type ClaimedAction = typeof claimedActions[number]

export function isOfRegistry (action: ClaimedAction): action is RegistryAction {
  return action !== 'receipt'
}

/** EnumClaimState: the outcome of a requested acceptance, receipt or claim. */
export const claimStates = {
  /** A second person has to approve it. */
  AwaitingApproval: 1,
  /** It is sent to the SII's registry, until the registry answers. */
  Queued: 2,
  /** The registry has it; a receipt goes to the supplier. */
  Registered: 3,
  /** The registry did not take it, or it was not sent since it would not be right any more. */
  Refused: 4,
  /** The days ended before the registry had it. */
  Expired: 5,
  /** It was not approved, or taken back before it was sent. */
  Withdrawn: 6
} as const
export type ClaimState = (typeof claimStates)[keyof typeof claimStates]

export const { read: readClaimState, text: claimStateText } = numbered('claim state', claimStates)
