/**
 * The SII's registry of acceptance and claims ("Registro de Aceptación o Reclamo", Ley 19.983) [S48]: what the receiver
 * of a document can tell it, and what it lists of a document.
 */
import type { ClaimDeadline } from './deadline.ts'

/** accionDoc: accepts the content, gives the receipt of goods or services, or claims. */
export const registryActions = ['ACD', 'ERM', 'RCD', 'RFP', 'RFT'] as const
export type RegistryAction = typeof registryActions[number]

/** Claims the content, a partial and a total lack of goods or services. */
export const claimActions = ['RCD', 'RFP', 'RFT'] as const satisfies readonly RegistryAction[]
export type ClaimAction = typeof claimActions[number]

/** An entry of the registry. The SII also lists codes that nobody can submit: NCA, ENC, ERG, PAG. */
export interface RegistryEvent {
  /** codEvento */
  code: string
  /** descEvento */
  description: string
  /** RUT of who acted. */
  responsible: string
  at: Date
}

/** EnumRegistryState: how the registry has a document. */
export const registryStates = {
  /** Nobody acted, and it can be claimed. */
  Open: 1,
  /** Its content was accepted (ACD). */
  Accepted: 2,
  /** The receipt of goods or services was given (ERM, ERG). */
  Receipted: 3,
  AcceptedAndReceipted: 4,
  Claimed: 5,
  /** The days have ended without a claim: it counts as accepted and received. */
  Tacit: 6,
  /** Paid at once or free: it takes no event. */
  TakesNoEvent: 7,
  /** A note annulled it before anybody acted (NCA). */
  Annulled: 8
} as const
export type RegistryState = (typeof registryStates)[keyof typeof registryStates]

export function isClaim (code: string): code is ClaimAction {
  return (claimActions as readonly string[]).includes(code)
}

/** How the registry has a document by its events. Without a known deadline the days have not ended. */
export function registryStateOf (
  events: readonly Pick<RegistryEvent, 'code'>[], { now, deadline }: { now: Date, deadline: ClaimDeadline | undefined }
): RegistryState {
  const has = (...codes: string[]) => events.some(({ code }) => codes.includes(code))
  if (has(...claimActions)) return registryStates.Claimed
  if (has('PAG')) return registryStates.TakesNoEvent
  const isReceipted = has('ERM', 'ERG')
  if (has('ACD')) return isReceipted ? registryStates.AcceptedAndReceipted : registryStates.Accepted
  if (isReceipted) return registryStates.Receipted
  if (has('NCA')) return registryStates.Annulled
  return deadline && now > deadline.later ? registryStates.Tacit : registryStates.Open
}
