import { queryOptions } from '@tanstack/react-query'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre } from '../session/session.ts'
import { pageSizes } from '../shared/pages.tsx'
import { queryOf, type Filters } from './filters.ts'

export type Answer = ResultOf<'/api/Received/List', 'get'>
export type Row = Answer['data'][number]
export type Detail = ResultOf<'/api/Received/Get', 'get'>
export type Check = Detail['checks'][number]

export function list (filters: Filters) {
  const { page = 1, size = pageSizes[0] } = filters
  return queryOptions({
    queryKey: ['received', 'list', filters],
    queryFn: ({ signal }) => timbre.get('/api/Received/List', { query: { ...queryOf(filters), page, pageSize: size }, signal })
  })
}

/** How many documents wait for something. */
export const summary = queryOptions({ queryKey: ['received', 'summary'], queryFn: ({ signal }) => timbre.get('/api/Received/Summary', { signal }) })
export type Summary = ResultOf<'/api/Received/Summary', 'get'>

export const policies = queryOptions({ queryKey: ['received', 'policies'], queryFn: ({ signal }) => timbre.get('/api/Received/GetPolicies', { signal }) })
export type Policies = ResultOf<'/api/Received/GetPolicies', 'get'>

/** What waits for a second person. */
export const approvals = queryOptions({
  queryKey: ['received', 'approvals'], queryFn: ({ signal }) => timbre.get('/api/Received/Claims', { query: { state: 1, pageSize: 100 }, signal })
})
export type Claim = ResultOf<'/api/Received/Claims', 'get'>['data'][number]
export type Action = Row['possibleActions'][number]

export function detail (id: string) {
  return queryOptions({
    queryKey: ['received', 'document', id],
    queryFn: ({ signal }) => timbre.get('/api/Received/Get', { query: { id }, signal }),
    refetchInterval: ({ state: { data } }) => data && isMoving(data) ? askAgainMs : false
  })
}

const askAgainMs = 5000
const queued = 2

/** Something is on its way to the SII. */
function isMoving ({ claims }: Detail): boolean {
  return claims.some(({ state }) => state === queued)
}
