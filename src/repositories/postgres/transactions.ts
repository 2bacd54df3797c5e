import type pg from 'pg'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { ConnectionPool } from './connection-pool.ts'
import { type DirectConnection, directStatements } from './direct-statements.ts'
import { type LocalSettings, settingStatements } from './local-settings.ts'
import { createPrismaModels, type Models } from './prisma-models.ts'

/** The setting from which row-level security knows what a transaction may see, and how it is planned. */
export type Scope = Pick<LocalSettings, 'app.tenant' | 'enable_seqscan' | 'plan_cache_mode'> | Pick<LocalSettings, 'app.scope'>

/** A transaction as it is before a store adds what it keeps in memory. */
export type OpenTransaction = Prisma.TransactionClient

/**
 * Transactions of the pool's connections. A transaction begins with the setting of its scope; without one, row-level
 * security shows it nothing. Prisma's models run in it, and so do statements of our own, which go straight to pg.
 */
export function createTransactions ({ pool, connect }: ConnectionPool) {
  const models = createPrismaModels(pool)

  /** Does the work in a transaction and commits it, or rolls it back. A late one is rolled back and then refused. */
  async function inTransaction<T> (
    scope: Scope, work: (tx: OpenTransaction) => Promise<T>, timeoutMs: number
  ): Promise<T> {
    const beginning = `begin; ${settingStatements(scope)}`
    const transaction = openOn(await connect(), models.of)
    const timer = setTimeout(transaction.abort, timeoutMs)
    try {
      const result = await workIn(transaction, beginning, work)
      await transaction.commit()
      return result
    } catch (error) {
      await transaction.rollback()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    inTransaction,
    async close (): Promise<void> {
      await models.close()
      await pool.end()
    }
  }
}

/** The first statements go with the beginning. If it fails they find nothing: row-level security knows no scope. */
async function workIn<T> (
  { begin, connection, operate }: ReturnType<typeof openOn>, beginning: string,
  work: (tx: OpenTransaction) => Promise<T>
): Promise<T> {
  const [begun, done] = await Promise.allSettled([
    begin(beginning), work(withModels(directStatements(connection), operate))
  ])
  // It says why the others failed.
  if (begun.status === 'rejected') throw begun.reason
  if (done.status === 'rejected') throw done.reason
  return done.value
}

type Operation = (models: Models) => Promise<unknown>

function openOn (client: pg.PoolClient, modelsOf: (client: pg.PoolClient) => Promise<Models>) {
  let isOver = false
  let operating = 0

  /** A statement after the end would run on a connection that another transaction already uses. */
  const connection: DirectConnection = {
    async query (statement) {
      if (isOver) throw overError()
      return client.query<pg.QueryResultRow>(statement)
    }
  }

  /** An operation on a model, which may be of several statements. */
  async function operate (operation: Operation): Promise<unknown> {
    const models = await modelsOf(client)
    if (isOver) throw overError()
    operating++
    try {
      return await operation(models)
    } finally {
      operating--
    }
  }

  /** Statements that are still on their way come before it. A connection that fails is not used again. */
  async function end (text: 'commit' | 'rollback'): Promise<string> {
    isOver = true
    try {
      // Nor one to which an operation on a model would send more statements.
      if (operating > 0) throw overError()
      const { command } = await client.query(text)
      client.release()
      return command
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  async function rollback (): Promise<void> {
    if (!isOver) await end('rollback').catch(() => {})
  }

  return {
    begin: (text: string): Promise<unknown> => client.query({ text }),

    connection,
    operate,

    async commit (): Promise<void> {
      if (isOver) throw overError()
      const done = await end('commit')
      // PostgreSQL answers ROLLBACK to a COMMIT when an earlier statement had failed.
      if (done !== 'COMMIT') throw new Error('The transaction was rolled back')
    },

    rollback,

    abort (): void {
      rollback().catch(() => {})
    }
  }
}

/** Known as an outage of the database by its code (shared/database-errors.ts). */
function overError (): Error {
  return Object.assign(new Error('The transaction is over'), { code: 'P2028' })
}

/** Statements of our own, and Prisma's models, which a transaction asks for when it uses one. */
function withModels (own: object, operate: (operation: Operation) => Promise<unknown>): Models {
  const models = new Map<PropertyKey, unknown>()
  const modelOf = (model: string): unknown => new Proxy({}, {
    get: (_, operation) => isNamed(operation)
      ? (...values: unknown[]): Promise<unknown> => operate(async (found) => {
          const delegate = Reflect.get(found, model) as Record<string, (...values: unknown[]) => unknown>
          return delegate[operation]?.(...values)
        })
      : undefined
  })
  return new Proxy(own, {
    get (statements, name) {
      if (name in statements || !isNamed(name)) return Reflect.get(statements, name) as unknown
      const model = models.get(name) ?? modelOf(name)
      models.set(name, model)
      return model
    }
  }) as Models
}

/** Not for those who ask whether it is a promise. */
function isNamed (name: PropertyKey): name is string {
  return typeof name === 'string' && name !== 'then'
}
