/**
 * Restores Timbre from a base backup with archived WAL, and again from a plain dump, after documents were issued that
 * neither has. Shows that no folio is used twice.
 *
 *   npm run drill:restore -- [seconds of each phase]        (a PostgreSQL with pg_basebackup: PG_BIN, or Debian's)
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startClients, type Receipt } from './parts/clients.ts'
import { createClusters, postgresPrograms, type Cluster } from './parts/postgres.ts'
import { documentsAtAuthority, doubledFolios, doubledReceipts, lostReceipts, untilSettled } from './parts/proof.ts'
import { runDrill, type SimulatedStage, tree } from './parts/run.ts'
import { sharedSettings, startService, timbre, type Settings } from './parts/service.ts'
import { createTenant, type Tenant } from './parts/tenant.ts'

const seconds = Number(process.argv[2] ?? 5)
const margin = 200
const found = postgresPrograms()
if (found === undefined) {
  console.log('Skipped: there is no PostgreSQL with pg_basebackup here. Set PG_BIN to the folder of its programs.')
  process.exit(0)
}
const bin = found

await runDrill('restore', async (stage) => {
  const { dir, simulatorUrl, proof, later } = stage
  const clusters = createClusters(bin, dir)
  const archive = clusters.folder('archive')
  const original = await clusters.start(clusters.create('original'), {
    archive_mode: 'on', archive_command: `cp "%p" "${archive}/%f"`
  })
  later(() => original.kill())
  await clusters.prepare(original)
  const shared = sharedSettings(dir, simulatorUrl)
  const service = await startService({ tree, settings: settingsFor(shared, original), log: join(dir, 'original.log') })
  const tenants = [await createTenant((args) => timbre(tree, settingsFor(shared, original), args), { url: service.url, taxNumber: '76543210-3' })]
  const clients = startClients({ tenants, addresses: () => [service.url], count: 2 })
  await sleep(seconds * 1000)

  proof.say('While documents are posted: a base backup and a dump')
  clusters.run('pg_basebackup', ['-h', '127.0.0.1', '-p', String(original.port), '-U', 'postgres', '-D', join(clusters.home, 'restored'), '-X', 'fetch', '-c', 'fast'])
  const dump = clusters.run('pg_dump', ['-h', '127.0.0.1', '-p', String(original.port), '-U', 'postgres', '-Fc', 'timbre'])
  writeFileSync(join(dir, 'timbre.dump'), dump)
  const atBackup = clients.receipts.length
  await sleep(seconds * 1000)
  const atArchive = clients.receipts.length
  await original.query('select pg_switch_wal()')
  await untilArchived(archive)
  await sleep(seconds * 1000)

  await original.kill()
  await clients.stop()
  await service.kill()
  const handedOver = clients.receipts
  proof.say(`The machine is gone. Handed over: ${handedOver.length} documents, ${handedOver.length - atArchive} of them after the last archived WAL, ${handedOver.length - atBackup} after the backups`)

  const all = [...handedOver]
  clusters.recoverFrom(join(clusters.home, 'restored'), archive)
  const recovered = await clusters.start(join(clusters.home, 'restored'), { hot_standby: 'off' })
  later(() => recovered.kill())
  await restored('From the base backup and the archived WAL', recovered, { stage, shared, tenants, all, handedOver, mustHave: handedOver.slice(0, atArchive) })

  const fresh = await clusters.start(clusters.create('from-dump'))
  later(() => fresh.kill())
  await clusters.prepare(fresh)
  clusters.run('pg_restore', ['-h', '127.0.0.1', '-p', String(fresh.port), '-U', 'postgres', '-d', 'timbre', '--exit-on-error'], { input: dump })
  await restored('From the dump', fresh, { stage, shared, tenants, all, handedOver, mustHave: [] })
})

interface Restored {
  stage: SimulatedStage
  shared: Settings
  tenants: Tenant[]
  /** Every document that anybody was ever handed. */
  all: Receipt[]
  handedOver: Receipt[]
  mustHave: Receipt[]
}

/** What docs/restoring.md says, on a restored database: after-restore, start, issue. */
async function restored (
  what: string, cluster: Cluster, { stage, shared, tenants, all, handedOver, mustHave }: Restored
): Promise<void> {
  const { dir, simulatorUrl, proof } = stage
  proof.say(what)
  const settings = settingsFor(shared, cluster)
  const lost = await lostReceipts(cluster.query, handedOver)
  const printed = await timbre(tree, settings, ['after-restore', '--margin', String(margin)])
  proof.say(printed.trimEnd().split('\n').map((line) => `    ${line}`).join('\n'))
  const service = await startService({ tree, settings, log: join(dir, 'restored.log') })
  const clients = startClients({ tenants, addresses: () => [service.url], count: 2 })
  await sleep(seconds * 1000)
  await clients.stop()
  const open = await untilSettled(cluster.query)
  const verified = await timbre(tree, settings, ['audit', 'verify'])
  await service.stop()
  all.push(...clients.receipts)
  const atAuthority = await documentsAtAuthority(simulatorUrl)
  const unknownThere = lost.filter(({ taxNumber, folio }) => !atAuthority.has(`${taxNumber} 33 ${folio}`))

  proof.show('documents of before the backup that are missing', (await lostReceipts(cluster.query, mustHave)).length === 0, 0)
  proof.show('documents of the lost time, which the backup does not have', true, `${lost.length}, of which the SII has ${lost.length - unknownThere.length}`)
  proof.show('documents issued afterwards', clients.receipts.length > 0, clients.receipts.length)
  proof.show('folios handed over twice, of all times', doubledReceipts(all).length === 0, doubledReceipts(all).length)
  proof.show('folios with two documents at the SII', (await doubledFolios(simulatorUrl)).length === 0, (await doubledFolios(simulatorUrl)).length)
  proof.show('documents without a verdict at the end', open === 0, open)
  proof.show('the audit chains are intact', !/BROKEN|broken/.test(verified), verified.trim().split('\n').at(-1) ?? '')
}

function settingsFor (shared: Settings, { url }: Cluster): Settings {
  return { ...shared, DATABASE_URL: url.replace('postgres@', 'timbre@') }
}

async function untilArchived (archive: string): Promise<void> {
  const count = existsSync(archive) ? readdirSync(archive).length : 0
  for (let tries = 0; tries < 100 && readdirSync(archive).length === count; tries++) await sleep(100)
}
