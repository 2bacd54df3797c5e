import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '../../src/database/migrate.ts'
import { newId } from '../../src/shared/ids.ts'
import { emptyDatabase, type TestDatabase } from '../support/database.ts'
import { migrateUntil } from '../support/earlier-migrations.ts'

const [andes, sur, at] = [newId(), newId(), new Date('2026-11-20T12:00:00Z')]
const epr = { code: 'EPR', reasons: [] }
const invoices = {
  rejected: { type: 33, status: 7, reason: epr },
  objected: { type: 61, status: 6, reason: epr },
  explained: { type: 33, status: 7, reason: { code: 'EPR', reasons: [{ code: 'HED-3-260', description: 'monto' }] } },
  boleta: { type: 39, status: 7, reason: epr },
  accepted: { type: 33, status: 5, reason: null }
}

// The data of before both migrations that rewrite what is stored.
let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await emptyDatabase()
  await migrateUntil(database.migrationUrl, '20261122180000_reasons_by_mail')
  client = new pg.Client(database.ownerUrl)
  await client.connect()
  for (const [index, { type, status, reason }] of Object.values(invoices).entries()) {
    await client.query(
      `insert into invoices (tenant_id, id, environment, channel_type, status, reason, verdict, document_type, folio,
         issuer_tax_number, receiver_tax_number, receiver_name, issue_date, net_amount, exempt_amount, tax_amount, total_amount,
         created_at, updated_at)
       values ($1, $2, 'production', 1, $3, $4, $5, $6, $7, '76123456-0', '88888888-8', 'X', '2026-11-20', 0, 0, 0, 0, $8, $8)`,
      [andes, newId(), status, reason, { state: 'EPR', reasons: reason?.reasons ?? [] }, type, index + 1, at]
    )
  }
  for (const [tenant, statuses] of [[andes, [5, 7]], [sur, []]] as const) {
    await client.query(
      `insert into notification_endpoints (tenant_id, url, enabled, statuses, sealed_secret, created_at, updated_at)
       values ($1, 'https://erp.example', true, $2, '', $3, $3)`, [tenant, statuses, at]
    )
  }
  for (const status of [6, null]) {
    await client.query(
      'insert into notification_deliveries (tenant_id, id, status, data, at) values ($1, $2, $3, $4, $5)',
      [andes, newId(), status, status === null ? {} : { status }, at]
    )
  }
  await migrate(database.migrationUrl)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

it("marks documents, other than boletas, whose reasons are only in the SII's mail", async () => {
  const { rows } = await client.query('select reason, verdict from invoices order by folio')

  const byMail = (code: string) => ({
    reason: { code, reasons: [{ code, description: '' }] },
    verdict: { state: 'EPR', reasons: [{ code, description: '' }] }
  })
  expect(rows).toEqual([
    byMail('REASONS_BY_MAIL'),
    byMail('OBJECTIONS_BY_MAIL'),
    { reason: invoices.explained.reason, verdict: { state: 'EPR', reasons: invoices.explained.reason.reasons } },
    { reason: epr, verdict: { state: 'EPR', reasons: [] } },
    { reason: null, verdict: { state: 'EPR', reasons: [] } }
  ])
})

it('keeps the events that tenants chose, all of them if they chose none, and pending messages', async () => {
  const endpoints = await client.query('select tenant_id, events from notification_endpoints')
  expect(new Map(endpoints.rows.map((row) => [row.tenant_id, row.events]))).toEqual(new Map([
    [andes, ['document.accepted', 'document.rejected']], [sur, []]
  ]))

  const deliveries = await client.query('select event, data from notification_deliveries order by event')
  expect(deliveries.rows).toEqual([
    { event: 'document.accepted_with_objections', data: { status: 6, statusText: 'AcceptedWithObjections' } },
    { event: 'notification.test', data: {} }
  ])
})
