import { describe, expect, it } from 'vitest'
import { createDelayMeasure } from '../../src/http/loop-delay.ts'

const sampleMs = 500
const tickMs = 20

/** Which samples are late, of a loop that is held for so long again and again; a timer is heard once between holds. */
function lateSamples (holds: readonly number[], mostMs = 200): boolean[] {
  let nowMs = 0
  let sampledAt = 0
  const measure = createDelayMeasure({ mostMs, everyMs: tickMs, now: () => nowMs })
  const samples: boolean[] = []
  for (const ms of holds) {
    nowMs += Math.max(ms, tickMs)
    measure.tick()
    if (nowMs - sampledAt < sampleMs) continue
    samples.push(measure.takeSample())
    sampledAt = nowMs
  }
  return samples
}

const idle = Array.from({ length: 50 }, () => tickMs)

describe('a loop is late', () => {
  it.each([250, 490, 600, 900, 5000])('when each hold takes %i ms, from the second or third on', (ms) => {
    expect(lateSamples([...idle, ...Array.from({ length: 8 }, () => ms)]).slice(-3)).toEqual([true, true, true])
  })

  it.each([0, 100, 200])('and is not when each takes %i ms', (ms) => {
    expect(lateSamples(Array.from({ length: 50 }, () => ms))).not.toContain(true)
  })

  it.each([600, 900, 60_000])('and is not after one hold of %i ms, or of the machine', (ms) => {
    expect(lateSamples([ms, ...idle, ...idle, ms, ...idle])).not.toContain(true)
  })

  it('until the holds are over', () => {
    expect(lateSamples([600, 600, 600, ...idle])).toEqual([false, true, true, false, false])
  })
})
