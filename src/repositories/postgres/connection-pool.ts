import pg from 'pg'

/**
 * A pool whose connections can be replaced while it works: after a failover, some may still lead to a server that takes
 * no writes, and nothing else would end them.
 */
export function createConnectionPool (options: pg.PoolConfig) {
  const pool = new pg.Pool(options)
  const open = new Set<pg.PoolClient>()
  const outdated = new WeakSet<pg.PoolClient>()
  pool.on('connect', (client) => {
    open.add(client)
    // A connection may break at the moment in which it changes hands, or ends, when nobody else listens. Its next
    // statement fails.
    client.on('error', () => {})
  })
  pool.on('remove', (client) => { open.delete(client) })
  pool.on('error', () => {})

  return {
    pool,

    async connect (): Promise<pg.PoolClient> {
      for (;;) {
        const client = await pool.connect()
        if (!outdated.has(client)) return client
        client.release(true)
      }
    },

    /** No work begins on the connections that are open now. */
    replaceConnections (): void {
      for (const client of open) outdated.add(client)
    }
  }
}

export type ConnectionPool = ReturnType<typeof createConnectionPool>
