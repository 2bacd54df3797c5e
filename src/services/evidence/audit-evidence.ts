import { type AuditRow, chainHash, chainText, emptyChain } from '../../repositories/audit/audit-log.ts'
import type { InvoiceRow } from '../../repositories/invoicing/documents/invoices.ts'
import type { Store } from '../../repositories/store.ts'

const rowsAtOnce = 500

/**
 * The audit entries about a document and its envelope. `hash` is the SHA-256 of the bytes of `previousHash` and the
 * UTF-8 of `text`; `head` is the end of the chain at this moment.
 */
export async function auditEvidence (store: Store, tenantId: string, { id, envelopeId }: InvoiceRow) {
  const entityIds = envelopeId === null ? [id] : [id, envelopeId]
  return store.asTenant(tenantId, async ({ auditLog }) => {
    const rows: AuditRow[] = []
    for (const entityId of entityIds) {
      rows.push(...await auditLog.listBefore({ entityId }, { before: undefined, limit: rowsAtOnce }))
    }
    rows.sort((one, other) => Number(one.sequence - other.sequence))
    const before = await auditLog.listAt(rows.map(({ sequence }) => sequence - 1n))
    const hashes = new Map(before.map(({ sequence, hash }) => [sequence, hash]))
    const { head } = await auditLog.findEnd()
    return {
      entries: rows.map((row) => entryOf(tenantId, row, hashes.get(row.sequence - 1n) ?? emptyChain.hash)),
      head: head && { sequence: Number(head.sequence), hash: head.hash.toString('hex') }
    }
  })
}

function entryOf (tenantId: string, row: AuditRow, previous: Buffer) {
  const { sequence, at, action, entity, entityId, actorName, hash } = row
  return {
    sequence: Number(sequence), at, action, entity, entityId, actorName,
    previousHash: previous.toString('hex'), text: chainText(tenantId, row), hash: hash.toString('hex'),
    intact: chainHash(previous, tenantId, row).equals(hash)
  }
}
