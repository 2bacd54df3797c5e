import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClusters, type Cluster } from '../../drills/parts/postgres.ts'
import { postgresAccount, postgresPrograms } from '../../src/database/postgres-programs.ts'
import { signalOwn } from './process-id.ts'
import type { WeatherProxy } from './weather-proxy.ts'

const diskMiB = 1536
const settings = {
  max_wal_size: '128MB', min_wal_size: '64MB', shared_buffers: '128MB', lc_messages: 'C', log_min_messages: 'error'
}

export type Database = Awaited<ReturnType<typeof startDatabase>>

/** A PostgreSQL that is started again each time it ends, on a disk of its own where the machine allows one. */
export async function startDatabase (dir: string, proxy: WeatherProxy) {
  const disk = join(dir, 'disk')
  mkdirSync(disk, { mode: 0o711 })
  const isOwnDisk = mountDisk(disk)
  const clusters = createClusters(dirname(postgresPrograms(postgresAccount()).postgres), disk)
  const dataDirectory = clusters.create('data')
  let deadlocks = 0
  const keepLog = (text: string): void => {
    deadlocks += text.split('deadlock detected').length - 1
    appendFileSync(join(dir, 'postgres.log'), text)
  }
  let cluster = await clusters.start(dataDirectory, settings, keepLog)
  let stopping = false
  let starts = 1
  await clusters.prepare(cluster)
  proxy.forwardTo(cluster.port)

  async function watch (): Promise<void> {
    while (!isStopping()) {
      await cluster.exited()
      if (isStopping()) return
      proxy.forwardTo(undefined)
      const next = await startAgain()
      if (next === undefined) return
      cluster = next
      starts++
      proxy.forwardTo(cluster.port)
    }
  }

  /** Children of the last postmaster may still hold its memory, and the disk may be full. */
  async function startAgain (): Promise<Cluster | undefined> {
    while (!isStopping()) {
      try {
        return await clusters.start(dataDirectory, settings, keepLog)
      } catch {
        await sleep(200)
      }
    }
    return undefined
  }

  const isStopping = (): boolean => stopping
  const watching = watch()
  const filler = join(disk, 'filler')

  return {
    url: `postgresql://timbre@127.0.0.1:${proxy.port}/timbre`,
    isOwnDisk,
    starts: () => starts,
    /** Transactions that PostgreSQL undid because they waited for each other; its log tells for what. */
    deadlocks: () => deadlocks,
    /** As superuser, beside the proxy; asked again while PostgreSQL is down. */
    async query (sql: string): Promise<any[]> {
      for (let tries = 0; ; tries++) {
        try {
          return await cluster.query(sql)
        } catch (error) {
          if (tries === 100 || !isOutage(error)) throw error
          await sleep(200)
        }
      }
    },
    signalPostmaster (signal: NodeJS.Signals): void { signalOwn(cluster.pid, signal, 'postgres') },
    /** Whether the first upload of some envelope is under way. */
    async isUploading (): Promise<boolean> {
      const open = "select from envelopes where state = 'unknown' and upload_attempts = 1 limit 1"
      return (await cluster.query(open).catch(() => [])).length > 0
    },
    /** The processes that serve connections of Timbre. */
    async backends (): Promise<number[]> {
      const rows = await cluster.query("select pid from pg_stat_activity where usename = 'timbre'").catch(() => [])
      return rows.map(({ pid }) => Number(pid))
    },
    signalBackend (pid: number, signal: NodeJS.Signals): void { signalOwn(pid, signal, 'postgres') },
    /** Leaves no byte free; `empty` gives the space back. */
    fill (): void {
      try {
        const { bavail, bsize } = statfsSync(disk)
        writeFileSync(filler, Buffer.alloc(bavail * bsize + 1024 * 1024))
      } catch {
        // No space left on the device is what it is for.
      }
    },
    empty (): void { rmSync(filler, { force: true }) },
    async stop (): Promise<void> {
      stopping = true
      rmSync(filler, { force: true })
      await cluster.kill()
      await watching
      if (isOwnDisk) execFileSync('umount', [disk])
    }
  }
}

/** Whether a small file system of its own is there now: only root may mount one, and it costs memory. */
function mountDisk (folder: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || freemem() < 2 * diskMiB * 1024 * 1024) return false
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMiB}m,mode=711`, 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function isOutage (error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string, message?: string }
  return /^(57P|08|53)/.test(code) || /ECONN|terminated|timeout/i.test(`${code} ${message}`)
}
