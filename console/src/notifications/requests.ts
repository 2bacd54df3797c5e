import { queryOptions } from '@tanstack/react-query'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre } from '../session/session.ts'

export type Endpoint = ResultOf<'/api/NotificationEndpoint/List', 'get'>[number]
export type Event = Endpoint['events'][number]

export const endpoints = queryOptions({
  queryKey: ['notification-endpoints'], queryFn: () => timbre.get('/api/NotificationEndpoint/List')
})
