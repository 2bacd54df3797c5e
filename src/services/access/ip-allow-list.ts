import type { AllowedNetworkRow } from '../../repositories/access/allowed-networks.ts'
import type { AuditRecord } from '../../repositories/audit/audit-log.ts'
import type { Caller } from '../../repositories/access/callers.ts'
import type { PlatformRepositories, Store, TenantRepositories } from '../../repositories/store.ts'
import { invalidAt, type Sentence, ServiceError } from '../../shared/errors.ts'
import { createExpiringCache } from '../../shared/caches.ts'
import { newId } from '../../shared/ids.ts'
import {
  createRangeMatcher, formatIpRange, type IpRange, networkOf, parseIpAddress, parseIpRange
} from '../../shared/ip-ranges.ts'
import type { Actor, AddressRules } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import { changesBetween } from '../audit/changes.ts'
import { platformTenant } from '../platform-tenant.ts'
import type { Clock } from '../ports.ts'

export interface AllowListEntry { id: string, ipAddress: string, description: string, createdAt: Date }

export interface NewEntry {
  /** One address or a range as CIDR, IPv4 or IPv6. */
  ipAddress: string
  description?: string | undefined
  /** Says that a range of every address (/0) is meant. */
  confirmEveryone?: boolean | undefined
}

/** What is left out stays. */
export interface EntryUpdate {
  id: string
  ipAddress?: string | undefined
  description?: string | undefined
  confirmEveryone?: boolean | undefined
}

type LetsIn = (address: string) => boolean

type ListChange<Result> = (repositories: TenantRepositories, entries: readonly AllowListEntry[]) =>
Promise<{ result: Result, audit?: Omit<AuditRecord, 'actor' | 'entity'> }>

// A change must hold on every instance within 5 seconds.
const maxAgeMs = 3000
const entriesMax = 1000

/**
 * The addresses from which a tenant may be used; an empty list lets everyone in. Changes of one list take turns, and
 * none is kept that would lock its author out.
 */
export function createIpAllowList (
  { store, clock, heardUntilMs }: { store: Store, clock: Clock, heardUntilMs?: (() => number) | undefined }
) {
  const lists = createExpiringCache<LetsIn>({ maxAgeMs, maxEntries: 10_000, clock, heardUntilMs })

  const load = (tenantId: string): Promise<LetsIn> =>
    store.asTenant(tenantId, async (repositories) => gateOf(await entriesOf(repositories)))

  async function change<Result> (actor: Actor, work: ListChange<Result>): Promise<Result> {
    const changed = await store.asTenant(actor.tenantId, async (repositories) => {
      await repositories.tenant.lock()
      const { result, audit } = await work(repositories, await entriesOf(repositories))
      mustAdmit(await entriesOf(repositories), actor)
      if (audit) {
        await repositories.tenant.announceChange()
        repositories.auditLog.add([{ actor: audited(actor), entity: 'ipAddressWhiteList', ...audit }], clock())
      }
      return result
    })
    lists.invalidate(actor.tenantId)
    return changed
  }

  return {
    async permits (tenantId: string, address: string): Promise<boolean> {
      const letsIn = await lists.get(tenantId, () => load(tenantId))
      return letsIn(address)
    },

    /**
     * Which of these tenants let an address in. Read within the caller's transaction each time, with one query: it
     * costs the same whichever and however many tenants are asked about.
     */
    async permitting (
      { allAllowedNetworks }: PlatformRepositories, tenantIds: readonly string[], address: string
    ): Promise<ReadonlySet<string>> {
      const networks = await allAllowedNetworks.listOf([platformTenant, ...tenantIds])
      const entriesIn = (tenantId: string) => networks.filter((row) => row.tenantId === tenantId).map(({ network }) =>
        ({ ipAddress: formatIpRange(rangeOf(network)) })
      )
      return new Set(tenantIds.filter((tenantId) => gateOf(entriesIn(tenantId))(address)))
    },

    /** For a read that brings the tenant's list; the lists of `Caller` are texts of cidrs. */
    expect (): (caller: Caller) => void {
      const keep = lists.expect()
      return ({ tenant, networks }) => {
        keep(tenant.tenantId, gateOf(networks.map((network) => ({ ipAddress: formatIpRange(rangeOf(network)) }))))
      }
    },

    /** Reads the list from the database again at its next use in this instance. */
    invalidate: (tenantId: string): void => { lists.invalidate(tenantId) },
    invalidateAll: (): void => { lists.invalidateAll() },

    list: ({ tenantId }: Actor): Promise<AllowListEntry[]> => store.asTenant(tenantId, entriesOf),

    /**
     * Adds an entry. Throws ServiceError VALIDATION_FAILED (ipAddress), ALLOW_LIST_OPEN_TO_ALL, ALLOW_LIST_FULL,
     * ALLOW_LIST_ENTRY_EXISTS or ALLOW_LIST_LOCKS_OUT.
     */
    async create (actor: Actor, { description = '', ...wanted }: NewEntry): Promise<AllowListEntry> {
      const ipAddress = canonicalRange(wanted)
      return change(actor, async ({ allowedNetworks }, entries) => {
        if (entries.length >= entriesMax) throw new ServiceError('ALLOW_LIST_FULL')
        mustBeNew(entries, ipAddress)
        const entry = { id: newId(), ipAddress, description, createdAt: clock() }
        await allowedNetworks.create({ ...entry, network: ipAddress })
        return {
          result: entry, audit: { action: 'ipAddressWhiteList.create', entityId: entry.id, details: { ipAddress } }
        }
      })
    },

    /**
     * Changes what is given and leaves the rest. Throws as `create` does, and ServiceError ALLOW_LIST_ENTRY_NOT_FOUND.
     */
    async update (actor: Actor, { id, ipAddress, description, confirmEveryone }: EntryUpdate): Promise<void> {
      return change(actor, async ({ allowedNetworks }, entries) => {
        const before = entryOf(entries, id)
        const isSame = ipAddress === undefined || ipAddress === before.ipAddress
        const after = {
          ...before, ipAddress: isSame ? before.ipAddress : canonicalRange({ ipAddress, confirmEveryone }),
          description: description ?? before.description
        }
        if (after.ipAddress === before.ipAddress && after.description === before.description) {
          return { result: undefined }
        }
        mustBeNew(entries.filter((entry) => entry !== before), after.ipAddress)
        await allowedNetworks.update(id, { network: after.ipAddress, description: after.description })
        const told = ({ ipAddress, description }: typeof after) => ({ ipAddress, description })
        const details = { ipAddress: after.ipAddress, ...changesBetween(told(before), told(after)) }
        return { result: undefined, audit: { action: 'ipAddressWhiteList.update', entityId: id, details } }
      })
    },

    /**
     * Removes an entry; an empty list allows every address. Throws ServiceError ALLOW_LIST_ENTRY_NOT_FOUND or
     * ALLOW_LIST_LOCKS_OUT.
     */
    delete: (actor: Actor, id: string): Promise<void> => change(actor, async ({ allowedNetworks }, entries) => {
      const { ipAddress } = entryOf(entries, id)
      await allowedNetworks.delete(id)
      return { result: undefined, audit: { action: 'ipAddressWhiteList.delete', entityId: id, details: { ipAddress } } }
    })
  } satisfies AddressRules & Record<string, unknown>
}

export type IpAllowList = ReturnType<typeof createIpAllowList>

async function entriesOf ({ allowedNetworks }: TenantRepositories): Promise<AllowListEntry[]> {
  return (await allowedNetworks.list()).map(entryFrom)
}

function entryFrom ({ network, ...row }: AllowedNetworkRow): AllowListEntry {
  return { ...row, ipAddress: formatIpRange(rangeOf(network)) }
}

function rangeOf (stored: string): IpRange {
  const range = parseIpRange(stored)
  if (!range) throw new Error(`No network: ${stored}`)
  return range
}

function gateOf (entries: readonly Pick<AllowListEntry, 'ipAddress'>[]): LetsIn {
  const matches = createRangeMatcher(entries.map(({ ipAddress }) => rangeOf(ipAddress)))
  return (address) => {
    if (entries.length === 0) return true
    // The zone of a caller on the same link says by which of our interfaces it came.
    const caller = parseIpAddress(address.replace(/%.*$/, ''))
    return caller !== undefined && matches(caller)
  }
}

function mustAdmit (entries: readonly AllowListEntry[], { address }: Actor): void {
  if (address !== undefined && !gateOf(entries)(address)) throw new ServiceError('ALLOW_LIST_LOCKS_OUT')
}

function mustBeNew (others: readonly AllowListEntry[], ipAddress: string): void {
  if (others.some((entry) => entry.ipAddress === ipAddress)) throw new ServiceError('ALLOW_LIST_ENTRY_EXISTS')
}

function entryOf (entries: readonly AllowListEntry[], id: string): AllowListEntry {
  const entry = entries.find((one) => one.id === id)
  if (!entry) throw new ServiceError('ALLOW_LIST_ENTRY_NOT_FOUND')
  return entry
}

function canonicalRange ({ ipAddress, confirmEveryone = false }: NewEntry): string {
  const range = parseIpRange(ipAddress)
  if (!range) {
    throw unfit({
      en: 'is no IP address and no range such as 192.0.2.0/24',
      es: 'no es una dirección IP ni un rango como 192.0.2.0/24'
    })
  }
  const network = networkOf(range)
  const text = formatIpRange(network)
  if (network.bits !== range.bits) {
    throw unfit({
      en: `has bits set beyond its prefix; ${text} is the network`,
      es: `tiene bits fuera de su prefijo; la red es ${text}`
    })
  }
  if (network.prefix === 0 && !confirmEveryone) throw new ServiceError('ALLOW_LIST_OPEN_TO_ALL')
  return text
}

function unfit (message: Sentence): ServiceError {
  return invalidAt('ipAddress', message)
}
