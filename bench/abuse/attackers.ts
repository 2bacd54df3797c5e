import { fork, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Order, Report } from './attacker.ts'

const program = fileURLToPath(new URL('./attacker.ts', import.meta.url))
const graceMs = 15_000

export type Ran = Report & { did: 'run' }

/** The attackers' process. One that does not obey is ended, and the next attack has another. */
export function createAttackers () {
  let child: ChildProcess | undefined

  function running (): ChildProcess {
    if (child?.connected !== true) {
      child = fork(program, { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    }
    return child
  }

  async function ask (order: Order, timeoutMs: number): Promise<Report> {
    const asked = running()
    const giveUp = new AbortController()
    try {
      return await Promise.race([
        reportOf(asked),
        sleep(timeoutMs, undefined, { signal: giveUp.signal }).then((): Report => {
          asked.kill('SIGKILL')
          return { did: 'fail', message: `the attackers did not ${order.do} within ${timeoutMs / 1000} s` }
        }),
        sent(asked, order)
      ])
    } finally {
      giveUp.abort()
    }
  }

  return {
    async prepare (order: Omit<Order & { do: 'prepare' }, 'do'>): Promise<number> {
      const report = await ask({ do: 'prepare', ...order }, 120_000)
      if (report.did !== 'prepare') {
        throw new Error(`${order.name}: ${'message' in report ? report.message : report.did}`)
      }
      return report.variations
    },

    async run (order: Omit<Order & { do: 'run' }, 'do'>): Promise<Ran> {
      const report = await ask({ do: 'run', ...order }, order.mostSeconds * 1000 + graceMs)
      return report.did === 'run'
        ? report
        : {
            did: 'run', tried: 0, connections: 0, outcomes: {},
            underWay: ['message' in report ? report.message : report.did]
          }
    },

    /** Ends the attack that runs; its report comes as usual. */
    stop: (): void => { if (child?.connected) child.send({ do: 'stop' } satisfies Order) },
    end: (): void => { child?.kill('SIGKILL') }
  }
}

function reportOf (child: ChildProcess): Promise<Report> {
  return new Promise((resolve) => {
    const hear = (report: Report): void => {
      child.off('exit', leave)
      resolve(report)
    }
    const leave = (code: number | null): void => {
      child.off('message', hear)
      resolve({ did: 'fail', message: `the attackers' process ended with ${code}` })
    }
    child.once('message', hear)
    child.once('exit', leave)
  })
}

/** Never fulfils: only fails when the order cannot be given. */
function sent (child: ChildProcess, order: Order): Promise<never> {
  return new Promise((_resolve, reject) => {
    child.send(order, (error) => { if (error) reject(error) })
  })
}
