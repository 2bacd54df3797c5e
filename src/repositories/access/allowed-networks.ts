import type { Transaction } from '../postgres/transaction.ts'

/** `network` is the text of a cidr: `192.0.2.1/32`, `2001:db8::/32`. */
export interface AllowedNetworkRow { id: string, network: string, description: string, createdAt: Date }

// Prisma has no type for cidr, so these rows are read and written in SQL.
export const allowedNetworkRepository = (tx: Transaction, tenantId: string) => ({
  list: (): Promise<AllowedNetworkRow[]> => tx.$queryRaw<AllowedNetworkRow[]>`
    select id, network::text, description, created_at as "createdAt" from allowed_networks
    where tenant_id = ${tenantId}::uuid order by id`,

  async create ({ id, network, description, createdAt }: AllowedNetworkRow): Promise<void> {
    await tx.$executeRaw`
      insert into allowed_networks (tenant_id, id, network, description, created_at)
      values (${tenantId}::uuid, ${id}::uuid, ${network}::cidr, ${description}, ${createdAt})`
  },

  async update (id: string, { network, description }: { network: string, description: string }): Promise<void> {
    await tx.$executeRaw`
      update allowed_networks set network = ${network}::cidr, description = ${description}
      where tenant_id = ${tenantId}::uuid and id = ${id}::uuid`
  },

  async delete (id: string): Promise<void> {
    await tx.$executeRaw`delete from allowed_networks where tenant_id = ${tenantId}::uuid and id = ${id}::uuid`
  }
})

export const allowedNetworksOfAllTenants = (tx: Transaction) => ({
  /** The lists of some tenants: one query, however many they are. */
  listOf: (tenantIds: string[]): Promise<{ tenantId: string, network: string }[]> =>
    tx.$queryRaw<{ tenantId: string, network: string }[]>`
      select tenant_id as "tenantId", network::text from allowed_networks where tenant_id = any (${tenantIds}::uuid[])`
})
