import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { existingDatabase } from '../../src/database/embedded-place.ts'
import { builtFile } from '../support/built-program.ts'
import { defined, groupsOf } from '../support/expecting.ts'

let dataDir: string
let file: string
let running: ChildProcess | undefined
let printed = ''

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'timbre-killed-'))
  // The account that runs PostgreSQL for root walks through.
  chmodSync(dataDir, 0o711)
  file = await builtFile('src/server.ts')
}, 120_000)

afterAll(async () => {
  if (running?.exitCode === null && running.signalCode === null) await end('SIGTERM')
  const database = existingDatabase(dataDir)
  if (database !== undefined) rmSync(dirname(database), { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
})

function start (): void {
  printed = ''
  running = spawn(process.execPath, [file], {
    cwd: dataDir, env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', METRICS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  for (const stream of [running.stdout, running.stderr]) {
    stream?.on('data', (text: Buffer) => { printed += text.toString() })
  }
}

async function end (signal: NodeJS.Signals): Promise<void> {
  const ended = defined(running)
  const exited = once(ended, 'exit')
  ended.kill(signal)
  await exited
}

/** Waits for the moment, and fails if the program ends before it. */
async function until (moment: () => boolean): Promise<void> {
  while (!moment()) {
    if (running?.exitCode !== null) throw new Error(`the program ended before:\n${printed}`)
    await wait(5)
  }
}

const isThere = (name: string) => (): boolean => existsSync(join(dataDir, name))

it('a first start killed at any moment is completed by the next one', async () => {
  const moments = [
    isThere('secrets.json'), isThere('postgres/timbre.password'), isThere('postgres/data.unfinished/PG_VERSION'),
    isThere('postgres/data'), isThere('postgres/data/postmaster.pid'), isThere('sii-simulator'), isThere('demo.json')
  ]
  for (const moment of moments) {
    start()
    await until(moment)
    await end('SIGKILL')
  }
  start()
  await until(() => printed.includes('Issue a factura'))
  const [url] = groupsOf(printed, /^API +(\S+)$/m)
  const [body] = groupsOf(printed, /-d '(.*)'$/m)
  const answer = await fetch(`${url}/api/Webhook/Save`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body
  })

  expect(await answer.json()).toMatchObject({ statusCode: 200 })
  await end('SIGTERM')
  expect(printed).toContain('Timbre has stopped.')
}, 300_000)
