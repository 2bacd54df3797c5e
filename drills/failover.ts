/**
 * Ends a PostgreSQL without warning while documents are posted, and continues with its synchronous standby, which is
 * promoted only after a while. Shows that whatever was acknowledged is kept, and nothing is doubled.
 *
 *   npm run drill:failover -- [seconds of each phase]        (a PostgreSQL with pg_basebackup: PG_BIN, or Debian's)
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { longestOutage, startClients } from './parts/clients.ts'
import { createClusters, postgresPrograms } from './parts/postgres.ts'
import { documentsAtAuthority, doubledFolios, doubledKeys, doubledReceipts, gapsIn, lostReceipts, untilSettled } from './parts/proof.ts'
import { startProxy } from './parts/proxy.ts'
import { runDrill, tree } from './parts/run.ts'
import { sharedSettings, startService, timbre } from './parts/service.ts'
import { createTenant } from './parts/tenant.ts'

const seconds = Number(process.argv[2] ?? 8)
const found = postgresPrograms()
if (found === undefined) {
  console.log('Skipped: there is no PostgreSQL with pg_basebackup here. Set PG_BIN to the folder of its programs.')
  process.exit(0)
}
const bin = found

await runDrill('failover', async ({ dir, simulatorUrl, proof, later }) => {
  const clusters = createClusters(bin, dir)
  const primary = await clusters.start(clusters.create('primary'))
  later(() => primary.kill())
  await clusters.prepare(primary)
  clusters.run('pg_basebackup', ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres', '-D', join(clusters.home, 'standby'), '-X', 'stream', '-c', 'fast', '-R'])
  const standby = await clusters.start(join(clusters.home, 'standby'), { hot_standby: 'on' })
  later(() => standby.kill())
  await primary.query("alter system set synchronous_standby_names = '*'")
  await primary.query('select pg_reload_conf()')
  proof.say(`A primary with a standby: ${await synchrony(primary.query)}`)

  const proxy = await startProxy(primary.port)
  later(proxy.close)
  const settings = { ...sharedSettings(dir, simulatorUrl), DATABASE_URL: `postgresql://timbre@127.0.0.1:${proxy.port}/timbre` }
  const service = await startService({ tree, settings, log: join(dir, 'service.log') })
  later(service.stop)
  const tenants = [await createTenant((args) => timbre(tree, settings, args), { url: service.url, taxNumber: '76543210-3' })]
  const clients = startClients({ tenants, addresses: () => [service.url], count: 4 })
  await sleep(seconds * 1000)

  const before = clients.receipts.length
  await primary.kill()
  proof.say(`The primary is gone after ${before} documents. The address leads to the standby, which is read-only.`)
  proxy.leadTo(standby.port)
  const unready = await untilReady(service.url, false)
  await sleep(seconds * 1000)
  const served = await fetch(`${service.url}/health/ready?exclude=writes`)
  const doctor = await timbre(tree, settings, ['doctor']).catch(({ stdout }: { stdout?: string }) => stdout ?? '')
  const beforePromotion = clients.receipts.length
  proof.say('The standby takes over.')
  await standby.query('select pg_promote(true)', 'postgres')
  await standby.query("alter system set synchronous_standby_names = ''", 'postgres')
  await standby.query('select pg_reload_conf()', 'postgres')
  const ready = await untilReady(service.url, true)
  await sleep(seconds * 1000)
  await clients.stop()
  const open = await untilSettled(standby.query)
  const { receipts, refusals } = clients

  const lost = await lostReceipts(standby.query, receipts)
  proof.show('documents acknowledged before, that the standby lacks', lost.length === 0, `${lost.length} of ${receipts.length}`)
  proof.show('documents acknowledged by a read-only standby', beforePromotion === before, beforePromotion - before)
  proof.show('seconds until /health/ready refuses', true, unready.toFixed(1))
  proof.show('ready for reads meanwhile', served.ok, served.status)
  proof.show('timbre doctor names the standby', doctor.includes('The database is read-only: it is a standby'), 1)
  proof.show('seconds from the promotion until it is ready', true, ready.toFixed(1))
  proof.show('documents acknowledged afterwards', receipts.length > before, receipts.length - before)
  proof.show('longest time without an acknowledgement', true, `${longestOutage(receipts).toFixed(1)} s`)
  proof.show('answers other than success and 503', refusals.size === 0, [...refusals.keys()].join(' ') || 0)
  proof.show('folios handed over twice', doubledReceipts(receipts).length === 0, doubledReceipts(receipts).length)
  proof.show('keys answered with two documents', doubledKeys(receipts).length === 0, doubledKeys(receipts).length)
  const atAuthority = await documentsAtAuthority(simulatorUrl)
  proof.show('acknowledged documents at the SII', receipts.every(({ taxNumber, folio }) => atAuthority.has(`${taxNumber} 33 ${folio}`)), atAuthority.size)
  proof.show('folios with two documents at the SII', (await doubledFolios(simulatorUrl)).length === 0, (await doubledFolios(simulatorUrl)).length)
  proof.show('folios without a document', await gapsIn(standby.query) === 0, await gapsIn(standby.query))
  proof.show('documents without a verdict at the end', open === 0, open)
  proof.show('the audit chains are intact', true, (await timbre(tree, settings, ['audit', 'verify'])).trim().split('\n').at(-1) ?? '')
})

async function untilReady (url: string, wanted: boolean): Promise<number> {
  const begun = performance.now()
  while ((await fetch(`${url}/health/ready`)).ok !== wanted) await sleep(100)
  return (performance.now() - begun) / 1000
}

async function synchrony (query: (sql: string) => Promise<any[]>): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const [row] = await query('select sync_state from pg_stat_replication')
    if (row?.sync_state === 'sync') return 'synchronous'
    await sleep(100)
  }
  throw new Error('The standby does not become synchronous')
}
