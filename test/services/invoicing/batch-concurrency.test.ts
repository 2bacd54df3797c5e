import { expect, it } from 'vitest'
import { createBatchConcurrency } from '../../../src/services/invoicing/issuing/batch-concurrency.ts'

function pace () {
  let nowMs = 0
  const concurrency = createBatchConcurrency({ backlogThreshold: 96, maxConcurrent: 2, now: () => nowMs })
  return { ...concurrency, pass: (ms: number) => { nowMs += ms } }
}

it('the first batch starts at once', () => {
  expect(pace().waitMs(1)).toBe(0)
})

it('documents that arrive while a batch of several tenants runs wait for its end, at most 100 ms', () => {
  const { begin, waitMs, pass } = pace()
  const end = begin(2)
  expect(waitMs(1)).toBe(100)
  pass(60)
  expect(waitMs(1)).toBe(40)
  pass(50)
  expect(waitMs(1)).toBe(0)
  end()
  expect(waitMs(1)).toBe(0)
})

it('a backlog of backlogThreshold does not wait for it', () => {
  const { begin, waitMs } = pace()
  begin(2)
  expect(waitMs(95)).toBe(100)
  expect(waitMs(96)).toBe(0)
})

it('a batch of one tenant does not delay other tenants', () => {
  const { begin, waitMs } = pace()
  begin(1)
  expect(waitMs(1)).toBe(0)
})

it('a third batch starts when one of two has ended, whatever the backlog', () => {
  const { begin, waitMs, pass } = pace()
  const end = begin(1)
  begin(5)
  pass(1000)
  expect(waitMs(1000)).toBe(Infinity)
  end()
  expect(waitMs(1)).toBe(0)
})
