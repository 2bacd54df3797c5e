/**
 * To be run on a database that was restored from a backup, before Timbre is started on it: docs/restoring.md. Ends with 1 when
 * something is left to do, with 2 when it could not begin.
 *
 *   npm run after-restore -- [--margin <folios>] [--tenant <code>] [--dry-run] [--unasked] [--keep-waiting]
 */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createSiiGateway } from '../adapters/sii/gateway.ts'
import { type Config, configOfProcess } from '../config.ts'
import { startEmbedded } from '../database/embedded.ts'
import { migrate, pendingMigrations } from '../database/migrate.ts'
import { signSeed } from '../dte/seed.ts'
import { createStore } from '../repositories/store.ts'
import type { TenantRow } from '../repositories/tenants.ts'
import { createAfterRestore, type RestoreOrders, type TenantOutcome } from '../services/after-restore/index.ts'
import { type FolioSkip, unheldRanges } from '../services/after-restore/folio-skips.ts'
import { SiiUnavailable } from '../services/after-restore/held-folios.ts'
import { createCertificates } from '../services/certificates.ts'
import { createSealing } from '../services/sealing.ts'
import { createSimulator } from '../sii-simulator/simulator.ts'

type Closer = () => Promise<void>
type AfterRestore = ReturnType<typeof createAfterRestore>

const applicationName = `timbre after-restore ${process.pid}`
const largestMargin = 100_000

async function main (closers: Closer[]): Promise<number> {
  const { tenant: code, orders } = ordersOf(process.argv.slice(2))
  const config = configOfProcess()
  const databaseUrl = await openDatabase(config, orders, closers)
  const afterRestore = await composeCommand(config, databaseUrl, closers)
  await afterRestore.mustBeAlone()
  const tenants = (await Promise.all((await afterRestore.tenants()).map(afterRestore.find))).filter((one) => one !== null)
  const wanted = tenants.filter((one) => code === undefined || one.code === code)
  if (code !== undefined && wanted.length === 0) throw new Error(`There is no tenant ${code}.`)
  const left: string[] = []
  for (const tenant of wanted) {
    if (!await settle(afterRestore, tenant, orders)) left.push(tenant.code)
  }
  return conclude(left, { ...orders, count: wanted.length })
}

/** False when the SII did not tell what it holds. */
async function settle (afterRestore: AfterRestore, tenant: TenantRow, orders: RestoreOrders): Promise<boolean> {
  try {
    tell(tenant, await afterRestore.settle(tenant, orders))
    return true
  } catch (error) {
    if (!(error instanceof SiiUnavailable)) throw error
    print(`${tenant.code} (${tenant.taxNumber})`)
    print(`  NOTHING CHANGED: the SII does not tell what it holds: ${error.message}`)
    return false
  }
}

function conclude (left: string[], { dryRun, count }: { dryRun: boolean, count: number }): number {
  if (dryRun) print('A dry run: nothing was changed.')
  if (left.length === 0) {
    print(`${count} tenants: done.${dryRun ? '' : ' Timbre may be started.'}`)
    return 0
  }
  print(`DO NOT START Timbre: ${left.length} of ${count} tenants are left: ${left.join(', ')}.`)
  print('Run this again when the SII answers; --tenant takes one of them, --unasked leaves a margin out without asking.')
  return 1
}

function ordersOf (args: string[]): { tenant: string | undefined, orders: RestoreOrders } {
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    args, options: { margin: { type: 'string', default: '100' }, tenant: { type: 'string' }, 'dry-run': flag, unasked: flag, 'keep-waiting': flag }
  })
  const margin = /^\d{1,6}$/.test(values.margin) ? Number(values.margin) : NaN
  if (!(margin <= largestMargin)) throw new Error(`--margin ${values.margin}: must be a number from 0 to ${largestMargin}`)
  return { tenant: values.tenant?.toLowerCase(), orders: { margin, dryRun: values['dry-run'], unasked: values.unasked, keepWaiting: values['keep-waiting'] } }
}

async function openDatabase (config: Config, { dryRun }: RestoreOrders, closers: Closer[]): Promise<string> {
  const url = new URL(config.DATABASE_URL ?? await startDatabase(config, closers))
  url.searchParams.set('application_name', applicationName)
  if (!dryRun) await migrate(url.toString())
  else if ((await pendingMigrations(url.toString())).length > 0) throw new Error('The backup is of an older version: without --dry-run its tables are brought up to date first.')
  return url.toString()
}

async function startDatabase (config: Config, closers: Closer[]): Promise<string> {
  const embedded = await startEmbedded({ dir: join(resolve(config.DATA_DIR), 'postgres') })
  closers.push(() => embedded.stop())
  return embedded.url
}

async function composeCommand (config: Config, databaseUrl: string, closers: Closer[]): Promise<AfterRestore> {
  const clock = (): Date => new Date(Date.now())
  const store = createStore({ databaseUrl, poolSize: 2 })
  closers.push(() => store.close())
  const simulatorUrl = config.SII_SIMULATOR_URL ?? (config.embedded ? await startSimulator(config, closers) : undefined)
  const { certificateOf } = createCertificates({ store, sealing: createSealing({ masterKeys: config.MASTER_KEY }), clock, onWork: () => {} })
  const gateway = createSiiGateway({
    clock,
    signSeed,
    simulatorUrl,
    timeouts: { uploadMs: config.SII_UPLOAD_TIMEOUT_SECONDS * 1000, queryMs: config.SII_TIMEOUT_SECONDS * 1000 }
  })
  return createAfterRestore({ store, gateway, certificateOf, clock, patience: { tries: 3, waitMs: 1000 }, applicationName })
}

async function startSimulator ({ DATA_DIR }: Config, closers: Closer[]): Promise<string> {
  const simulator = await createSimulator({ dataDir: join(resolve(DATA_DIR), 'sii-simulator') })
  closers.push(() => simulator.close())
  return simulator.listen()
}

const reasonsNotAsked = {
  told: 'The SII was not asked, as you told: only the margin is left out. Look on its site for the last folio that it holds of each type.',
  noCertificate: 'Without a valid certificate the SII cannot be asked: only the margin is left out. Look on its site for the last folio that it holds of each type.'
}

function tell ({ code, taxNumber, environment }: TenantRow, { skips, notAsked, envelopes, documents, waiting, submissions }: TenantOutcome): void {
  print(`${code} (${taxNumber}, ${environment})`)
  if (notAsked && skips.length > 0) print(`  ${reasonsNotAsked[notAsked]}`)
  for (const skip of skips) for (const line of linesOf(skip)) print(`  ${line}`)
  if (envelopes > 0) print(`  ${envelopes} envelopes without an answer: the SII is asked for them before they are sent.`)
  if (documents > 0) print(`  ${documents} issued documents in no envelope: the SII is asked for each before it is sent, each in an envelope of its own.`)
  if (waiting > 0) print(`  ${waiting} documents that waited are stopped (Failed): each may have been issued since. Look for them, then Webhook/Retry.`)
  if (submissions > 0) print(`  ${submissions} bulk submissions are cancelled where they stood: rows may have been issued since. Look, then submit what is missing.`)
}

function linesOf ({ block, from, to, held, margin, marginStands }: FolioSkip): string[] {
  const name = `type ${block.documentType}, folios ${block.rangeFrom} to ${block.rangeTo} (${block.environment}${block.position === null ? ', not active' : ''})`
  const standing = marginStands ? '; the margin was left out by the run before this' : ''
  if (from === to) return [`${name}: ${from} stays the next${standing}.`]
  const left = Number(block.rangeTo) - to + 1
  const unheld = unheldRanges({ from, to, held }).map(([first, last]) => first === last ? String(first) : `${first}-${last}`)
  return [
    `${name}: ${from} was the next, ${left === 0 ? 'none is left' : `${to} is`}. The SII holds ${held.length} from ${from} on; the margin is ${margin}${standing}.`,
    ...(unheld.length === 0 ? [] : [`  To be annulled at the SII, unless a document that was handed over bears them: ${unheld.join(', ')}`]),
    ...(left === 0 ? ['  Upload another CAF, or documents of this type wait.'] : [])
  ]
}

function print (line: string): void {
  process.stdout.write(`${line}\n`)
}

const closers: Closer[] = []
try {
  process.exitCode = await main(closers)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
} finally {
  for (const closer of closers.reverse()) await closer()
}
