import { type AuditRow, chainHash, type ChainEnd, emptyChain } from '../../repositories/audit/audit-log.ts'
import type { Store } from '../../repositories/store.ts'

/**
 * A place of a chain, noted where the database's owner cannot write: only it reveals that a chain was cut or rewritten.
 */
export interface Anchor { sequence: bigint, hash: string }

/** What is wrong, and at which row it shows first. */
export interface ChainFault {
  sequence: bigint
  problem: 'rowMissing' | 'rowAltered' | 'headMissing' | 'headDisagrees' | 'anchorMissing' | 'anchorDisagrees'
}

/** `end`: the last place up to which the chain holds. */
export interface ChainVerdict { tenantId: string, end: Anchor, fault: ChainFault | undefined }

/** How far a part of a chain was followed, and what is wrong in it. */
export interface PartVerdict {
  /** Rows of the whole chain. */
  records: bigint
  /** The place after which this part begins. */
  after: bigint
  /** The last place up to which this part holds. */
  intactUpTo: Anchor
  fault: ChainFault | undefined
  /** Whether the end of the chain was reached. */
  complete: boolean
}

interface Link { sequence: bigint, hash: Uint8Array }

// Some hundred bytes a row, so that a chain of any length is read in a megabyte or so.
const batchSize = 1000

// Some two seconds of work, of which most is waiting for PostgreSQL.
const mostRowsOfPart = 50_000

/**
 * Recomputes the hash chains of the audit log. Reads a tenant's rows in batches, in short transactions, beside the
 * service at work.
 */
export function createAuditVerification (
  { store, partRows = mostRowsOfPart }: { store: Store, partRows?: number }
) {
  const read = (tenantId: string, after: bigint, upTo: bigint): Promise<AuditRow[]> =>
    store.asTenant(tenantId, ({ auditLog }) => auditLog.listAfter(after, { upTo, limit: batchSize }))

  return {
    /**
     * Follows a part of a tenant's chain: the rows after a place, which an earlier part reached. `signal` ends it with
     * its reason.
     */
    async verifyPart (tenantId: string, after: bigint, signal?: AbortSignal): Promise<PartVerdict> {
      const { chainEnd, start } = await store.asTenant(tenantId, async ({ auditLog }) => {
        const chainEnd = await auditLog.findEnd()
        const [row] = await auditLog.listAfter(after - 1n, { upTo: after, limit: 1 })
        return { chainEnd, start: after === 0n ? emptyChain : row }
      })
      const { head, lastSequence: records } = chainEnd
      const part = { records, after }
      if (!start) {
        const fault = { sequence: after, problem: 'rowMissing' } as const
        return { ...part, intactUpTo: anchorAt(emptyChain), fault, complete: false }
      }
      const upTo = after + BigInt(partRows)
      let link: Link = start
      let fault: ChainFault | undefined
      while (link.sequence < upTo && !fault) {
        signal?.throwIfAborted()
        const rows = await read(tenantId, link.sequence, upTo < records ? upTo : records)
        if (rows.length === 0) break
        ;({ link, fault } = follow(tenantId, link, rows, undefined))
      }
      const complete = fault === undefined && link.sequence >= records
      fault ??= complete ? faultAtEnd(link, { head, lastSequence: records }, undefined) : undefined
      return { ...part, intactUpTo: anchorAt(link), fault, complete }
    },

    tenants: (): Promise<string[]> => store.asPlatform(({ auditedTenants }) => auditedTenants.list()),

    /** Follows a tenant's chain from its first row to its end, through the anchor where one is given. */
    async verify (tenantId: string, anchor?: Anchor): Promise<ChainVerdict> {
      const chainEnd = await store.asTenant(tenantId, ({ auditLog }) => auditLog.findEnd())
      let link: Link = emptyChain
      let fault: ChainFault | undefined
      for (
        let rows = await read(tenantId, 0n, chainEnd.lastSequence);
        rows.length > 0 && !fault;
        rows = await read(tenantId, link.sequence, chainEnd.lastSequence)
      ) {
        ;({ link, fault } = follow(tenantId, link, rows, anchor))
      }
      return {
        tenantId, end: anchorAt(link),
        fault: fault ?? faultAtEnd(link, chainEnd, anchor)
      }
    }
  }
}

function follow (
  tenantId: string, from: Link, rows: readonly AuditRow[], anchor: Anchor | undefined
): { link: Link, fault: ChainFault | undefined } {
  let link = from
  for (const row of rows) {
    const fault = faultOf(tenantId, link, row) ?? anchorFault(row, anchor)
    if (fault) return { link, fault }
    link = { sequence: row.sequence, hash: row.hash }
  }
  return { link, fault: undefined }
}

function faultOf (tenantId: string, previous: Link, row: AuditRow): ChainFault | undefined {
  const sequence = previous.sequence + 1n
  if (row.sequence !== sequence) return { sequence, problem: 'rowMissing' }
  return chainHash(previous.hash, tenantId, row).equals(row.hash) ? undefined : { sequence, problem: 'rowAltered' }
}

function anchorFault ({ sequence, hash }: AuditRow, anchor: Anchor | undefined): ChainFault | undefined {
  return anchor?.sequence === sequence && anchor.hash !== hex(hash)
    ? { sequence, problem: 'anchorDisagrees' }
    : undefined
}

function faultAtEnd (link: Link, { head }: ChainEnd, anchor: Anchor | undefined): ChainFault | undefined {
  if (!head) return link.sequence === 0n && !anchor ? undefined : { sequence: link.sequence, problem: 'headMissing' }
  if (head.sequence > link.sequence) return { sequence: link.sequence + 1n, problem: 'rowMissing' }
  if (head.sequence < link.sequence || hex(head.hash) !== hex(link.hash)) {
    return { sequence: head.sequence, problem: 'headDisagrees' }
  }
  return anchor && anchor.sequence > link.sequence
    ? { sequence: link.sequence + 1n, problem: 'anchorMissing' }
    : undefined
}

function anchorAt ({ sequence, hash }: Link): Anchor {
  return { sequence, hash: hex(hash) }
}

function hex (bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
