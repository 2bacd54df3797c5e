/** Starts Timbre as `npm start` does, on an empty folder, and makes a company to look at. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { makeCompany, makeDocuments, order, type Company } from './company.ts'
import { furnish } from './furnish.ts'
import { map } from './map.ts'
import { operationsFile, tellAddress, tellPrepared, type Prepared } from './prepared.ts'
import { defined } from '../../test/support/expecting.ts'

/** Of the tests, which begin while Timbre starts: each waits for what it needs. */
export default async function setUp (): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'console-test-'))
  process.env['CONSOLE_FOLDER'] = folder
  await writeFile(operationsFile(), '')
  const started = startTimbre()
  const told = Promise.all([
    tellAddress(started.then(({ url }) => url)), tellPrepared(started.then(({ prepared }) => prepared))
  ])
  return async () => {
    const reached = new Set((await readFile(operationsFile(), 'utf8')).split('\n'))
    await told
    await rm(folder, { recursive: true, force: true })
    await (await started).close()
    if (process.env['CONSOLE_TEST_WHOLE']) mustReachTheMap(reached)
  }
}

interface Started {
  url: string
  prepared: Promise<Prepared>
  close: () => Promise<void>
}

export async function startTimbre (): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), 'timbre-console-'))
  const server = spawn(process.execPath, ['--max-semi-space-size=32', '--import', 'tsx', 'src/supervisor.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_ENV: 'development', LOG_LEVEL: 'info', DATA_DIR: folder,
      PORT: '0', METRICS_PORT: '0', SII_FIRST_POLL_SECONDS: '0.2',
      // Limits only end what hangs.
      PDF_SECONDS: '120',
      NOTIFICATIONS_ALLOW_PRIVATE: 'true',
      // For the addresses from which company.ts asks.
      TRUST_PROXY: 'loopback'
    }
  })
  const close = async () => {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const { addresses, printed } = await outputOf(server)
    return { url: addresses.url, prepared: prepare(addresses, { printed, mails: join(folder, 'mail') }), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function prepare (
  addresses: Pick<Company, 'url' | 'simulatorUrl'>, { printed, mails }: { printed: Promise<string>, mails: string }
): Promise<Prepared> {
  // What the SII would take minutes for: no test looks at the states on the way.
  await order(addresses, 'clock', { secondsPerState: 0.03 })
  const made = makeCompany(addresses).then(async (company) => {
    await Promise.all([makeDocuments(company), furnish(company)])
    return company
  })
  const [company, text] = await Promise.all([made, printed])
  return { company, mails, printed: text }
}

/** Each operation of the map is reached by a test from its place. */
function mustReachTheMap (reached: ReadonlySet<string>): void {
  // Who is not signed in finds the sign-in at every address.
  const isReached = (operation: string, place: string): boolean =>
    place === 'sign-in' ? [...reached].some((line) => line.startsWith(`${operation} `)) : reached.has(`${operation} ${place}`)
  const missed = Object.entries(map).flatMap(([place, operations]) =>
    operations.filter((operation) => !isReached(operation, place)).map((operation) => `${operation} (${place})`)
  )
  if (missed.length > 0) throw new Error(`No test reached ${missed.join(', ')}.`)
}

/**
 * Its addresses, once it answers; and what it has printed once the demo company is complete, whose instructions are the
 * last of it.
 */
async function outputOf (server: ChildProcess): Promise<{ addresses: Pick<Company, 'url' | 'simulatorUrl'>, printed: Promise<string> }> {
  const said: string[] = []
  defined(server.stderr).on('data', (text: Buffer) => said.push(text.toString()))
  const lines = createInterface(defined(server.stdout))[Symbol.asyncIterator]()
  const until = async (isWanted: (line: string) => boolean): Promise<string> => {
    for (;;) {
      const { value: line, done } = await lines.next()
      if (done) throw new Error(said.join('\n'))
      said.push(line)
      if (line.startsWith('The demo tenant')) throw new Error(said.join('\n'))
      if (isWanted(line)) return line
    }
  }
  const addresses = JSON.parse(await until((line) => line.includes('Timbre is ready'))) as Pick<Company, 'url' | 'simulatorUrl'>
  const printed = until((line) => line.startsWith('Sign in')).then(async () => {
    await lines.return?.()
    defined(server.stdout).resume()
    return said.join('\n')
  })
  return { addresses, printed }
}
