import { addDays, daysBetween, santiagoDate } from '../../dte/values/calendar.ts'
import { type DocumentType, documentTypes } from '../../dte/values/document-types.ts'
import type { FolioRange } from '../../dte/values/folio-ranges.ts'
import type { FolioBlockRow } from '../../repositories/tenants/folio-blocks.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import type { Actor } from '../actor.ts'
import type { Clock } from '../ports.ts'
import { paceDays, paceOf, typesWithFolios } from './folio-supply.ts'
import { isExhausted, isExpired } from './folio-views.ts'

/** Half of the time in which the folios of a tax credit expire. */
export const plannedDays = 90

/** How many folios of a type to ask the SII for, and until when. */
export interface FolioPlan {
  documentType: number
  typeName: string
  /** Documents a day, of the last week or the last four, whichever is more. */
  perDay: number
  /** In active blocks. */
  remaining: number
  /** In blocks that were uploaded and not activated. */
  inactive: number
  /** Of both, those that expire before they are used at this pace. */
  expiring: number
  /** Documents that wait for a folio. */
  waiting: number
  /** YYYY-MM-DD, when active and uploaded folios are used up or expired; null if neither is foreseeable. */
  runsOutOn: string | null
  /** YYYY-MM-DD, as long before as the tenant wants to be warned. */
  requestBy: string | null
  /**
   * How many to ask for, so that folios last for the days that were asked about, and for the sets that are due. Beside
   * those sets and what waits, never more than were issued in as many days, 90 at least.
   */
  suggested: number
  /** Null in production, and for a type that no set of a certification has. */
  certification: Omit<CertificationFolios, 'toRequest'> | null
}

/** The folios of a type in a certification: each attempt at a set takes all of its own, and returns none. */
export interface CertificationFolios {
  /** For one attempt at each set that is due. */
  needed: number
  /** How many to ask for where there are fewer than needed. */
  toRequest: number
  sets: {
    /** As the SII's pages name it. */
    name: string
    /** For its next attempt; 0 where none is due. */
    needed: number
    attempts: AttemptFolios[]
  }[]
}

/** The folios that an attempt took; both ends of a range included. */
export interface AttemptFolios { number: number, state: string, ranges: FolioRange[] }

export interface FolioPlansDependencies {
  store: Store
  clock: Clock
  /** By document type. */
  certificationFolios: (repositories: TenantRepositories) => Promise<ReadonlyMap<number, CertificationFolios>>
}

const none: ReadonlyMap<number, CertificationFolios> = new Map()

interface TypeFacts {
  today: string
  perDay: number
  waiting: number
  /** As many as the SII can be expected to grant: it publishes no figure, but goes by what a company issued before. */
  granted: number
  sets: CertificationFolios | undefined
}

/** Plans the requests of folios of a tenant. */
export function createFolioPlans ({ store, clock, certificationFolios }: FolioPlansDependencies) {
  return {
    /** Of each type that the tenant has folios of, had documents of in the last 90 days, or certifies; by type. */
    plan: ({ tenantId }: Actor, days = plannedDays): Promise<FolioPlan[]> =>
      store.asTenant(tenantId, async (repositories) => {
        const tenant = await repositories.tenant.get()
        const blocks = await repositories.folioBlocks.list(tenant.environment)
        const sets = tenant.environment === 'certification' ? await certificationFolios(repositories) : none
        return folioPlans(repositories, blocks, { tenant, at: clock(), days, sets })
      })
  }
}

export type FolioPlans = ReturnType<typeof createFolioPlans>

/** The plans of all types in use. */
export async function folioPlans (
  repositories: Pick<TenantRepositories, 'folioBlocks'>, blocks: readonly FolioBlockRow[],
  { tenant, at, days = plannedDays, sets = none }: {
    tenant: TenantRow, at: Date, days?: number, sets?: ReadonlyMap<number, CertificationFolios>
  }
): Promise<FolioPlan[]> {
  const today = santiagoDate(at)
  const [week, month] = [await paceOf(repositories, at, paceDays), await paceOf(repositories, at, 4 * paceDays)]
  const issued = await repositories.folioBlocks.issuedByType(addDays(today, 1 - Math.max(days, plannedDays)))
  const waiting = await repositories.folioBlocks.waitingByType()
  const inUse = await typesWithFolios(repositories, blocks, tenant, at)
  const types = [...new Set([...inUse, ...sets.keys()])].sort((one, other) => one - other)
  return types.map((type) => planOf(type, blocks.filter(({ documentType }) => documentType === type), {
    today, perDay: Math.max(week(type), month(type)), waiting: waiting.get(type) ?? 0, granted: issued.get(type) ?? 0,
    sets: sets.get(type)
  }, { days, warningDays: tenant.foliosLowDays }))
}

function planOf (
  documentType: number, blocks: readonly FolioBlockRow[], { today, perDay, waiting, granted, sets }: TypeFacts,
  { days, warningDays }: { days: number, warningDays: number }
): FolioPlan {
  const usable = inOrderOfUse(blocks.filter((block) => !isExhausted(block) && !isExpired(block, today)))
  const { lasts, expiring } = useUp(usable, { today, perDay })
  const runsOutOn = Number.isFinite(lasts) ? addDays(today, Math.floor(lasts)) : null
  const total = sumOf(usable)
  const missing = Math.min(granted, perDay * Math.max(0, days - Math.min(lasts, days))) + Math.max(0, waiting - total)
  return {
    documentType,
    typeName: documentTypes[documentType as DocumentType].name,
    perDay: Math.round(perDay * 100) / 100,
    remaining: sumOf(usable.filter(({ position }) => position !== null)),
    inactive: sumOf(usable.filter(({ position }) => position === null)),
    expiring,
    waiting,
    runsOutOn,
    requestBy: runsOutOn === null ? null : latest(today, addDays(runsOutOn, -warningDays)),
    // Decimals of the pace must not ask for one folio more.
    suggested: Math.max(Math.ceil(Math.round(missing * 1e6) / 1e6), sets && sets.needed > total ? sets.toRequest : 0),
    certification: sets ? { needed: sets.needed, sets: sets.sets } : null
  }
}

/** Active blocks by their place in the queue, then those that can be activated: first those that expire first. */
function inOrderOfUse (blocks: readonly FolioBlockRow[]): FolioBlockRow[] {
  return blocks.toSorted((one, other) =>
    turnOf(one) - turnOf(other) || (one.expiresOn ?? '9').localeCompare(other.expiresOn ?? '9'))
}

function turnOf ({ position }: FolioBlockRow): number {
  return position ?? Number.MAX_SAFE_INTEGER
}

/** For how many days the blocks last one after the other, and how many of their folios expire before. */
function useUp (
  blocks: readonly FolioBlockRow[], { today, perDay }: Pick<TypeFacts, 'today' | 'perDay'>
): { lasts: number, expiring: number } {
  let lasts = 0
  let expiring = 0
  for (const block of blocks) {
    const left = remainingOf(block)
    const expiry = block.expiresOn === null ? Infinity : daysBetween(today, block.expiresOn) + 1
    const usedUp = perDay > 0 ? lasts + left / perDay : Infinity
    const end = Math.max(lasts, Math.min(usedUp, expiry))
    if (perDay > 0) expiring += left - Math.min(left, Math.floor((end - lasts) * perDay + 1e-6))
    lasts = end
  }
  return { lasts, expiring }
}

function remainingOf ({ next, rangeTo }: FolioBlockRow): number {
  return Number(rangeTo - next) + 1
}

function sumOf (blocks: readonly FolioBlockRow[]): number {
  return blocks.reduce((sum, block) => sum + remainingOf(block), 0)
}

function latest (one: string, other: string): string {
  return one > other ? one : other
}
