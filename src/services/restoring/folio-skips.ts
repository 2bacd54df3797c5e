import { z } from 'zod'
import type { AuditActor, AuditRow } from '../../repositories/audit/audit-log.ts'
import type { FolioBlockRow } from '../../repositories/tenants/folio-blocks.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import { hourMs } from '../../shared/durations.ts'

/** The command that follows a restore, in the audit log. */
export const restorer: AuditActor = { id: null, name: 'after-restore' }

/**
 * Folios of a block that are skipped: those from `from` up to the next one, `to`. They are equal when none is skipped.
 */
export interface FolioSkip {
  block: FolioBlockRow
  from: number
  to: number
  held: number[]
  /** How many are left out beyond the last one that the SII holds. */
  margin: number
  /** An earlier run left its margin out, and nothing happened since. */
  isMarginReserved: boolean
}

export function planSkip (
  block: FolioBlockRow,
  { held, margin, isMarginReserved }: { held: number[], margin: number, isMarginReserved: boolean }
): FolioSkip {
  const from = Number(block.next)
  const free = (held.at(-1) ?? from - 1) + 1
  const to = Math.min(free + (isMarginReserved ? 0 : margin), Number(block.rangeTo) + 1)
  return { block, from, to, held, margin: to - free, isMarginReserved }
}

/** The skipped folios that the SII does not have, as ranges: to be annulled there unless a document has them. */
export function notReceivedRanges ({ from, to, held }: Pick<FolioSkip, 'from' | 'to' | 'held'>): [number, number][] {
  const ends = [...held, to]
  return ends.map((end, index): [number, number] => [(ends[index - 1] ?? from - 1) + 1, end - 1]).filter((
    [first, last]
  ) => first <= last)
}

// An operator who runs the command twice does so within the hour; a backup made between two runs may be restored later.
const sameRestoreMs = hourMs
// Rows of one run that are looked at; behind so many others the margin is skipped again, which is harmless.
const rowsLookedAt = 1000

/**
 * Whether the block stands where a run of this command just put it, with no other row in the tenant's audit log since.
 * In doubt the margin is skipped again: that costs folios, while a folio used twice cannot be corrected.
 */
export async function isMarginReserved (
  { auditLog }: TenantRepositories, block: FolioBlockRow, at: Date
): Promise<boolean> {
  const { rows: [skip] } = await auditLog.paginate({ action: 'folio.skip', entityId: block.id }, 1, 1)
  if (!skip || !leftAt(skip, block) || at.getTime() - skip.at.getTime() > sameRestoreMs) return false
  const { lastSequence } = await auditLog.findEnd()
  const since = await auditLog.listAfter(skip.sequence, { upTo: lastSequence, limit: rowsLookedAt })
  return since.length < rowsLookedAt && since.every(({ actorName }) => actorName === restorer.name)
}

const skipDetails = z.object({ to: z.int() })

function leftAt ({ details }: AuditRow, { next }: FolioBlockRow): boolean {
  return skipDetails.safeParse(details).data?.to === Number(next)
}

/** Moves the block and writes why. False when folios were taken meanwhile. */
export async function storeSkip (
  { folioBlocks, auditLog }: TenantRepositories, { block, from, to, held, margin }: FolioSkip, at: Date
): Promise<boolean> {
  if (!await folioBlocks.skip(block.id, { from: BigInt(from), to: BigInt(to) })) return false
  const { documentType, environment } = block
  auditLog.add([{
    actor: restorer,
    action: 'folio.skip',
    entity: 'folioBlock',
    entityId: block.id,
    details: { documentType, environment, from, to, held: held.length, margin }
  }], at)
  return true
}
