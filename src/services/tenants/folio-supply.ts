import { addDays, santiagoDate } from '../../dte/values/calendar.ts'
import { documentTypes, isDocumentType } from '../../dte/values/document-types.ts'
import type { FolioBlockRow } from '../../repositories/tenants/folio-blocks.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import { dayMs } from '../../shared/durations.ts'
import { type FolioBlockView, folioBlockViews, isExhausted, isExpired } from './folio-views.ts'

/** The folios of a type that the tenant uses. */
export interface FolioSupply {
  documentType: number
  typeName: string
  /** In active blocks. */
  remaining: number
  /** In blocks that were uploaded and not activated. */
  inactive: number
  /** Whole days until the active blocks are used up or expired; null if neither is foreseeable. */
  daysLeft: number | null
  /** The last block of the queue, with folios left or not; null if none was activated. */
  lastBlock: string | null
}

export const paceDays = 7
const usedDays = 90
const [uploaded, active] = [1, 2]
const allTypes = Object.keys(documentTypes).map(Number)

type Folios = Pick<TenantRepositories, 'folioBlocks'>
type Owner = Pick<TenantRow, 'environment'>

/** The views of a tenant's blocks, with their forecasts at the pace of the last week. */
export async function viewBlocks (
  folios: Folios, blocks: readonly FolioBlockRow[], at: Date
): Promise<FolioBlockView[]> {
  return folioBlockViews(blocks, { today: santiagoDate(at), perDay: await paceOf(folios, at, paceDays) })
}

/**
 * How many documents of a type are issued a day, of so many last days, today included. A tenant that is younger has the
 * same divisor: what it issued on its first day, often one bulk submission, is not what it issues every day.
 */
export async function paceOf (
  { folioBlocks }: Folios, at: Date, days: number
): Promise<(documentType: number) => number> {
  const issued = await folioBlocks.issuedByType(addDays(santiagoDate(at), 1 - days))
  return (type) => (issued.get(type) ?? 0) / days
}

/**
 * The supply of each type that the tenant has folios of, or had documents of in the last 90 days, by type. A type whose
 * last folios were used before that is not in use.
 */
export async function folioSupplies (
  repositories: Folios, blocks: readonly FolioBlockRow[], owner: Owner, at: Date
): Promise<FolioSupply[]> {
  const views = await viewBlocks(repositories, blocks, at)
  return (await typesWithFolios(repositories, blocks, owner, at))
    .map((type) => supplyOf(type, views.filter(({ documentType }) => documentType === type)))
}

/** The types that the tenant has folios of, or had documents of in the last 90 days. */
export async function typesWithFolios (
  { folioBlocks }: Folios, blocks: readonly FolioBlockRow[], { environment }: Owner, at: Date
): Promise<number[]> {
  const today = santiagoDate(at)
  const inUse = await folioBlocks.typesInUse(environment, allTypes, new Date(at.getTime() - usedDays * dayMs))
  const withFolios = blocks.filter((block) => !isExhausted(block) && !isExpired(block, today))
  const types = new Set([...inUse, ...withFolios.map(({ documentType }) => documentType)])
  return [...types].sort((one, other) => one - other)
}

/** Whether the folios reach no further than the tenant's setting, or are used up. */
export function isLow (
  { remaining, daysLeft }: Pick<FolioSupply, 'remaining' | 'daysLeft'>,
  { foliosLowDays, foliosLowNumber }: Pick<TenantRow, 'foliosLowDays' | 'foliosLowNumber'>
): boolean {
  return (foliosLowNumber > 0 && remaining <= foliosLowNumber) ||
    (foliosLowDays > 0 && daysLeft !== null && daysLeft <= foliosLowDays)
}

function supplyOf (documentType: number, views: readonly FolioBlockView[]): FolioSupply {
  const queue = views.filter(({ position }) => position !== null)
  const last = queue.reduce<FolioBlockView | undefined>(
    (latest, view) => (view.position ?? 0) > (latest?.position ?? 0) ? view : latest, undefined
  )
  return {
    documentType,
    typeName: isDocumentType(documentType) ? documentTypes[documentType].name : String(documentType),
    remaining: remainingIn(views, active),
    inactive: remainingIn(views, uploaded),
    daysLeft: views[0] ? views[0].typeDaysLeft : 0,
    lastBlock: last?.id ?? null
  }
}

function remainingIn (views: readonly FolioBlockView[], wanted: number): number {
  return views.reduce((sum, { state, remaining }) => state === wanted ? sum + remaining : sum, 0)
}
