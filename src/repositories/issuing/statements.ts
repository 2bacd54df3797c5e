import { statuses, statusText } from '../../model/document-states.ts'
import { eventOfStatus } from '../../model/notification-events.ts'
import { notificationData } from '../mail/notification-data.ts'
import { bringForward } from '../tasks/tasks.ts'

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

/** Of these keys of documents ($3, of operations $2 and the tenants $1), those that are stored. */
export const findKeysSql = `
select asked.tenant_id as "tenantId", asked.operation, asked.key
from unnest($1::uuid[], $2::text[], $3::text[]) as asked (tenant_id, operation, key)
cross join lateral (
  select 1 from idempotency_keys k
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

/** The columns of a document in `storing`, in the order of its arrays. */
export const documentColumns = [
  ['tenant_id', 'uuid'], ['id', 'uuid'], ['environment', 'text'], ['channel_type', 'int'], ['document_type', 'int'],
  ['folio', 'bigint'], ['folio_block_id', 'uuid'], ['issuer_tax_number', 'text'], ['receiver_tax_number', 'text'],
  ['receiver_name', 'text'], ['issue_date', 'date'], ['currency', 'text'], ['net_amount', 'numeric'],
  ['exempt_amount', 'numeric'], ['tax_amount', 'numeric'], ['total_amount', 'numeric'], ['signature_value', 'text'],
  ['created_by_id', 'uuid'], ['packed_from', 'int'], ['packed_length', 'int'], ['dictionary_id', 'uuid'],
  ['external_id', 'text'], ['search_text', 'text'], ['customer_state', 'smallint'], ['operation', 'text'], ['key', 'text'], ['request_hash', 'bytea'], ['answer', 'jsonb'],
  ['content', 'uuid']
] as const

const columnNames = documentColumns.map(([name]) => name).join(', ')
const columnArrays = documentColumns.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ')
const parameter = (offset: number): string => `$${documentColumns.length + offset}`
const [issuedEvent, issuedText] = [`'${eventOfStatus[statuses.Issued]}'`, `'${statusText(statuses.Issued)}'`]
const moment = `${parameter(2)}::timestamptz`

/**
 * Stores issued documents with their contents, first moves, notifications and idempotency keys, and schedules their
 * envelopes. After the arrays of `documentColumns`: all packed contents in one value, the moment, and how many
 * documents there are.
 *
 * A document goes in only under a folio that its own tenant's block has assigned, with the block's issuer, and packed
 * with a dictionary that is stored; if one does not, the statement fails (22012).
 */
export const storeDocumentsSql = `
with documents as materialized (
  select * from unnest(${columnArrays}) as d (${columnNames})
), contents as (
  insert into invoice_contents (tenant_id, invoice_id, packed, dictionary_id)
  select tenant_id, id, substring(${parameter(1)}::bytea from packed_from for packed_length), dictionary_id from documents
), moves as (
  insert into invoice_moves (tenant_id, invoice_id, sequence, status, detail, at)
  select tenant_id, id, 1, ${statuses.Issued}, null, ${moment} from documents
), notified as (
  insert into notification_deliveries (tenant_id, id, event, invoice_id, data, at, next_attempt)
  select d.tenant_id, gen_random_uuid(), ${issuedEvent}, d.id, ${notificationData('d', {
    sequence: '1', status: String(statuses.Issued), text: issuedText, trackId: 'null', detail: 'null'
  })}, ${moment}, ${moment}
  from documents d cross join lateral (
    select 1 from notification_endpoints e
    where e.tenant_id = d.tenant_id and e.enabled and (cardinality(e.events) = 0 or ${issuedEvent} = any(e.events)) limit 1
  ) endpoint
  returning tenant_id, id
), tasks as (
  insert into outbox_tasks (tenant_id, id, topic, subject, due_at, created_at)
  select tenant_id, gen_random_uuid(), 'notify', id::text, date_trunc('milliseconds', now()), now() from notified
), keys as (
  insert into idempotency_keys (tenant_id, operation, key, request_hash, invoice_id, answer, created_at)
  select tenant_id, operation, key, request_hash, id, answer, ${moment} from documents where key is not null
), recents as (
  insert into recent_documents (tenant_id, content, invoice_id, at)
  select distinct on (tenant_id, content) tenant_id, content, id, ${moment} from documents
  where content is not null order by tenant_id, content, folio desc
  on conflict (tenant_id, content) do update set invoice_id = excluded.invoice_id, at = excluded.at
), stored as (
  insert into invoices (
    tenant_id, id, environment, channel_type, status, document_type, folio, folio_block_id, issuer_tax_number,
    receiver_tax_number, receiver_name, issue_date, currency, net_amount, exempt_amount, tax_amount, total_amount,
    signature_value, external_id, search_text, customer_state, created_by_id, created_at, issued_at, updated_at)
  select d.tenant_id, d.id, d.environment, d.channel_type, ${statuses.Issued}, d.document_type, d.folio, d.folio_block_id, d.issuer_tax_number,
    d.receiver_tax_number, d.receiver_name, d.issue_date, d.currency, d.net_amount, d.exempt_amount, d.tax_amount, d.total_amount,
    d.signature_value, d.external_id, d.search_text, d.customer_state, d.created_by_id, ${moment}, ${moment}, ${moment}
  from documents d
  cross join lateral (
    select 1 from folio_blocks b
    where b.tenant_id = d.tenant_id and b.id = d.folio_block_id and b.environment = d.environment
      and b.document_type = d.document_type and b.issuer_tax_number = d.issuer_tax_number
      and d.folio >= b.range_from and d.folio < b.next limit 1
  ) block
  left join lateral (
    select id from content_dictionaries c where c.tenant_id = d.tenant_id and c.id = d.dictionary_id limit 1
  ) dictionary on true
  where d.dictionary_id is null or dictionary.id is not null
  returning 1
)
select 1 / (count(*) = ${parameter(3)})::int from stored`

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

/** Schedules the packing of envelopes of the kinds $3, of the tenants $1, under the ids $2, after seconds ($4). */
export const packing = `
insert into outbox_tasks (tenant_id, id, topic, subject, due_at, created_at)
select tenant_id, id, 'packEnvelope', kind, date_trunc('milliseconds', now() + make_interval(secs => delay)), now()
from unnest($1::uuid[], $2::uuid[], $3::text[], $4::float8[]) as envelope (tenant_id, id, kind, delay)
${bringForward}`

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
