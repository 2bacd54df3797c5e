import type pg from 'pg'

/** The tenant with half of all documents. */
export const largeTenant = '00000000-0000-7000-8000-000000000001'
export const lastDay = '2026-11-20'

/**
 * Fills an empty database, as a superuser, with what three hundred tenants have after four hundred days. Half of the
 * documents are one tenant's. Nothing is random: the same call makes the same rows.
 */
export async function fill (client: pg.Client, documents: number): Promise<void> {
  await client.query(helpers)
  await client.query(tenants, [documents])
  const restoreIndexes = await dropIndexes(client)
  for (const [name, statement] of Object.entries(rows)) {
    const start = performance.now()
    const { rowCount } = await client.query(statement)
    console.log(`${name}: ${rowCount ?? 0} rows, ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
  await restoreIndexes()
  await client.query('vacuum (analyze)')
}

/** Indexes are made faster over a full table than row by row. Returns what makes them. */
async function dropIndexes (client: pg.Client): Promise<() => Promise<void>> {
  const { rows: indexes } = await client.query<{ name: string, definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid::regclass::text = any($1) and not indisprimary`, [Object.keys(rows)])
  await client.query("set maintenance_work_mem = '512MB'")
  await client.query("set work_mem = '256MB'")
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  return async () => {
    for (const { definition } of indexes) await client.query(definition)
  }
}

const helpers = `
  create schema bench;
  create function bench.id_at (moment timestamptz, salt bigint) returns uuid language sql immutable as $$
    select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '7' ||
      substr(md5(salt::text), 1, 3) || '8' || substr(md5(salt::text), 4, 15))::uuid $$;
  create function bench.chance (salt bigint, most int) returns int language sql immutable as $$
    select (abs(hashint8(salt)::bigint) % most)::int $$;
  create function bench.receiver_name (number int) returns text language sql immutable as $$
    select (array['Comercial', 'Ferretería', 'Distribuidora', 'Constructora', 'Transportes', 'Panadería', 'Importadora',
        'Servicios', 'Inversiones', 'Agrícola', 'Librería', 'Farmacia', 'Maestranza', 'Imprenta', 'Clínica', 'Hotel'])[1 + number % 16]
      || ' ' || (array['Ñandú', 'El Roble', 'Los Aromos', 'Andina', 'Pacífico', 'Austral', 'San Pedro', 'Santa Inés', 'Maipo',
        'Bío Bío', 'Quilpué', 'La Serena', 'Colchagua', 'Atacama', 'Elqui', 'Chiloé', 'Aysén', 'Maule', 'Cautín', 'Llaima',
        'Villarrica', 'Osorno', 'Puelche'])[1 + number / 16 % 23]
      || ' ' || (number / 368) || (array[' Ltda.', ' S.A.', ' SpA', ' E.I.R.L.'])[1 + number % 4] $$;
  create table bench.tenants (n int, tenant_id uuid, documents int);
`

// A share falls as the tenant's number rises: the second largest has a twentieth, most have hundredths of a percent.
const tenants = `
  insert into bench.tenants
  select n, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
    greatest(20, ($1::int * case n when 1 then 0.5 else 0.5 / n / (select sum(1.0 / m) from generate_series(2, 300) m) end)::int)
  from generate_series(1, 300) n`

// In the order of their issue, as they lie in a real table: those of all tenants mixed.
const documentFacts = `
  select t.tenant_id, t.n as tenant, t.documents, number as n, bench.chance(number * 1000::bigint + t.n, 1000000) as chance, issued,
    extract(epoch from timestamptz '${lastDay} 20:00:00-03' - issued) / 86400 as age
  from bench.tenants t, generate_series(1, t.documents) number,
    lateral (select timestamptz '${lastDay} 20:00:00-03' - make_interval(secs => 400 * 86400.0 * (1 - number / t.documents::float8)) as issued) moment
  order by issued`

const rows: Record<string, string> = {
  tenants: `
    insert into tenants (tenant_id, code, tax_number, business_name, tax_authority, created_at, updated_at)
    select tenant_id, 'bench-' || n, (76000000 + n) || '-0', 'Comercial ' || n, 2, '2025-10-01', '2025-10-01' from bench.tenants`,

  folio_blocks: `
    insert into folio_blocks (tenant_id, id, environment, issuer_tax_number, document_type, range_from, range_to, next,
      authorised_on, key_id, caf_xml, sealed_key, file_hash, position, uploaded_at, activated_at)
    select tenant_id, gen_random_uuid(), 'certification', (76000000 + n) || '-0', document_type, block * 50000 + 1, (block + 1) * 50000,
      least((block + 1) * 50000 + 1, documents + 1), '2025-10-01', 100, repeat('x', 1800), '\\x00', sha256(convert_to(document_type || ' ' || block, 'UTF8')),
      block + 1, '2025-10-01', '2025-10-01'
    from bench.tenants, unnest(array[33, 34, 39, 52, 56, 61]) document_type, generate_series(0, documents / 50000) block`,

  invoices: `
    insert into invoices (tenant_id, id, environment, channel_type, status, reason, document_type, folio, issuer_tax_number,
      receiver_tax_number, receiver_name, issue_date, net_amount, exempt_amount, tax_amount, total_amount, signature_value,
      envelope_id, track_id, verdict, created_at, issued_at, verdict_at, updated_at)
    select tenant_id, bench.id_at(issued, n * 1000::bigint + tenant), 'certification',
      case when chance % 5000 = 1 and age > 300 then 3 when bulk then 2 else 1 end, status,
      case when status in (6, 7, 8) then jsonb_build_object('code', 'RPR', 'reasons', jsonb_build_array(
        jsonb_build_object('code', (array['HED-2-260', 'TED-2-510', 'DTE-3-101', 'CAF-3-517', 'REF-3-750'])[1 + chance % 5], 'description', 'x')))
      else '{}' end,
      document_type, n, (76000000 + tenant) || '-0',
      case when anonymous then '66666666-6' else (70000000 + receiver) || '-' || receiver % 10 end,
      case when anonymous then 'Consumidor Final' else bench.receiver_name(receiver) end,
      (issued at time zone 'America/Santiago')::date, net, 0, round(net * 0.19), net + round(net * 0.19), repeat('A', 344),
      case when status not in (2, 8) then bench.id_at(issued, tenant) end, case when status >= 4 then '59' || n end,
      case when status in (5, 6, 7) then '{"state": "DOK", "reasons": []}'::jsonb end, issued, issued,
      case when status in (5, 6, 7) then issued + make_interval(secs => 20 + chance % 900) end, issued + interval '1 hour'
    from (${documentFacts}) facts,
      lateral (select 1000 + chance % 900000 as net, n / 500 % 5 in (3, 4) as bulk,
        case when age > 350 and chance % 2000 = 7 then 110 else (array[33, 33, 33, 33, 33, 33, 33, 34, 34, 39, 39, 39, 39, 39, 39, 39, 39, 52, 56, 61])[1 + chance / 7 % 20] end as document_type,
        (floor(greatest(20, documents / 50) * power(chance / 1000000.0, 2)))::int as receiver,
        case when age < 0.01 then 2 when age < 0.02 then 3 when age < 0.5 then 4 when chance % 100 < 91 then 5
          when chance % 100 < 96 then 6 when chance % 100 < 99 then 7 else 8 end as status) drawn,
      lateral (select document_type = 39 and chance % 10 < 9 as anonymous) naming`,

  invoice_references: `
    insert into invoice_references (tenant_id, invoice_id, line, environment, document_type, folio, code)
    select tenant_id, id, 1, environment, case when folio % 20 = 0 then 52 else 33 end, greatest(1, folio - 10), '3'
    from invoices where document_type in (56, 61)`,

  bulk_invoices: `
    insert into bulk_invoices (tenant_id, id, name, source, status, created_at, started_at, finished_at)
    select tenant_id, bench.id_at(min(created_at), folio / 2500), 'Facturas ' || folio / 2500, 'xlsx', 3, min(created_at), min(created_at), max(created_at)
    from invoices where channel_type = 2 group by tenant_id, folio / 2500`,

  bulk_rows: `
    insert into bulk_rows (tenant_id, id, bulk_id, position, key, state, document_type, receiver_name, total_amount, invoice_id, settled_at)
    select tenant_id, id, bench.id_at(min(created_at) over bulk, folio / 2500), row_number() over bulk, folio::text, 3, document_type,
      receiver_name, total_amount, id, created_at
    from invoices where channel_type = 2 window bulk as (partition by tenant_id, folio / 2500)`,

  notification_deliveries: `
    insert into notification_deliveries (tenant_id, id, event, invoice_id, data, at, state, attempts, attempted_at, http_status)
    select tenant_id, bench.id_at(at, folio * 10 + status), (array['document.issued', 'document.sending', 'document.sent', 'document.accepted'])[status - 1], id, jsonb_build_object('correlationId', id, 'status', status), at,
      case when folio % 500 = 0 then 3 else 2 end, 1, at, 200
    from (select tenant_id, id, folio, i, issued_at + make_interval(secs => i * 30) as at, i as status
      from invoices, generate_series(2, 5) i
      where tenant_id in (select tenant_id from bench.tenants where n <= 3) and issued_at > timestamptz '${lastDay}' - interval '30 days') moves`,

  audit_entries: `
    insert into audit_entries (tenant_id, sequence, id, at, actor_name, action, entity, entity_id, details, hash)
    select tenant_id, row_number() over (partition by tenant_id order by created_at), id, created_at,
      case when channel_type = 2 then 'timbre' else 'ak_test_' || channel_type end,
      case when folio % 10000 = 0 then 'folio.upload' else 'invoice.issue' end, 'invoice', id::text,
      jsonb_build_object('documentType', document_type, 'folio', folio), sha256(convert_to(id::text, 'UTF8'))
    from invoices`
}
