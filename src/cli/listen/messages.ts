import { setTimeout as sleep } from 'node:timers/promises'
import type { ResultOf } from '../../../clients/typescript/client.ts'
import { dayMs, minuteMs } from '../../shared/durations.ts'
import type { Session } from '../session.ts'

export type Message = ResultOf<'/api/Notification/Deliveries', 'get'>['data'][number]

const pollMs = 1000
const pageSize = 100

// A message has the time of its change and is seen once that is committed: later than others with a later time.
const overlapMs = 2 * minuteMs

interface Following {
  /** A day or a moment; from now on if omitted. */
  since: string | undefined
  signal: AbortSignal
  /** Called once every later message will be found. */
  onStart: () => void
}

/** A page of the list, the newest message first. */
type List = (startDate: string | undefined, page: number, size?: number) => Promise<Message[]>

/** The messages of the tenant as they are stored, each once, the oldest first. Ends with an error when aborted. */
export async function * messages (session: Session, { since, signal, onStart }: Following): AsyncGenerator<Message> {
  const list: List = (startDate, page, size = pageSize) => session.persist(async (timbre) => {
    const query = { page, pageSize: size, ...(startDate === undefined ? {} : { startDate }) }
    return (await timbre.get('/api/Notification/Deliveries', { query, signal })).data
  }, signal)

  const seen = since === undefined ? await storedAlready(list) : new Map<string, number>()
  onStart()
  for (;;) {
    for (const message of await all(list, seen.size === 0 ? since : windowFrom(newestOf(seen)))) {
      if (seen.has(message.id)) continue
      seen.set(message.id, Date.parse(message.at))
      yield message
    }
    const forgottenMs = newestOf(seen) - 2 * overlapMs
    for (const [id, atMs] of seen) if (atMs < forgottenMs) seen.delete(id)
    await sleep(pollMs, undefined, { signal })
  }
}

/** The times of the last messages. The server's times count: the clock of this machine may differ. */
async function storedAlready (list: List): Promise<Map<string, number>> {
  const [newest] = await list(undefined, 1, 1)
  const stored = newest ? await all(list, windowFrom(Date.parse(newest.at))) : []
  return new Map(stored.map(({ id, at }) => [id, Date.parse(at)]))
}

function newestOf (seen: ReadonlyMap<string, number>): number {
  let newest = 0
  for (const atMs of seen.values()) newest = Math.max(newest, atMs)
  return newest
}

/** In API terms a moment of exactly midnight (UTC) is a day in Chile, which begins later. */
function windowFrom (newestMs: number): string {
  const fromMs = newestMs - overlapMs
  return new Date(fromMs % dayMs === 0 ? fromMs - 1 : fromMs).toISOString()
}

/** All pages, the oldest message first. Those that are added meanwhile come first in the list, and repeat others. */
async function all (list: List, startDate: string | undefined): Promise<Message[]> {
  const found: Message[] = []
  for (let page = 1; ; page++) {
    const rows = await list(startDate, page)
    found.push(...rows)
    if (rows.length < pageSize) return found.reverse()
  }
}
