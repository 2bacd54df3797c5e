import { randomUUID } from 'node:crypto'
import pg from 'pg'

/**
 * The channel on which transactions announce changes of a tenant (tenants.ts, announceChange); the payload is its id.
 */
export const changesChannel = 'timbre_tenants'

export interface ChangeFeedOptions {
  /** Not through a pooler in transaction mode, which takes LISTEN and passes nothing on. */
  databaseUrl: string
  /** A committed transaction changed the tenant. */
  onChange: (tenantId: string) => void
  /** The connection was lost for a while: anything may have changed. */
  onGap: () => void
  /** All changes committed before this moment have been delivered. */
  onHeard: (until: Date) => void
  onError: (error: unknown) => void
  clock: () => Date
  /** Between two messages to itself. */
  heartbeatMs?: number
}

const retryMs = { first: 100, longest: 5000 }
const timeoutMs = 5000

/**
 * Hears of changes that any instance commits, over connections of its own: one listens, one sends heartbeats. While it
 * is away nothing is heard, and PostgreSQL keeps nothing for those who are not there, so every new connection begins
 * with a gap.
 */
export function createChangeFeed (
  { databaseUrl, onChange, onGap, onHeard, onError, clock, heartbeatMs = 1500 }: ChangeFeedOptions
) {
  const stopping = new AbortController()
  const stopped = new Promise<void>((resolve) => { stopping.signal.addEventListener('abort', () => { resolve() }) })
  let running: Promise<void> = Promise.resolve()
  let failures = 0

  /** Listens until a connection breaks or the feed stops. */
  async function listen (): Promise<void> {
    const [listener, notifier] = [connectionTo(databaseUrl), connectionTo(databaseUrl)]
    const heartbeat = createHeartbeat({ notifier, everyMs: heartbeatMs, clock, onHeard })
    const broken = Promise.race([closed(listener), closed(notifier), heartbeat.fails])
    // The awaiting caller gets the error; this handler only prevents an unhandled rejection.
    broken.catch(() => {})
    listener.on('notification', ({ payload = '' }) => { if (!heartbeat.isHeartbeat(payload)) onChange(payload) })
    try {
      await Promise.all([listener.connect(), notifier.connect()])
      await listener.query(`listen ${changesChannel}`)
      failures = 0
      onGap()
      heartbeat.start()
      await Promise.race([broken, stopped])
    } finally {
      heartbeat.stop()
      // One that broke may never answer the farewell.
      for (const connection of [listener, notifier]) connection.end().catch(onError)
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

function connectionTo (databaseUrl: string): pg.Client {
  return new pg.Client({
    connectionString: databaseUrl,
    application_name: 'timbre changes',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    keepAlive: true
  })
}

/** Settles when the connection ends or fails. */
function closed (connection: pg.Client): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.once('end', resolve)
    connection.on('error', reject)
  })
}

/**
 * Messages to oneself over the channel of changes, from another connection. Each that comes back proves that all
 * changes before it came too; a connection that is half open, or a pooler that does not pass messages on, proves
 * nothing.
 */
function createHeartbeat (
  { notifier, everyMs, clock, onHeard }: {
    notifier: pg.Client, everyMs: number, clock: () => Date, onHeard: (until: Date) => void
  }
) {
  const own = `heartbeat ${randomUUID()} `
  const sentAt = new Map<string, Date>()
  let timer: NodeJS.Timeout | undefined
  let serial = 0
  let isUnanswered = false
  let fail = (_error: unknown): void => {}
  const fails = new Promise<never>((_resolve, reject) => { fail = reject })

  function beat (): void {
    // Another one would only wait behind it.
    if (isUnanswered) return
    const payload = `${own}${serial++}`
    // Those that were not heard are outdated.
    if (sentAt.size > 2) sentAt.clear()
    sentAt.set(payload, clock())
    isUnanswered = true
    notifier.query({ name: 'heartbeat', text: 'select pg_notify($1, $2)', values: [changesChannel, payload] })
      .then(() => { isUnanswered = false }, fail)
  }

  return {
    fails,

    start (): void {
      beat()
      timer = setInterval(beat, everyMs)
    },

    stop: (): void => { clearInterval(timer) },

    /** Whether a message is a heartbeat, of this instance or another. */
    isHeartbeat (payload: string): boolean {
      const at = sentAt.get(payload)
      if (at) {
        sentAt.delete(payload)
        onHeard(at)
      }
      return payload.startsWith('heartbeat ')
    }
  }
}

async function pause (milliseconds: number, unless: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<void>((resolve) => { timer = setTimeout(resolve, milliseconds) })
  await Promise.race([passed, unless])
  clearTimeout(timer)
}
