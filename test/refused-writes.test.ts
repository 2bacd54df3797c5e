/** @module-tag slow */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { examine } from '../src/database/doctor.ts'
import { startEmbedded } from '../src/database/embedded.ts'
import { prepareDatabase } from '../src/database/prepare.ts'
import { writeRefusals } from '../src/shared/write-refusals.ts'
import { createSimulator } from '../sii-simulator/index.ts'
import { onServer } from './support/cluster.ts'
import { factura } from './support/documents.ts'
import { throwawayFolder } from './support/memory-folder.ts'
import { type Program, type ProgramTenant, startProgram } from './support/program.ts'
import { keySource } from './support/rsa-keys.ts'

let program: Program
let andes: ProgramTenant
// A server of its own, whose settings no other test feels.
let server: Awaited<ReturnType<typeof startEmbedded>>
let superuserUrl: string

beforeAll(async () => {
  server = await startEmbedded({ dir: throwawayFolder('timbre-refused-'), throwaway: true })
  await prepareDatabase({ databaseUrl: server.url, ownerUrl: undefined, pepper: undefined })
  superuserUrl = Object.assign(new URL(server.ownerUrl), { pathname: '/postgres' }).toString()
  const simulator = await createSimulator({ secondsPerState: 0.01, makeKey: keySource() })
  program = await startProgram({
    settings: { LOG_LEVEL: 'info', WORKER_POLL_MS: '10', WORKER_LEASE_SECONDS: '5' },
    over: {
      database: { url: server.url, migrationUrl: server.url, ownerUrl: server.ownerUrl, drop: async () => {} },
      simulatorUrl: await simulator.listen(),
      leave: async () => {
        await simulator.close()
        await server.stop()
      }
    }
  })
  andes = await program.tenant({ folios: [33], certificate: false })
  while ((await andes.addCertificate()).status !== 200);
})
afterAll(() => program.close())
beforeEach(() => { program.logs.length = 0 })

const superuser = (...statements: string[]) =>
  onServer(superuserUrl, 'set default_transaction_read_only = off', ...statements)
const inDatabase = (...statements: string[]) => onServer(server.ownerUrl, 'set default_transaction_read_only = off', ...statements)

interface LogLine { level: string, msg: string, cause?: string, errorCode?: string }
const lines = (): LogLine[] => program.logs.map((line) => JSON.parse(line))
const alarms = () => lines().filter(({ level, errorCode }) =>
  ['error', 'warn', 'fatal'].includes(level) && errorCode !== 'OVERLOADED')
const recoveries = () => lines().filter(({ msg }) => msg === 'the database is back')

/** Repeated while the machine is busy. */
async function save (): Promise<{ status: number, errorCode: string }> {
  for (;;) {
    const { status, body: { errorCode } } = await andes.save(factura())
    if (errorCode !== 'OVERLOADED') return { status, errorCode }
  }
}
const refused = { status: 503, errorCode: 'DATABASE_UNAVAILABLE' }
const untilSaved = () => program.until('a document is saved', async () => (await save()).status === 200)
const writes = () => program.composition.app.services.health.checks['writes']?.()
const gauges = async () => (await program.composition.app.metrics.metrics()).match(/^timbre_database_(?:up|writable) \d/gm)
const finding = async () => (await examine({ databaseUrl: server.url, poolSize: 4 })).find(({ check }) => check === 'writes')

/** Longer than the watch waits between its first looks: it has looked several times. */
async function forSomeLooks (work: () => Promise<void>): Promise<void> {
  const begun = performance.now()
  while (performance.now() - begun < 4000) {
    await work()
    await wait(50)
  }
}

it('while the database is read-only the log says so once, checks name the cause, pages are served, and tasks wait', async () => {
  expect(await save()).toMatchObject({ status: 200 })
  expect([await writes(), await gauges(), await finding()]).toEqual([
    { ok: true }, ['timbre_database_up 1', 'timbre_database_writable 1'],
    { check: 'writes', level: 'ok', detail: 'The database takes them' }
  ])

  await superuser('alter system set default_transaction_read_only = on', 'select pg_reload_conf()')
  await program.until('a save is refused', async () => (await save()).status === 503)
  const [{ stored, attempts }] = await program.rows(
    'select (select count(*) from invoices) as stored, (select coalesce(sum(attempts), 0) from outbox_tasks) as attempts')
  await forSomeLooks(async () => { expect(await save()).toEqual(refused) })

  expect(alarms()).toEqual([expect.objectContaining({
    level: 'error', cause: expect.stringContaining('read-only transaction'),
    msg: 'the database is read-only; what must be written is refused or waits. "timbre doctor" says why'
  })])
  expect(recoveries()).toEqual([])
  expect([await writes(), await gauges(), await finding()]).toEqual([
    { ok: false, detail: writeRefusals.readOnly }, ['timbre_database_up 1', 'timbre_database_writable 0'],
    { check: 'writes', level: 'problem', detail: writeRefusals.readOnly }
  ])
  expect((await andes.api.get('Webhook/GetWebhooks')).status).toBe(200)
  expect(await program.rows('select sum(attempts) as attempts from outbox_tasks')).toEqual([{ attempts }])

  await superuser('alter system reset default_transaction_read_only', 'select pg_reload_conf()')
  await untilSaved()
  await expect.poll(recoveries).toHaveLength(1)
  expect(alarms()).toHaveLength(1)
  expect([await writes(), await gauges()]).toEqual([{ ok: true }, ['timbre_database_up 1', 'timbre_database_writable 1']])
  await program.until('all are accepted', async () =>
    (await program.rows('select from invoices where status = 5')).length === Number(stored) + 1)
})

it('connections to a server that only reads are replaced, those that never write too', async () => {
  let addresses = 0
  // On the connection that never writes. Keys that are known are not read.
  const readKey = () => program.call('POST', '/Tenant/GetAccessKeyAndSecretKeyValidation', {
    body: { ...andes.keys, accessKey: `ak_test_${randomUUID()}` }, address: `127.7.0.${addresses++ % 250 + 1}`
  })
  const connections = async (): Promise<number[]> => (await program.rows(
    "select pid from pg_stat_activity where application_name in ('timbre', 'timbre batches') and datname = 'timbre'")).map(({ pid }) => pid)
  await superuser('alter database timbre set default_transaction_read_only = on',
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name in ('timbre', 'timbre batches')")
  await program.until('a save is refused', async () => (await save()).status === 503)
  let readOnly: number[] = []
  await program.until('both ways have a connection', async () => {
    await Promise.all([save(), readKey()])
    readOnly = await connections()
    return readOnly.length > 1
  })

  // Connections keep what the setting was when they began.
  await superuser('alter database timbre reset default_transaction_read_only')
  await untilSaved()
  await program.until('the connections are replaced', async () => {
    await Promise.all([save(), readKey()])
    const open = await connections()
    return !readOnly.some((pid) => open.includes(pid))
  })
})

it('while the disk is full the log says so once, checks say so by themselves, tasks lose no attempt, and recovery is seen', async () => {
  await inDatabase(
    "create function no_space () returns trigger language plpgsql as $$ begin raise exception using errcode = '53100', message = 'could not extend file'; end $$",
    "create function no_table_space () returns event_trigger language plpgsql as $$ begin raise exception using errcode = '53100', message = 'could not extend file'; end $$",
    'create trigger no_space before insert on envelopes execute function no_space()',
    "create event trigger no_table_space on ddl_command_start when tag in ('CREATE TABLE AS') execute function no_table_space()"
  )
  await untilSaved()
  await program.until('the worker meets it', async () => (await writes())?.ok === false)
  await inDatabase('create trigger no_space before insert on invoices execute function no_space()')
  expect(await save()).toEqual(refused)
  await forSomeLooks(async () => {})

  expect(alarms()).toEqual([expect.objectContaining({
    msg: 'the database has no space left; what must be written is refused or waits. Add space, or free some'
  })])
  expect([await writes(), await gauges(), await finding()]).toEqual([
    { ok: false, detail: writeRefusals.full }, ['timbre_database_up 1', 'timbre_database_writable 0'],
    { check: 'writes', level: 'problem', detail: writeRefusals.full }
  ])

  expect(await program.rows("select attempts, losses from outbox_tasks where topic = 'packEnvelope' and lease_token is not null"))
    .toEqual([{ attempts: 0, losses: 0 }])
  await inDatabase(
    'drop event trigger no_table_space', 'drop trigger no_space on invoices', 'drop trigger no_space on envelopes'
  )
  await program.until('the watch sees it', async () => (await writes())?.ok === true)
  await expect.poll(recoveries).toHaveLength(1)
  expect(await save()).toMatchObject({ status: 200 })
  await program.until('all are accepted', async () => (await program.rows('select from invoices where status <> 5')).length === 0)
})
