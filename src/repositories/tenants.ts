import type { Prisma, Tenant } from '../generated/prisma/client.ts'
import { changesChannel } from './change-feed.ts'
import type { Transaction } from './transaction.ts'

export type TenantRow = Tenant
export type TenantChange = Omit<Prisma.TenantUpdateInput, 'tenantId'>

export const tenantRepository = (tx: Transaction, tenantId: string) => ({
  get: (): Promise<TenantRow> => tx.tenant.findUniqueOrThrow({ where: { tenantId } }),

  find: (): Promise<TenantRow | null> => tx.tenant.findUnique({ where: { tenantId } }),

  async create (row: Omit<Prisma.TenantCreateInput, 'tenantId'>): Promise<void> {
    await tx.tenant.create({ data: { ...row, tenantId } })
  },

  update: (change: TenantChange): Promise<TenantRow> => tx.tenant.update({ where: { tenantId }, data: change }),

  /**
   * Tells every instance at the commit (change-feed.ts) to drop what it remembers of the tenant. Commits that tell take
   * turns in the whole database, so this has no place where documents are issued.
   */
  async announceChange (): Promise<void> {
    await tx.$queryRaw`select 1 from (select pg_notify(${changesChannel}, ${tenantId})) as told`
  },

  /** To whom and where documents belong, which nobody changes before the transaction ends. */
  async holdIdentity (): Promise<{ taxNumber: string, environment: string } | undefined> {
    const [row] = await tx.$queryRaw<{ taxNumber: string, environment: string }[]>`
      select tax_number as "taxNumber", environment from tenants where tenant_id = ${tenantId}::uuid for share`
    return row
  },

  /** Locks the tenant's row until the transaction ends, so that changes which must see one another take turns. */
  async lock (): Promise<void> {
    await tx.$queryRaw`select 1 from tenants where tenant_id = ${tenantId}::uuid for update`
  }
})
