import { statuses } from '../../model/document-states.ts'
import { bringForward } from '../tasks/tasks.ts'

/**
 * The statements of a batch of one tenant, where tenants are spread over machines. Each is of one table and names the
 * tenant ($1), so that it is planned once for a connection and sent to one machine.
 */

/**
 * Locks the first block of a queue that has folios left: environment, type, the earliest issue date and the day of
 * stamping ($2 to $5). The lock lasts until the commit, so `advancing` can wait for the other statements.
 */
export const locking = `
select id, next, range_to - next + 1 as "left" from folio_blocks
where tenant_id = $1::uuid and environment = $2 and document_type = $3::int
  and position is not null and next <= range_to and authorised_on <= $4::date and (expires_on is null or expires_on >= $5::date)
order by position limit 1 for update`

/** Of these keys of documents ($3), those that are stored under one of the operations ($2). */
export const findKeysSql = `
select operation, key from idempotency_keys
where tenant_id = $1::uuid and operation = any($2::text[]) and key = any($3::text[])`

/** Of these contents of documents ($2), the documents that were stored after a moment ($3). */
export const findRecentSql = `
select content, invoice_id as "correlationId" from recent_documents
where tenant_id = $1::uuid and content = any($2::uuid[]) and at > $3::timestamptz`

/** The folios of documents ($2) that have not been rejected. */
export const folios = `
select id, folio from invoices where tenant_id = $1::uuid and id = any($2::uuid[]) and status < ${statuses.Rejected}`

/** Which notifications the tenant wants; no row for none. */
export const subscribedEvents = 'select events from notification_endpoints where tenant_id = $1::uuid and enabled'

/** The CAFs of blocks ($2), with their sealed keys. */
export const findCafsSql = `
select tenant_id as "tenantId", id, caf_xml as "cafXml", sealed_key as "sealedKey" from folio_blocks
where tenant_id = $1::uuid and id = any($2::uuid[])`

/** Takes folios of a locked block ($2): from $3, so many ($4). Fails (23502) when they were taken. */
export const advancing = `
update folio_blocks set next = case when next = $3::bigint then next + $4::bigint end where tenant_id = $1::uuid and id = $2::uuid`

/** Fails (22012) unless all dictionaries ($2) are stored; $3 says how many they are. */
export const seeingDictionaries = `
select 1 / (count(*) = $3::int)::int from content_dictionaries where tenant_id = $1::uuid and id = any($2::uuid[])`

/** Stores dictionaries ($2, $4) of blocks ($3) that have none. */
export const addingDictionaries = `
insert into content_dictionaries (tenant_id, id, folio_block_id, dictionary)
values ($1::uuid, unnest($2::uuid[]), unnest($3::uuid[]), unnest($4::bytea[])) on conflict do nothing`

/** The dictionaries of blocks ($2). */
export const dictionariesOfBlocks = `
select tenant_id as "tenantId", id, folio_block_id as "blockId", dictionary as bytes from content_dictionaries
where tenant_id = $1::uuid and folio_block_id = any($2::uuid[])`

/** Documents ($2) with their packed contents and dictionaries. */
export const addingContents = `
insert into invoice_contents (tenant_id, invoice_id, packed, dictionary_id)
values ($1::uuid, unnest($2::uuid[]), unnest($3::bytea[]), unnest($4::uuid[]))`

/** The columns of a document in `addingDocuments`, in the order of its arrays. */
const documentColumns = [
  ['id', 'uuid'], ['environment', 'text'], ['channel_type', 'smallint'], ['document_type', 'int'], ['folio', 'bigint'],
  ['folio_block_id', 'uuid'], ['external_id', 'text'], ['search_text', 'text'], ['customer_state', 'smallint'], ['issuer_tax_number', 'text'], ['receiver_tax_number', 'text'], ['receiver_name', 'text'],
  ['issue_date', 'date'], ['currency', 'text'], ['signature_value', 'text'], ['created_by_id', 'uuid']
] as const

/** They are numeric(22,4): `unnest` would lose the precision, and Citus takes no conversion around it. */
const amountColumns = ['net_amount', 'exempt_amount', 'tax_amount', 'total_amount'] as const

const columnNames = [...documentColumns.map(([name]) => name), ...amountColumns].join(', ')
const amountsFrom = documentColumns.length + 2
const [count, at] = [amountsFrom + amountColumns.length, amountsFrom + amountColumns.length + 1]

/** After tenant and arrays: how many documents there are, and the moment. */
export const addingDocuments = `
insert into invoices (tenant_id, status, ${columnNames}, created_at, issued_at, updated_at)
values ($1::uuid, ${statuses.Issued}, ${
  documentColumns.map(([, type], index) => `unnest($${index + 2}::${type}[])`).join(', ')
}, ${
  amountColumns.map((_, index) => `($${amountsFrom + index}::numeric(22,4)[])[generate_series(1, $${count}::int)]`).join(', ')
}, $${at}::timestamptz(3), $${at}::timestamptz(3), $${at}::timestamptz(3))`

/** The first moves of documents ($2), at a moment ($3). */
export const addingMoves = `
insert into invoice_moves (tenant_id, invoice_id, sequence, status, detail, at)
values ($1::uuid, unnest($2::uuid[]), 1, ${statuses.Issued}, null, $3::timestamptz(3))`

/** Keys ($2) of requests ($3) that documents ($4) and answers ($5) belong to, at a moment ($6), of operations ($7). */
export const addingKeys = `
insert into idempotency_keys (tenant_id, operation, key, request_hash, invoice_id, answer, created_at)
values ($1::uuid, unnest($7::text[]), unnest($2::text[]), unnest($3::bytea[]), unnest($4::uuid[]), unnest($5::jsonb[]), $6::timestamptz(3))`

/** Contents ($2), each once, of documents ($3), at a moment ($4). */
export const addingRecents = `
insert into recent_documents (tenant_id, content, invoice_id, at)
values ($1::uuid, unnest($2::uuid[]), unnest($3::uuid[]), $4::timestamptz(3))
on conflict (tenant_id, content) do update set invoice_id = excluded.invoice_id, at = excluded.at`

/** Deliveries ($2) of notifications about documents ($4) with their data ($5): an event ($3) at a moment ($6). */
export const addingNotifications = `
insert into notification_deliveries (tenant_id, id, event, invoice_id, data, at, next_attempt)
values ($1::uuid, unnest($2::uuid[]), $3, unnest($4::uuid[]), unnest($5::jsonb[]), $6::timestamptz(3), $6::timestamptz(3))`

/** Tasks ($2) of topics ($3) and subjects ($4), after seconds ($5). */
export const scheduling = `
insert into outbox_tasks (tenant_id, id, topic, subject, due_at, created_at)
values ($1::uuid, unnest($2::uuid[]), unnest($3::text[]), unnest($4::text[]),
  date_trunc('milliseconds', now() + make_interval(secs => unnest($5::float8[]))), now())
${bringForward}`

/**
 * Moves the end of the audit chain, and locks it. $2 and $3 are the bytes that the chain hashes before and after the
 * row's sequence: `convert_to` depends on the database's encoding, and Citus takes no such function in an update.
 */
export const chaining = `
update audit_heads set sequence = sequence + 1,
  hash = sha256(hash || $2::bytea || decode((sequence + 1)::text, 'escape') || $3::bytea)
where tenant_id = $1::uuid returning sequence, hash`

/** The row at the chain's end. */
export const appendAuditSql = `
insert into audit_entries (
  tenant_id, sequence, id, at, actor_id, actor_name, action, entity, entity_id, details, address, request_id, hash)
values ($1::uuid, $2::bigint, $3::uuid, $4::timestamptz(3), $5::uuid, $6, 'invoice.issue', 'invoice', $7, $8::jsonb, $9, $10, $11::bytea)`
