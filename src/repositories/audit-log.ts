import { createHash } from 'node:crypto'
import { canonicalJson } from '../shared/canonical-json.ts'
import { newId } from '../shared/ids.ts'
import { bytes, json, type Transaction } from './transaction.ts'

/** Who did it: a user, a tenant's key, or the service itself. */
export interface AuditActor { id: string | null, name: string, address?: string | undefined, requestId?: string | undefined }

export interface AuditRecord {
  actor: AuditActor
  /** group.verb, as in `folio.activate`. */
  action: string
  entity: string
  entityId: string
  details?: Record<string, unknown>
}

interface ChainedRow {
  id: string
  sequence: bigint
  at: Date
  actorId: string | null
  actorName: string
  action: string
  entity: string
  entityId: string
  details: unknown
  address: string | null
  requestId: string | null
}

/** SHA-256 over the hash before it and the row's own facts. */
export function chainHash (previous: Uint8Array, tenantId: string, row: ChainedRow): Buffer {
  const facts = [tenantId, String(row.sequence), row.id, row.at.toISOString(), row.actorId, row.actorName, row.action,
    row.entity, row.entityId, row.details, row.address, row.requestId]
  return createHash('sha256').update(previous).update(canonicalJson(facts)).digest()
}

const emptyChain = { sequence: 0n, hash: new Uint8Array(32) }

export const auditLogRepository = (tx: Transaction, tenantId: string) => ({
  /** Adds rows to the tenant's chain. Locks the chain's end until the commit, so call it last in a transaction. */
  async add (records: AuditRecord[], at: Date): Promise<void> {
    if (records.length === 0) return
    await tx.auditHead.createMany({ data: [{ tenantId, ...emptyChain }], skipDuplicates: true })
    const [head] = await tx.$queryRaw<{ sequence: bigint, hash: Uint8Array }[]>`
      select sequence, hash from audit_heads where tenant_id = ${tenantId}::uuid for update`
    let { sequence, hash } = head ?? emptyChain
    const rows = records.map(({ actor, details = {}, ...record }) => {
      sequence += 1n
      const row = {
        ...record,
        id: newId(),
        sequence,
        at,
        details,
        actorId: actor.id,
        actorName: actor.name,
        address: actor.address ?? null,
        requestId: actor.requestId ?? null
      }
      hash = chainHash(hash, tenantId, row)
      return { ...row, tenantId, details: json(details), hash: bytes(hash as Buffer) }
    })
    await tx.auditEntry.createMany({ data: rows })
    await tx.auditHead.update({ where: { tenantId }, data: { sequence, hash: bytes(hash as Buffer) } })
  }
})
