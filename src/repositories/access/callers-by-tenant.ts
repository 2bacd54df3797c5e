import { allowedNetworkRepository } from './allowed-networks.ts'
import type { Caller, Callers } from './callers.ts'
import { certificateRepository } from '../tenants/certificates.ts'
import { tenantKeyRepository } from './tenant-keys.ts'
import { tenantRepository } from '../tenants/tenants.ts'
import type { Transaction } from '../postgres/transaction.ts'

export interface KeyPlaces {
  /** The tenant that has a key, by the directory. */
  tenantOf: (accessKey: string) => Promise<string | undefined>
  asTenant: <T>(tenantId: string, work: (tx: Transaction) => Promise<T>) => Promise<T>
}

/** As `createCallers`, where the directory and a tenant's rows are on different machines. */
export function createCallersByTenant ({ tenantOf, asTenant }: KeyPlaces): Callers {
  return {
    async find (accessKey) {
      const tenantId = await tenantOf(accessKey)
      return tenantId === undefined ? undefined : asTenant(tenantId, (tx) => read(tx, tenantId, accessKey))
    }
  }
}

async function read (tx: Transaction, tenantId: string, accessKey: string): Promise<Caller | undefined> {
  const live = await tenantKeyRepository(tx, tenantId).listLive()
  const key = live.find((one) => one.accessKey === accessKey)
  if (!key) return undefined
  const networks = await allowedNetworkRepository(tx, tenantId).list()
  return {
    key,
    tenant: await tenantRepository(tx, tenantId).get(),
    networks: networks.map(({ network }) => network),
    certificate: await certificateRepository(tx, tenantId).findCurrent()
  }
}
