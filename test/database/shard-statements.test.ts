import { expect, it } from 'vitest'
import { isDistributed } from '../../src/database/distributed.ts'
import { santiagoDate } from '../../src/dte/values/calendar.ts'
import { statuses } from '../../src/model/document-states.ts'
import { onServer } from '../support/cluster.ts'
import { freshDatabase } from '../support/database.ts'
import { boleta, factura, note } from '../support/documents.ts'
import { brokenAuditRows } from '../support/oracles.ts'
import { startProgram } from '../support/program.ts'
import { faultsOf, type Rule } from '../support/shard-rules.ts'

// What Citus answered to each of these, of the program as it was: docs/scaling.md.
const planted: [Rule, string, string][] = [
  ['settings', 'set_config', "select set_config('app.tenant', $1, true)"],
  ['copy', 'idempotency_keys', `
    insert into idempotency_keys (tenant_id, operation, key) select $1::uuid, $2, key from jsonb_to_recordset($3) as added (key text)`],
  ['modifying CTE', 'moved', `
    with moved as (update audit_heads set sequence = $1 where tenant_id = $2::uuid)
    insert into audit_entries (tenant_id, sequence) values ($2, $1)`],
  ['recursive', 'due', `
    with recursive due as (
      select min(tenant_id) as tenant_id from outbox_tasks
      union all select (select min(o.tenant_id) from outbox_tasks o where o.tenant_id > due.tenant_id) from due
    ) select * from due`],
  ['volatile', 'gen_random_uuid', `
    update outbox_tasks set lease_token = gen_random_uuid() where tenant_id = $1::uuid and id = $2::uuid`],
  ['lock', 'certificates', 'select tenant_id, id from certificates where sealed_key is not null limit 10 for update'],
  ['lateral', 'next', `
    select next.due_at from unnest($1::text[]) as wanted (topic)
    cross join lateral (select due_at from outbox_tasks where topic = wanted.topic order by due_at limit 1) next`],
  ['tenant', 'bulk_rows t', `
    select r.id from bulk_rows r where r.tenant_id = $1::uuid and exists (
      select 1 from unnest(r.depends_on) as needed (id)
      left join bulk_rows t on t.tenant_id = r.tenant_id and t.id = needed.id where t.id is null)`],
  ['alias', 'notification_deliveries', `
    insert into notification_deliveries (tenant_id, id)
    select e.tenant_id, $2 from notification_endpoints e where e.tenant_id = $1::uuid returning id`],
  ['tenant', 'folio_blocks b', `
    with block as (select tenant_id, id from folio_blocks where tenant_id = $1::uuid order by position limit 1 for update)
    update folio_blocks b set next = b.next + 1 from block where b.tenant_id = block.tenant_id and b.id = block.id`],
  ['tenant', 'invoices', 'delete from invoices where id = $1'],
  ['tenant', 'invoices', 'select 1 from invoices where tenant_id = $1 or true'],
  ['tenant', 'audit_heads', 'select tenant_id from tenants where tenant_id = $1 union select tenant_id from audit_heads']
]

it.each(planted)('the rule "%s" finds %s', (rule, about, sql) => {
  expect(faultsOf(sql)).toContainEqual({ rule, about })
})

it.each([
  'select count(*) from people',
  'select i.id from invoices i join invoice_contents c on c.tenant_id = $1 and c.invoice_id = i.id where i.tenant_id = $1',
  'select id from invoices join invoice_moves using (tenant_id) where tenant_id = $1::uuid',
  'insert into invoices (tenant_id, id) values ($1, gen_random_uuid_of_the_program())',
  'with one as (select id from invoices where tenant_id = $1 for update) update invoices set status = 1 from one where tenant_id = $1',
  'insert into tenant_keys (tenant_id, id) select tenant_id, added.id from tenants, unnest($2) as added (id) where tenant_id = $1',
  'begin', "set local app.tenant = 'x'"
])('no rule objects to: %s', (sql) => {
  expect(faultsOf(sql)).toEqual([])
})

it('a single PostgreSQL is distinguished from a distributed database', async () => {
  const database = await freshDatabase()
  expect(await isDistributed(database.url)).toBe(false)
  await database.drop()
})

it('on a distributed database, a document that cannot be stored fails alone, and the next one takes its folio', async () => {
  const program = await startProgram({ distributed: true, working: false })
  const tenant = await program.tenant({ folios: [33, 39] })
  await tenant.save(factura(1))
  await onServer(
    program.database.ownerUrl, "alter table invoices add constraint poison check (receiver_name <> 'Veneno SpA')")
  const poison = factura()
  poison.header.receiver = { ...poison.header.receiver, businessName: 'Veneno SpA' }
  const answers = await Promise.all([
    tenant.save(factura(2)), tenant.save(poison), tenant.save(boleta(3)), tenant.save(factura(4))
  ])
  await tenant.save(factura(5))

  const folios = await program.rows('select array_agg(folio::int order by folio) as folios from invoices where document_type = 33')
  expect(answers.map(({ status }) => status)).toEqual([200, 500, 200, 200])
  expect(folios[0].folios).toEqual([1, 2, 3, 4])
  expect(await brokenAuditRows(program)).toEqual([])
  await program.close()
})

it('with the statements of a distributed database, documents are issued tenant by tenant, sent and notified', { tags: 'slow' }, async () => {
  const program = await startProgram({ distributed: true })
  const tenants = [await program.tenant({ folios: [33, 39, 61] }), await program.tenant({ folios: [33, 39, 61] })]
  for (const { token } of tenants) {
    await program.call('PUT', '/Notification/Update', { token, body: { url: 'https://erp.example/timbre', enabled: true } })
    await program.call('POST', '/NotificationEndpoint/Create', {
      token, body: { url: 'https://crm.example/timbre', enabled: true, events: ['document.accepted'] }
    })
  }
  const saved = await Promise.all(tenants.flatMap((tenant) => [
    tenant.save(factura(1), { 'idempotency-key': 'uno' }), tenant.save(factura(1), { 'idempotency-key': 'uno' }),
    tenant.save(factura(2)), tenant.save(boleta(3))
  ]))
  await program.until('all are accepted', async () => (await program.rows(
    'select from invoices where status = $1', [statuses.Accepted])).length === 6)
  const date = santiagoDate(new Date())
  const notes = await Promise.all(tenants.map((tenant) => tenant.save(note('61', { folio: '1', date }))))

  const moves = await program.rows('select status, sequence from invoice_moves group by 1, 2 order by 2, 1')
  const told = await program.rows(
    "select count(*)::int as told, count(distinct data ->> 'sequence')::int as moves from notification_deliveries")
  const descriptions = await program.rows(`
    select distinct data - array['sequence', 'status', 'statusText', 'trackId', 'detail'] as same from notification_deliveries`)
  const further = await program.rows(`
    select event, count(distinct (invoice_id, endpoint_id))::int as told from notification_deliveries
    where endpoint_id <> $1 and invoice_id in (select id from invoices where document_type <> 61) group by event`,
  ['00000000-0000-0000-0000-000000000000'])
  const folios = await program.rows(`
    select document_type, count(distinct folio)::int as folios, max(folio)::int as last, min(next)::int as next
    from invoices i join folio_blocks b using (tenant_id, document_type) group by tenant_id, 1 order by 1`)
  expect([...saved, ...notes].map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(moves.slice(0, 3)).toEqual([1, 2, 3].map((sequence) => ({ status: sequence + 1, sequence })))
  expect(told[0].moves).toBeGreaterThanOrEqual(4)
  expect(told[0].told).toBeGreaterThanOrEqual(24)
  expect(descriptions).toHaveLength(8)
  expect(further).toEqual([{ event: 'document.accepted', told: 6 }])
  expect(folios).toEqual([33, 33, 39, 39, 61, 61].map((type) => {
    const last = type === 33 ? 2 : 1
    return { document_type: type, folios: last, last, next: last + 1 }
  }))
  expect(await brokenAuditRows(program)).toEqual([])
  await program.close()
})
