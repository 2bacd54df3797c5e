import { readFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { beginRequest } from '../support/begun-request.ts'
import { builtFile } from '../support/built-program.ts'
import { type Child, sharedSettings, startChild } from '../support/child.ts'
import { first, last } from '../support/expecting.ts'
import { patience } from '../support/patience.ts'
import { factura } from '../support/documents.ts'
import { programSettings } from '../support/program.ts'
import { sharedProgram, sharedTenant } from '../support/shared.ts'

// Without a worker, whose tasks would wait for the same folios as the request does.
const settings = { ...sharedSettings(), ROLE: 'api' }
const preload = new URL('../support/throw-on-signal.mjs', import.meta.url).href

let supervised: Child

const program = sharedProgram({ working: false, settings })
const andes = sharedTenant(program, { folios: [33] })

beforeAll(async () => {
  supervised = await startChild(program, settings, { source: 'src/supervisor.ts', nodeOptions: ['--import', preload] })
})
afterAll(async () => { if (supervised.isRunning()) await supervised.end('SIGTERM') })

const current = () => last(supervised.starts)

async function startedAgain (times: number): Promise<void> {
  await vi.waitFor(() => { expect(supervised.starts).toHaveLength(1 + times) }, patience)
}

/** Of the log, the one line with this message. */
function logged (message: string): object {
  const lines = supervised.said.flatMap((text) => text.split('\n')).filter((line) => line.includes(message))
  expect(lines).toHaveLength(1)
  return JSON.parse(first(lines)) as object
}

async function figures (): Promise<Record<string, number>> {
  const text = await (await fetch(`${current().metricsUrl}/metrics`)).text()
  return Object.fromEntries(
    [...text.matchAll(/^(timbre_(?:restarts|uncaught)\S*) (\d+)$/gm)].map(([, name = '', value]) => [name, Number(value)])
  )
}

function isAlive (pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('an unexpected error is logged with the work in progress, shuts the program down in order, and is counted by the next one', async () => {
  expect(await figures()).toMatchObject({
    timbre_uncaught_errors_total: 0, 'timbre_restarts_total{reason="uncaughtError"}': 0
  })
  const holder = new pg.Client(program.database.ownerUrl)
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from folio_blocks for update')
  const { answer } = await beginRequest(`${current().url}/api/Webhook/Save`, { ...andes.keys, payload: factura(1) })
  await program.until(
    'the document waits for its folio',
    async () => (await program.rows(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    )).length > 0
  )

  process.kill(current().pid, 'SIGUSR2')
  await vi.waitFor(() => { logged('nobody foresaw this') }, patience)
  await holder.query('rollback')
  await holder.end()

  expect((await answer).status).toBe(200)
  await startedAgain(1)
  const line = logged('nobody foresaw this')
  expect(line).toMatchObject({
    level: 'fatal',
    err: { type: 'TypeError' },
    inFlight: {
      tasks: [], requests: [{ operation: 'Webhook/Save', requestId: expect.any(String), tenantId: expect.any(String) }]
    }
  })
  expect(JSON.stringify(line)).not.toContain(andes.keys.secretKey)
  expect(await figures()).toMatchObject({
    timbre_uncaught_errors_total: 1, 'timbre_restarts_total{reason="uncaughtError"}': 1
  })
  const next = await beginRequest(`${current().url}/api/Webhook/Save`, { ...andes.keys, payload: factura(2) })
  expect(await next.answer).toMatchObject({ status: 200, body: { result: { invoiceNumber: '2' } } })
})

it('a killed program is restarted', async () => {
  process.kill(current().pid, 'SIGKILL')
  await startedAgain(2)

  expect(await figures()).toMatchObject({
    timbre_uncaught_errors_total: 1, 'timbre_restarts_total{reason="killed"}': 1
  })
  expect((await fetch(`${current().url}/health/live`)).status).toBe(200)
})

it('a signal to the supervisor shuts the program down in order and leaves nothing running', async () => {
  const { pid } = current()

  expect(await supervised.end('SIGTERM')).toEqual({ code: 0, signal: null })
  expect(isAlive(pid)).toBe(false)
  expect(supervised.said.join('\n')).toMatch(/Timbre is stopping \(SIGTERM\)[\s\S]*Timbre has stopped/)
})

it('SIGTERM to npm start ends the program', async () => {
  const npm = spawn('npm', ['start'], {
    env: {
      ...process.env, NODE_ENV: 'development', ...programSettings(program.database.url), ...settings,
      SII_SIMULATOR_URL: program.simulatorUrl, PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'info'
    },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const ended = once(npm, 'exit')
  const pid = await new Promise<number>((resolve) => {
    createInterface(npm.stdout).on('line', (line) => {
      if (line.includes('Timbre is ready')) resolve(JSON.parse(line).pid)
    })
  })
  npm.kill('SIGTERM')
  await ended

  await vi.waitFor(() => { expect(isAlive(pid)).toBe(false) }, patience)
}, 120_000)

it('a program ends when its supervisor is killed', async () => {
  const orphan = await startChild(program, settings, { source: 'src/supervisor.ts' })
  const { pid } = first(orphan.starts)
  await orphan.end('SIGKILL')

  await vi.waitFor(() => { expect(isAlive(pid)).toBe(false) }, patience)
})

it('a starting program shuts down in order when its supervisor is killed', async () => {
  const supervisor = spawn(process.execPath, [builtFile('src/supervisor.ts')], {
    env: { PATH: process.env['PATH'], ...programSettings(program.database.url), ...settings, PORT: '0', METRICS_PORT: '0' },
    cwd: tmpdir()
  })
  let said = ''
  for (const stream of [supervisor.stdout, supervisor.stderr]) stream.on('data', (text: Buffer) => { said += text.toString() })
  const children = `/proc/${supervisor.pid}/task/${supervisor.pid}/children`
  await vi.waitFor(() => { expect(readFileSync(children, 'utf8')).toMatch(/\d/) }, patience)
  const pid = Number(readFileSync(children, 'utf8').trim().split(' ')[0])

  supervisor.kill('SIGKILL')
  await vi.waitFor(() => { expect(isAlive(pid)).toBe(false) }, patience)

  expect(said).not.toContain('"fatal"')
})

it('invalid settings are reported once and end the supervisor', async () => {
  const started = spawn(process.execPath, [builtFile('src/supervisor.ts')], {
    env: { PATH: process.env['PATH'], ...programSettings(program.database.url), PORT: 'eighty' },
    cwd: tmpdir()
  })
  let said = ''
  for (const stream of [started.stdout, started.stderr]) {
    stream.on('data', (text: Buffer) => {
      said += text.toString()
    })
  }

  expect(await once(started, 'close')).toEqual([1, null])
  expect(said).toMatch(/^Invalid settings:\nPORT: must be a number\nSettings are [^\n]+\n$/)
})
