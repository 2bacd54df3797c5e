import pg from 'pg'

/**
 * The channel on which transactions tell that they changed a tenant (tenants.ts, announceChange); the payload is its
 * id.
 */
export const changesChannel = 'timbre_tenants'

export interface ChangeFeedOptions {
  databaseUrl: string
  /** A committed transaction changed the tenant. */
  onChange: (tenantId: string) => void
  /** Nobody listened for a while: anything may have changed. */
  onGap: () => void
  onError: (error: unknown) => void
  /** Between two questions whether the connection still lives. */
  heartbeatMs?: number
}

const retryMs = { first: 100, longest: 5000 }
const patienceMs = 5000

/**
 * Hears of changes that any instance commits, over one connection of its own. While it is away nothing is heard, and
 * PostgreSQL keeps nothing for those who are not there, so every new connection begins with a gap.
 */
export function createChangeFeed ({ databaseUrl, onChange, onGap, onError, heartbeatMs = 10_000 }: ChangeFeedOptions) {
  const stopping = new AbortController()
  const stopped = new Promise<void>((resolve) => { stopping.signal.addEventListener('abort', () => { resolve() }) })
  let running: Promise<void> = Promise.resolve()
  let failures = 0

  /** Listens until the connection breaks or the feed stops. */
  async function listen (): Promise<void> {
    const connection = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'timbre changes',
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      keepAlive: true
    })
    const broken = breakOf(connection, heartbeatMs)
    connection.on('notification', ({ payload = '' }) => { onChange(payload) })
    try {
      await connection.connect()
      await connection.query(`listen ${changesChannel}`)
      failures = 0
      onGap()
      await Promise.race([broken.happens, stopped])
    } finally {
      broken.stopWatching()
      // One that broke may never answer the farewell.
      connection.end().catch(onError)
    }
  }

  async function run (): Promise<void> {
    while (!stopping.signal.aborted) {
      await listen().catch(onError)
      await pause(Math.min(retryMs.longest, retryMs.first * 2 ** failures++), stopped)
    }
  }

  return {
    start (): void { running = run() },

    async stop (): Promise<void> {
      stopping.abort()
      await running
    }
  }
}

/**
 * When a connection ends, errs, or leaves a heartbeat without an answer: half-open ones tell nothing of their own
 * accord.
 */
function breakOf (connection: pg.Client, heartbeatMs: number) {
  let heartbeat: NodeJS.Timeout | undefined
  const happens = new Promise<void>((resolve, reject) => {
    connection.once('end', resolve)
    connection.on('error', reject)
    heartbeat = setInterval(() => { connection.query('select 1').catch(reject) }, heartbeatMs)
  })
  // Whoever waits for it gets the error; here it only must not be unheard.
  happens.catch(() => {})
  return { happens, stopWatching: () => { clearInterval(heartbeat) } }
}

async function pause (milliseconds: number, unless: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<void>((resolve) => { timer = setTimeout(resolve, milliseconds) })
  await Promise.race([passed, unless])
  clearTimeout(timer)
}
