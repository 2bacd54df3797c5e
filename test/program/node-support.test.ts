import { expect, it } from 'vitest'
import { withoutFixesSince } from '../../src/program/startup/node-support.ts'

it.each([
  ['20.20.2', '2026-05-01', '2026-04-30'], ['20.20.2', '2026-04-30', undefined], ['24.21.0', '2028-04-30', undefined],
  ['24.21.0', '2028-05-01', '2028-04-30'], ['99.0.0', '2040-01-01', undefined]
])('a start on Node.js %s in production says on %s since when there are no security fixes', (version, day, since) => {
  expect(withoutFixesSince(version, new Date(`${day}T12:00:00Z`))).toBe(since)
})
