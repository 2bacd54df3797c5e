import { describe, expect, it } from 'vitest'
import {
  channelTypeText, channelTypes, moveOf, moves, type StatusName, statuses, statusText
} from '../../src/model/document-states.ts'

const names = Object.keys(statuses) as StatusName[]
const table = Object.values(moves)

/** Every state that can follow, in however many moves. */
function reachableFrom (start: StatusName): Set<StatusName> {
  const reached = new Set<StatusName>([start])
  for (const name of reached) {
    for (const { from, to } of table) if ((from as readonly StatusName[]).includes(name)) reached.add(to)
  }
  return reached
}

describe('the states of a document', () => {
  it('have the numbers of EnumOutboxStatus', () => {
    expect(statuses).toEqual({
      Waiting: 1, Issued: 2, Sending: 3, Sent: 4, Accepted: 5, AcceptedWithObjections: 6, Rejected: 7, Failed: 8
    })
  })

  it.each(names)('are named: %s', (name) => {
    expect(statusText(statuses[name])).toBe(name)
  })

  it('exclude other numbers', () => {
    for (const number of [0, 9, 1.5, NaN]) expect(() => statusText(number)).toThrow(RangeError)
  })

  it('are all reachable from the two initial ones', () => {
    expect(new Set([...reachableFrom('Waiting'), ...reachableFrom('Issued')])).toEqual(new Set(names))
  })
})

describe('the table of transitions', () => {
  it.each(['Accepted', 'AcceptedWithObjections'] as const)(
    'ends at acceptance, which only gains or loses objections: from %s',
    (name) => {
      expect(reachableFrom(name)).toEqual(new Set(['Accepted', 'AcceptedWithObjections']))
    }
  )

  it('has a path to acceptance from every state', () => {
    for (const name of names) expect([name, reachableFrom(name).has('Accepted')]).toEqual([name, true])
  })

  it('gives verdicts only to sent documents', () => {
    for (const name of ['accept', 'acceptWithObjections', 'reject'] as const) expect(moves[name].from).toEqual(['Sent'])
  })

  it('never puts a document that the SII accepted into another envelope', () => {
    for (const { from, to } of table) {
      if (to === 'Issued' || to === 'Sending') expect(from).not.toContainEqual(expect.stringMatching(/^Accepted/))
    }
  })

  it('is passed to the database as numbers', () => {
    expect(moveOf('unpack')).toEqual({ from: [3, 4], to: 2 })
  })
})

it('the channels have the numbers and names of EnumChannelType', () => {
  expect(Object.values(channelTypes).map((number) => [number, channelTypeText(number)])).toEqual([[1, 'Webhook'], [
    2, 'BulkInvoice'
  ], [3, 'Console']])
})
