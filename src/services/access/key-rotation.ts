import type { TenantKeyRow } from '../../repositories/access/tenant-keys.ts'
import type { Store } from '../../repositories/store.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import type { Clock } from '../ports.ts'
import type { TenantKeyService } from './tenant-keys.ts'

/** A live pair of keys, without its secret. */
export interface KeyView {
  id: string
  accessKey: string
  createdAt: Date
  /** To the minute; null when it was never used. */
  lastUsedAt: Date | null
}

/** Shown once: the secret key cannot be read again. */
export interface CreatedKey { id: string, accessKey: string, secretKey: string, createdAt: Date }

export interface KeyRotationDependencies { store: Store, tenantKeys: TenantKeyService, clock: Clock }

// The current pair, and its successor while the programs are changed.
const liveKeysMax = 2

/** Rotates a tenant's keys: create a new pair, change the programs, revoke the old pair. */
export function createKeyRotation ({ store, tenantKeys, clock }: KeyRotationDependencies) {
  return {
    /** The live pairs, the newest first. */
    list: ({ tenantId }: Actor): Promise<KeyView[]> =>
      store.asTenant(tenantId, async (repositories) => (await repositories.tenantKeys.listLive()).map(viewOf)),

    /** Throws ServiceError TENANT_KEY_LIMIT when two are live. */
    create: (actor: Actor): Promise<CreatedKey> => store.asPlatform(async ({ directory, tenant }) => {
      const { tenantId } = actor
      const repositories = tenant(tenantId)
      await repositories.tenant.lock()
      if ((await repositories.tenantKeys.listLive()).length >= liveKeysMax) throw new ServiceError('TENANT_KEY_LIMIT')
      const { environment } = await repositories.tenant.get()
      const created = await tenantKeys.mint({ directory, tenant }, { tenantId, environment })
      const { id, accessKey, createdAt } = created
      repositories.auditLog.add([{
        actor: audited(actor), action: 'tenant.createKey', entity: 'tenantKey', entityId: id, details: { accessKey }
      }], createdAt)
      return created
    }),

    /** Ends a pair within 5 seconds on every instance. Throws ServiceError TENANT_KEY_NOT_FOUND or TENANT_KEY_LAST. */
    async revoke (actor: Actor, id: string): Promise<void> {
      await store.asTenant(actor.tenantId, async (repositories) => {
        await repositories.tenant.lock()
        const live = await repositories.tenantKeys.listLive()
        const key = live.find((one) => one.id === id)
        if (!key) throw new ServiceError('TENANT_KEY_NOT_FOUND')
        if (live.length === 1) throw new ServiceError('TENANT_KEY_LAST')
        const at = clock()
        await repositories.tenantKeys.revoke(id, at)
        await repositories.tenant.announceChange()
        const details = { accessKey: key.accessKey }
        repositories.auditLog.add([{
          actor: audited(actor), action: 'tenant.revokeKey', entity: 'tenantKey', entityId: id, details
        }], at)
      })
      tenantKeys.invalidate(actor.tenantId)
    }
  }
}

export type KeyRotation = ReturnType<typeof createKeyRotation>

function viewOf ({ id, accessKey, createdAt, lastUsedAt }: TenantKeyRow): KeyView {
  return { id, accessKey, createdAt, lastUsedAt }
}
