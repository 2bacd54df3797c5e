import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre } from '../session/session.ts'
import { pollWhilePending } from '../shared/queries.ts'

export type Journey = ResultOf<'/api/Certification/Progress', 'get'>[number]
export type Kind = Journey['kind']
export type Item = Journey['items'][number]
export type Attempt = Item['attempts'][number]
export type NextStep = NonNullable<Journey['next']>
export type Lack = Journey['missing'][number]
export type Stage = Journey['stage']
export type State = Item['state']
export type Step = NonNullable<NextStep['step']>

/** States in which the SII, and not a person, has the next word. */
const moving: readonly State[] = ['Issued', 'Uploaded']

/** The journeys of the company; while an envelope is on its way, they are asked for again. */
export function useProgress () {
  return useQuery({
    queryKey: ['certification'], queryFn: () => timbre.get('/api/Certification/Progress'),
    refetchInterval: ({ state }) =>
      state.data?.some(({ items }) => items.some((item) => moving.includes(item.state))) ? pollWhilePending(state) : false
  })
}

const spoiled: readonly State[] = ['Objected', 'Refused', 'NotApproved']

/** Whether a set or book can be issued, also again after an attempt that does not count. */
export function isDueAgain ({ state, missing }: Item): boolean {
  return state === 'Ready' || (spoiled.includes(state) && missing.length === 0)
}

/** After each thing that was done. */
export function useProgressChanged (): () => Promise<void> {
  const cache = useQueryClient()
  return async () => {
    await Promise.all(['certification', 'folios'].map((key) => cache.invalidateQueries({ queryKey: [key] })))
  }
}
