import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { type Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import { statementName } from './statement-names.ts'

export type Models = Prisma.TransactionClient

// The longest time of a timer: more than the life of a connection (store.ts).
const timeoutMs = 2 ** 31 - 1

/**
 * Prisma's models on each connection of a pool. To Prisma a connection is in one transaction for as long as it is open,
 * whose BEGIN and COMMIT are not sent: our own transactions (transactions.ts) begin and end within it. A transaction of
 * Prisma's for each of ours would cost several times what a statement does.
 */
export function createPrismaModels (pool: pg.Pool) {
  const known = new WeakMap<pg.PoolClient, Promise<Models>>()
  let next: pg.PoolClient | undefined
  let lastBegun: Promise<unknown> = Promise.resolve()
  const handingOut = Object.create(pool, {
    connect: {
      value: async () => {
        if (!next) throw new Error('A transaction of Prisma has no connection')
        const client = next
        next = undefined
        return withoutBoundaries(client)
      }
    }
  }) as pg.Pool
  // statementNameGenerator is passed on to pg but missing from the adapter's public type.
  const prisma = new PrismaClient({
    adapter: new PrismaPg(handingOut, { statementNameGenerator: statementName } as object)
  })

  /** Prisma asks for a connection without saying for which transaction, so they begin one after another. */
  function begin (client: pg.PoolClient): Promise<Models> {
    const begun = lastBegun.then(() => new Promise<Models>((resolve, reject) => {
      next = client
      const closed = new Promise<void>((resolve) => client.once('end', resolve))
      prisma.$transaction((models) => {
        resolve(models)
        return closed
      }, { timeout: timeoutMs }).catch(reject)
    }))
    lastBegun = begun.catch(() => { known.delete(client) })
    return begun
  }

  return {
    of (client: pg.PoolClient): Promise<Models> {
      const models = known.get(client) ?? begin(client)
      known.set(client, models)
      return models
    },

    close: (): Promise<void> => prisma.$disconnect()
  }
}

const boundary = /^(?:begin|commit|rollback)$/i

function withoutBoundaries (client: pg.PoolClient) {
  return {
    query: async (statement: pg.QueryConfig) =>
      boundary.test(statement.text) ? { rows: [], fields: [], rowCount: 0 } : client.query(statement),
    on: () => {},
    removeListener: () => {},
    release: () => {}
  }
}
