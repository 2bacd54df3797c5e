import { expect, it } from 'vitest'
import { deadlinesOf } from '../../../src/certification/workflow/deadlines.ts'

type Deadlines = typeof deadlinesOf

const ends = (journey: object, items: object[] = [], facts: object = { boletaFoliosAt: null }): string[] =>
  deadlinesOf(journey as Parameters<Deadlines>[0], items as Parameters<Deadlines>[1], facts as Parameters<Deadlines>[2])
    .map(({ at }) => at.toISOString())

it.each([
  // In Chilean summer, three hours behind UTC: the last minute is 02:59 of the next day.
  ['2026-11-23T15:00:00Z', '2027-01-23T02:59:00.000Z'],
  // Still the 22nd in Chile.
  ['2026-11-23T02:00:00Z', '2027-01-22T02:59:00.000Z'],
  // February has no 31st.
  ['2026-12-31T15:00:00Z', '2027-03-01T02:59:00.000Z'],
  // In winter, four hours behind.
  ['2027-05-10T15:00:00Z', '2027-07-10T03:59:00.000Z']
])('a set that was loaded at %s is valid for two months, in Chilean days', (loadedAt, end) => {
  expect(ends({ kind: 'DTE', loadedAt: new Date(loadedAt) })).toEqual([end])
})

it.each([
  ['2026-11-23T15:00:00Z', '2027-01-01T02:59:00.000Z'],
  // Still November in Chile.
  ['2026-12-01T02:00:00Z', '2027-01-01T02:59:00.000Z'],
  ['2026-12-01T12:00:00Z', '2027-02-01T02:59:00.000Z']
])('a simulation of %s is due until the next month ends in Chile', (createdAt, end) => {
  const simulation = { kind: 'simulation', attempts: [{ createdAt: new Date(createdAt) }] }

  expect(ends({ kind: 'DTE', loadedAt: null }, [simulation])).toEqual([end])
})

it('the set of boletas is due 24 hours after their folios', () => {
  expect(ends({ kind: 'BOLETA', loadedAt: null }, [], { boletaFoliosAt: new Date('2026-11-23T15:00:00Z') }))
    .toEqual(['2026-11-24T15:00:00.000Z'])
})
