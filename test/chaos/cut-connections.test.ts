import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPdfRenderer } from '../../src/adapters/pdf/pdf-renderer.ts'
import { stampBarcode } from '../../src/dte/printing/barcode.ts'
import { form } from '../support/app.ts'
import { catalogue } from '../support/catalogue.ts'
import { factura } from '../support/documents.ts'
import { defined } from '../support/expecting.ts'
import { goodRequests, stageOf, type GoodRequest } from '../support/good-requests.ts'
import { startProgram, type Program } from '../support/program.ts'

const cuts = 1000
const side = 16
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const random = randomNumbers(seed)

interface Wire { operation: string, head: string, body: Buffer }

let program: Program
let port: number
let wires: Wire[]
let ownFolder: string
const usualFolder = process.env['TMPDIR']

beforeAll(async () => {
  ownFolder = await mkdtemp(join(tmpdir(), 'timbre-cuts-'))
  process.env['TMPDIR'] = ownFolder
  // Its drawing processes are counted.
  const renderer = createPdfRenderer({ stampBarcode })
  program = await startProgram({ renderer, settings: { SMTP_URL: 'smtp://127.0.0.1:9', DATA_DIR: ownFolder } })
  await program.app.listen({ host: '127.0.0.1', port: 0 })
  port = (program.app.server.address() as AddressInfo).port
  wires = await everyRequest()
  // What is left of the staging is the worker's.
  await program.composition.worker.stop()
})

afterAll(async () => {
  if (usualFolder === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = usualFolder
  await program.close()
  await rm(ownFolder, { recursive: true })
})

it(`releases everything after a thousand cut connections (seed ${seed})`, async () => {
  // Whole first: what a first use leaves for good is there then, connections of the pool and drawing processes.
  await inTurns(wires, async (wire) => { await sent(wire, { keepsToTheEnd: true }) })
  const { resources: resourcesBefore, children: childrenBefore, ...before } = await settled()
  await inTurns(Array.from({ length: cuts }, (_, index) => index), async (index) => {
    // Every operation is cut at every kind of moment.
    const wire = defined(wires[index % wires.length])
    await sent(wire, momentOf(Math.floor(index / wires.length)))
  })

  await expect.poll(async () => {
    const { resources, children, ...now } = await settled()
    // Fewer is well: what other files of this worker left may end meanwhile.
    const more = Object.entries(resources).filter(([name, count]) => count > (resourcesBefore[name] ?? 0))
    return { ...now, more: children > childrenBefore ? [...more, ['children', children]] : more }
  }).toEqual({ ...before, more: [] })
  const { values } = await defined(program.composition.app.metrics.getSingleMetric('timbre_http_request_duration_seconds'))
    .get()
  const seen = new Set(
    values.filter(({ labels }) => labels['status'] === '499').map(({ labels }) => labels['operation'])
  )
  expect(seen.size).toBeGreaterThan(wires.length / 2)
})

/** The good request of each operation, and of those that take their time or a file. */
async function everyRequest (): Promise<Wire[]> {
  const tenant = await program.tenant({ folios: [33, 56, 61] })
  // Loses its keys.
  const other = await program.tenant({ folios: [33, 56, 61] })
  const document = stageOf(program, tenant).document()
  const stages = { main: { ...stageOf(program, tenant), document: () => document }, other: stageOf(program, other) }
  const staged: Wire[] = []
  async function stage (operation: string): Promise<void> {
    const isOther = operation.includes('/Tenant/')
    const good = await patiently(async () => defined(goodRequests[operation])(isOther ? stages.other : stages.main))
    staged.push(
      wireOf(
        operation, good,
        defined(catalogue[operation]).rule === 'public' ? undefined : good.token ?? (isOther ? other : tenant).token
      )
    )
  }
  // Groups beside one another; within one, an operation may count on what the one before made.
  const groups = new Set(Object.keys(goodRequests).map((operation) => operation.split('/')[2]))
  await Promise.all(Array.from(groups, async (group) => {
    for (const operation of Object.keys(goodRequests)) {
      if (operation.split('/')[2] === group) await stage(operation)
    }
  }))
  const many = await stages.main.result('POST', '/BulkInvoice/Create', {
    invoices: Array.from({ length: 60 }, () => factura())
  })
  const template = await program.call('GET', '/BulkInvoice/GetTemplate?documentType=33&format=xlsx', {
    token: tenant.token
  })
  const further: [string, GoodRequest][] = [
    ['POST /api/BulkInvoice/Create', { form: { File: template.body as unknown as Buffer, Name: 'Libro' } }],
    ['POST /api/BulkInvoice/Create', { body: { invoices: Array.from({ length: 60 }, () => factura()) } }],
    ['GET /api/BulkInvoice/GetResult', { query: `?id=${many.id}&format=csv` }],
    ['GET /api/BulkInvoice/GetResult', { query: `?id=${many.id}&format=xlsx` }],
    ['GET /api/BulkInvoice/Get', { query: `?id=${many.id}`, headers: { accept: 'text/event-stream' } }],
    ['GET /api/BulkInvoice/Get', { query: `?id=${many.id}`, headers: { accept: 'text/event-stream' } }]
  ]
  return [...staged, ...further.map(([operation, good]) => wireOf(operation, good, tenant.token))]
}

/** A busy machine may draw a template too slowly, or turn a request away. */
async function patiently<Made> (make: () => Promise<Made>, tries = 10): Promise<Made> {
  return make().catch((error: unknown) => {
    if (tries > 1 && /TOO_COSTLY|UNAVAILABLE|OVERLOADED/.test(String(error))) return patiently(make, tries - 1)
    throw error
  })
}

function wireOf (
  operation: string, { query = '', body, form: parts, headers = {} }: GoodRequest, token: string | undefined
): Wire {
  const [method, path] = operation.split(' ')
  const encoded = parts ? form(parts) : undefined
  const bytes = encoded ? encoded.payload as Buffer : body ? Buffer.from(JSON.stringify(body)) : Buffer.alloc(0)
  const lines = Object.entries({
    host: 'a',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(method === 'GET' || method === 'DELETE'
      ? {}
      : { 'content-length': bytes.length, 'content-type': encoded?.headers['content-type'] ?? 'application/json' }),
    ...headers
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return {
    operation: operation.replace(/^\w+ \/api\//, ''),
    head: `${method} ${path}${query} HTTP/1.1\r\n${lines.join('')}`,
    body: bytes
  }
}

/**
 * When a connection is cut: at a share of the head or the body, and then after so long or with the first bytes of the
 * answer.
 */
interface Moment { head?: number, body?: number, afterMs?: number, withAnswer?: boolean, keepsToTheEnd?: boolean }

function momentOf (round: number): Moment {
  switch (round % 5) {
    case 0: return { body: random(), afterMs: 8 * random() }
    case 1: return {}
    case 2: return { afterMs: 25 * random() }
    case 3: return { withAnswer: true, afterMs: 3 * random() }
    default: return { head: random() }
  }
}

/** Has a request answered: the first of a connection waits while others arrive, and might be cut before it begins. */
async function greeted (socket: Socket): Promise<void> {
  const answered = new Promise<void>((resolve) => { socket.once('data', () => { resolve() }).once('close', resolve) })
  socket.write('GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n')
  await answered
}

let connections = 0

/** Sends the request, or a part of it, and cuts the connection; done when that is closed. */
async function sent (
  { head, body }: Wire,
  { head: ofHead = 1, body: ofBody = 1, afterMs = 0, withAnswer = false, keepsToTheEnd = false }: Moment
): Promise<void> {
  const number = ++connections
  // Addresses of their own, or the limits on guessing would answer.
  const socket = connect({
    host: '127.0.0.1', port, localAddress: `127.4.${Math.floor(number / 250)}.${number % 250 + 1}`
  })
  const wholeHead = `${head}idempotency-key: cut-${number}\r\n${keepsToTheEnd ? 'connection: close\r\n' : ''}\r\n`
  const closed = new Promise<void>((resolve) => { socket.once('close', () => { resolve() }) })
  socket.on('error', () => {})
  if (!keepsToTheEnd) await greeted(socket)
  socket.on('data', () => { if (head.includes('text/event-stream') && keepsToTheEnd) socket.destroy() })
  socket.write(wholeHead.slice(0, wholeHead.length * ofHead))
  if (ofHead === 1) socket.write(body.subarray(0, Math.floor(body.length * ofBody)))
  if (keepsToTheEnd) return closed
  if (withAnswer) {
    await new Promise<void>((resolve) => {
      socket.once('data', () => {
        resolve()
      }).once('close', () => {
        resolve()
      })
    })
  }
  await sleep(afterMs)
  cut(socket)
  return closed
}

function cut (socket: Socket): void {
  if (random() < 0.5) socket.resetAndDestroy()
  else socket.destroy()
}

async function inTurns<Item> (items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items]
  await Promise.all(Array.from({ length: side }, async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }))
}

/** Everything that is held, once the server has no connection and the database is at rest. */
async function settled () {
  for (let isCalm = false; !isCalm; isCalm = await isAtRest()) await sleep(20)
  const [{ n: pooled }] = await program.rows(`select count(*)::int as n from ${ownSessions}`)
  const resources = countOf(process.getActiveResourcesInfo())
  resources['TCPSocketWrap'] = (resources['TCPSocketWrap'] ?? 0) - pooled
  return {
    held: await held(),
    keys: await program.rows('select operation, key from idempotency_keys where answer is null'),
    received: await program.rows('select count(*)::int as n from bulk_invoices where status = 0'),
    resources,
    children: otherChildren(),
    // The loader of TypeScript keeps what it has compiled for the threads that read files.
    files: (await readdir(ownFolder, { recursive: true })).filter((name) => !name.startsWith('tsx-'))
  }
}

/**
 * Child processes but for those that draw, a fixed number of which starts when it is needed and stays, and for the
 * compiler of TypeScript, which the program as it is built does not have: a thread that is ended leaves it behind as a
 * zombie.
 */
function otherChildren (): number {
  const about = (pid: string, what: 'cmdline' | 'comm') => readFileSync(`/proc/${pid}/${what}`, 'utf8')
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(
    Boolean
  )
  return children.filter((pid) =>
    !about(pid, 'cmdline').includes('typst-child') && !about(pid, 'comm').startsWith('esbuild')
  ).length
}

const ownSessions = 'pg_stat_activity where datname = current_database() and usename <> current_user'

async function isAtRest (): Promise<boolean> {
  const isHeld = Object.values(await held()).some((count) => count > 0)
  const open = await new Promise<number>((resolve, reject) => {
    program.app.server.getConnections((error, count) => {
      if (error) {
        reject(error)
      } else {
        resolve(count)
      }
    })
  })
  const [{ busy }] = await program.rows(
    `select count(*)::int as busy from ${ownSessions} and (state <> 'idle' or exists (select from pg_locks where pg_locks.pid = pg_stat_activity.pid))`
  )
  return !isHeld && open === 0 && busy === 0
}

async function held (): Promise<Record<string, number>> {
  const { values } = await defined(program.composition.app.metrics.getSingleMetric('timbre_held')).get()
  return Object.fromEntries(values.map(({ labels, value }) => [labels['what'], value]))
}

function countOf (names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of [...names].sort()) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function randomNumbers (state: number): () => number {
  return () => {
    state = (state + 0x6D2B79F5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
