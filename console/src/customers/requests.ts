import { queryOptions } from '@tanstack/react-query'
import type { RequestOf, ResultOf } from '../../../clients/typescript/client.ts'
import { timbre } from '../session/session.ts'

export type Customer = ResultOf<'/api/Customer/Get', 'get'>
export type CustomerBody = RequestOf<'/api/Customer/Create', 'post'>['body']

/** Foreigners share this RUT: only their names tell them apart. */
export const foreignRut = '55555555-5'

export function customer (id: string) {
  return queryOptions({ queryKey: ['kept', 'customer', id], queryFn: ({ signal }) => timbre.get('/api/Customer/Get', { query: { id }, signal }) })
}
