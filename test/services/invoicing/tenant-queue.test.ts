import { expect, it } from 'vitest'
import { createTenantQueue } from '../../../src/services/invoicing/issuing/tenant-queue.ts'

const lineOf = (waiting: Record<string, number[]>) => {
  const line = createTenantQueue<number>((weight) => weight)
  for (const [tenant, items] of Object.entries(waiting)) {
    for (const item of items) line.add(tenant, item)
  }
  return line
}
const countsOf = (taken: Map<string, number[]>) =>
  Object.fromEntries([...taken].map(([name, { length }]) => [name, length]))
const ones = (count: number): number[] => Array<number>(count).fill(1)

it('one tenant alone fills a batch', () => {
  expect(countsOf(lineOf({ a: ones(20) }).take(8))).toEqual({ a: 8 })
})

it('the single item of another tenant is in the next batch, whatever the backlog of the first', () => {
  expect(countsOf(lineOf({ a: ones(500), b: ones(1) }).take(8))).toEqual({ a: 7, b: 1 })
})

it('tenants share equally, and take turns when a batch has room for some only', () => {
  const line = lineOf({ a: ones(9), b: ones(9), c: ones(9) })

  expect(countsOf(line.take(2))).toEqual({ a: 1, b: 1 })
  line.release('a')
  line.release('b')
  expect(countsOf(line.take(2))).toEqual({ c: 1, a: 1 })
})

it('a tenant has one running batch at a time, and its other items wait for its end', () => {
  const line = lineOf({ a: ones(3), b: ones(1) })

  expect(countsOf(line.take(2))).toEqual({ a: 1, b: 1 })
  expect(line.hasFree()).toBe(false)
  expect(countsOf(line.take(2))).toEqual({})
  line.release('a')
  expect(line.hasFree()).toBe(true)
  expect(countsOf(line.take(2))).toEqual({ a: 2 })
})

it('heavy items count more, and one too heavy for any batch runs alone', () => {
  const line = lineOf({ a: [1, 30, 1], b: [1] })

  expect([...line.take(8)]).toEqual([['a', [1]], ['b', [1]]])
  line.release('a')
  expect([...line.take(8)]).toEqual([['a', [30]]])
  line.release('a')
  expect([...line.take(8)]).toEqual([['a', [1]]])
})

it('reports the weight of all waiting items', () => {
  const line = lineOf({ a: [1, 30, 1], b: [1] })

  expect(line.weight()).toBe(33)
  line.take(8)
  expect(line.weight()).toBe(31)
  line.release('a')
  line.take(8)
  expect(line.weight()).toBe(1)
})

it("takes everything once, in its tenant's order", () => {
  const line = createTenantQueue<{ tenant: string, serial: number, weight: number }>(({ weight }) => weight)
  const added = Array.from({ length: 300 }, (_, serial) => (
    { tenant: `tenant ${serial * 7 % 11}`, serial, weight: 1 + serial * 13 % 5 }
  ))
  for (const item of added) line.add(item.tenant, item)
  const seen = new Map<string, number[]>()
  while (line.hasFree()) {
    const taken = line.take(16)
    for (const [tenant, items] of taken) {
      seen.set(tenant, [...seen.get(tenant) ?? [], ...items.map(({ serial }) => serial)])
      line.release(tenant)
    }
  }

  expect([...seen.values()].flat().sort((a, b) => a - b)).toEqual(added.map(({ serial }) => serial))
  for (const serials of seen.values()) expect(serials).toEqual([...serials].sort((a, b) => a - b))
})
