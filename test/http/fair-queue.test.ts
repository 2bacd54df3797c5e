import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFairQueue } from '../../src/http/fair-queue.ts'

const longest = 50
const cost = fc.integer({ min: 0, max: longest })

describe('of callers who wait', () => {
  it('no two who always wait get apart by more than one unit, whoever comes and goes beside them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ cost, passer: fc.option(fc.constantFrom('c', 'd', 'e')) }), {
          minLength: 2, maxLength: 200
        }),
        (steps) => {
          const queue = createFairQueue<string>({ maxWaiting: 1000 })
          const spent: Record<string, number> = { a: 0, b: 0 }
          for (const caller of ['a', 'b']) queue.push(caller, caller)
          for (const step of steps) {
            if (step.passer !== null) queue.push(step.passer, step.passer)
            const caller = queue.shift()!
            spent[caller] = (spent[caller] ?? 0) + step.cost
            queue.charge(caller, step.cost)
            if (caller === 'a' || caller === 'b') queue.push(caller, caller)

            expect(Math.abs(spent['a']! - spent['b']!)).toBeLessThanOrEqual(longest)
          }
        }
      )
    )
  })

  it('one who comes waits for one unit of each of the others at most, whatever was spent before', () => {
    fc.assert(
      fc.property(
        fc.array(cost, { minLength: 1, maxLength: 100 }),
        fc.integer({ min: 1, max: 6 }),
        fc.array(cost, { minLength: 30, maxLength: 30 }),
        fc.boolean(),
        (before, crowd, after, isKnown) => {
          const queue = createFairQueue<string>({ maxWaiting: 1000 })
          const callers = Array.from({ length: crowd }, (_, index) => `hostile-${index}`)
          for (const caller of callers) for (let count = 0; count < 200; count++) queue.push(caller, caller)
          if (isKnown) {
            queue.serve('good')
            queue.charge('good', 1)
          }
          for (const ms of before) queue.charge(queue.shift()!, ms)
          queue.push('good', 'good')
          let waited = 0
          for (; queue.size > 0; waited++) {
            const caller = queue.shift()!
            if (caller === 'good') break
            queue.charge(caller, after[waited % after.length]! + 1)
          }

          expect(waited).toBeLessThanOrEqual(crowd)
        }
      )
    )
  })

  it('each may have a number waiting, and forgets nobody meanwhile', () => {
    const queue = createFairQueue<number>({ maxWaiting: 2 })

    expect([queue.push('a', 1), queue.push('a', 2), queue.push('a', 3), queue.push('b', 4)]).toEqual([
      true, true, false, true
    ])
    for (let count = 0; count < 20; count++) queue.age()
    expect([queue.shift(), queue.shift(), queue.shift(), queue.shift()]).toEqual([1, 4, 2, undefined])
  })
})

describe('a caller', () => {
  it('is heavy when its units usually are, and not for a long one', () => {
    const queue = createFairQueue<string>({ maxWaiting: 10 })
    for (let count = 0; count < 8; count++) {
      queue.charge('light', count === 6 ? 15 : 0.5)
      queue.charge('heavy', 15)
    }

    expect(queue.usualMs('heavy')).toBeGreaterThan(10)
    expect(queue.usualMs('light')).toBeLessThan(5)
  })

  it('waits while it may not go on, and the next one goes', () => {
    const queue = createFairQueue<string>({ maxWaiting: 10 })
    for (const caller of ['first', 'second']) queue.push(caller, caller)
    const isSecond = (caller: string): boolean => caller === 'second'

    expect([queue.shift(isSecond), queue.shift(isSecond), queue.shift()]).toEqual(['second', undefined, 'first'])
  })
})

describe('of groups of callers', () => {
  const groupOf = (caller: string): string => caller[0] ?? ''

  it('none has more for being many, and none gets ahead by more than one unit, where units are short', () => {
    const short = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), short, (crowd, costs) => {
        const queue = createFairQueue<string>({ maxWaiting: 1000, groupOf })
        const callers = ['a', ...Array.from({ length: crowd }, (_, index) => `b${index}`)]
        const spent: Record<string, number> = { a: 0, b: 0 }
        for (const caller of callers) queue.push(caller, caller)
        for (const ms of costs) {
          const caller = queue.shift()!
          queue.charge(caller, ms)
          queue.push(caller, caller)
          spent[groupOf(caller)]! += ms

          expect(Math.abs(spent['a']! - spent['b']!)).toBeLessThanOrEqual(2)
        }
      })
    )
  })

  it('none has its light callers wait for what a heavy one of them took', () => {
    const queue = createFairQueue<string>({ maxWaiting: 1000, groupOf })
    for (let count = 0; count < 100; count++) queue.push('b', 'b')
    for (let count = 0; count < 10; count++) queue.push('a heavy', 'a heavy')
    const served = (times: number): string[] => Array.from({ length: times }, () => {
      const caller = queue.shift()!
      queue.charge(caller, caller === 'a heavy' ? 40 : 0.5)
      return caller
    })
    expect(served(2)).toContain('a heavy')
    queue.push('a light', 'a light')

    expect(served(6)).toContain('a light')
  })

  it('one that comes has saved nothing up', () => {
    const queue = createFairQueue<string>({ maxWaiting: 1000, groupOf })
    const serve = (times: number): string[] => Array.from({ length: times }, () => {
      const caller = queue.shift()!
      queue.charge(caller, 10)
      return caller
    })
    for (let count = 0; count < 60; count++) queue.push('b1', 'b1')
    serve(20)
    for (let count = 0; count < 20; count++) queue.push('a', 'a')

    expect(serve(20).filter((caller) => caller === 'a')).toHaveLength(10)
  })
})

describe('what was spent lately', () => {
  it('tells who is above its share, and is forgotten', () => {
    const queue = createFairQueue<number>({ maxWaiting: 2 })
    queue.charge('heavy', 100)
    queue.charge('light', 1)

    expect([queue.isAboveShare('heavy'), queue.isAboveShare('light'), queue.isAboveShare('nobody')]).toEqual([
      true, false, false
    ])
    for (let count = 0; count < 20; count++) queue.age()
    expect(queue.callers).toBe(0)
  })

  it('is told by caller and by group, with the extremes of a group', () => {
    const queue = createFairQueue<number>({ maxWaiting: 2, groupOf: (caller) => caller[0] ?? '' })
    for (const [caller, ms] of [['a1', 8], ['a2', 2], ['b1', 3]] as const) queue.charge(caller, ms)
    queue.age()

    expect([queue.lateMs('a1'), queue.lateMs('nobody'), queue.lateMsOf('a'), queue.lateMsOf('c')]).toEqual([4, 0, 5, 0])
    expect(queue.extremesOf('a')).toEqual({ mostMs: 4, leastMs: 1 })
    expect(queue.extremesOf('c')).toEqual({ mostMs: 0, leastMs: Infinity })
  })

  it('is measured by group first', () => {
    const queue = createFairQueue<number>({ maxWaiting: 2, groupOf: (caller) => caller[0] ?? '' })
    for (let count = 0; count < 50; count++) queue.charge(`many ${count}`, count === 0 ? 10 : 2)
    queue.charge('one', 40)

    expect([queue.isAboveShare('one'), queue.isAboveShare('many 0'), queue.isAboveShare('many 1')]).toEqual([
      false, true, false
    ])
    queue.charge('one', 100)
    expect([queue.isAboveShare('one'), queue.isAboveShare('many 0')]).toEqual([true, false])
  })
})
