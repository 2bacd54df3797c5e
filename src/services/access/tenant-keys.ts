import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Caller } from '../../repositories/access/callers.ts'
import type { PlatformRepositories, Store } from '../../repositories/store.ts'
import { ServiceError } from '../../shared/errors.ts'
import { createExpiringCache } from '../../shared/caches.ts'
import { createConcurrencyLimiter } from '../../shared/concurrency-limiter.ts'
import { newId } from '../../shared/ids.ts'
import type { Actor, TenantKeyring, TenantKeys } from '../actor.ts'
import type { Environment } from '../../model/tax-authorities.ts'
import { createKeyUses } from './key-uses.ts'
import { permissionsOfKeys } from './permissions.ts'
import type { Clock } from '../ports.ts'

/** The tenant behind a pair of keys. */
export interface TenantCaller { tenantId: string, keyId: string, tenantCode: string }

/** `changes`: of how many changes this instance had heard when it began to read the key. */
interface KnownKey { caller: TenantCaller, actor: Actor, secretHash: Buffer, usedAt: Date | null, changes: number }
type KeepKey = (accessKey: string, key: KnownKey) => void

export interface TenantKeysDependencies {
  store: Pick<Store, 'asPlatform' | 'callers'>
  pepper: Buffer
  clock: Clock
  heardUntilMs?: (() => number) | undefined
  /** What else keeps something that is read together with a key. */
  readTogether?: readonly { expect: () => (caller: Caller) => void }[]
}

// A revoked key must stop within this time on every instance.
const maxAgeMs = 5000
const accessKeyShape = /^ak_(test|live)_[\w-]{24}$/
const secretKeyShape = /^sk_([\w-]{43})([\w-]{4})$/
const secretKeyBytes = 32
// They share one connection, so that a flood of invented keys leaves the others to those whose keys are known.
const strangersAtOnce = 16
const strangersWaiting = 200

/**
 * The keys with which a tenant's machines call. Of the secret only a keyed hash is stored, which is enough for 256
 * random bits. Every wrong part gets the same answer, or tenants and keys could be found by trying.
 */
export function createTenantKeys (
  { store, pepper, clock, heardUntilMs, readTogether = [] }: TenantKeysDependencies
) {
  const uses = createKeyUses(store)
  const hashOf = (secretKey: string): Buffer => createHmac('sha256', pepper).update(secretKey).digest()
  const placeholderHash = randomBytes(32)
  const known = createExpiringCache<KnownKey | undefined>({ maxAgeMs, maxEntries: 10_000, clock, heardUntilMs })
  // Keys that were never good here, apart from the others: a flood of invented ones pushes none of those out.
  const strange = createExpiringCache<KnownKey | undefined>({ maxAgeMs, maxEntries: 1000, clock })
  const strangers = createConcurrencyLimiter({
    limit: strangersAtOnce, queueLimit: Infinity, queueLimitPerKey: strangersWaiting
  })
  const proven = new LRUCache<string, true>({ max: 10_000 })
  // Which of the known ones are a tenant's, to drop them together.
  const accessKeysOf = new LRUCache<string, Set<string>>({ max: 10_000, memoMethod: () => new Set() })
  let changes = 0

  /** The key, and for the others what belongs to it: the first document of a tenant waits for one read. */
  async function load (accessKey: string): Promise<KnownKey | undefined> {
    const before = changes
    const keepers = readTogether.map((cache) => cache.expect())
    const caller = await store.callers.find(accessKey)
    if (!caller) return undefined
    for (const keep of keepers) keep(caller)
    return keyOf(accessKey, caller, before)
  }

  /** A key that is good; what was read before a change is not kept. */
  function keepGood (accessKey: string, key: KnownKey, keep: KeepKey | undefined): void {
    proven.set(accessKey, true)
    if (key.changes === changes) {
      accessKeysOf.memo(key.caller.tenantId).add(accessKey)
      keep?.(accessKey, key)
    } else {
      known.invalidate(accessKey)
      strange.invalidate(accessKey)
    }
  }

  async function find (keys: TenantKeys, caller: string): Promise<KnownKey | undefined> {
    const { accessKey } = keys
    const cached = known.find(accessKey) ?? strange.find(accessKey)
    if (cached) return cached
    if (!isWellFormed(keys)) return undefined
    if (proven.get(accessKey)) {
      const key = await known.get(accessKey, () => load(accessKey))
      if (key) keepGood(accessKey, key, undefined)
      return key
    }
    const keep = known.expect()
    const key = await strange.get(accessKey, () => strangers.run(caller, () => load(accessKey)))
    if (key) keepGood(accessKey, key, keep)
    return key
  }

  async function check (keys: TenantKeys, caller: string): Promise<KnownKey | undefined> {
    const key = await find(keys, caller)
    const secretMatches = timingSafeEqual(hashOf(keys.secretKey), key?.secretHash ?? placeholderHash)
    if (!secretMatches || key?.caller.tenantCode !== keys.tenantCode.toLowerCase()) return undefined
    const { tenantId, keyId } = key.caller
    key.usedAt = uses.note({ tenantId, keyId, at: clock() }, key.usedAt)
    return key
  }

  return {
    /** Throws ServiceError TENANT_KEYS_INVALID, whichever of the three is wrong. */
    async verify (keys: TenantKeys, caller = ''): Promise<TenantCaller> {
      const key = await check(keys, caller)
      if (!key) throw new ServiceError('TENANT_KEYS_INVALID')
      return key.caller
    },

    async actorOf (keys: TenantKeys, caller = ''): Promise<Actor | undefined> {
      return (await check(keys, caller))?.actor
    },

    /** Makes a pair of keys within the caller's transaction. The secret is shown now or never. */
    async mint (
      { directory, tenant }: Pick<PlatformRepositories, 'directory' | 'tenant'>,
      owner: { tenantId: string, environment: Environment }
    ) {
      const id = newId()
      const accessKey = newAccessKey(owner.environment)
      const secretKey = newSecretKey()
      await directory.claim('accessKey', accessKey, { tenant: owner.tenantId, subject: id })
      const createdAt = clock()
      await tenant(owner.tenantId).tenantKeys.create({ id, accessKey, secretHash: hashOf(secretKey), createdAt })
      return { id, accessKey, secretKey, createdAt }
    },

    /** Reads the tenant's keys from the database again at their next use in this instance. */
    invalidate (tenantId: string): void {
      changes++
      for (const accessKey of accessKeysOf.get(tenantId) ?? []) {
        known.invalidate(accessKey)
        strange.invalidate(accessKey)
      }
      accessKeysOf.delete(tenantId)
    },

    invalidateAll (): void {
      changes++
      known.invalidateAll()
      strange.invalidateAll()
      accessKeysOf.clear()
    }
  } satisfies TenantKeyring & Record<string, unknown>
}

export type TenantKeyService = ReturnType<typeof createTenantKeys>

function keyOf (accessKey: string, { key, tenant: { code, email } }: Caller, changes: number): KnownKey {
  const caller = { tenantId: key.tenantId, keyId: key.id, tenantCode: code }
  const actor = actorOf(caller, { accessKey, email: email ?? '' })
  return { caller, actor, secretHash: key.secretHash, usedAt: key.lastUsedAt, changes }
}

/** A machine of the tenant: it may what the rule `tenantKeys` opens, and read documents. */
function actorOf (
  { tenantId, keyId }: TenantCaller, { accessKey, email }: { accessKey: string, email: string }
): Actor {
  return { tenantId, userId: keyId, userName: accessKey, email, userType: 2, permissions: permissionsOfKeys }
}

function isWellFormed ({ accessKey, secretKey }: TenantKeys): boolean {
  const [, random = '', checksum] = secretKeyShape.exec(secretKey) ?? []
  return accessKeyShape.test(accessKey) && checksum === checksumOf(random)
}

function newAccessKey (environment: Environment): string {
  const mode = environment === 'production' ? 'live' : 'test'
  return `ak_${mode}_${randomBytes(18).toString('base64url')}`
}

function newSecretKey (): string {
  const random = randomBytes(secretKeyBytes).toString('base64url')
  return `sk_${random}${checksumOf(random)}`
}

/** Four check characters: a mistyped or cut-off secret is refused without asking the database. */
function checksumOf (random: string): string {
  return createHash('sha256').update(random).digest('base64url').slice(0, 4)
}
