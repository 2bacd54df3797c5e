import { type RegistryState, registryStates } from '../dte/registry/events.ts'

/** EnumCustomerState: what the customer did about a document that the SII accepted. The numbers are stored. */
export const customerStates = {
  /** Nothing, and it can be claimed. */
  Pending: 1,
  /** The receipt of goods or services was given, or the customer answered by mail that it has the document. */
  Received: 2,
  Accepted: 3,
  /** The days to claim it have ended. */
  Tacit: 4,
  Claimed: 5,
  /** Paid at once, or free. */
  NotClaimable: 6,
  /** A credit note annulled it before the customer did anything. */
  Annulled: 7
} as const
export type CustomerStateName = keyof typeof customerStates
export type CustomerState = (typeof customerStates)[CustomerStateName]

const ofRegistry: Record<RegistryState, CustomerStateName> = {
  [registryStates.Open]: 'Pending',
  [registryStates.Accepted]: 'Accepted',
  [registryStates.Receipted]: 'Received',
  [registryStates.AcceptedAndReceipted]: 'Accepted',
  [registryStates.Claimed]: 'Claimed',
  [registryStates.Tacit]: 'Tacit',
  [registryStates.TakesNoEvent]: 'NotClaimable',
  [registryStates.Annulled]: 'Annulled'
}

/** The registry counts for more than mails: of a mail, only "received" stays while nobody acted there. */
export function customerStateOf (registry: RegistryState, before: CustomerState): CustomerState {
  const { [ofRegistry[registry]]: state } = customerStates
  return state === customerStates.Pending && before === customerStates.Received ? before : state
}

export function readCustomerState (stored: number): CustomerState {
  const state = Object.values(customerStates).find((known) => known === stored)
  if (state === undefined) throw new Error(`${stored} is no state of a customer`)
  return state
}

/** The name of a state, as the API says it. */
export function customerStateText (state: CustomerState): CustomerStateName {
  const names = Object.keys(customerStates) as CustomerStateName[]
  return names.find((name) => customerStates[name] === state) ?? 'Pending'
}
