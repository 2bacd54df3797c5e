/**
 * The attackers' program: a process of its own, far below its parent in priority, so that its work takes little from
 * those that are measured. Takes orders over the channel to its parent and ends with it.
 */
import { setMaxListeners } from 'node:events'
import { getPriority, setPriority } from 'node:os'
import { randomFrom } from '../random.ts'
import type { Attack, Stage, Variation } from './attack.ts'
import { attacks } from './attacks/index.ts'
import { createHand } from './hand.ts'

export type Order =
  | { do: 'prepare', name: string, seed: number, stage: Stage }
  | { do: 'run', seconds: number, mostSeconds: number, firstAddress: number }
  | { do: 'stop' }

export type Report =
  | { did: 'prepare', variations: number }
  | { did: 'run', tried: number, connections: number, outcomes: Record<string, number>, underWay: string[] }
  | { did: 'fail', message: string }

setPriority(Math.min(19, getPriority() + 15))

let attack: Attack | undefined
let stage: Stage | undefined
let variations: Variation[] = []
let stopping = new AbortController()

// So long may answers take after the last request.
const graceMs = 4000

process.on('message', (order: Order) => {
  obey(order).catch((error: Error) => { report({ did: 'fail', message: error.stack ?? error.message }) })
})
process.on('disconnect', () => process.exit())

async function obey (order: Order): Promise<void> {
  if (order.do === 'stop') stopping.abort()
  else if (order.do === 'prepare') await prepare(order)
  else await run(order)
}

async function prepare (order: Order & { do: 'prepare' }): Promise<void> {
  attack = attacks.find(({ name }) => name === order.name)
  if (!attack) throw new Error(`there is no attack ${order.name}`)
  stage = order.stage
  variations = await attack.prepare(stage, randomFrom(order.seed))
  report({ did: 'prepare', variations: variations.length })
}

/** Each variation at least once, if `mostSeconds` allow it, and then again until `seconds` are over. */
async function run ({ seconds, mostSeconds, firstAddress }: Order & { do: 'run' }): Promise<void> {
  if (!attack || !stage) throw new Error('nothing is prepared')
  stopping = new AbortController()
  const addresses = Array.from({ length: attack.addresses ?? 1 }, (_, index) => addressOf(firstAddress + index))
  const closing = new AbortController()
  setMaxListeners(0, closing.signal, stopping.signal)
  const { hand, counts } = createHand({ port: stage.port, addresses, closing: closing.signal, over: stopping.signal })
  const begun = performance.now()
  let next = 0
  const underWay = new Set<string>()
  const isTime = (): boolean => performance.now() - begun < (next < variations.length ? mostSeconds : seconds) * 1000

  async function lane (): Promise<void> {
    while (!closing.signal.aborted && !stopping.signal.aborted && isTime()) {
      const variation = variations[next++ % variations.length]
      if (!variation) return
      underWay.add(variation.name)
      await variation.run(hand)
      if (!stopping.signal.aborted) underWay.delete(variation.name)
    }
  }

  const over = stopping
  over.signal.addEventListener('abort', () => { closing.abort() })
  const ending = setInterval(() => {
    if (isTime()) return
    if (!closing.signal.aborted) setTimeout(() => { over.abort() }, graceMs).unref()
    closing.abort()
  }, 50)
  await Promise.all(Array.from({ length: attack.lanes }, lane))
  clearInterval(ending)
  over.abort()
  report({ did: 'run', tried: Math.min(next, variations.length), ...counts, underWay: [...underWay] })
}

/** 127.0.0.3 and up; 127.0.0.2 is the good client's. */
function addressOf (index: number): string {
  return `127.0.${Math.floor(index / 250)}.${3 + index % 250}`
}

function report (message: Report): void {
  process.send?.(message)
}
