import { createHash } from 'node:crypto'
import { z } from 'zod'
import { canonicalJson } from '../../shared/canonical-json.ts'
import { newId } from '../../shared/ids.ts'
import { auditListRepository, type AuditRow } from './audit-lists.ts'
import { each, eachBytes, eachJson, eachMoment } from '../postgres/new-rows.ts'
import { bufferOf, bytes, readRow, type Transaction } from '../postgres/transaction.ts'

/** Who acted: a user, a tenant's key, or the service itself. */
export interface AuditActor {
  id: string | null
  name: string
  address?: string | undefined
  requestId?: string | undefined
}

const auditActor = z.object({
  id: z.string().nullable(), name: z.string(), address: z.string().optional(), requestId: z.string().optional()
})

/** An actor that another table keeps. Throws ZodError. */
export function readAuditActor (stored: unknown): AuditActor {
  return auditActor.parse(stored)
}

export interface AuditRecord {
  actor: AuditActor
  /** group.verb, as in `folio.activate`. */
  action: string
  entity: string
  entityId: string
  details?: Record<string, unknown>
}

export type { AuditFilter, AuditRow } from './audit-lists.ts'

/** Where a chain ends, by its head and by its rows, both read at one moment. */
export interface ChainEnd { head: ChainHead | null, lastSequence: bigint }

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

/** SHA-256 over the previous hash and the row's own facts, which begin with the tenant and the place in the chain. */
export function chainHash (previous: Uint8Array, tenantId: string, row: ChainedRow): Buffer {
  return createHash('sha256').update(previous).update(chainText(tenantId, row)).digest()
}

/** What the chain hashes of a row, after the previous hash. */
export function chainText (tenantId: string, row: ChainedRow): string {
  return `["${tenantId}","${row.sequence}",${factsAfterPlace(row)}`
}

/** A row's facts as the chain hashes them, after tenant and sequence. */
export function factsAfterPlace (row: Omit<ChainedRow, 'sequence'>): string {
  return canonicalJson([row.id, row.at.toISOString(), row.actorId, row.actorName, row.action, row.entity, row.entityId,
    row.details, row.address, row.requestId]).slice(1)
}

/** The head of a chain without rows. */
export const emptyChain = { sequence: 0n, hash: Buffer.alloc(32) }

/** A record and its moment, as a transaction notes them for its end. */
export interface NotedRecord { record: AuditRecord, at: Date }

export const auditLogRepository = (tx: Transaction, tenantId: string, note: (noted: NotedRecord) => void) => ({
  /**
   * Adds rows to the tenant's chain. They are written by the transaction's last statements: the chain's end is locked
   * until the commit. Lock it last: taking another row afterwards could deadlock.
   */
  add (records: AuditRecord[], at: Date): void {
    for (const record of records) note({ record, at })
  },

  ...auditListRepository(tx, tenantId),

  /** The rows at these places of the chain, in its order. */
  async listAt (sequences: readonly bigint[]): Promise<AuditRow[]> {
    const rows = await tx.auditEntry.findMany({
      where: { tenantId, sequence: { in: [...sequences] } }, orderBy: { sequence: 'asc' }
    })
    return rows.map((row) => readRow(row))
  },

  /** In one statement, so that no row is added between reading the head and the last row. */
  async findEnd (): Promise<ChainEnd> {
    const [end] = await tx.$queryRaw<{ sequence: bigint | null, hash: Uint8Array | null, last: bigint }[]>`
      select h.sequence, h.hash, (select coalesce(max(sequence), 0) from audit_entries where tenant_id = ${tenantId}::uuid) as last
      from (select 1) as always left join audit_heads h on h.tenant_id = ${tenantId}::uuid`
    const { sequence = null, hash = null, last = 0n } = end ?? {}
    return { head: sequence === null || hash === null ? null : { sequence, hash: bufferOf(hash) }, lastSequence: last }
  },

  /** The rows after one, in the order of the chain. */
  async listAfter (sequence: bigint, { upTo, limit }: { upTo: bigint, limit: number }): Promise<AuditRow[]> {
    const rows = await tx.auditEntry.findMany({
      where: { tenantId, sequence: { gt: sequence, lte: upTo } }, orderBy: { sequence: 'asc' }, take: limit
    })
    return rows.map((row) => readRow(row))
  }
})

/** Adds rows to the end of the tenant's chain, and locks it until the commit. */
export async function appendToChain (tx: Transaction, tenantId: string, noted: readonly NotedRecord[]): Promise<void> {
  let { sequence, hash } = await lockHead(tx, tenantId) ?? await makeHead(tx, tenantId)
  const rows = noted.map(({ record: { actor, details = {}, ...record }, at }) => {
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
    return { ...row, hash }
  })
  const values = <Column extends keyof typeof rows[number]>(name: Column) => rows.map((row) => row[name])
  await Promise.all([
    tx.$executeRaw`
      update audit_heads set sequence = ${sequence}, hash = decode(${hash.toString('hex')}, 'hex')
      where tenant_id = ${tenantId}::uuid`,
    tx.$executeRaw`
      insert into audit_entries (
        tenant_id, sequence, id, at, actor_id, actor_name, action, entity, entity_id, details, address, request_id, hash)
      values (
        ${tenantId}::uuid, ${each('bigint', values('sequence').map(String))}, ${each('uuid', values('id'))},
        ${eachMoment(values('at'))}, ${each('uuid', values('actorId'))}, ${each('text', values('actorName'))},
        ${each('text', values('action'))}, ${each('text', values('entity'))}, ${each('text', values('entityId'))},
        ${eachJson(values('details'))}, ${each('text', values('address'))}, ${each('text', values('requestId'))},
        ${eachBytes(values('hash'))})`
  ])
}

interface ChainHead { sequence: bigint, hash: Buffer }

async function lockHead (tx: Transaction, tenantId: string): Promise<ChainHead | undefined> {
  const [head] = await tx.$queryRaw<{ sequence: bigint, hash: Uint8Array }[]>`
    select sequence, hash from audit_heads where tenant_id = ${tenantId}::uuid for update`
  return head && readRow(head)
}

/** The head for a tenant's first row, unless another transaction has just made it. */
async function makeHead (tx: Transaction, tenantId: string): Promise<ChainHead> {
  const { sequence, hash } = emptyChain
  await tx.auditHead.createMany({ data: [{ tenantId, sequence, hash: bytes(hash) }], skipDuplicates: true })
  return await lockHead(tx, tenantId) ?? emptyChain
}

/** Every tenant that has, or should have, a chain. */
export const auditedTenants = (tx: Transaction) => ({
  async list (): Promise<string[]> {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      select tenant_id as id from tenants union select tenant_id from audit_heads order by 1`
    return rows.map(({ id }) => id)
  }
})
