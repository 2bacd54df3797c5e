import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { PlatformRepositories, Store } from '../../repositories/store.ts'
import { cached } from '../../shared/cached.ts'
import { minuteMs } from '../../shared/durations.ts'
import { ServiceError } from '../../shared/errors.ts'
import { createExpiringCache } from '../../shared/expiring-cache.ts'
import { createGate } from '../../shared/gate.ts'
import { newId } from '../../shared/ids.ts'
import type { Actor, TenantKeyring, TenantKeys } from '../actor.ts'
import type { Environment } from '../../model/tax-authorities.ts'
import { permissionsOfKeys } from './permissions.ts'
import type { Clock } from '../ports.ts'

/** The tenant behind a pair of keys. */
export interface TenantCaller { tenantId: string, keyId: string, tenantCode: string }

interface KnownKey { caller: TenantCaller, actor: Actor, secretHash: Buffer, usedAt: Date | null }

// A revoked key must stop within this time on every instance.
const maxAgeMs = 5000
const accessKeyShape = /^ak_(test|live)_[\w-]{24}$/
const secretKeyShape = /^sk_([\w-]{43})([\w-]{4})$/
const secretKeyBytes = 32
// Few, so that a flood of invented keys leaves the database's connections to those whose keys are known.
const strangersAtOnce = 2
const strangersWaiting = 200
// When a key was last used is for people who rotate it, and not worth a write at each document.
const usePrecisionMs = minuteMs

/**
 * The keys with which a tenant's machines call. Of the secret only a keyed hash is stored, which is enough for 256
 * random bits. Every wrong part gets the same answer, or tenants and keys could be found by trying.
 */
export function createTenantKeys (
  { store, pepper, clock, heardUntilMs }: {
    store: Store, pepper: Buffer, clock: Clock, heardUntilMs?: (() => number) | undefined
  }
) {
  const hashOf = (secretKey: string): Buffer => createHmac('sha256', pepper).update(secretKey).digest()
  const nobodysHash = randomBytes(32)
  const known = createExpiringCache<KnownKey | undefined>({ maxAgeMs, maxEntries: 10_000, clock, heardUntilMs })
  // Keys that were never good here, apart from the others: a flood of invented ones pushes none of those out.
  const strange = createExpiringCache<KnownKey | undefined>({ maxAgeMs, maxEntries: 1000, clock })
  const strangers = createGate({
    atOnce: strangersAtOnce, waitingMax: Infinity, waitingMaxEach: strangersWaiting
  })
  const proven = new LRUCache<string, true>({ max: 10_000 })
  // Which of the known ones are a tenant's, to forget them together.
  const accessKeysOf = new LRUCache<string, Set<string>>({ max: 10_000 })

  async function find (keys: TenantKeys, caller: string): Promise<KnownKey | undefined> {
    const { accessKey } = keys
    const remembered = known.find(accessKey) ?? strange.find(accessKey)
    if (remembered) return remembered
    if (!isWellFormed(keys)) return undefined
    const read = (): Promise<KnownKey | undefined> => load(store, accessKey)
    const key = proven.get(accessKey)
      ? await known.get(accessKey, read)
      : await strange.get(accessKey, () => strangers.run(caller, read))
    if (key) {
      proven.set(accessKey, true)
      cached(accessKeysOf, key.caller.tenantId, () => new Set()).add(accessKey)
    }
    return key
  }

  /** Keeps nobody waiting, and a note that is lost is made at a later use. */
  function noteUse (key: KnownKey): void {
    const at = clock()
    const before = new Date(at.getTime() - usePrecisionMs)
    if (key.usedAt !== null && key.usedAt > before) return
    key.usedAt = at
    const { tenantId, keyId } = key.caller
    store.asTenant(tenantId, ({ tenantKeys }) => tenantKeys.noteUse(keyId, { at, before })).catch(() => {})
  }

  async function check (keys: TenantKeys, caller: string): Promise<KnownKey | undefined> {
    const key = await find(keys, caller)
    const secretMatches = timingSafeEqual(hashOf(keys.secretKey), key?.secretHash ?? nobodysHash)
    if (!secretMatches || key?.caller.tenantCode !== keys.tenantCode.toLowerCase()) return undefined
    noteUse(key)
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
    forget (tenantId: string): void {
      for (const accessKey of accessKeysOf.get(tenantId) ?? []) {
        known.forget(accessKey)
        strange.forget(accessKey)
      }
      accessKeysOf.delete(tenantId)
    },

    forgetAll (): void {
      known.forgetAll()
      strange.forgetAll()
      accessKeysOf.clear()
    }
  } satisfies TenantKeyring & Record<string, unknown>
}

export type TenantKeyService = ReturnType<typeof createTenantKeys>

function load (store: Store, accessKey: string): Promise<KnownKey | undefined> {
  return store.asPlatform(async ({ directory, tenant }) => {
    const entry = await directory.find('accessKey', accessKey)
    const key = entry && await tenant(entry.tenant).tenantKeys.findLive(entry.subject)
    if (!key) return undefined
    const { code, email } = await tenant(key.tenantId).tenant.get()
    const caller = { tenantId: key.tenantId, keyId: key.id, tenantCode: code }
    const actor = actorOf(caller, { accessKey, email: email ?? '' })
    return { caller, actor, secretHash: Buffer.from(key.secretHash), usedAt: key.lastUsedAt }
  })
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

/** Four characters that tell a mistyped or cut-off secret from a real one without asking the database. */
function checksumOf (random: string): string {
  return createHash('sha256').update(random).digest('base64url').slice(0, 4)
}
