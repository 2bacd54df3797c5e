import type pg from 'pg'
import { type Prisma, PrismaClient } from '../generated/prisma/client.ts'
import { type DirectConnection, directStatements } from './direct-statements.ts'
import { JoiningConnections, joining } from './joining-connections.ts'
import { type LocalSettings, settingStatements } from './local-settings.ts'

/** The setting from which row-level security knows what a transaction may see, and how it is planned. */
export type Scope = Pick<LocalSettings, 'app.tenant' | 'enable_seqscan'> | Pick<LocalSettings, 'app.scope'>

/** A transaction as it is before a store adds what it keeps in memory. */
export type OpenTransaction = Prisma.TransactionClient

export interface TransactionOptions {
  pool: pg.Pool
  /** The name under which a connection keeps the plan of a statement. */
  nameOf: (query: { sql: string }) => string | undefined
  /** How long work waits for a connection. */
  waitingMs: number
}

/**
 * Transactions of the pool's connections. A transaction begins with the setting of its scope; without one, row-level
 * security shows it nothing. Prisma's own take six times the CPU time of these, so Prisma joins a transaction only when
 * one of its models is used in it.
 */
export function createTransactions ({ pool, nameOf, waitingMs }: TransactionOptions) {
  // statementNameGenerator is passed on to pg but missing from the adapter's public type.
  const prisma = new PrismaClient({
    adapter: new JoiningConnections(pool, { statementNameGenerator: nameOf } as object)
  })

  /** Does the work in a transaction and commits it, or rolls it back. A late one is rolled back and then refused. */
  async function inTransaction<T> (
    scope: Scope, work: (tx: OpenTransaction) => Promise<T>, timeoutMs: number
  ): Promise<T> {
    const beginning = `begin; ${settingStatements(scope)}`
    const transaction = openOn(await pool.connect(), (connection, stay) => joining(connection, () =>
      // Ours ends first.
      prisma.$transaction(stay, { maxWait: waitingMs, timeout: timeoutMs + waitingMs })))
    const timer = setTimeout(transaction.giveUp, timeoutMs)
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

  /** The first statements go with the beginning. If it fails they find nothing: row-level security knows no scope. */
  async function workIn<T> (
    { begin, connection, models }: ReturnType<typeof openOn>, beginning: string,
    work: (tx: OpenTransaction) => Promise<T>
  ): Promise<T> {
    const [begun, done] = await Promise.allSettled([
      begin(beginning), work(withModels(directStatements(connection, nameOf), models))
    ])
    // It says why the others failed.
    if (begun.status === 'rejected') throw begun.reason
    if (done.status === 'rejected') throw done.reason
    return done.value
  }

  return {
    inTransaction,
    /** Outside of transactions, where row-level security shows nothing. */
    prisma,
    async close (): Promise<void> {
      await prisma.$disconnect()
      await pool.end()
    }
  }
}

type Models = Prisma.TransactionClient
type Join = (connection: DirectConnection, stay: (models: Models) => Promise<void>) => Promise<void>

function openOn (client: pg.PoolClient, join: Join) {
  let isOver = false
  let joined: { models: Promise<Models>, leave: () => Promise<void> } | undefined

  /** A statement after the end would run on a connection that another transaction already uses. */
  const connection: DirectConnection = {
    async query (statement) {
      if (isOver) throw overError()
      return client.query<pg.QueryResultRow>(statement)
    }
  }

  /** Statements that are still on their way come before it. A connection that fails is not used again. */
  async function end (text: 'commit' | 'rollback'): Promise<string> {
    isOver = true
    try {
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

    models (): Promise<Models> {
      joined ??= joinedBy((stay) => join(connection, stay))
      return joined.models
    },

    async commit (): Promise<void> {
      await joined?.leave()
      if (isOver) throw overError()
      const done = await end('commit')
      // What PostgreSQL answers where a statement had failed, though nobody said so.
      if (done !== 'COMMIT') throw new Error('The transaction was rolled back')
    },

    async rollback (): Promise<void> {
      if (!isOver) await joined?.leave().catch(() => {})
      await rollback()
    },

    giveUp (): void {
      rollback().catch(() => {})
    }
  }
}

/** Prisma's transaction lasts until `leave`. */
function joinedBy (join: (stay: (models: Models) => Promise<void>) => Promise<void>) {
  let letGo = (): void => {}
  const stays = new Promise<void>((resolve) => { letGo = resolve })
  let done = Promise.resolve()
  const models = new Promise<Models>((resolve, reject) => {
    done = join((found) => {
      resolve(found)
      return stays
    })
    done.catch(reject)
  })
  return {
    models,
    leave (): Promise<void> {
      letGo()
      return done
    }
  }
}

/** Known as an outage of the database by its code (shared/database-errors.ts). */
function overError (): Error {
  return Object.assign(new Error('The transaction is over'), { code: 'P2028' })
}

/** Statements of our own, and Prisma's models, for which Prisma joins the transaction. */
function withModels (own: object, join: () => Promise<Models>): Models {
  const models = new Map<PropertyKey, unknown>()
  const modelOf = (model: string): unknown => new Proxy({}, {
    get: (_, operation) => isNamed(operation)
      ? async (...values: unknown[]): Promise<unknown> => {
        const delegate = Reflect.get(await join(), model) as Record<string, (...values: unknown[]) => unknown>
        return delegate[operation]?.(...values)
      }
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
