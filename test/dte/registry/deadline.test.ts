import { expect, it } from 'vitest'
import { deadlineOf, isClaimable } from '../../../src/dte/registry/deadline.ts'
import { santiagoDateTime } from '../../../src/dte/values/calendar.ts'

it.each([
  ['on an ordinary day', '2026-01-01T23:00:00Z', '2026-01-09T20:00:00', '2026-01-09T23:59:59'],
  ['at midnight', '2026-01-02T03:00:00Z', '2026-01-10T00:00:00', '2026-01-10T23:59:59'],
  ['across the end of the year', '2026-12-28T15:30:00Z', '2027-01-05T12:30:00', '2027-01-05T23:59:59'],
  ['across a leap day', '2028-02-22T15:30:00Z', '2028-03-01T12:30:00', '2028-03-01T23:59:59'],
  ['across the end of summer time, by elapsed hours', '2026-04-01T15:00:00Z', '2026-04-09T11:00:00', '2026-04-09T23:59:59'],
  ['across the start of summer time, by the clock', '2026-09-02T16:00:00Z', '2026-09-10T12:00:00', '2026-09-10T23:59:59'],
  ['late in the evening, of which UTC has the next day', '2026-07-02T03:30:00Z', '2026-07-09T23:30:00', '2026-07-09T23:59:59']
])('a document can be claimed for eight running days by both readings: %s', (_when, receivedAt, earlier, later) => {
  const deadline = deadlineOf(new Date(receivedAt))

  expect([deadline.earlier, deadline.later].map(santiagoDateTime)).toEqual([earlier, later])
  expect(deadline.earlier <= deadline.later).toBe(true)
})

it('only invoices and settlements can be claimed', () => {
  expect([33, 34, 43, 46, 52, 56, 61, 110].filter(isClaimable)).toEqual([33, 34, 43])
})
