import { daysBetween } from '../../dte/values/calendar.ts'
import { documentTypes, type DocumentType } from '../../dte/values/document-types.ts'
import type { FolioBlockRow } from '../../repositories/folio-blocks.ts'

/** Where a block of folios stands. Exhausted and Expired follow from its numbers and its dates. */
const folioBlockStates = {
  1: { name: 'Uploaded' },
  2: { name: 'Active' },
  3: { name: 'Exhausted' },
  4: { name: 'Expired' }
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
  uploadedAt: Date
  activatedAt: Date | null
}

export function isExpired ({ expiresOn }: Pick<FolioBlockRow, 'expiresOn'>, today: string): boolean {
  return expiresOn !== null && expiresOn < today
}

function isExhausted ({ next, rangeTo }: Pick<FolioBlockRow, 'next' | 'rangeTo'>): boolean {
  return next > rangeTo
}

export function stateOf (block: FolioBlockRow, today: string): FolioBlockState {
  if (isExhausted(block)) return 3
  if (isExpired(block, today)) return 4
  return block.position === null ? 1 : 2
}

/** `perDay`: documents of the type that the tenant issues in a day at its present pace. */
export function folioBlockView (
  block: FolioBlockRow, { today, perDay }: { today: string, perDay: number }
): FolioBlockView {
  const state = stateOf(block, today)
  const remaining = Number(block.rangeTo - block.next) + 1
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
    daysLeft: daysLeft(block, { today, perDay, remaining }),
    uploadedAt: block.uploadedAt,
    activatedAt: block.activatedAt
  }
}

/** Days until the block is used up at the present pace, or expires if that is sooner; null when neither is in sight. */
function daysLeft (
  { expiresOn }: FolioBlockRow, { today, perDay, remaining }: { today: string, perDay: number, remaining: number }
): number | null {
  if (remaining === 0) return 0
  const untilUsedUp = perDay > 0 ? Math.floor(remaining / perDay) : Infinity
  const untilExpiry = expiresOn ? Math.max(0, daysBetween(today, expiresOn) + 1) : Infinity
  const days = Math.min(untilUsedUp, untilExpiry)
  return Number.isFinite(days) ? days : null
}
