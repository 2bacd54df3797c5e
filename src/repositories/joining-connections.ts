import { AsyncLocalStorage } from 'node:async_hooks'
import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils'
import type { DirectConnection } from './direct-statements.ts'

interface Joining { connection: DirectConnection, hasBegun: boolean }

const current = new AsyncLocalStorage<Joining>()
let beginnings = 0

/** Does the work; the transaction of Prisma's that it begins is the one that is open on the connection. */
export async function joining<T> (connection: DirectConnection, work: () => Promise<T>): Promise<T> {
  const joining: Joining = { connection, hasBegun: false }
  beginnings++
  try {
    return await current.run(joining, work)
  } finally {
    begun(joining)
  }
}

/**
 * While the storage is in use, Node follows every promise of the process, which makes each cost more than twice as
 * much. Only transactions that are yet to begin need it.
 */
function begun (joining: Joining): void {
  if (joining.hasBegun) return
  joining.hasBegun = true
  beginnings--
  if (beginnings === 0) current.disable()
}

/** Connections whose transactions are open already: Prisma neither begins nor ends them. */
export class JoiningConnections extends PrismaPg {
  override async connect (): ReturnType<PrismaPg['connect']> {
    const adapter = await super.connect()
    const startTransaction: SqlDriverAdapter['startTransaction'] = async (isolationLevel) => {
      const joining = current.getStore()
      if (!joining || joining.hasBegun) throw new Error('A transaction has begun without its scope')
      begun(joining)
      const joined = Object.create(adapter, {
        client: { value: { connect: async () => asJoined(joining.connection) } }
      }) as SqlDriverAdapter
      return adapter.startTransaction.call(joined, isolationLevel)
    }
    return Object.assign(Object.create(adapter) as typeof adapter, { startTransaction })
  }
}

const boundary = /^(?:begin|commit|rollback)$/i

function asJoined (connection: DirectConnection) {
  return {
    query: async (statement: { text: string }) =>
      boundary.test(statement.text) ? { rows: [], fields: [], rowCount: 0 } : connection.query(statement),
    on: () => {},
    removeListener: () => {},
    release: () => {}
  }
}
