import { AsyncLocalStorage } from 'node:async_hooks'
import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapter, SqlQuery, Transaction } from '@prisma/driver-adapter-utils'

/** The setting from which row-level security knows what a transaction may see. */
export interface Scope { name: 'app.tenant' | 'app.scope', value: string }

const current = new AsyncLocalStorage<Scope>()

/** Does the work; the transactions that it begins are in the scope. */
export function inScope<T> (scope: Scope, work: () => Promise<T>): Promise<T> {
  return current.run(scope, work)
}

/**
 * Connections whose transactions begin with the setting of their scope; without one, row-level security shows them
 * nothing. As a query of Prisma's the setting would cost as much as all else in a short transaction.
 */
export class ScopedConnections extends PrismaPg {
  override async connect (): ReturnType<PrismaPg['connect']> {
    const adapter = await super.connect()
    const start = adapter.startTransaction.bind(adapter)
    const startTransaction: SqlDriverAdapter['startTransaction'] = async (isolationLevel) =>
      scoped(await start(isolationLevel), current.getStore())
    return Object.assign(adapter, { startTransaction })
  }
}

async function scoped (transaction: Transaction, scope: Scope | undefined): Promise<Transaction> {
  if (scope === undefined) return transaction
  try {
    await transaction.queryRaw(setting(scope))
    return transaction
  } catch (error) {
    await transaction.executeRaw({ sql: 'ROLLBACK', args: [], argTypes: [] }).catch(() => {})
    await transaction.rollback()
    throw error
  }
}

function setting ({ name, value }: Scope): SqlQuery {
  const text = { scalarType: 'string', arity: 'scalar' } as const
  return { sql: 'select set_config($1, $2, true)', args: [name, value], argTypes: [text, text] }
}
