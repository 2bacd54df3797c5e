import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { minuteMs } from '../shared/durations.ts'
import { OperatorError } from '../shared/operator-error.ts'

/** Works on a connection of its own, which ends with the work. */
export async function connected<T> (url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  // A connection that breaks fails the query under way, which reports it.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

// "timb" in ASCII. A migration on another instance may take long.
const lockKey = 0x74696d62
export const timeoutMs = 10 * minuteMs
const pauseMs = 100

/** Works while no other instance changes the database's shape. */
export async function alone<T> (url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return await connected(url, async (client) => {
    // Asks again and again. A statement that waits is one that the other instance waits for when it makes an index
    // concurrently, and each would wait for the other.
    for (let waited = 0; !await tryLock(client); waited += pauseMs) {
      if (waited >= timeoutMs) throw new OperatorError(stillAtWork)
      await wait(pauseMs)
    }
    return await work(client)
  })
}

async function tryLock (client: pg.Client): Promise<boolean> {
  const { rows: [answer] } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1) as locked', [lockKey]
  )
  return answer?.locked === true
}

const stillAtWork = 'Another instance has been migrating the database for ten minutes. Wait until it is done, and start again.'

export async function inTransaction (client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
