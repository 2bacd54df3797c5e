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

export function detail (id: string) {
  return queryOptions({ queryKey: ['received', 'document', id], queryFn: ({ signal }) => timbre.get('/api/Received/Get', { query: { id }, signal }) })
}
