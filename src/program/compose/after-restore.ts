import { createKeyStores } from '../../adapters/key-stores/key-stores.ts'
import type { Config } from '../config/config.ts'
import { isDistributed } from '../../database/distributed.ts'
import { pendingMigrations } from '../../database/migrate.ts'
import { openDatabase } from '../../database/open.ts'
import { prepareDatabase } from '../../database/prepare.ts'
import { createStore } from '../../repositories/store.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import { type RetryLimits, SiiUnavailable } from '../../services/restoring/received-folios.ts'
import { createAfterRestore, type RestoreOrders } from '../../services/restoring/index.ts'
import { linesOf } from '../../services/restoring/report.ts'
import { createCertificates } from '../../services/tenants/certificates.ts'
import { createSealing } from '../../services/secrets/sealing.ts'
import { siiGatewayOf, simulatorOf } from './sii-gateway.ts'

type Closer = () => Promise<void>
type Print = (line: string) => void
type AfterRestore = ReturnType<typeof createAfterRestore>

/** `tenant` is the code of the only one to be treated. */
export interface RestoreOrder { tenant: string | undefined, orders: RestoreOrders }
export interface CommandDependencies { config: Config, print: Print, retryLimits: RetryLimits }

// Distinguishes the connections of this command from all others.
const applicationName = `timbre after-restore ${process.pid}`

/** Runs the command for one tenant or all. Gives the codes of the tenants that are still to be done. */
export async function runAfterRestore (
  order: RestoreOrder, { config, print, retryLimits }: CommandDependencies
): Promise<string[]> {
  const closers: Closer[] = []
  try {
    return await run(order, { config, print, retryLimits }, closers)
  } finally {
    for (const closer of closers.reverse()) await closer()
  }
}

async function run (
  { tenant: code, orders }: RestoreOrder, dependencies: CommandDependencies, closers: Closer[]
): Promise<string[]> {
  const { config, print } = dependencies
  const database = await openDatabase({
    databaseUrl: config.DATABASE_URL, directUrl: config.DATABASE_DIRECT_URL, dataDir: config.DATA_DIR, applicationName
  })
  closers.push(database.close)
  // It looks for connections besides its own, which a pooler would hide.
  const databaseUrl = database.directUrl
  const afterRestore = await composeCommand(dependencies, databaseUrl, closers)
  await afterRestore.ensureExclusive()
  await bringUpToDate({ databaseUrl, config }, orders)
  const tenants = (await Promise.all((await afterRestore.tenants()).map(afterRestore.find))).filter((one) =>
    one !== null
  )
  const wanted = tenants.filter((one) => code === undefined || one.code === code)
  if (code !== undefined && wanted.length === 0) throw new Error(`There is no tenant ${code}.`)
  const left: string[] = []
  for (const tenant of wanted) {
    if (!await settle(afterRestore, tenant, { orders, print })) left.push(tenant.code)
  }
  conclude(left, { ...orders, count: wanted.length, print, isWhole: code === undefined })
  return left
}

/** False when the SII did not answer which folios it has. */
async function settle (
  afterRestore: AfterRestore, tenant: TenantRow, { orders, print }: { orders: RestoreOrders, print: Print }
): Promise<boolean> {
  try {
    linesOf(tenant, await afterRestore.settle(tenant, orders)).forEach(print)
    return true
  } catch (error) {
    if (!(error instanceof SiiUnavailable)) throw error
    print(`${tenant.code} (${tenant.taxNumber})`)
    print(`  NOTHING CHANGED: the SII does not answer which folios it has: ${error.message}`)
    return false
  }
}

function conclude (
  left: string[], { dryRun, count, isWhole, print }: { dryRun: boolean, count: number, isWhole: boolean, print: Print }
): void {
  if (dryRun) print('A dry run: nothing was changed.')
  if (left.length === 0) {
    if (!dryRun) {
      print(
        isWhole
          ? `${count} tenants are done. You can start Timbre.`
          : 'This tenant is done. You can start Timbre once all are.'
      )
    }
    return
  }
  print(`DO NOT START Timbre: ${left.length} of ${count} tenants are left: ${left.join(', ')}.`)
  print(
    'Run this again when the SII answers; --tenant selects one of them, --unasked skips a margin without asking.'
  )
}

async function bringUpToDate (
  { databaseUrl, config }: { databaseUrl: string, config: Config }, { dryRun }: RestoreOrders
): Promise<void> {
  if (!dryRun) {
    await prepareDatabase({ databaseUrl, ownerUrl: config.DATABASE_OWNER_URL, pepper: config.KEY_PEPPER })
  } else if ((await pendingMigrations(databaseUrl)).length > 0) {
    throw new Error('The backup is of an older version. Run without --dry-run, which migrates its tables first.')
  }
}

async function composeCommand (
  { config, retryLimits }: CommandDependencies, databaseUrl: string, closers: Closer[]
): Promise<AfterRestore> {
  const clock = (): Date => new Date(Date.now())
  const store = createStore({
    databaseUrl, pepper: config.KEY_PEPPER, poolSize: 2, distributed: await isDistributed(databaseUrl)
  })
  closers.push(() => store.close())
  const simulator = await simulatorOf(config)
  closers.push(simulator.close)
  const { certificateOf } = createCertificates({
    store, sealing: createSealing({ masterKeys: config.MASTER_KEY }), keyStores: createKeyStores(), clock,
    onWork: () => {}
  })
  const gateway = siiGatewayOf(config, { clock, simulatorUrl: simulator.url })
  return createAfterRestore({ store, gateway, certificateOf, clock, retryLimits, applicationName })
}
