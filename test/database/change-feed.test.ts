import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { changesChannel, createChangeFeed } from '../../src/repositories/postgres/change-feed.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'
import { only } from '../support/expecting.ts'
import { patience } from '../support/patience.ts'

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

/** A feed with a heartbeat every few milliseconds, and what it told. */
function startFeed () {
  const told = { changes: [] as string[], gaps: 0, heard: [] as number[] }
  const time = { now: 0 }
  const feed = createChangeFeed({
    databaseUrl: database.url,
    onChange: (tenantId) => { told.changes.push(tenantId) },
    onGap: () => { told.gaps++ },
    onHeard: (until) => { told.heard.push(until.getTime()) },
    onError: () => {},
    clock: () => new Date(++time.now),
    heartbeatMs: 5
  })
  feed.start()
  return { told, feed }
}

/** `T` for a process that has stopped. */
const stateOf = (pid: number): string | undefined => /\) (\w) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]

const announce = (tenantId: string) => owner.query('select pg_notify($1, $2)', [changesChannel, tenantId])

it('reports changes and up to when it is current; its own heartbeats are not changes', async () => {
  const { told, feed } = startFeed()
  await vi.waitUntil(() => told.heard.length > 0, patience)
  expect(told.gaps).toBe(1)
  await announce('andes')
  const heard = told.heard.length
  await vi.waitUntil(() => told.heard.length > heard + 2, patience)

  expect(told.changes).toEqual(['andes'])
  expect(told.heard).toEqual([...told.heard].sort((a, b) => a - b))
  await feed.stop()
})

it.each(['listen', 'heartbeat'])('starts with a gap again when the connection of the %s ends', async (which) => {
  const { told, feed } = startFeed()
  await vi.waitUntil(() => told.heard.length > 0, patience)
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'timbre changes' and (query like 'listen %') = $1`, [which === 'listen']
  )
  await vi.waitUntil(() => told.gaps === 2, patience)
  const heard = told.heard.length
  await vi.waitUntil(() => told.heard.length > heard, patience)
  await announce('boreal')
  await vi.waitUntil(() => told.changes.length > 0, patience)

  expect(told.changes).toEqual(['boreal'])
  await feed.stop()
})

it('is not current while its own heartbeats do not return', async () => {
  const { told, feed } = startFeed()
  await vi.waitUntil(() => told.heard.length > 0, patience)
  const { rows } = await owner.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and application_name = 'timbre changes' and query like 'listen %'`
  )
  const listener = only(rows)
  process.kill(listener.pid, 'SIGSTOP')
  await vi.waitUntil(() => process.platform !== 'linux' || stateOf(listener.pid) === 'T', patience)
  // What was on its way when it was stopped has arrived when a later question is answered.
  await owner.query('select pg_sleep(0.1)')
  await new Promise((resolve) => { setImmediate(resolve) })
  const heard = told.heard.length
  try {
    await owner.query('select pg_sleep(0.1)')
    expect(told.heard.length).toBe(heard)
  } finally {
    process.kill(listener.pid, 'SIGCONT')
  }
  await vi.waitUntil(() => told.heard.length > heard + 3, patience)
  await feed.stop()
})
