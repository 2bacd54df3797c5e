import net from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CommitUnknown } from '../../../src/repositories/issuing/batches.ts'
import { createStore, type Store } from '../../../src/repositories/store.ts'
import { createSingleTenantQueue } from '../../../src/services/invoicing/issuing/single-tenant-queue.ts'
import { isCollision, isDatabaseOutage } from '../../../src/shared/database-errors.ts'
import { sharedWorld } from '../../support/shared.ts'

let proxy: Awaited<ReturnType<typeof proxyTo>>
let store: Store
const world = sharedWorld()

beforeAll(async () => {
  proxy = await proxyTo(new URL(world.database.url))
  store = createStore({ databaseUrl: proxy.url, pepper: undefined, poolSize: 2 })
})
afterAll(async () => {
  await store.close()
  proxy.close()
})

/**
 * A way to the database on which the answer to the next commit is lost when it is told to: PostgreSQL has it, the
 * client hears nothing.
 */
async function proxyTo (database: URL) {
  const trap = { commitsUntil: Infinity }
  const sockets = new Set<net.Socket>()
  // Statements are prepared under names, which are the same on all connections of a store.
  let commit: string | undefined
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(database.port), database.hostname)
    let isCut = false
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}))
    client.on('data', (bytes) => {
      const text = bytes.toString('latin1')
      commit ??= /(timbre_\d+)\0COMMIT/.exec(text)?.[1]
      const isCommit = text.includes('commit\0') || (commit !== undefined && text.includes(`${commit}\0`))
      if (isCommit) isCut = --trap.commitsUntil === 0
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (isCut) client.destroy()
      else client.write(bytes)
    })
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const { port } = server.address() as net.AddressInfo
  return {
    trap,
    url: Object.assign(new URL(database), { hostname: '127.0.0.1', port: String(port) }).toString(),
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    }
  }
}

it('work whose commit got no answer is never retried automatically', async () => {
  const { tenantId } = world.andes
  const batcher = createSingleTenantQueue<string, string>({
    largest: 10,
    work: (_key, take) => store.asTenant(tenantId, async ({ tasks }) => {
      const subjects = take()
      for (const subject of subjects) await tasks.schedule('notify', [subject])
      return subjects
    }),
    isOutage: isDatabaseOutage,
    isCollision
  })
  await batcher.add('a', 'goes alone')
  // What comes right after it shares a transaction.
  proxy.trap.commitsUntil = 1
  const outcomes = await Promise.allSettled(['one', 'two', 'three'].map((subject) => batcher.add('a', subject)))
  const rows = await world.rows<{ subject: string, asked: number }>(
    "select subject, asked from outbox_tasks where topic = 'notify'"
  )

  const lost = outcomes.flatMap((outcome) => outcome.status === 'rejected' ? [outcome.reason as unknown] : [])
  expect(lost).toHaveLength(3)
  expect(lost.every(isDatabaseOutage)).toBe(true)
  expect(rows).toHaveLength(4)
  expect(rows.every(({ asked }) => asked === 1)).toBe(true)
})

it('a batch whose commit got no answer reports so, and a failed one does not', async () => {
  const at = new Date('2026-11-22T12:00:00Z')
  const none = { wishes: [], keys: [], contents: [], recentAfter: new Date(0), today: '2026-11-22' }
  const nothing = { documents: [], tasks: [], unused: [], audit: [], at }
  const begun = await store.batches!.begin(none)
  proxy.trap.commitsUntil = 1

  await expect(begun.store(nothing)).rejects.toBeInstanceOf(CommitUnknown)
  const failing = await store.batches!.begin(none)
  const stranger = '00000000-0000-7000-8000-000000000001'
  const task = { tenantId: stranger, topic: 'packEnvelope' as const, subject: 'DTE', delaySeconds: 0 }
  await expect(failing.store({ ...nothing, tasks: [task] })).rejects.toMatchObject({ code: '42501' })
})
