import { statuses } from '../../model/document-states.ts'
import { mostEndpoints } from '../../model/notification-endpoints.ts'

/**
 * The statements of a batch. Each works for several tenants, so each names its tables' rows by tenant and key; the
 * setting `app.tenants`, which holds the tenants of the batch, binds them by row-level security.
 *
 * Rows are looked up by `cross join lateral (… limit 1)`: PostgreSQL keeps a statement's plan, and one that was made
 * while a table was nearly empty would go on to read the whole of it.
 */

/**
 * $1: tenants, as row-level security reads them. $2: for how long a statement may wait for a lock, ms.
 *
 * PostgreSQL would not follow indexes by itself: it cannot know that a batch has few rows. Left alone, it would also
 * plan each of these large statements again for each batch: with the values at hand, plans look cheaper than they are.
 */
export const beginSql = `
select set_config('app.tenants', $1, true), set_config('lock_timeout', $2, true),
  set_config('plan_cache_mode', 'force_generic_plan', true),
  set_config(name, 'off', true) from unnest(array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) as name`

/**
 * Takes folios from the first block of each queue that has some left: tenants, environments, types, counts and the
 * earliest issue dates ($1 to $5), and the day of stamping ($6). A block that another transaction has locked gives its
 * row without folios: nobody waits for one tenant's lock in a batch of many. A queue without folios gives no row.
 */
export const takeFoliosSql = `
with wanted as (
  select * from unnest($1::uuid[], $2::text[], $3::int[], $4::bigint[], $5::date[])
    as w (tenant_id, environment, document_type, count, issue_date)
), heads as materialized (
  select w.tenant_id, w.document_type, w.count, block.id from wanted w cross join lateral (
    select b.id from folio_blocks b
    where b.tenant_id = w.tenant_id and b.environment = w.environment and b.document_type = w.document_type
      and b.position is not null and b.next <= b.range_to and b.authorised_on <= w.issue_date
      and (b.expires_on is null or b.expires_on >= $6::date)
    order by b.position limit 1
  ) block
), locked as (
  select block.* from heads cross join lateral (
    select b.tenant_id, b.id, b.next as first, least(heads.count, b.range_to - b.next + 1) as count from folio_blocks b
    where b.tenant_id = heads.tenant_id and b.id = heads.id and b.next <= b.range_to
    limit 1 for update skip locked
  ) block
), taken as (
  update folio_blocks b set next = b.next + locked.count from locked
  where b.tenant_id = locked.tenant_id and b.id = locked.id
  returning b.tenant_id, b.id, locked.first, locked.count
)
select heads.tenant_id as "tenantId", heads.document_type as "documentType", heads.id as "blockId", taken.first, taken.count
from heads left join taken on taken.tenant_id = heads.tenant_id and taken.id = heads.id`

/** Gives folios of blocks back that this transaction has taken: tenants, blocks and counts. */
export const returnFoliosSql = `
update folio_blocks b set next = b.next - unused.count
from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as unused (tenant_id, id, count)
where b.tenant_id = unused.tenant_id and b.id = unused.id`

/** Of these keys of documents ($3, of operations $2 and the tenants $1), those that are stored, with their answers. */
export const findKeysSql = `
select asked.tenant_id as "tenantId", asked.operation, asked.key, known.request_hash as "requestHash", known.answer
from unnest($1::uuid[], $2::text[], $3::text[]) as asked (tenant_id, operation, key)
cross join lateral (
  select request_hash, answer from idempotency_keys k
  where k.tenant_id = asked.tenant_id and k.operation = asked.operation and k.key = asked.key limit 1
) known`

/** Of these contents of documents ($2, of the tenants $1), those that were stored after a moment ($3). */
export const findRecentSql = `
select asked.tenant_id as "tenantId", asked.content, recent.invoice_id as "correlationId", stored.folio
from unnest($1::uuid[], $2::uuid[]) as asked (tenant_id, content)
cross join lateral (
  select invoice_id from recent_documents r
  where r.tenant_id = asked.tenant_id and r.content = asked.content and r.at > $3::timestamptz limit 1
) recent
cross join lateral (
  select folio from invoices i where i.tenant_id = asked.tenant_id and i.id = recent.invoice_id and i.status < ${statuses.Rejected} limit 1
) stored`

/** The CAFs of blocks ($2, of the tenants $1), with their sealed keys. */
export const findCafsSql = `
select b.tenant_id as "tenantId", b.id, b.caf_xml as "cafXml", b.sealed_key as "sealedKey"
from unnest($1::uuid[], $2::uuid[]) as asked (tenant_id, id)
join folio_blocks b on b.tenant_id = asked.tenant_id and b.id = asked.id`

/** The endpoints of the tenants $1 that are enabled, with the events that they want; none for all. */
export const findSubscriptionsSql = `
select asked.tenant_id as "tenantId", endpoint.id as "endpointId", endpoint.events
from unnest($1::uuid[]) as asked (tenant_id)
cross join lateral (
  select e.id, e.events from notification_endpoints e where e.tenant_id = asked.tenant_id and e.enabled limit ${mostEndpoints}
) endpoint`

/**
 * Fails (22012) unless each document has a folio that its own tenant's block has assigned, with the block's issuer, and
 * is packed with a dictionary that is stored: tenants, blocks, folios, environments, types, issuers and dictionaries
 * ($1 to $7), and how many documents there are ($8).
 */
export const checkSql = `
select 1 / (count(*) = $8)::int
from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::int[], $6::text[], $7::uuid[])
  as d (tenant_id, folio_block_id, folio, environment, document_type, issuer_tax_number, dictionary_id)
cross join lateral (
  select 1 from folio_blocks b
  where b.tenant_id = d.tenant_id and b.id = d.folio_block_id and b.environment = d.environment
    and b.document_type = d.document_type and b.issuer_tax_number = d.issuer_tax_number
    and d.folio >= b.range_from and d.folio < b.next limit 1
) block
left join lateral (
  select id from content_dictionaries c where c.tenant_id = d.tenant_id and c.id = d.dictionary_id limit 1
) dictionary on true
where d.dictionary_id is null or dictionary.id is not null`

/**
 * Stores dictionaries of blocks that have none: tenants, ids, blocks and bytes. Gives those that the blocks have then,
 * with the bytes of those that they had before.
 */
export const addingDictionaries = `
with offered as materialized (
  select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bytea[]) as d (tenant_id, id, folio_block_id, dictionary)
), added as (
  insert into content_dictionaries (tenant_id, id, folio_block_id, dictionary) select * from offered
  on conflict do nothing returning tenant_id, id, folio_block_id
)
select tenant_id as "tenantId", id, folio_block_id as "blockId", null::bytea as dictionary from added
union all
select d.tenant_id, d.id, d.folio_block_id, d.dictionary from offered
join content_dictionaries d on d.tenant_id = offered.tenant_id and d.folio_block_id = offered.folio_block_id`

/**
 * Adds one row to each tenant's audit chain: tenants, ids, actors' ids and names, entities' ids, details, addresses,
 * request ids ($1 to $8); the facts after the sequence as the chain hashes them ($9); the moment ($10); and how many
 * rows there are ($11). It locks the chains' ends, in the order given; fails (22012) when a tenant has no chain yet.
 */
export const appendAuditSql = `
with added as materialized (
  select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::jsonb[], $7::text[], $8::text[], $9::text[])
    as a (tenant_id, id, actor_id, actor_name, entity_id, details, address, request_id, facts)
), heads as (
  update audit_heads h set sequence = h.sequence + 1,
    hash = sha256(h.hash || convert_to('["' || h.tenant_id || '","' || (h.sequence + 1) || '",' || added.facts, 'UTF8'))
  from added where h.tenant_id = added.tenant_id
  returning h.tenant_id, h.sequence, h.hash
), entries as (
  insert into audit_entries (
    tenant_id, sequence, id, at, actor_id, actor_name, action, entity, entity_id, details, address, request_id, hash)
  select heads.tenant_id, heads.sequence, a.id, $10::timestamptz, a.actor_id, a.actor_name, 'invoice.issue', 'invoice', a.entity_id,
    a.details, a.address, a.request_id, heads.hash
  from heads join added a on a.tenant_id = heads.tenant_id
  returning 1
)
select 1 / (count(*) = $11)::int from entries`
