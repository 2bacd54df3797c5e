/** @module-tag slow */
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { createMetrics } from '../src/http/plugins/metrics.ts'
import { processMetrics, serviceMetrics } from '../src/program/monitoring/process-metrics.ts'
import { noEndings } from '../src/program/supervision/endings.ts'
import { isFiring, readRules, readScrape, type Scrape } from './support/alert-rules.ts'
import { onServer } from './support/cluster.ts'
import { factura } from './support/documents.ts'
import { defined } from './support/expecting.ts'
import { sharedProgram, sharedTenant } from './support/shared.ts'

const rules = readRules(readFileSync(new URL('../ops/prometheus/alerts.yml', import.meta.url), 'utf8'))
const fired = new Set<string>()

const program = sharedProgram({ settings: { SMTP_URL: 'smtp://127.0.0.1:9', NOTIFICATIONS_ALLOW_PRIVATE: 'true', DATABASE_POOL: '2' } })
const andes = sharedTenant(program, { folios: [33] })
let calm: Scrape

beforeAll(async () => {
  await save()
  await settled()
  calm = await scrape()
})

const registry = () => program.composition.app.metrics
const scrape = async (): Promise<Scrape> => readScrape(await registry().metrics())
const save = async (): Promise<string> => (await andes.save(factura())).body.result.correlationId
const settled = () => program.until('all are settled', async () =>
  (await program.rows('select 1 from invoices where status in (2, 3, 4)')).length === 0)
const fault = (body: object) => program.control('/faults', body)
const rule = (alert: string) => defined(rules.find((one) => one.alert === alert))
const tenantId = '(select tenant_id from tenants limit 1)'

async function fires (alert: string, read: () => Promise<Scrape> = scrape): Promise<void> {
  expect(isFiring(rule(alert), { before: calm, after: calm }), `${alert} in calm`).toBe(false)
  await program.until(`${alert} fires`, async () => isFiring(rule(alert), { before: calm, after: await read() }))
  fired.add(alert)
}

it('TimbreDocumentsRejected fires for the first document that the SII rejects', async () => {
  await fault({ operation: 'upload', fault: 'rejected', value: 'DTE-3-101' })
  await save()
  await fires('TimbreDocumentsRejected')
})

it('TimbreTasksFail fires when tasks fail again and again', async () => {
  await program.rows(`
    insert into outbox_tasks (tenant_id, id, topic, subject, due_at, created_at)
    select ${tenantId}, gen_random_uuid(), 'followEnvelope', 'no envelope ' || n, now(), now() from generate_series(1, 25) n`)
  await fires('TimbreTasksFail')
  await program.rows("delete from outbox_tasks where topic = 'followEnvelope'")
})

// The figures of the database are read every fifteen seconds: the three share a reading.
it('TimbreDocumentsNotSent, TimbreFoliosRunOut and TimbreCertificateExpires fire from data of the database', async () => {
  await fault({ operation: 'upload', fault: 'http', value: '503', times: 10_000 })
  const id = await save()
  await program.rows("update invoices set issued_at = now() - interval '2 hours' where id = $1", [id])
  await program.rows('update folio_blocks set next = range_to')
  await program.rows("update certificates set not_after = now() + interval '10 days'")
  for (const alert of ['TimbreDocumentsNotSent', 'TimbreFoliosRunOut', 'TimbreCertificateExpires']) await fires(alert)
})

it('TimbreNotificationsFail fires when the last attempt fails', async () => {
  await andes.api.put('Notification/Update', { url: 'https://127.0.0.1:8443/timbre', enabled: true })
  await andes.api.post('Notification/Test')
  await fires('TimbreNotificationsFail')
})

it('TimbreMailsFail fires when a mail expires unsent', async () => {
  await program.api().post('Auth/ForgotPassword', { email: `admin@${andes.code}.example` })
  await program.until('the mail is there', async () => (await program.rows('select 1 from mails')).length > 0)
  await program.rows("update mails set ends_at = now() - interval '1 hour'")
  await program.rows("update outbox_tasks set due_at = now() where topic = 'sendMail' and lease_token is null")
  await fires('TimbreMailsFail', async () => {
    await program.rows("update outbox_tasks set due_at = now() where topic = 'sendMail' and lease_token is null")
    return scrape()
  })
})

// test/services/sealed-keys.test.ts shows what counts.
it('TimbreSecretsUnreadable fires for the first stored key that cannot be decrypted', async () => {
  const own = createMetrics()
  const measured = serviceMetrics(own, { backlogSeconds: async () => 0 })
  const before = readScrape(await own.metrics())
  measured.secretUnreadable('folio_blocks')
  const after = readScrape(await own.metrics())

  expect(isFiring(rule('TimbreSecretsUnreadable'), { before, after: before })).toBe(false)
  expect(isFiring(rule('TimbreSecretsUnreadable'), { before, after })).toBe(true)
  fired.add('TimbreSecretsUnreadable')
})

it('TimbrePoolExhausted and TimbreSlow fire while a lock blocks requests', async () => {
  const other = await program.tenant({ folios: [39], certificate: true })
  const client = new pg.Client(program.database.ownerUrl)
  await client.connect()
  await client.query('begin')
  await client.query('lock table invoices in access exclusive mode')
  const listings = Array.from({ length: 6 }, () => other.api.get('Webhook/GetWebhooks'))
  const saving = other.save({ header: { documentId: { documentType: '39' } }, details: [{ itemName: 'Clavo', quantity: 1, unitPrice: 1190 }] })
  const begun = performance.now()
  await fires('TimbrePoolExhausted', async () => readScrape(await registry().getSingleMetricAsString('timbre_database_connections')))
  await program.until('the save has waited', async () => performance.now() - begun > 3000)
  await client.query('rollback')
  await client.end()
  await Promise.allSettled([...listings, saving])
  await fires('TimbreSlow')
})

it('TimbreDocumentsDamaged fires for the first document that fails verification', async () => {
  await program.composition.worker.stop()
  // 03:00 in Chile.
  const other = await program.anotherInstance({ clock: () => new Date('2026-11-23T06:00:00Z') })
  const its = async (): Promise<Scrape> => readScrape(await other.composition.app.metrics.metrics())
  calm = await its()
  await program.rows('update invoices set total_amount = total_amount + 1 where status = 5')
  await program.rows("update outbox_tasks set due_at = now(), lease_until = null, lease_token = null where subject = 'checkDocuments'")
  other.composition.worker.start()
  await fires('TimbreDocumentsDamaged', its)
  await other.composition.worker.stop()
  await other.close()
})

it('TimbreTaskSetAside fires when a second process ended while it had a task', async () => {
  const after = await program.anotherInstance({ failedInstance: 'aaaaaaaa' })
  const its = async (): Promise<Scrape> => readScrape(await after.composition.app.metrics.metrics())
  calm = await its()
  await program.rows(`
    insert into outbox_tasks (tenant_id, id, topic, subject, due_at, created_at, losses, lease_token, lease_until)
    values (${tenantId}, gen_random_uuid(), 'packEnvelope', 'poison', now(), now(), 1,
      'aaaaaaaa-0000-4000-8000-000000000000', now() + interval '1 minute')`)
  after.composition.worker.start()
  await fires('TimbreTaskSetAside', its)
  await after.composition.worker.stop()
  await after.close()
  await program.rows("delete from outbox_tasks where subject = 'poison'")
})

it('TimbreWorkWaits fires when no worker runs', async () => {
  await program.rows(`
    insert into outbox_tasks (tenant_id, id, topic, subject, due_at, created_at)
    values (${tenantId}, gen_random_uuid(), 'packEnvelope', 'DTE', now() - interval '20 minutes', now()) on conflict do nothing`)
  await program.rows("update outbox_tasks set due_at = now() - interval '20 minutes' where topic = 'packEnvelope'")
  await fires('TimbreWorkWaits')
})

it('TimbreRestarts fires when the supervisor restarted the program', async () => {
  const after = async (killed: number): Promise<Scrape> => {
    const own = createMetrics()
    processMetrics(own, { endings: { ...noEndings, killed }, droppedLogLines: () => 0 })
    return readScrape(await own.metrics())
  }
  calm = await after(0)
  await fires('TimbreRestarts', () => after(1))
})

it('TimbreDown fires when Prometheus gets no answer', async () => {
  calm = readScrape('up{job="timbre",instance="a"} 1')
  await fires('TimbreDown', async () => readScrape('up{job="timbre",instance="a"} 0'))
})

it('TimbreDatabaseReadOnly, TimbreDatabaseUnavailable and TimbreRequestsFail fire while the database takes no writes', async () => {
  const name = new URL(program.database.url).pathname.slice(1)
  calm = await scrape()
  await onServer(program.database.ownerUrl, `alter database ${name} set default_transaction_read_only = on`)
  await program.rows('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')
  await fires('TimbreDatabaseReadOnly')
  // A series that begins with its first failure has no increase before the second reading.
  await program.until('a save is refused', async () => (await andes.save(factura())).body.errorCode === 'DATABASE_UNAVAILABLE')
  calm = [...calm, ...await scrape()]
  for (let count = 0; count < 12; count++) await andes.save(factura())
  await fires('TimbreDatabaseUnavailable')
  await fires('TimbreRequestsFail')
  await onServer(program.database.ownerUrl, 'set default_transaction_read_only = off', `alter database ${name} reset default_transaction_read_only`)
})

it('TimbreDatabaseAway fires when the database refuses connections', async () => {
  calm = await scrape()
  const name = new URL(program.database.url).pathname.slice(1)
  const client = new pg.Client(Object.assign(new URL(program.database.ownerUrl), { pathname: '/postgres' }).toString())
  await client.connect()
  await client.query(`alter database ${name} allow_connections false`)
  await program.rows('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')
  await fires('TimbreDatabaseAway')
  await client.query(`alter database ${name} allow_connections true`)
  await client.end()
})

it('every alert fires in a test', () => {
  expect(rules.map(({ alert }) => alert).filter((alert) => !fired.has(alert))).toEqual([])
})
