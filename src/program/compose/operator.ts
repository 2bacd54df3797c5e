import type { Config } from '../config/config.ts'
import { pendingMigrations } from '../../database/migrate.ts'
import { openDatabase } from '../../database/open.ts'
import { reachDatabase } from '../../database/reach.ts'
import { createStore, type Store } from '../../repositories/store.ts'
import { createPasswords, type PasswordCost } from '../../services/access/passwords.ts'
import { createSignInDelays } from '../../services/access/sign-in-delays.ts'
import { createTenantKeys } from '../../services/access/tenant-keys.ts'
import { createDirectoryImports, type DirectoryImports } from '../../services/directory/directory-import.ts'
import { anonymousExchanges, type ExchangeSelection } from '../../services/evidence/anonymous-exchanges.ts'
import { createMailboxOperator, type MailboxOperator } from '../../services/mailbox/operating.ts'
import type { Clock } from '../../services/ports.ts'
import { createSealing } from '../../services/secrets/sealing.ts'
import { createSecretCheck } from '../../services/secrets/secret-check.ts'
import { createOperator, type Operator, tenantOf } from '../../services/tenants/operator.ts'
import { OperatorError } from '../../shared/operator-error.ts'
import { secretsOf } from './infrastructure.ts'

const timeoutMs = 5000

export interface OperatorPlace { store: Store, clock: Clock }

/** Works as the operator on the database of the settings, beside running instances. Throws OperatorError. */
export function asOperator<Result> (
  config: Config, work: (operator: Operator) => Promise<Result>, { passwordCost }: { passwordCost?: PasswordCost } = {}
): Promise<Result> {
  const { KEY_PEPPER: pepper } = config
  return onDatabase(config, ({ store, clock }) => work(createOperator({
    store,
    passwords: createPasswords({ cost: passwordCost }),
    delays: createSignInDelays({ store, pepper, clock }),
    tenantKeys: createTenantKeys({ store, pepper, clock }),
    clock
  })))
}

/** Works on the SII's directory of electronic taxpayers, beside running instances. Throws OperatorError. */
export function withDirectory<Result> (
  config: Config, work: (directory: DirectoryImports) => Promise<Result>
): Promise<Result> {
  return onDatabase(config, (place) => work(createDirectoryImports(place)))
}

/** Works on the tenants' mailboxes, beside running instances. Throws OperatorError. */
export function withMailboxes<Result> (
  config: Config, work: (mailboxes: MailboxOperator) => Promise<Result>
): Promise<Result> {
  return onDatabase(config, (place) => work(createMailboxOperator(place)))
}

/** A tenant's exchanges with the SII without anything personal. Throws OperatorError. */
export function readAnonymousExchanges (
  config: Config, { tenantCode, ...selection }: Omit<ExchangeSelection, 'tenantId'> & { tenantCode: string }
): ReturnType<typeof anonymousExchanges> {
  return onDatabase(config, async ({ store }) => {
    const tenantId = await store.asPlatform((platform) => tenantOf(platform, tenantCode))
    return anonymousExchanges(store, { ...selection, tenantId })
  })
}

/** Works on the database of the settings as the operator. Throws OperatorError. */
export async function onDatabase<Result> (
  config: Config, work: (place: OperatorPlace) => Promise<Result>
): Promise<Result> {
  const database = await openDatabase({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR })
  try {
    await mustBeUpToDate(database.url)
    return await withStore(database.url, config, work)
  } finally {
    await database.close()
  }
}

async function mustBeUpToDate (databaseUrl: string): Promise<void> {
  await reachDatabase(databaseUrl, { setting: 'DATABASE_URL', timeoutMs })
  if ((await pendingMigrations(databaseUrl)).length === 0) return
  throw new OperatorError('The database is not ready for this version: start Timbre, or run "timbre migrate" first.')
}

async function withStore<Result> (
  databaseUrl: string, config: Config, work: (place: OperatorPlace) => Promise<Result>
): Promise<Result> {
  const clock = (): Date => new Date(Date.now())
  const { KEY_PEPPER: pepper, MASTER_KEY: masterKeys } = config
  const store = createStore({ databaseUrl, pepper, poolSize: 2 })
  try {
    // Rows written under another KEY_PEPPER would not be found.
    const sealing = createSealing({ masterKeys })
    await createSecretCheck({ store, sealing, ...secretsOf(config, databaseUrl) }).verify()
    return await work({ store, clock })
  } finally {
    await store.close()
  }
}
