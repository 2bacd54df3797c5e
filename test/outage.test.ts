import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabaseWatch } from '../src/program/monitoring/database-watch.ts'
import { createSimulator } from '../sii-simulator/index.ts'
import { freshDatabase } from './support/database.ts'
import { factura } from './support/documents.ts'
import { type Program, type ProgramTenant, startProgram } from './support/program.ts'
import { keySource } from './support/rsa-keys.ts'

/** A PostgreSQL that can go away and come back: a proxy before the real one. */
async function interruptible (databaseUrl: string) {
  const real = new URL(databaseUrl)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(real.port), real.hostname)
    for (const [from, to] of [[client, upstream], [upstream, client]] as const) {
      open.add(from)
      from.on('error', () => {}).on('close', () => {
        open.delete(from)
        to.destroy()
      }).pipe(to)
    }
  })
  const listen = (port: number): Promise<void> => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as { port: number }
  return {
    url: Object.assign(new URL(databaseUrl), { port: String(port) }).toString(),
    goAway: () => new Promise<void>((resolve) => {
      server.close(() => { resolve() })
      for (const socket of open) socket.destroy()
    }),
    comeBack: () => listen(port)
  }
}

let program: Program
let andes: ProgramTenant
let between: Awaited<ReturnType<typeof interruptible>>

beforeAll(async () => {
  const database = await freshDatabase()
  between = await interruptible(database.url)
  // Programs of one worker share the certificate of a person, which only one authority has signed.
  const simulator = await createSimulator({ secondsPerState: 0.01, makeKey: keySource() })
  program = await startProgram({
    settings: { LOG_LEVEL: 'info', WORKER_POLL_MS: '10' },
    over: {
      database: { ...database, url: between.url }, simulatorUrl: await simulator.listen(),
      leave: async () => {
        await simulator.close()
        await between.goAway()
        await database.drop()
      }
    }
  })
  andes = await program.tenant({ folios: [33], certificate: false })
  while ((await andes.addCertificate()).status !== 200);
})
afterAll(() => program.close())

interface LogLine { level: string, msg: string, errorCode?: string, documents: Record<string, number> }
const lines = (): LogLine[] => program.logs.map((line) => JSON.parse(line))
// A busy machine may refuse a request of this test as overload, which is another matter.
const alarming = () => lines().filter(({ level, errorCode }) =>
  ['error', 'warn', 'fatal'].includes(level) && errorCode !== 'OVERLOADED')

/** Repeated while the machine is busy. */
async function save (reference: number): Promise<number> {
  for (;;) {
    const { status, body } = await andes.save(factura(reference))
    if (body.errorCode !== 'OVERLOADED') return status
  }
}

it('level info logs issued documents, sent envelopes and verdicts', { tags: 'slow' }, async () => {
  for (let count = 0; count < 3; count++) await save(1)
  await program.until('all are accepted', async () =>
    (await program.rows('select from invoices where status = 5')).length === 3)
  await expect.poll(() => lines().map(({ msg }) => msg)).toEqual(
    expect.arrayContaining(['documents issued', 'envelope sent to the SII', 'verdicts of the SII'])
  )

  const total = (message: string): number => lines().filter(({ msg }) => msg === message).flatMap(({ documents }) =>
    Object.values(documents)).reduce((sum, count) => sum + count, 0)
  expect(total('documents issued')).toBe(3)
  expect(total('verdicts of the SII')).toBe(3)
  expect(lines().find(({ msg }) => msg === 'envelope sent to the SII')).toMatchObject({ trackId: expect.any(String) })
  expect(alarming()).toEqual([])
})

it('without its database the service logs one line, serves its metrics, and logs the recovery', { tags: 'slow' }, async () => {
  await between.goAway()
  await expect.poll(() => alarming().length).toBeGreaterThan(0)
  const status = await save(2)
  const metrics = await program.composition.app.metrics.metrics()
  for (let count = 0; count < 5; count++) await save(2)

  expect(status).toBe(503)
  expect(metrics).toMatch(/^timbre_database_up 0$/m)
  expect(metrics).not.toMatch(/^timbre_outbox_backlog_seconds \d/m)
  expect(alarming()).toEqual([expect.objectContaining({
    level: 'error', msg: 'the database is away; everything that needs it waits, and is tried again'
  })])

  await between.comeBack()
  await expect.poll(() => lines().filter(({ msg }) => msg === 'the database is back').length).toBe(1)
  expect(await save(3)).toBe(200)
  expect(alarming()).toHaveLength(1)
})

it('checks back off during an outage, and a second outage is reported again', async () => {
  const said: string[] = []
  const tell = (_facts: object, line: string): void => { said.push(line) }
  let probes = 0
  let isAway = true
  const watch = createDatabaseWatch({
    probe: async () => {
      probes += 1
      if (isAway) throw new Error('away')
      return {}
    },
    checkSpace: async () => {},
    logger: { error: tell, info: tell } as never,
    waitsMs: { first: 1, longest: 4 }
  })
  const outage = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

  expect(watch.report(new Error('a fault of our own'))).toBe(false)
  for (let count = 0; count < 100; count++) expect(watch.report(outage)).toBe(true)
  await expect.poll(() => probes).toBeGreaterThan(2)
  isAway = false
  await expect.poll(() => said.length).toBe(2)
  watch.report(outage)
  await expect.poll(() => said.length).toBe(4)
  watch.close()

  expect(said.map((line) => line.slice(0, 20))).toEqual([
    'the database is away', 'the database is back', 'the database is away', 'the database is back'
  ])
})
