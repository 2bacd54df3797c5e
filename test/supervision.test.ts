import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { type ProcessHistory, withDefaults } from '../src/program/supervision/environment.ts'
import { createSupervisor } from '../src/program/supervision/supervisor.ts'
import { first } from './support/expecting.ts'

type Life = { ready?: boolean, code: number | null }

/** A supervisor over programs that live as they are told, and are asked for the end after the last. */
async function supervise (lives: Life[]) {
  const waits: number[] = []
  const restarts: string[] = []
  let started = 0
  const supervisor = createSupervisor({
    start: () => programThat(lives[started++] ?? { code: 0 }),
    onRestart: ({ ending, waitMs }) => {
      waits.push(waitMs)
      restarts.push(ending)
    },
    waitsMs: { first: 1, longest: 4 }
  })
  return { code: await supervisor.run(), started, waits, restarts }
}

function programThat ({ ready = false, code }: Life): ChildProcess {
  const program = Object.assign(new EventEmitter(), { pid: 1, kill: () => true }) as unknown as ChildProcess
  setImmediate(() => {
    if (ready) program.emit('message', 'ready')
    program.emit('exit', code, code === null ? 'SIGKILL' : null)
  })
  return program
}

describe('a supervisor', () => {
  it('ends with a program that never served', async () => {
    expect(await supervise([{ code: 1 }])).toMatchObject({ code: 1, started: 1 })
  })

  it('ends with a program that was asked to end', async () => {
    expect(await supervise([{ ready: true, code: 0 }])).toMatchObject({ code: 0, started: 1 })
  })

  it('restarts indefinitely a program that has served, waiting longer each time up to a limit', async () => {
    const lives = [{ ready: true, code: 70 }, { code: 1 }, { ready: true, code: null }, { ready: true, code: 3 }, {
      code: null
    }]

    expect(await supervise(lives)).toEqual({
      code: 0,
      started: 6,
      waits: [1, 2, 4, 4, 4],
      restarts: ['uncaughtError', 'startFailed', 'killed', 'exited', 'killed']
    })
  })

  it('kills and restarts a program whose event loop is blocked, and reports it to the next', async () => {
    const program = "process.send('ready'); setTimeout(() => { for (;;); }, 10)"
    const histories: ProcessHistory[] = []
    const endings: string[] = []
    const supervisor = createSupervisor({
      start: (history) => {
        histories.push(history)
        return histories.length === 1
          ? fork('-e', [program], { execArgv: [], stdio: 'ignore' })
          : programThat({ ready: true, code: 0 })
      },
      onRestart: ({ ending }) => { endings.push(ending) },
      waitsMs: { first: 1, longest: 1 },
      longestSilenceMs: 300
    })

    expect(await supervisor.run()).toBe(0)
    expect(endings).toEqual(['hung'])
    expect(histories.map(({ failedInstance }) => failedInstance)).toEqual([undefined, first(histories).instance])
  })

  it('starts nothing after a stop was requested while it waits', async () => {
    let started = 0
    const supervisor = createSupervisor({
      start: () => {
        started += 1
        return programThat({ ready: true, code: null })
      },
      onRestart: () => { setImmediate(supervisor.stop) },
      waitsMs: { first: 3_600_000, longest: 3_600_000 }
    })

    expect([await supervisor.run(), started]).toEqual([0, 1])
  })
})

it('a worker alone has 32 MB for young objects, unless the operator says otherwise', () => {
  const megabytes = (env: NodeJS.ProcessEnv): number =>
    Number(execFileSync(process.execPath, ['-p', 'v8.getHeapStatistics().heap_size_limit / 2 ** 20'], {
      env: withDefaults(env), encoding: 'utf8'
    }))
  const [usual, worker, own] = [
    megabytes({ ROLE: 'api' }), megabytes({ ROLE: 'worker' }), megabytes({ ROLE: 'worker', NODE_OPTIONS: '--max-semi-space-size=1' })
  ]

  // V8 counts the room for young objects three times.
  expect(worker - own).toBe(3 * 31)
  expect(worker).not.toBe(usual)
})
