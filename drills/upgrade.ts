/**
 * Runs the version before the newest migrations and this one at once on one database, while documents are posted to
 * both. Shows that no document was refused, lost or doubled.
 *
 *   npm run drill:upgrade -- [seconds of each phase] [--from <commit>]
 */
import { execFileSync } from 'node:child_process'
import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbedded } from '../src/database/embedded.ts'
import { longestOutage, startClients } from './parts/clients.ts'
import { documentsAtAuthority, doubledFolios, doubledKeys, doubledReceipts, gapsIn, lostReceipts, untilSettled } from './parts/proof.ts'
import { runDrill, tree } from './parts/run.ts'
import { sharedSettings, startService, timbre } from './parts/service.ts'
import { createTenant } from './parts/tenant.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { from: { type: 'string' } } })
const seconds = Number(positionals[0] ?? 8)
const git = (...args: string[]): string => execFileSync('git', args, { cwd: tree, encoding: 'utf8' }).trim()
const from = git('rev-parse', values.from ?? `${git('log', '-1', '--format=%H', '--', 'prisma/migrations')}^`)

await runDrill('upgrade', async ({ dir, simulatorUrl, proof, later }) => {
  const oldTree = join(dir, 'old')
  git('worktree', 'add', '--detach', oldTree, from)
  later(() => git('worktree', 'remove', '--force', oldTree))
  installIn(oldTree)
  const database = await startEmbedded({ dir: join(dir, 'database') })
  later(database.stop)
  const query = async (sql: string): Promise<any[]> => {
    const client = new pg.Client(database.ownerUrl)
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  const settings = { ...sharedSettings(dir, simulatorUrl), DATABASE_URL: database.url }

  const older = await startService({ tree: oldTree, settings, log: join(dir, 'old.log') })
  later(older.stop)
  const migrations = async (): Promise<number> => Number((await query('select count(*) as n from _prisma_migrations'))[0].n)
  const before = await migrations()
  proof.say(`The old version (${from.slice(0, 8)}) runs with ${before} migrations`)
  const tenants = [
    await createTenant((args) => timbre(oldTree, settings, args), { url: older.url, taxNumber: '76543210-3' })
  ]
  let addresses = [older.url]
  const clients = startClients({ tenants, addresses: () => addresses, count: 4 })
  await sleep(seconds * 1000)

  const newer = await startService({ tree, settings, log: join(dir, 'new.log') })
  later(newer.stop)
  addresses = [older.url, newer.url]
  const expanded = await migrations()
  proof.say(`The new version runs beside it, with ${expanded} migrations`)
  const withOld = clients.receipts.length
  await sleep(seconds * 1000)

  addresses = [newer.url]
  const withBoth = clients.receipts.length
  await older.stop()
  proof.say('The old version has ended')
  await sleep(seconds * 1000)
  await clients.stop()
  const open = await untilSettled(query)
  const { receipts, refusals } = clients

  proof.show('migrations that ran while documents were posted', expanded >= before, expanded - before)
  proof.show('documents posted to the old, to both, to the new alone', withOld > 0 && withBoth > withOld && receipts.length > withBoth,
    `${withOld}, ${withBoth - withOld}, ${receipts.length - withBoth}`)
  proof.show('answers other than success and 503', refusals.size === 0, [...refusals.keys()].join(' ') || 0)
  proof.show('longest time without an acknowledgement', true, `${longestOutage(receipts).toFixed(1)} s`)
  proof.show('acknowledged documents that are missing', (await lostReceipts(query, receipts)).length === 0, 0)
  proof.show('folios handed over twice', doubledReceipts(receipts).length === 0, doubledReceipts(receipts).length)
  proof.show('keys answered with two documents', doubledKeys(receipts).length === 0, doubledKeys(receipts).length)
  const atAuthority = await documentsAtAuthority(simulatorUrl)
  proof.show('acknowledged documents at the SII', receipts.every(({ taxNumber, folio }) => atAuthority.has(`${taxNumber} 33 ${folio}`)), atAuthority.size)
  proof.show('folios with two documents at the SII', (await doubledFolios(simulatorUrl)).length === 0, (await doubledFolios(simulatorUrl)).length)
  proof.show('folios without a document', await gapsIn(query) === 0, await gapsIn(query))
  proof.show('documents without a verdict at the end', open === 0, open)
  proof.show('the audit chains are intact', true, (await timbre(tree, settings, ['audit', 'verify'])).trim().split('\n').at(-1) ?? '')
})

/** The packages are those of this tree where the lock file is the same. */
function installIn (oldTree: string): void {
  const sameLock = git('diff', '--name-only', from, 'HEAD', '--', 'package-lock.json') === ''
  if (sameLock && existsSync(join(tree, 'node_modules'))) symlinkSync(join(tree, 'node_modules'), join(oldTree, 'node_modules'))
  else execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: oldTree, stdio: 'inherit' })
  execFileSync('npx', ['prisma', 'generate'], { cwd: oldTree, stdio: ['ignore', 'ignore', 'inherit'] })
}
