import { chainHash } from '../../src/repositories/audit/audit-log.ts'
import { moves, statuses, type StatusName } from '../../src/model/document-states.ts'
import type { Books, Query } from './books.ts'

const names = async (query: Query, sql: string): Promise<string[]> =>
  (await query(sql)).map(({ name }) => String(name))

/** I1: no folio has two documents. */
export const doubledFolios = ({ query }: Books): Promise<string[]> => names(query, `
  select tenant_id || ' type ' || document_type || ' folio ' || folio || ' has ' || count(*) || ' documents' as name
  from invoices where folio is not null group by tenant_id, environment, document_type, folio having count(*) > 1`)

/** I2: each folio that was taken from a block has a document, or is known to be spent. */
export const unaccountedFolios = ({ query }: Books): Promise<string[]> => names(query, `
  with used as (
    select tenant_id, environment, document_type, folio from invoices where folio is not null
    union select tenant_id, environment, document_type, folio from spent_folios
  )
  select b.issuer_tax_number || ' type ' || b.document_type || ' folio ' || n || ' is taken and has no document' as name
  from folio_blocks b cross join generate_series(b.range_from, b.next - 1) n
  left join used u on u.tenant_id = b.tenant_id and u.environment = b.environment and u.document_type = b.document_type and u.folio = n
  where u.folio is null`)

/** I3: each folio is of a block of its own tenant, type and issuer, authorised by then. */
export const unauthorisedFolios = ({ query }: Books): Promise<string[]> => names(query, `
  select i.issuer_tax_number || ' type ' || i.document_type || ' folio ' || i.folio || ' is of no block of its own' as name
  from invoices i left join folio_blocks b
    on b.tenant_id = i.tenant_id and b.id = i.folio_block_id and b.document_type = i.document_type
      and b.environment = i.environment and b.issuer_tax_number = i.issuer_tax_number
      and i.folio between b.range_from and b.next - 1 and b.authorised_on <= i.issue_date
  where i.folio is not null and b.id is null`)

/** I4, I14: each document has come to an end. */
export const unfinished = ({ query }: Books): Promise<string[]> => names(query, `
  select count(*) || ' documents in status ' || status || ' ' || coalesce(reason ->> 'code', '') as name
  from invoices where status in (1, 2, 3, 4) group by status, reason ->> 'code'`)

/** I10: the chains of the audit log follow, and each change has one row. */
export async function auditFaults ({ query }: Books): Promise<string[]> {
  return [
    ...await brokenChains(query),
    ...await names(query, `
      with rows as (
        select a.tenant_id, coalesce(d ->> 'id', a.entity_id) as id from audit_entries a
        left join lateral jsonb_array_elements(case when a.details ? 'documents' then a.details -> 'documents' end) d on true
        where a.action = 'invoice.issue'
      )
      select 'document ' || i.id || ' has ' || count(r.id) || ' rows of its issue' as name
      from invoices i left join rows r on r.tenant_id = i.tenant_id and r.id = i.id::text
      where i.folio is not null group by i.id having count(r.id) <> 1`),
    ...await names(query, `
      select 'envelope ' || entity_id || ' has ' || count(*) || ' rows of ' || action as name from audit_entries
      where action in ('envelope.pack', 'envelope.send', 'envelope.verdict', 'envelope.refuse')
      group by entity_id, action having count(*) > 1`)
  ]
}

async function brokenChains (query: Query): Promise<string[]> {
  const rows = await query(`
    select tenant_id as "tenantId", id, sequence, at, actor_id as "actorId", actor_name as "actorName", action, entity,
      entity_id as "entityId", details, address, request_id as "requestId", hash
    from audit_entries order by tenant_id, sequence`)
  const broken: string[] = []
  const ends = new Map<string, { sequence: bigint, hash: Buffer }>()
  for (const { hash, ...row } of rows) {
    const end = ends.get(row.tenantId) ?? { sequence: 0n, hash: Buffer.alloc(32) }
    const sequence = BigInt(row.sequence)
    if (sequence !== end.sequence + 1n || !chainHash(end.hash, row.tenantId, { ...row, sequence }).equals(hash)) {
      broken.push(`the audit chain of ${row.tenantId} is broken at ${sequence}`)
    }
    ends.set(row.tenantId, { sequence, hash })
  }
  for (const { tenant_id: tenantId, sequence, hash } of await query('select tenant_id, sequence, hash from audit_heads')) {
    const end = ends.get(tenantId)
    if (end?.sequence !== BigInt(sequence) || !end.hash.equals(hash)) broken.push(`the audit chain of ${tenantId} lacks its end`)
  }
  return broken
}

const edges = new Set(Object.values(moves).flatMap(({ from, to }: { from: readonly StatusName[], to: StatusName }) =>
  from.map((one) => `${statuses[one]} ${statuses[to]}`)))

/** I11: envelopes have come to an end too: none went back from it. */
export const unfinishedEnvelopes = ({ query }: Books): Promise<string[]> => names(query, `
  select 'envelope ' || id || ' is ' || state || ', and its documents have their verdicts' as name
  from envelopes where state not in ('processed', 'refused', 'failed')`)

/** I11: each document moved along declared edges, and stands where its last move led. */
export async function impossibleMoves ({ query }: Books): Promise<string[]> {
  const rows = await query(`
    select i.id, i.status, array_agg(m.status order by m.sequence) as road, array_agg(m.sequence order by m.sequence) as steps
    from invoices i left join invoice_moves m on m.tenant_id = i.tenant_id and m.invoice_id = i.id group by i.tenant_id, i.id, i.status`)
  return rows.filter(({ status, road, steps }: { status: number, road: number[], steps: number[] }) =>
    road.at(-1) !== status || !([1, 2] as (number | undefined)[]).includes(road[0]) ||
    steps.some((step, index) => step !== index + 1) ||
    road.slice(1).some((to, index) => !edges.has(`${road[index]} ${to}`))
  ).map(({ id, status, road }) => `document ${id} in status ${status} went ${road.join(' → ')}`)
}

/** I12: pesos are whole, and dates are those of Chile, as far as midnight and clocks allow. */
export const oddAmountsAndDates = ({ query }: Books): Promise<string[]> => names(query, `
  select 'document ' || id || ': ' || total_amount || ' pesos on ' || issue_date as name from invoices
  where total_amount <> trunc(total_amount) or net_amount + exempt_amount + tax_amount <> total_amount
    or abs(issue_date - (coalesce(issued_at, created_at) at time zone 'America/Santiago')::date) > 1`)

/** I18: each note names what it changes, also while it waits. */
export const notesAboutNothing = ({ query }: Books): Promise<string[]> => names(query, `
  select 'note ' || n.id || ' in status ' || n.status || ' names no document' as name from invoices n
  left join invoice_references r on r.tenant_id = n.tenant_id and r.invoice_id = n.id
  where n.document_type in (56, 61) and r.invoice_id is null`)

/** I15: no secret is readable in any table. */
export async function secretsStored ({ query }: Books, secrets: string[]): Promise<string[]> {
  const tables = await names(query, "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'")
  const wanted = secrets.map((secret) => `'${secret.replaceAll("'", "''")}'`).join(', ')
  const found: string[] = []
  for (const table of tables) {
    const rows = await query(`
      select 1 from ${table} t, unnest(array[${wanted}]::text[]) s
      where strpos(t::text, s) > 0 or strpos(t::text, encode(convert_to(s, 'UTF8'), 'hex')) > 0 limit 1`)
    if (rows.length > 0) found.push(`a secret is readable in ${table}`)
  }
  return found
}
