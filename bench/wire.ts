/**
 * Measures what Webhook/Save costs between the socket and the issuer: CPU time of a server whose issuer answers at
 * once, beside that of Fastify alone, with documents of 5 and of 60 lines.
 * `node --import tsx bench/wire.ts [seconds] [rounds]`; SERVER_FLAGS are passed to Node, such as --cpu-prof.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { devNull } from 'node:os'
import { type Keys, type LoadClient, startLoadClient } from './save/load.ts'

const [seconds, rounds] = process.argv.slice(2).map(Number)
const inFlight = 64
const modes = ['bare', 'save'] as const

interface Server { mode: typeof modes[number], child: ChildProcess, url: string }

const random = randomBytes(32).toString('base64url')
const keys: Keys = {
  tenantCode: 'bench', accessKey: `ak_test_${randomBytes(18).toString('base64url')}`,
  secretKey: `sk_${random}${createHash('sha256').update(random).digest('base64url').slice(0, 4)}`
}
const client = startLoadClient()
const servers = await Promise.all(modes.map(startServer))
for (const lines of [5, 60]) await compare(lines)
for (const { child } of servers) child.disconnect()
client.stop()

async function startServer (mode: Server['mode']): Promise<Server> {
  const child = fork('bench/wire/server.ts', {
    execArgv: ['--import', 'tsx', ...process.env['SERVER_FLAGS']?.split(' ') ?? []],
    env: { ...process.env, NODE_ENV: 'production' },
    // Its log is written, to nowhere.
    stdio: ['ignore', openSync(devNull, 'w'), 'inherit', 'ipc']
  })
  child.send({ mode, keys })
  const [{ port }] = await once(child, 'message') as [{ port: number }]
  return { mode, child, url: `http://127.0.0.1:${port}` }
}

/** Alternating, so that a slow moment affects both alike; the least disturbed round counts. */
async function compare (lines: number): Promise<void> {
  const least = new Map(modes.map((mode) => [mode, Infinity]))
  for (const server of servers) await load(client, server, lines)
  for (let round = 0; round < (rounds ?? 5); round++) {
    for (const server of servers) {
      least.set(server.mode, Math.min(least.get(server.mode) ?? Infinity, await load(client, server, lines)))
    }
  }
  for (const [mode, microseconds] of least) console.log(`${mode}, ${lines} lines: ${microseconds.toFixed(0)} µs of CPU`)
}

/** Posts documents for a while; gives the server's CPU time for each. */
async function load (by: LoadClient, { child, url }: Server, lines: number): Promise<number> {
  await spent(child)
  const { errors } = await by.run({
    urls: [url], tenants: [keys], lines, seconds: seconds ?? 3, inFlight, firstTurn: 0, keepAnswers: false
  })
  if (Object.keys(errors).length > 0) throw new Error(JSON.stringify(errors))
  const { answered, cpuMicroseconds } = await spent(child)
  return cpuMicroseconds / answered
}

async function spent (child: ChildProcess): Promise<{ answered: number, cpuMicroseconds: number }> {
  child.send('spent')
  const [figures] = await once(child, 'message') as [{ answered: number, cpuMicroseconds: number }]
  return figures
}
