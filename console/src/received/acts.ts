import type { Action, Row } from './requests.ts'

/** What a person can do with received documents: the registry's actions, and an answer to the supplier by mail. */
export type Act = 'ACD' | 'ERM' | 'claim' | 'answer'
export const acts: readonly Act[] = ['ACD', 'ERM', 'claim', 'answer']
export const claimFirst: readonly Act[] = ['claim', 'answer', 'ACD', 'ERM']

const claims: readonly Action[] = ['RCD', 'RFP', 'RFT']

/** What the registry would take now of an act; an answer is always possible. */
export function actionsOf ({ possibleActions }: Row, act: Act): readonly string[] {
  if (act === 'answer') return ['answer']
  return possibleActions.filter((action) => act === 'claim' ? claims.includes(action) : action === act)
}
