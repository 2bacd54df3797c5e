import type { Transaction } from '../postgres/transaction.ts'

/** An endpoint that is enabled, with the events that it wants. */
export interface Subscription {
  tenantId: string
  /** As it is stored. */
  endpointId: string
  /** None for all. */
  events: readonly string[]
}

export const findSubscriptions = (tx: Transaction, tenantId: string): Promise<Subscription[]> =>
  tx.$queryRaw<Subscription[]>`
    select tenant_id as "tenantId", id as "endpointId", events from notification_endpoints
    where tenant_id = ${tenantId}::uuid and enabled`

export function wants ({ events }: Subscription, event: string): boolean {
  return events.length === 0 || events.includes(event)
}
