import { type AuditRow, chainHash, type ChainEnd, emptyChain } from '../../repositories/audit-log.ts'
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

interface Link { sequence: bigint, hash: Uint8Array }

// Some hundred bytes a row, so that a chain of any length is read in a megabyte or so.
const batchSize = 1000

/**
 * Recomputes the hash chains of the audit log. Reads a tenant's rows in batches, in short transactions, beside the
 * service at work.
 */
export function createAuditVerification ({ store }: { store: Store }) {
  const read = (tenantId: string, after: bigint, upTo: bigint): Promise<AuditRow[]> =>
    store.asTenant(tenantId, ({ auditLog }) => auditLog.listAfter(after, { upTo, limit: batchSize }))

  return {
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
        tenantId, end: { sequence: link.sequence, hash: hex(link.hash) },
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

function hex (bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
