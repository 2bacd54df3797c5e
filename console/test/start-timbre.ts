/** Starts Timbre as `npm start` does, on an empty folder, and makes a company to look at. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { map } from './map.ts'
import { makeCompany, makeDocuments } from './company.ts'
import { furnish } from './furnish.ts'

export default async function startTimbre (): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'timbre-console-'))
  const server = spawn(process.execPath, ['--import', 'tsx', 'src/supervisor.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_ENV: 'development', LOG_LEVEL: 'info', DATA_DIR: folder,
      PORT: '0', METRICS_PORT: '0', WORKER_POLL_MS: '100', SII_FIRST_POLL_SECONDS: '0.2',
      // Limits only end what hangs.
      PDF_SECONDS: '120',
      NOTIFICATIONS_ALLOW_PRIVATE: 'true'
    }
  })
  const close = async () => {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const { url, simulatorUrl, printed } = await addressesOf(server)
    const company = await makeCompany({ url, simulatorUrl })
    await Promise.all([makeDocuments(company), furnish(company)])
    const operations = join(folder, 'operations.txt')
    await writeFile(operations, '')
    Object.assign(process.env, {
      CONSOLE_TEST: JSON.stringify(company), CONSOLE_OPERATIONS: operations, CONSOLE_PRINTED: printed
    })
    return async () => {
      const reached = new Set((await readFile(operations, 'utf8')).split('\n'))
      await close()
      if (process.env['CONSOLE_TEST_WHOLE']) mustReachTheMap(reached)
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Each operation of the map is reached by a test from its place. */
function mustReachTheMap (reached: ReadonlySet<string>): void {
  const missed = Object.entries(map).flatMap(([place, operations]) =>
    operations.filter((operation) => !reached.has(operation)).map((operation) => `${operation} (${place})`)
  )
  if (missed.length > 0) throw new Error(`No test reached ${missed.join(', ')}.`)
}

/** Once the demo company is complete: its instructions are the last that the start prints; or why it is not. */
async function addressesOf (server: ChildProcess): Promise<{ url: string, simulatorUrl: string, printed: string }> {
  const lines: string[] = []
  server.stderr!.on('data', (text: Buffer) => lines.push(text.toString()))
  let addresses: { url: string, simulatorUrl: string } | undefined
  for await (const line of createInterface(server.stdout!)) {
    lines.push(line)
    if (line.includes('Timbre is ready')) addresses = JSON.parse(line) as typeof addresses
    if (addresses && line.startsWith('Sign in')) {
      server.stdout!.resume()
      return { ...addresses, printed: lines.join('\n') }
    }
    if (line.startsWith('The demo tenant')) break
  }
  throw new Error(lines.join('\n'))
}
