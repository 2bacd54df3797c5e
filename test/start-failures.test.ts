import { createServer, type AddressInfo, type Server } from 'node:net'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError } from '../src/program/config/config.ts'
import { usableFolder } from '../src/program/config/data-folder.ts'
import { reachDatabase } from '../src/database/reach.ts'
import { listening } from '../src/program/startup/listening.ts'
import { OperatorError } from '../src/shared/operator-error.ts'
import { startFailure } from '../src/program/startup/start-failure.ts'
import { freshDatabase, type TestDatabase } from './support/database.ts'
import { defined } from './support/expecting.ts'

async function refused (work: Promise<unknown>): Promise<OperatorError> {
  const error = await work.then(() => undefined, (thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(OperatorError)
  return error as OperatorError
}

describe('the message of a failed start', () => {
  const error = new OperatorError('PORT: is taken.', { cause: new Error('EADDRINUSE') })

  it('is one sentence for a setting, without a stack', () => {
    expect(startFailure(error)).toBe('Timbre does not start. PORT: is taken.\n')
  })

  it('is a line for each invalid setting, with the source of settings', () => {
    expect(startFailure(new ConfigError('PORT: must be a number\nROLE: is required'))).toMatch(
      /^Invalid settings:\nPORT: must be a number\nROLE: is required\n.*\.env.*docs\/configuration\.md.*\n$/
    )
  })

  it('has no stack for an unexpected error either, and says how to see it', () => {
    expect(startFailure(new TypeError('x is undefined'))).toBe(
      'Timbre does not start: x is undefined. LOG_LEVEL=debug shows where.\n'
    )
  })

  it('has stack and cause with LOG_LEVEL=debug', () => {
    expect(startFailure(error, { withDetails: true })).toMatch(/PORT: is taken\.\n[\s\S]*\n +at [\s\S]*Caused by: Error: EADDRINUSE/)
  })
})

describe('a database that cannot be used', () => {
  let database: TestDatabase
  beforeAll(async () => { database = await freshDatabase() })
  afterAll(() => database.drop())

  const options = { setting: 'DATABASE_URL', timeoutMs: 400 } as const
  const changed = (part: Partial<URL>): string => Object.assign(new URL(database.url), part).toString()

  it('is unreachable: the start waits for it, logs it once, and then fails', async () => {
    const said: string[] = []
    const error = await refused(reachDatabase('postgresql://timbre@127.0.0.1:1/timbre', {
      ...options, onWait: (sentence) => said.push(sentence)
    }))

    expect(said).toEqual(['DATABASE_URL: no PostgreSQL answers at 127.0.0.1:1. Waiting for it, up to 0 seconds.'])
    expect(error.message).toBe('DATABASE_URL: no PostgreSQL answers at 127.0.0.1:1. Start it, or correct host and port.')
  })

  it('becomes reachable while the start waits', async () => {
    const { port, hostname } = new URL(database.url)
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port: free } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const { connect } = await import('node:net')
    const proxy = createServer((client) => {
      const upstream = connect(Number(port), hostname)
      for (const [from, to] of [[client, upstream], [upstream, client]] as const) {
        from.on('error', () => {}).pipe(to)
      }
    })

    await reachDatabase(changed({ port: String(free) }), {
      ...options, timeoutMs: 30_000, onWait: () => { proxy.listen(free, '127.0.0.1') }
    })
    await new Promise((resolve) => proxy.close(resolve))
  })

  it('has an unknown host', async () => {
    const error = await refused(reachDatabase('postgresql://timbre@database.invalid/timbre', { ...options, timeoutMs: 1 }))

    expect(error.message).toMatch(/^DATABASE_URL: (there is no host "database.invalid"|no PostgreSQL answers)/)
  })

  it.each([
    ['another password', { password: 'wrong' }, /does not accept this password of the role "timbre_test_/],
    ['no such role', { username: 'nobody_here' }, /does not accept this password of the role "nobody_here"|Create the role/],
    ['no such database', { pathname: '/none_such' }, /has no database "none_such"\. Create it/]
  ])('with %s: reported at once', async (_, part, sentence) => {
    const error = await refused(reachDatabase(changed(part), { ...options, setting: 'DATABASE_OWNER_URL' }))

    expect(error.message).toMatch(/^DATABASE_OWNER_URL: PostgreSQL at 127\.0\.0\.1:\d+ /)
    expect(error.message).toMatch(sentence)
    expect(error.message).not.toContain('wrong')
  })
})

describe('an address that cannot be listened on', () => {
  let taken: Server | undefined
  afterEach(() => new Promise<void>((resolve) => {
    if (taken) taken.close(() => { resolve() })
    else resolve()
  }))

  const listenAt = (port: number, host: string) => (): Promise<void> => new Promise((resolve, reject) => {
    const server = createServer().once('error', reject).listen(port, host, () => { server.close(() => { resolve() }) })
  })

  it.each(['PORT', 'METRICS_PORT', 'SII_SIMULATOR_PORT'] as const)('because %s is taken', async (setting) => {
    taken = createServer()
    await new Promise<void>((resolve) => defined(taken).listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as AddressInfo
    const error = await refused(listening({ setting, port, host: '127.0.0.1' }, listenAt(port, '127.0.0.1')))

    expect(error.message).toMatch(new RegExp(`^${setting}: another program listens on 127\\.0\\.0\\.1:${port} already`))
  })

  it.each([
    ['192.0.2.1', /^HOST: this machine does not have the address 192\.0\.2\.1\./],
    ['nowhere.invalid', /^HOST: there is no host "nowhere\.invalid"\./]
  ])('because HOST is %s', async (host, sentence) => {
    const error = await refused(listening({ setting: 'PORT', port: 0, host }, listenAt(0, host)))

    expect(error.message).toMatch(sentence)
  })
})

describe('a DATA_DIR that cannot be used', () => {
  let folder: string
  beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'timbre-folder-')) })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('is a file', () => {
    writeFileSync(join(folder, 'file'), '')

    expect(() => usableFolder(join(folder, 'file'))).toThrow(/^DATA_DIR: .*file is not a folder\. Choose another folder/)
    expect(() => usableFolder(join(folder, 'file/below'))).toThrow(/is not a folder/)
  })

  // Root may write everywhere.
  it.skipIf(process.getuid?.() === 0)('is closed to this account', () => {
    chmodSync(folder, 0o500)

    expect(() => usableFolder(join(folder, 'data'))).toThrow(/^DATA_DIR: this account may not write to /)
    chmodSync(folder, 0o700)
  })
})
