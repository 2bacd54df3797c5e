import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './database.ts'
import type { Program } from './program.ts'
import type { Random } from './random.ts'
import type { Simulator } from './simulator.ts'
import type { WeatherProxy } from './weather-proxy.ts'

export interface Ground {
  database: Database
  simulator: Simulator
  /** The API that is replaced by a deploy stays in its place. */
  programs: () => readonly Program[]
  workers: () => readonly Program[]
  proxies: readonly WeatherProxy[]
  deploy: () => Promise<void>
}

/** Does its harm, and has ended it when it resolves. */
type Fault = (random: Random, ground: Ground) => Promise<void> | void

const minuteMs = 60_000
const deployEveryMs = 60_000

// Of processes and the database: one at a time, so that each meets a service that is otherwise whole.
const heavy: Record<string, Fault> = {
  'program killed': (random, { programs }) => { random.pick(programs()).signal('SIGKILL') },
  'supervisor killed': (random, { programs }) => { random.pick(programs()).killSupervisor() },
  'program frozen': async (random, { programs }) => {
    const program = random.pick(programs())
    program.signal('SIGSTOP')
    // A lease lasts two seconds, and some freeze for longer.
    await sleep(random.between(200, 4500))
    program.signal('SIGCONT')
  },
  'clock jumped': async (random, { programs }) => {
    const program = random.pick(programs())
    program.shiftClock(random.pick([-30, -1, 1, 30]) * minuteMs)
    await sleep(random.between(500, 3000))
    program.shiftClock(0)
  },
  'backend killed': async (random, { database }) => {
    const backends = await database.backends()
    if (backends.length > 0) database.signalBackend(random.pick(backends), 'SIGKILL')
  },
  'backend frozen': async (random, { database }) => {
    const backends = await database.backends()
    if (backends.length === 0) return
    const pid = random.pick(backends)
    database.signalBackend(pid, 'SIGSTOP')
    await sleep(random.between(200, 4000))
    database.signalBackend(pid, 'SIGCONT')
  },
  'postmaster killed': (_random, { database }) => { database.signalPostmaster('SIGKILL') },
  'postmaster ended at once': (_random, { database }) => { database.signalPostmaster('SIGQUIT') },
  'PostgreSQL frozen': async (random, { database }) => {
    const backends = await database.backends()
    for (const pid of backends) database.signalBackend(pid, 'SIGSTOP')
    database.signalPostmaster('SIGSTOP')
    await sleep(random.between(200, 4000))
    database.signalPostmaster('SIGCONT')
    for (const pid of backends) database.signalBackend(pid, 'SIGCONT')
  },
  'disk full': async (random, { database }) => {
    database.fill()
    await sleep(random.between(500, 2500))
    database.empty()
  }
}

// Of connections and the tax authority: at the same time as the others.
const light: Record<string, Fault> = {
  'connections cut': (random, { proxies }) => { random.pick(proxies).cut() },
  'connection cut in the middle': (random, { proxies }) => {
    random.pick(proxies).cutInTheMiddle(random.between(1, 4000))
  },
  'connections delayed': (random, { proxies }) => random.pick(proxies).delay(random.between(5, 120), random.between(300, 2000)),
  'connections stalled': (random, { proxies }) => random.pick(proxies).stall(random.between(300, 6000)),
  'simulator killed': (_random, { simulator }) => { simulator.signal('SIGKILL') },
  'simulator frozen': async (random, { simulator }) => {
    simulator.signal('SIGSTOP')
    await sleep(random.between(300, 5000))
    simulator.signal('SIGCONT')
  }
}

// The worst moment for a worker: the SII answers, and another worker has its task when it wakes.
const sending: Record<string, Fault> = {
  'worker frozen while it sends': async (random, { workers, simulator, database }) => {
    const worker = random.pick(workers())
    await simulator.control('/faults', 'POST', { operation: 'upload', fault: 'delay', ms: 1500, times: 3 })
    for (let tries = 0; tries < 60 && !await database.isUploading(); tries++) await sleep(50)
    worker.signal('SIGSTOP')
    await sleep(random.between(3500, 6500))
    worker.signal('SIGCONT')
  }
}

/** The code by which a reversal is known in the simulator's ledger. */
export const reversalCode = 'HED-3-862'

const disturbances = [
  'http', 'delay', 'resetBeforeStoring', 'resetAfterStoring', 'timeoutBeforeStoring', 'timeoutAfterStoring', 'truncated',
  'cutAnswer', 'html', 'empty', 'huge', 'slowDrip', 'doubled', 'badCharset', 'cdata', 'swapped', 'wrongTrackIdType',
  'tokenExpired'
] as const
const verdicts = ['rejected', 'objections', 'stuck', 'acceptedThenRejected'] as const
/** Of the SII's own list: what passes, and what refuses an envelope for good. */
const refusals = ['5', '7', '-1', '106'] as const

/** Whether its work was done before the answer was spoilt: only these leave it open. */
const leavesOpen: readonly string[] = ['html', 'empty', 'http']

function orderOf (random: Random): { name: string, order: object } {
  const dice = random.between(1, 100)
  if (dice <= 15) {
    const fault = random.pick(verdicts)
    const value = fault === 'acceptedThenRejected' ? { value: reversalCode, tellings: 1 } : {}
    return { name: fault, order: { operation: 'upload', fault, ...value } }
  }
  if (dice <= 22) return { name: 'status', order: { operation: 'upload', fault: 'status', value: random.pick(refusals) } }
  const fault = random.pick(disturbances)
  const operation = random.pick(['seed', 'token', 'upload', 'upload', 'upload', 'envelopeStatus', 'documentStatus', 'any'])
  return {
    name: fault,
    order: {
      operation, fault, times: random.between(1, 2),
      ...fault === 'http' && { value: random.pick([500, 502, 503]) },
      ...leavesOpen.includes(fault) && { stored: random.chance(0.5) },
      ...(fault === 'delay' || fault === 'slowDrip') && { ms: random.between(20, 3000) }
    }
  }
}

/** Injects faults until it is stopped; `told` counts them by name. */
export function startFaults (random: Random, ground: Ground) {
  const told = new Map<string, number>()
  const stopping = new AbortController()
  const isRunning = (): boolean => !stopping.signal.aborted
  const count = (name: string): void => { told.set(name, (told.get(name) ?? 0) + 1) }
  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})

  async function keepOn (faults: Record<string, Fault>, own: Random, pauses: [number, number]): Promise<void> {
    const names = Object.keys(faults)
    while (isRunning()) {
      await pause(own.between(...pauses))
      if (!isRunning()) return
      const name = own.pick(names)
      count(name)
      await faults[name]?.(own, ground)
    }
  }

  async function misbehave (own: Random): Promise<void> {
    while (isRunning()) {
      const { name, order } = orderOf(own)
      if (await ground.simulator.control('/faults', 'POST', order)) count(`SII: ${name}`)
      await pause(own.between(100, 1500))
    }
  }

  async function deployAgain (own: Random): Promise<void> {
    while (isRunning()) {
      await pause(own.between(5000, 15_000))
      if (!isRunning()) return
      count('deploy')
      await ground.deploy()
      await pause(deployEveryMs)
    }
  }

  const { 'disk full': _disk, ...withoutDisk } = heavy
  const lanes = Promise.all([
    keepOn(ground.database.isOwnDisk ? heavy : withoutDisk, random.fork('heavy'), [500, 3000]),
    keepOn(light, random.fork('light'), [200, 1500]),
    keepOn(sending, random.fork('sending'), [2000, 6000]),
    misbehave(random.fork('authority')),
    deployAgain(random.fork('deploy'))
  ])
  return {
    told,
    /** Resolves when every fault has ended. */
    async stop (): Promise<void> {
      stopping.abort()
      await lanes
      for (const proxy of ground.proxies) proxy.clear()
      while (!await ground.simulator.control('/faults', 'DELETE')) await sleep(200)
    }
  }
}
