import { expect, it } from 'vitest'
import { mostCounted, totalOf } from '../../src/repositories/postgres/totals.ts'

it('a total of up to 10,000 is exact', () => {
  expect(mostCounted).toBe(10_000)
  expect(totalOf({ count: 10_000, from: 5, reached: 1, to: 0 })).toEqual({
    totalRecords: 10_000, totalIsEstimate: false
  })
  expect(totalOf({ count: 0, from: 0, reached: 0, to: 0 })).toEqual({ totalRecords: 0, totalIsEstimate: false })
})

it('beyond that it is extrapolated', () => {
  expect(totalOf({ count: 10_001, from: 1_000_000, reached: 500_000, to: 0 })).toEqual({
    totalRecords: 20_002, totalIsEstimate: true
  })
})

it('an estimate is never less than the count', () => {
  const total = { totalRecords: 10_001, totalIsEstimate: true }

  expect(totalOf({ count: 10_001, from: 7, reached: 7, to: 7 })).toEqual(total)
  expect(totalOf({ count: 10_001, from: 9, reached: 8, to: 8.5 })).toEqual(total)
})
