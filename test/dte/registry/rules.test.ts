import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deadlineOf } from '../../../src/dte/registry/deadline.ts'
import { type RegistryAction, registryActions, registryStateOf, registryStates } from '../../../src/dte/registry/events.ts'
import {
  beforeMonthEnd, daysLeft, expectedCode, possibleActions, receiptDeadline, registryAnswer, registryAnswers
} from '../../../src/dte/registry/rules.ts'
import { santiagoDateTime } from '../../../src/dte/values/calendar.ts'

const receivedAt = new Date('2026-11-20T15:00:00Z')
const deadline = deadlineOf(receivedAt)
const running = { now: receivedAt, deadline }

/** The rule matrix of the SII's document, as it stands there: what was registered, and the code of each action. */
const matrix: [string[], Record<RegistryAction, number>][] = [
  [[], { ACD: 0, ERM: 0, RCD: 0, RFP: 0, RFT: 0 }],
  [['NCA'], { ACD: 0, ERM: 0, RCD: 0, RFP: 0, RFT: 0 }],
  [['ENC'], { ACD: 0, ERM: 0, RCD: 0, RFP: 0, RFT: 0 }],
  [['ACD'], { ACD: 7, ERM: 0, RCD: 11, RFP: 11, RFT: 11 }],
  [['ERM'], { ACD: 0, ERM: 7, RCD: 13, RFP: 13, RFT: 13 }],
  [['ERG'], { ACD: 0, ERM: 7, RCD: 13, RFP: 13, RFT: 13 }],
  [['ACD', 'ERM'], { ACD: 7, ERM: 7, RCD: 11, RFP: 11, RFT: 11 }],
  [['RCD'], { ACD: 12, ERM: 6, RCD: 7, RFP: 0, RFT: 0 }],
  [['RFP'], { ACD: 12, ERM: 6, RCD: 0, RFP: 7, RFT: 0 }],
  [['RFT'], { ACD: 12, ERM: 6, RCD: 0, RFP: 0, RFT: 7 }],
  [['RCD', 'RFT'], { ACD: 12, ERM: 6, RCD: 7, RFP: 0, RFT: 7 }],
  [['PAG'], { ACD: 27, ERM: 27, RCD: 27, RFP: 27, RFT: 27 }]
]

describe('the actions that the registry accepts', () => {
  it.each(matrix)('after %j match the SII’s table', (before, codes) => {
    const answered = registryActions.map((action) => [action, expectedCode(before, action, running)])

    expect(Object.fromEntries(answered)).toEqual(codes)
    expect(possibleActions(before, running)).toEqual(registryActions.filter((action) => codes[action] === 0))
  })

  it('are none once the deadline has passed by its later reading, and all before', () => {
    const at = (now: Date) => possibleActions([], { now, deadline })

    expect(at(new Date(deadline.earlier.getTime() + 1))).toEqual(registryActions)
    expect(at(deadline.later)).toEqual(registryActions)
    expect(at(new Date(deadline.later.getTime() + 1))).toEqual([])
    expect(expectedCode(['ACD'], 'ERM', { now: new Date('2027-01-01'), deadline })).toBe(8)
    expect(possibleActions([], { now: new Date('2027-01-01'), deadline: undefined })).toEqual(registryActions)
  })

  it('match the table after any sequence of actions and times', () => {
    const claims = ['RCD', 'RFP', 'RFT']
    const transcribed = (before: string[], action: string, hours: number): number[] => {
      // Received at noon: the eighth day ends eleven hours, 59 minutes and 59 seconds after its noon.
      if (hours >= 8 * 24 + 12) return [8]
      const claimed = before.filter((code) => claims.includes(code))
      if (claimed.length > 0) return action === 'ACD' ? [12] : action === 'ERM' ? [6] : [claimed.includes(action) ? 7 : 0]
      if (action === 'ACD' || action === 'ERM') return [before.includes(action) ? 7 : 0]
      if (before.length === 0) return [0]
      return before.length === 2 ? [11, 13] : [before[0] === 'ACD' ? 11 : 13]
    }
    const step = fc.record({ later: fc.integer({ min: 0, max: 60 }), action: fc.constantFrom(...registryActions) })
    fc.assert(fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      const before: string[] = []
      let hours = 0
      for (const { later, action } of steps) {
        hours += later
        const now = new Date(receivedAt.getTime() + hours * 3_600_000)
        const code = expectedCode(before, action, { now, deadline })
        expect(transcribed(before, action, hours)).toContain(code)
        if (code === 0) before.push(action)
        const state = registryStateOf(before.map((event) => ({ code: event })), { now, deadline })
        expect(state === registryStates.Claimed).toBe(before.some((event) => claims.includes(event)))
        expect(state === registryStates.Tacit).toBe(before.length === 0 && hours >= 8 * 24 + 12)
      }
    }))
  })
})

it('every code of the SII is explained in both languages, and means one of five things', () => {
  const fates = Object.fromEntries(Object.entries(registryAnswers).map(([code, { fate }]) => [code, fate]))

  expect(fates).toEqual({
    '-1': 'retry', 0: 'registered', 1: 'refused', 2: 'refused', 3: 'refused', 4: 'refused', 5: 'refused', 6: 'refused',
    7: 'known', 8: 'refused', 9: 'refused', 10: 'refused', 11: 'refused', 12: 'refused', 13: 'refused', 14: 'refused',
    17: 'refused', 18: 'refused', 19: 'refused', 27: 'noEvents'
  })
  for (const { en, es } of Object.values(registryAnswers)) expect([en, es]).toEqual([expect.stringMatching(/\.$/), expect.stringMatching(/\.$/)])
  expect([registryAnswer(99), registryAnswer(-7)]).toMatchObject([
    { fate: 'refused', en: expect.stringContaining('99') }, { fate: 'retry', es: expect.stringContaining('-7') }
  ])
  expect([registryAnswer(5).en, registryAnswer(19).en, registryAnswer(8).en]).toEqual([
    expect.stringContaining('claimed before'), expect.stringContaining('claimed before'), expect.stringContaining('have ended')
  ])
})

it.each([
  ['whose days end in the same month', '2026-11-10T15:00:00Z', undefined, undefined],
  ['received eight days before the last', '2026-11-22T15:00:00Z', undefined, undefined],
  ['received in the last eight days', '2026-11-23T15:00:00Z', '2026-11-30T23:59:59', '2026-11-27T09:00:00'],
  ['received on the last evening, of which UTC has the next month', '2026-12-01T02:30:00Z', '2026-11-30T23:59:59', '2026-11-27T09:00:00'],
  ['at the end of the year', '2026-12-29T12:00:00Z', '2026-12-31T23:59:59', '2026-12-28T09:00:00'],
  ['before a leap day', '2028-02-22T15:00:00Z', '2028-02-29T23:59:59', '2028-02-26T09:00:00'],
  ['in a February without one', '2027-02-22T15:00:00Z', '2027-02-28T23:59:59', '2027-02-25T09:00:00'],
  ['across the end of summer time', '2026-03-30T15:00:00Z', '2026-03-31T23:59:59', '2026-03-28T09:00:00'],
  ['across the start of summer time', '2026-08-30T15:00:00Z', '2026-08-31T23:59:59', '2026-08-28T09:00:00']
])('confirming receipt keeps the tax credit in its month until it ends: a document %s', (_which, received, until, acts) => {
  const at = new Date(received)
  const receiptBy = receiptDeadline(at, deadlineOf(at).earlier)

  expect(receiptBy && santiagoDateTime(receiptBy)).toBe(until)
  expect(receiptBy && santiagoDateTime(beforeMonthEnd(receiptBy))).toBe(acts)
})

it.each([
  ['2026-11-20T15:00:00Z', '2026-11-20T16:00:00Z', 0],
  ['2026-11-20T15:00:00Z', '2026-11-21T03:30:00Z', 1],
  ['2026-11-21T02:30:00Z', '2026-11-21T03:30:00Z', 1],
  ['2026-04-04T12:00:00Z', '2026-04-07T12:00:00Z', 3]
])('days are Chile’s: from %s to %s there are %i', (now, until, days) => {
  expect(daysLeft(new Date(now), new Date(until))).toBe(days)
})
