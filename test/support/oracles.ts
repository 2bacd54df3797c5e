import { chainHash } from '../../src/repositories/audit/audit-log.ts'
import type { Program } from './program.ts'

/**
 * Folios below `next` of some block that neither a document nor the list of spent folios accounts for, and doubled
 * ones.
 */
export async function unaccountedFolios (program: Program): Promise<unknown[]> {
  return program.rows(`
    with used as (
      select tenant_id, environment, document_type, folio from invoices where folio is not null
      union all select tenant_id, environment, document_type, folio from spent_folios
    )
    select b.document_type, n as folio, count(u.folio)::int as uses
    from folio_blocks b cross join generate_series(b.range_from, b.next - 1) n
    left join used u on u.tenant_id = b.tenant_id and u.environment = b.environment and u.document_type = b.document_type and u.folio = n
    group by b.tenant_id, b.id, b.document_type, n having count(u.folio) <> 1`)
}

/** Folios that the tax authority saw under more than one document. */
export async function doubledAtTheAuthority (program: Program): Promise<string[]> {
  const { documents } = await program.ledger()
  const hashes = new Map<string, Set<string>>()
  for (const { issuer, documentType, folio, sha256 } of documents) {
    const name = `${issuer} ${documentType} ${folio}`
    hashes.set(name, (hashes.get(name) ?? new Set()).add(sha256))
  }
  return Array.from(hashes).filter(([, distinct]) => distinct.size > 1).map(([name]) => name)
}

/**
 * The rows at which some tenant's audit chain is broken: a hash or a number that does not follow, or an end that is
 * missing.
 */
export async function brokenAuditRows (program: Program): Promise<string[]> {
  const rows = await program.rows(`
    select tenant_id as "tenantId", id, sequence, at, actor_id as "actorId", actor_name as "actorName", action, entity,
      entity_id as "entityId", details, address, request_id as "requestId", hash
    from audit_entries order by tenant_id, sequence`)
  const broken: string[] = []
  const ends = new Map<string, { sequence: bigint, hash: Buffer }>()
  for (const { hash, ...row } of rows) {
    const end = ends.get(row.tenantId) ?? { sequence: 0n, hash: Buffer.alloc(32) }
    const sequence = BigInt(row.sequence)
    if (sequence !== end.sequence + 1n || !chainHash(end.hash, row.tenantId, { ...row, sequence }).equals(hash)) {
      broken.push(`${row.tenantId} ${sequence}`)
    }
    ends.set(row.tenantId, { sequence, hash })
  }
  for (
    const { tenant_id: tenantId, sequence, hash } of await program.rows(
      'select tenant_id, sequence, hash from audit_heads'
    )
  ) {
    const end = ends.get(tenantId)
    if (end?.sequence !== BigInt(sequence) || !end.hash.equals(hash)) broken.push(`${tenantId} end`)
  }
  return broken
}
