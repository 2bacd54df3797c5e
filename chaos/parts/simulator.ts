import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { keepLines } from './log.ts'
import type { WeatherProxy } from './weather-proxy.ts'

export type Simulator = Awaited<ReturnType<typeof startSimulator>>

/** The tax authority as a process of its own, whose books outlive it; started again each time it ends. */
export async function startSimulator (
  { built, dir, seed, proxy }: { built: string, dir: string, seed: number, proxy: WeatherProxy }
) {
  let stopping = false
  let url: string | undefined
  let child: ChildProcess = launch()

  function launch (): ChildProcess {
    const started = spawn(process.execPath, [join(built, 'sii-simulator/server.js')], {
      cwd: dir, stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'] ?? '', DATA: join(dir, 'simulator'), SEED: String(seed) }
    })
    for (const stream of [started.stdout, started.stderr]) {
      keepLines(stream, join(dir, 'simulator.log'), (line) => {
        const [, address] = /listening at (\S+)/.exec(line) ?? []
        if (address === undefined) return
        url = address
        proxy.forwardTo(Number(new URL(address).port))
      })
    }
    started.once('exit', () => {
      url = undefined
      if (!stopping) child = launch()
    })
    return started
  }

  async function untilUp (): Promise<string> {
    for (;;) {
      if (url !== undefined) return url
      await sleep(50)
    }
  }

  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null

  await untilUp()
  return {
    url: `http://127.0.0.1:${proxy.port}`,
    signal (signal: NodeJS.Signals): void { child.kill(signal) },
    /** Beside the proxy; undefined when it did not answer. */
    async control (path: string, method: 'POST' | 'DELETE', body?: unknown): Promise<boolean> {
      try {
        const answer = await fetch(`${await untilUp()}/simulator${path}`, {
          method, signal: AbortSignal.timeout(5000),
          ...body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
        })
        return answer.ok
      } catch {
        return false
      }
    },
    async ledger (): Promise<Ledger> {
      return await (await fetch(`${await untilUp()}/simulator/ledger`)).json() as Ledger
    },
    async stop (): Promise<void> {
      stopping = true
      child.kill('SIGCONT')
      child.kill('SIGTERM')
      for (let waited = 0; !hasEnded() && waited < 10_000; waited += 50) await sleep(50)
      child.kill('SIGKILL')
    }
  }
}

export interface LedgerDocument {
  issuer: string
  documentType: number
  folio: number
  totalAmount: string
  sha256: string
  outcome: 'accepted' | 'objected' | 'rejected'
  reasons: { code: string, description: string }[]
  trackIds: string[]
  timesSeen: number
}

export interface LedgerUpload { status: string, trackId?: string, sha256: string, company: string, state?: string }

export interface Ledger { uploads: LedgerUpload[], documents: LedgerDocument[] }
