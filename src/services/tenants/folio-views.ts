import { daysBetween } from '../../dte/values/calendar.ts'
import { documentTypes, type DocumentType } from '../../dte/values/document-types.ts'
import type { FolioBlockRow, FolioRange } from '../../repositories/tenants/folio-blocks.ts'

/** Where a block of folios stands. Exhausted and Expired follow from its numbers and its dates. */
const folioBlockStates = {
  1: { name: 'Uploaded' },
  2: { name: 'Active' },
  3: { name: 'Exhausted' },
  4: { name: 'Expired' },
  5: { name: 'Stopped' }
} as const

export type FolioBlockState = keyof typeof folioBlockStates

export interface FolioBlockView {
  id: string
  documentType: number
  typeName: string
  environment: string
  rangeFrom: number
  rangeTo: number
  /** The folio that the next document takes; null when none is left. */
  next: number | null
  remaining: number
  /** YYYY-MM-DD */
  authorisedOn: string
  /** YYYY-MM-DD, the last day on which a document may be stamped; null where folios of the type do not expire. */
  expiresOn: string | null
  state: FolioBlockState
  stateText: string
  /** Place in the queue of its type; null until activated. */
  position: number | null
  daysLeft: number | null
  /** Of all blocks in the queue of the type together. */
  typeDaysLeft: number | null
  uploadedAt: Date
  activatedAt: Date | null
  /** When the SII said that another program had used one of its folios. */
  stoppedAt: Date | null
  usedElsewhere: FolioRange[]
}

export function isExpired ({ expiresOn }: Pick<FolioBlockRow, 'expiresOn'>, today: string): boolean {
  return expiresOn !== null && expiresOn < today
}

export function isExhausted ({ next, rangeTo }: Pick<FolioBlockRow, 'next' | 'rangeTo'>): boolean {
  return next > rangeTo
}

export function stateOf (block: FolioBlockRow, today: string): FolioBlockState {
  if (isExhausted(block)) return 3
  if (isExpired(block, today)) return 4
  if (block.stoppedAt !== null) return 5
  return block.position === null ? 1 : 2
}

/**
 * All blocks of an environment. `perDay` gives how many documents of a type the tenant issues in a day at its present
 * pace.
 */
export function folioBlockViews (
  blocks: readonly FolioBlockRow[], { today, perDay }: { today: string, perDay: (documentType: number) => number }
): FolioBlockView[] {
  const types = new Set(blocks.map(({ documentType }) => documentType))
  const forecasts = new Map([...types].map((type) =>
    [type, forecastOf(blocks.filter(({ documentType }) => documentType === type), { today, perDay: perDay(type) })]))
  return blocks.map((block) => {
    const forecast = forecasts.get(block.documentType)
    return folioBlockView(block, {
      today, daysLeft: forecast?.blocks.get(block.id) ?? null, typeDaysLeft: forecast?.type ?? null
    })
  })
}

interface Forecast { blocks: Map<string, number | null>, type: number | null }

/** A block begins when the one before it in the queue ends; one that is in no queue is taken for the first. */
function forecastOf (blocks: FolioBlockRow[], { today, perDay }: { today: string, perDay: number }): Forecast {
  const ends = new Map<string, number>()
  const isQueued = (block: FolioBlockRow): boolean => stateOf(block, today) === 2
  let queueEnd = 0
  for (const block of blocks.filter(isQueued).sort((one, other) => (one.position ?? 0) - (other.position ?? 0))) {
    const end = endOf(block, { today, perDay, begin: queueEnd })
    ends.set(block.id, end)
    queueEnd = Math.max(queueEnd, end)
  }
  for (const block of blocks) if (!isQueued(block)) ends.set(block.id, endOf(block, { today, perDay, begin: 0 }))
  return { blocks: new Map([...ends].map(([id, end]) => [id, wholeDays(end)])), type: wholeDays(queueEnd) }
}

/** Days from today until the block is used up or expires; Infinity when neither is in sight. */
function endOf (
  block: FolioBlockRow, { today, perDay, begin }: { today: string, perDay: number, begin: number }
): number {
  if (isExhausted(block)) return 0
  const usedUp = perDay > 0 ? begin + remainingOf(block) / perDay : Infinity
  const expiry = block.expiresOn ? Math.max(0, daysBetween(today, block.expiresOn) + 1) : Infinity
  return Math.min(usedUp, expiry)
}

function wholeDays (days: number): number | null {
  return Number.isFinite(days) ? Math.floor(days) : null
}

function remainingOf ({ next, rangeTo }: FolioBlockRow): number {
  return Number(rangeTo - next) + 1
}

function folioBlockView (
  block: FolioBlockRow,
  { today, daysLeft, typeDaysLeft }: { today: string, daysLeft: number | null, typeDaysLeft: number | null }
): FolioBlockView {
  const state = stateOf(block, today)
  const remaining = remainingOf(block)
  return {
    id: block.id,
    documentType: block.documentType,
    typeName: documentTypes[block.documentType as DocumentType].name,
    environment: block.environment,
    rangeFrom: Number(block.rangeFrom),
    rangeTo: Number(block.rangeTo),
    next: remaining > 0 ? Number(block.next) : null,
    remaining,
    authorisedOn: block.authorisedOn,
    expiresOn: block.expiresOn,
    state,
    stateText: folioBlockStates[state].name,
    position: block.position,
    daysLeft,
    typeDaysLeft,
    uploadedAt: block.uploadedAt,
    activatedAt: block.activatedAt,
    stoppedAt: block.stoppedAt,
    usedElsewhere: block.usedElsewhere
  }
}
