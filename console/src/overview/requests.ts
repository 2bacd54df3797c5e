import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { timbre, useCan } from '../session/session.ts'
import { reportOf } from '../shared/report/report.ts'

/** The last thirty days. */
export const report = queryOptions({ queryKey: ['report'], queryFn: ({ signal }) => reportOf({}, signal) })

export type Tenant = ResultOf<'/api/Tenant/GetTenant', 'get'>
export const tenant = queryOptions({ queryKey: ['tenant'], queryFn: ({ signal }) => timbre.get('/api/Tenant/GetTenant', { signal }) })

/** The newest documents that are rejected or stopped, and how many documents each state has. */
export const attention = queryOptions({
  queryKey: ['documents', 'attention'],
  queryFn: ({ signal }) => timbre.get('/api/Webhook/GetWebhooks', { query: { status: [7, 8], pageSize: 4, counts: true }, signal })
})

/** How many received documents wait for something. */
export const receivedSummary = queryOptions({
  queryKey: ['received', 'summary'], queryFn: ({ signal }) => timbre.get('/api/Received/Summary', { signal })
})

/** How many issued documents customers claimed. */
export const claimedDocuments = queryOptions({
  queryKey: ['documents', 'claimed'],
  queryFn: ({ signal }) => timbre.get('/api/Webhook/GetWebhooks', { query: { customerState: 5, pageSize: 1 }, signal })
})

const heldByTheSii = ['UPLOAD_DELAYED', 'UPLOAD_UNCONFIRMED']

/** How many documents the SII does not take for now, and when the oldest of them was issued. */
export const delayed = queryOptions({
  queryKey: ['documents', 'delayed'],
  queryFn: async ({ signal }) => {
    const { data, totalRecords } = await timbre.get('/api/Webhook/GetWebhooks', { query: { status: [3], pageSize: 100, sort: 'date' }, signal })
    const held = data.filter(({ reasonCode }) => reasonCode !== null && heldByTheSii.includes(reasonCode))
    return { count: held.length === data.length ? totalRecords : held.length, since: held[0]?.createdAt }
  },
  refetchInterval: 30_000
})

export const folios = queryOptions({ queryKey: ['folios'], queryFn: ({ signal }) => timbre.get('/api/Folio/List', { signal }) })

export function useTenant () {
  return useQuery(tenant)
}

export function useAttention () {
  const can = useCan()
  return useQuery({ ...attention, enabled: can('Webhook.Read'), refetchInterval: 30_000 })
}
