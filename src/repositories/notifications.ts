import type { NotificationDelivery, NotificationEndpoint, Prisma } from '../generated/prisma/client.ts'
import { deliveryStates } from '../model/delivery-states.ts'
import { bytes, json, type Transaction } from './transaction.ts'

export type NotificationEndpointRow = NotificationEndpoint
export type NotificationDeliveryRow = NotificationDelivery

export interface EndpointSettings { url: string, enabled: boolean, statuses: number[] }

/** What an attempt to deliver came to. */
export interface Attempt {
  at: Date
  state: number
  httpStatus: number | null
  excerpt: string | null
  problem: string | null
  nextAttempt: Date | null
}

/** Where a tenant's notifications go, and the log of them. recordMoves (invoice-moves.ts) writes the deliveries. */
export const notificationRepository = (tx: Transaction, tenantId: string) => ({
  findEndpoint: (): Promise<NotificationEndpointRow | null> =>
    tx.notificationEndpoint.findUnique({ where: { tenantId } }),

  async createEndpoint (settings: EndpointSettings, sealedSecret: Buffer, at: Date): Promise<void> {
    await tx.notificationEndpoint.create({
      data: { tenantId, ...settings, sealedSecret: bytes(sealedSecret), createdAt: at, updatedAt: at }
    })
  },

  async updateEndpoint (settings: EndpointSettings, at: Date): Promise<void> {
    await tx.notificationEndpoint.update({ where: { tenantId }, data: { ...settings, failures: 0, updatedAt: at } })
  },

  /** The secret of before goes on signing until `olderSecretEnds`. */
  async rotateSecret (
    sealedSecret: Buffer, { olderSecretEnds, at }: { olderSecretEnds: Date, at: Date }
  ): Promise<void> {
    await tx.$executeRaw`
      update notification_endpoints
      set sealed_older_secret = sealed_secret, sealed_secret = ${
      bytes(sealedSecret)
    }, older_secret_ends = ${olderSecretEnds}, updated_at = ${at}
      where tenant_id = ${tenantId}::uuid`
  },

  /** Counts a failure of the endpoint; gives how many there were in a row. */
  async countFailure (): Promise<number> {
    const [row] = await tx.$queryRaw<{ failures: number }[]>`
      update notification_endpoints set failures = failures + 1 where tenant_id = ${tenantId}::uuid returning failures`
    return row?.failures ?? 0
  },

  async forgetFailures (): Promise<void> {
    await tx.notificationEndpoint.updateMany({ where: { tenantId, failures: { gt: 0 } }, data: { failures: 0 } })
  },

  async addDelivery ({ id, data, at }: { id: string, data: object, at: Date }): Promise<void> {
    await tx.notificationDelivery.create({ data: { tenantId, id, data: json(data), at, nextAttempt: at } })
  },

  findDelivery: (id: string): Promise<NotificationDeliveryRow | null> =>
    tx.notificationDelivery.findUnique({ where: { tenantId_id: { tenantId, id } } }),

  async recordAttempt (id: string, { at, ...outcome }: Attempt): Promise<void> {
    await tx.notificationDelivery.update({
      where: { tenantId_id: { tenantId, id } }, data: { ...outcome, attemptedAt: at, attempts: { increment: 1 } }
    })
  },

  /** Fails a delivery permanently. */
  async fail (id: string, problem: string): Promise<void> {
    await tx.notificationDelivery.update({
      where: { tenantId_id: { tenantId, id } }, data: { state: deliveryStates.Failed, problem, nextAttempt: null }
    })
  },

  /** One page of the log, the newest first. `page` counts from 1. */
  async paginate (
    filter: { state?: number | undefined, correlationId?: string | undefined }, page: number, pageSize: number
  ): Promise<{ rows: NotificationDeliveryRow[], total: number }> {
    const where: Prisma.NotificationDeliveryWhereInput = {
      tenantId,
      ...(filter.state === undefined ? {} : { state: filter.state }),
      ...(filter.correlationId === undefined ? {} : { invoiceId: filter.correlationId })
    }
    const total = await tx.notificationDelivery.count({ where })
    const rows = await tx.notificationDelivery.findMany({
      where, orderBy: [{ at: 'desc' }, { id: 'desc' }], skip: (page - 1) * pageSize, take: pageSize
    })
    return { rows, total }
  },

  /** Removes some of the oldest rows of the log, as far as they are from before. */
  async prune (before: Date, limit: number): Promise<void> {
    await tx.$executeRaw`
      delete from notification_deliveries
      where tenant_id = ${tenantId}::uuid and id in (
        select id from notification_deliveries
        where tenant_id = ${tenantId}::uuid and at < ${before} and next_attempt is null order by at limit ${limit}
      )`
  }
})
