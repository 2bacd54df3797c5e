import { AsyncLocalStorage } from 'node:async_hooks'
import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapter, Transaction } from '@prisma/driver-adapter-utils'
import type pg from 'pg'
import type { DirectConnection } from './direct-statements.ts'
import { type LocalSettings, settingStatements } from './local-settings.ts'

/** The setting from which row-level security knows what a transaction may see. */
export type Scope = Pick<LocalSettings, 'app.tenant'> | Pick<LocalSettings, 'app.scope'>

/** `connection`: of the transaction that was begun. */
export interface Beginning { connection?: DirectConnection }

interface ScopedBeginning extends Beginning { setting: string, hasBegun: boolean }

const current = new AsyncLocalStorage<ScopedBeginning>()
let beginnings = 0

/** Does the work; the transaction that it begins is in the scope. */
export async function inScope<T> (scope: Scope, work: (beginning: Beginning) => Promise<T>): Promise<T> {
  const beginning: ScopedBeginning = { setting: settingStatements(scope), hasBegun: false }
  beginnings++
  try {
    return await current.run(beginning, () => work(beginning))
  } finally {
    begun(beginning)
  }
}

/**
 * While the storage is in use, Node follows every promise of the process, which makes each cost more than twice as
 * much. Only transactions that are yet to begin need it.
 */
function begun (beginning: ScopedBeginning): void {
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
      const transaction = await scoped(await start(isolationLevel), beginning.setting)
      beginning.connection = connectionOf(transaction)
      return transaction
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

/** Whoever goes on after the end would speak to a connection that serves others by then. */
function connectionOf (transaction: Transaction): DirectConnection {
  const { client } = transaction as unknown as { client: pg.PoolClient }
  const execute = transaction.executeRaw.bind(transaction)
  let isOver = false
  transaction.executeRaw = (query) => {
    if (/^(?:commit|rollback)$/i.test(query.sql)) isOver = true
    return execute(query)
  }
  return {
    async query (statement) {
      if (isOver) throw Object.assign(new Error('The transaction is over'), { code: 'P2028' })
      return client.query<pg.QueryResultRow>(statement)
    }
  }
}
