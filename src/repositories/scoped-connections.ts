import { AsyncLocalStorage } from 'node:async_hooks'
import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapter, Transaction } from '@prisma/driver-adapter-utils'
import { type LocalSettings, settingStatements } from './local-settings.ts'

/** The setting from which row-level security knows what a transaction may see. */
export type Scope = Pick<LocalSettings, 'app.tenant'> | Pick<LocalSettings, 'app.scope'>

interface Beginning { setting: string, hasBegun: boolean }

const current = new AsyncLocalStorage<Beginning>()
let beginnings = 0

/** Does the work; the transaction that it begins is in the scope. */
export async function inScope<T> (scope: Scope, work: () => Promise<T>): Promise<T> {
  const beginning = { setting: settingStatements(scope), hasBegun: false }
  beginnings++
  try {
    return await current.run(beginning, work)
  } finally {
    begun(beginning)
  }
}

/**
 * While the storage is in use, Node follows every promise of the process, which makes each cost more than twice as
 * much. Only transactions that are yet to begin need it.
 */
function begun (beginning: Beginning): void {
  if (beginning.hasBegun) return
  beginning.hasBegun = true
  beginnings--
  if (beginnings === 0) current.disable()
}

/**
 * Connections whose transactions begin with the setting of their scope; without one, row-level security shows them
 * nothing. As a query of Prisma's the setting would cost as much as all else in a short transaction.
 */
export class ScopedConnections extends PrismaPg {
  override async connect (): ReturnType<PrismaPg['connect']> {
    const adapter = await super.connect()
    const start = adapter.startTransaction.bind(adapter)
    const startTransaction: SqlDriverAdapter['startTransaction'] = async (isolationLevel) => {
      const beginning = current.getStore()
      if (!beginning || beginning.hasBegun) return start(isolationLevel)
      begun(beginning)
      return scoped(await start(isolationLevel), beginning.setting)
    }
    return Object.assign(adapter, { startTransaction })
  }
}

async function scoped (transaction: Transaction, setting: string): Promise<Transaction> {
  try {
    await transaction.executeRaw({ sql: setting, args: [], argTypes: [] })
    return transaction
  } catch (error) {
    await transaction.executeRaw({ sql: 'ROLLBACK', args: [], argTypes: [] }).catch(() => {})
    await transaction.rollback()
    throw error
  }
}
