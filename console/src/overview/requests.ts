import { useQuery } from '@tanstack/react-query'
import { timbre, useCan } from '../session/session.ts'

export function useTenant () {
  return useQuery({ queryKey: ['tenant'], queryFn: ({ signal }) => timbre.get('/api/Tenant/GetTenant', { signal }) })
}

/** The newest documents that are rejected or stopped, and how many documents each state has. */
export function useAttention () {
  const can = useCan()
  return useQuery({
    queryKey: ['documents', 'attention'], enabled: can('Webhook.Read'), refetchInterval: 30_000,
    queryFn: ({ signal }) => timbre.get('/api/Webhook/GetWebhooks', { query: { status: [7, 8], pageSize: 4, counts: true }, signal })
  })
}
