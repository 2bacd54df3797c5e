import type { DirectoryScope, DirectoryVersion, FoundCompany } from '../../repositories/invoicing/exchange/exchange-directory.ts'
import type { Store } from '../../repositories/store.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import { simulatorAuthority } from '../../model/tax-authorities.ts'
import { minuteMs } from '../../shared/durations.ts'
import { createExpiringCache } from '../../shared/caches.ts'
import type { Clock } from '../ports.ts'
import { ListedNumbers } from './listed-numbers.ts'

type Owner = Pick<TenantRow, 'taxAuthority' | 'environment'>

/** What the directory says of a RUT. */
export interface DirectoryAnswer { version: DirectoryVersion, company: FoundCompany | undefined }

interface Known { versionId: string, numbers: ListedNumbers }

/** The directory that a tenant goes by: documents for trials must not reach the mailboxes of real companies. */
export function scopeOf ({ taxAuthority, environment }: Owner): DirectoryScope {
  return taxAuthority === simulatorAuthority ? 'simulator' : environment
}

/** A RUT without its check digit, as the directory numbers companies. */
export function numberOf (taxNumber: string): number {
  return Number.parseInt(taxNumber)
}

/** The SII's directory of electronic taxpayers, where one was imported. */
export function createDirectory ({ store, clock }: { store: Store, clock: Clock }) {
  const cache = createExpiringCache<Known | undefined>({ maxAgeMs: minuteMs, maxEntries: 3, clock })
  const latest = new Map<DirectoryScope, Known>()

  /** A new version is read once; otherwise a look at the version is enough. */
  async function load (scope: DirectoryScope): Promise<Known | undefined> {
    const known = latest.get(scope)
    const { versionId, packed } = await store.asPlatform(async ({ exchangeDirectory }) => {
      const id = (await exchangeDirectory.current(scope))?.id
      const isKnown = id === undefined || id === known?.versionId
      return { versionId: id, packed: isKnown ? undefined : await exchangeDirectory.listed(id) }
    })
    if (versionId === undefined) return undefined
    if (packed === undefined) return known
    const loaded = { versionId, numbers: await ListedNumbers.unpacked(packed) }
    latest.set(scope, loaded)
    return loaded
  }

  return {
    /**
     * Whether companies are electronic taxpayers, as the directory of at most a minute ago has it. Undefined without a
     * directory.
     */
    async listedFor (owner: Owner): Promise<((taxNumber: string) => boolean) | undefined> {
      const scope = scopeOf(owner)
      const known = await cache.get(scope, () => load(scope))
      return known && ((taxNumber) => known.numbers.has(numberOf(taxNumber)))
    },

    /** Undefined without a directory. */
    find: (owner: Owner, taxNumber: string): Promise<DirectoryAnswer | undefined> =>
      store.asPlatform(async ({ exchangeDirectory }) => {
        const scope = scopeOf(owner)
        const version = await exchangeDirectory.current(scope)
        if (!version) return undefined
        const number = numberOf(taxNumber)
        return { version, company: (await exchangeDirectory.find(scope, [number])).get(number) }
      })
  }
}

export type Directory = ReturnType<typeof createDirectory>
