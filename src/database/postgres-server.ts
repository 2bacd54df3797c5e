import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Account } from './postgres-programs.ts'

export interface ServerOptions {
  postgres: string
  account: Account
  dataDirectory: string
  port: number
  /** May lose everything on a power cut; `removeWith` goes away with the server when this process is killed. */
  throwaway: boolean
  removeWith: string
}

export interface Server { exited: Promise<void>, stop: (signal: NodeJS.Signals) => void }

const attempts = 20
const pauseMs = 250

/**
 * Starts PostgreSQL and waits until it takes connections. It has its own process group, so that Ctrl-C reaches this
 * process alone, which ends its work before it stops the database.
 */
export async function startServer (options: ServerOptions): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce(options)
    } catch (error) {
      // The last server's children need a moment to notice that it was killed, and hold its memory or port until then.
      const passes = /shared memory block|Address already in use/.test(String(error))
      if (!passes || attempt === attempts) throw error
      await wait(pauseMs)
    }
  }
}

/** A free port of the loopback address. */
export async function freePort (): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function startOnce (options: ServerOptions): Promise<Server> {
  const child = spawn(options.postgres, ['-D', options.dataDirectory, ...settings(options)], {
    ...options.account,
    cwd: options.dataDirectory,
    // The service's secrets stay out of the database's environment.
    env: {},
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe']
  })
  const exited = new Promise<void>((resolve) => { child.once('exit', () => { resolve() }) })
  // After the start, an error means a signal that did not arrive: nothing that should end this process.
  child.on('error', () => {})
  const guard = guardOf(child, options)
  guard.on('error', () => {})
  guard.stdin?.on('error', () => {})
  child.once('exit', () => { guard.kill('SIGKILL') })
  await untilReady(child)
  letGo(child, guard)
  return {
    exited,
    stop (signal) {
      // The caller of stop waits for the server's end, so the server keeps this process alive again.
      child.ref()
      child.kill(signal)
    }
  }
}

// Nothing is to survive, and nothing lives long enough to be swept.
const throwawaySettings = {
  fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', wal_level: 'minimal', max_wal_senders: '0',
  max_wal_size: '4GB', checkpoint_timeout: '1d', autovacuum: 'off', jit: 'off'
}

function settings ({ port, throwaway }: ServerOptions): string[] {
  const all = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '128MB',
    timezone: 'UTC',
    lc_messages: 'C',
    ...(throwaway && throwawaySettings)
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function untilReady (child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4000)
      if (log.includes('ready to accept connections')) resolve()
    })
    child.once('error', reject)
    child.once('exit', (code) => { reject(new Error(`The embedded PostgreSQL stopped (${code ?? 'killed'}): ${log}`)) })
  })
}

// A program does not notice that its parent was killed, but the pipe between them ends: a shell waits for that, stops
// the server and removes its temporary files.
const guardScript = `
  cat > /dev/null
  kill -INT "$1" 2> /dev/null
  [ -z "$2" ] && exit
  while kill -0 "$1" 2> /dev/null; do sleep 0.1; done
  rm -rf "$2"
`

function guardOf (child: ChildProcess, { account, throwaway, removeWith }: ServerOptions): ChildProcess {
  const args = ['-c', guardScript, 'guard', String(child.pid), throwaway ? removeWith : '']
  return spawn('/bin/sh', args, { ...account, cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
}

// A program that forgets to stop its database still ends; the guard stops it then.
function letGo (child: ChildProcess, guard: ChildProcess): void {
  child.unref()
  guard.unref()
  for (const stream of [child.stderr, guard.stdin]) (stream as { unref?: () => void } | null)?.unref?.()
}
