import pg from 'pg'

export interface BatchConnectionOptions {
  databaseUrl: string
  applicationName: string
  idleInTransactionMs: number
  queryMs: number
}

/**
 * Connections for batches: their statements are sent together, without a wait between them. Each is opened at its
 * first use and used by one batch at a time; one that failed is closed and replaced.
 */
export function createBatchConnections (
  { databaseUrl, applicationName, idleInTransactionMs, queryMs }: BatchConnectionOptions
) {
  const idle: pg.Client[] = []
  const open = new Set<pg.Client>()
  let isClosed = false
  let shared: { connected: Promise<pg.Client>, client?: pg.Client } | undefined

  async function connect (): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: applicationName,
      connectionTimeoutMillis: 5000,
      // A process that is frozen in the middle of a batch must not hold its locks against all the others.
      idle_in_transaction_session_timeout: idleInTransactionMs,
      query_timeout: queryMs,
      keepAlive: true,
      pipeline: true
    })
    // Its statements fail as well, and tell those who wait for them.
    client.on('error', () => { discard(client) })
    open.add(client)
    try {
      await client.connect()
    } catch (error) {
      discard(client)
      throw error
    }
    return client
  }

  function discard (client: pg.Client): void {
    if (!open.delete(client)) return
    if (shared?.client === client) shared = undefined
    const place = idle.indexOf(client)
    if (place >= 0) idle.splice(place, 1)
    client.end().catch(() => {})
  }

  /** The connection that is shared; callers that ask while it is being opened get the same. */
  async function share (): Promise<pg.Client> {
    if (isClosed) throw closedError()
    const own = shared ??= { connected: connect() }
    try {
      own.client = await own.connected
      return own.client
    } catch (error) {
      if (shared === own) shared = undefined
      throw error
    }
  }

  return {
    /**
     * A connection that others use at the same time: for transactions whose statements are all sent in one turn of the
     * event loop, so that no other's come between them. It is not to be released.
     */
    share,

    acquire: async (): Promise<pg.Client> => {
      if (isClosed) throw closedError()
      return idle.pop() ?? connect()
    },

    /** Gives back a connection that is in no transaction. */
    release (client: pg.Client): void {
      if (!open.has(client)) return
      if (isClosed) discard(client)
      else idle.push(client)
    },

    /** Closes a connection whose transaction may have failed; PostgreSQL then rolls it back. */
    discard,

    async close (): Promise<void> {
      isClosed = true
      const ending = [...idle.splice(0), ...(shared?.client ? [shared.client] : [])]
      for (const client of ending) open.delete(client)
      await Promise.all(ending.map((client) => client.end()))
    }
  }
}

function closedError (): Error {
  return new Error('Connection terminated: the store is closed')
}

export type BatchConnections = ReturnType<typeof createBatchConnections>
