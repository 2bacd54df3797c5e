import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../chaos/parts/random.ts'
import { statuses } from '../../../src/model/document-states.ts'
import type { SentInvoice } from '../../../src/repositories/invoicing/documents/invoices.ts'
import type { DocumentStatus, DocumentVerdict } from '../../../src/services/ports.ts'
import {
  answeredVerdict, countedVerdict, type Processed, reportOf, settle, type Verdict
} from '../../../src/services/invoicing/delivery/verdicts.ts'

const documentType = 39
const invoicesOf = (count: number): SentInvoice[] => Array.from({ length: count }, (_, index) => (
  { id: String(index + 1), status: statuses.Sent, documentType, folio: BigInt(index + 1) }
))

type Counters = [informed: number, accepted: number, rejected: number, objected: number]

function statusOf ([informed, accepted, rejected, objected]: Counters, documents: DocumentVerdict[] = []): Processed {
  return {
    kind: 'processed', state: 'EPR', gloss: '', documents,
    subtotals: [{ documentType, informed, accepted, rejected, objected }]
  }
}

/** `1: accept` for each document with a certain verdict. */
function movesOf (
  invoices: SentInvoice[], { kind, status, answers = [], waitsForNames = true }: {
    kind: 'DTE' | 'BOLETA', status: Processed, answers?: DocumentStatus[], waitsForNames?: boolean
  }
): Record<string, string> {
  const report = reportOf(documentType, invoices.length, { kind, status, waitsForNames })
  const suggested = new Map<string, Verdict>()
  for (const [index, invoice] of invoices.entries()) {
    const answer = answers[index]
    const verdict = countedVerdict(invoice, report) ?? (answer && answeredVerdict(answer, report))
    if (verdict) suggested.set(invoice.id, verdict)
  }
  return Object.fromEntries([...settle(invoices, suggested, report).certain].map(([id, { move }]) => [id, move]))
}

const line = (folio: number, state: string, ...codes: string[]): DocumentVerdict => (
  { documentType, folio, state, reasons: codes.map((code) => ({ code, description: '' })) }
)

describe('boletas that the SII names in its answer', () => {
  it.each<[string, Counters, DocumentVerdict[], Record<string, string>]>([
    ['nothing while their counters are to come', [2, 0, 0, 0], [], {}],
    ['nothing while a counter is to come', [2, 1, 0, 0], [], {}],
    ['a state that rejects over reasons without a level', [2, 0, 1, 1], [line(1, 'RCH', '505'), line(2, 'RPR')],
      { 1: 'reject', 2: 'acceptWithObjections' }],
    ['an acceptance beside one of another', [2, 2, 0, 0], [line(1, 'DOK')], { 1: 'accept', 2: 'accept' }],
    ['a state that objects over a code of level 3', [2, 1, 0, 1], [line(1, 'RPR', 'HED-3-834')],
      { 1: 'acceptWithObjections', 2: 'accept' }],
    ['the level of a reason where the state is silent', [2, 0, 1, 1], [line(1, '', 'DTE-3-505'), line(2, '', 'DET-2-1')],
      { 1: 'reject', 2: 'acceptWithObjections' }],
    ['no rejection that the counters deny', [2, 2, 0, 0], [line(1, 'RCH', 'DTE-3-505')], { 2: 'accept' }],
    ['nothing of a line without state and level', [2, 1, 1, 0], [line(1, '', '505')], { 2: 'accept' }]
  ])('get %s', (_, counters, lines, moves) => {
    expect(movesOf(invoicesOf(2), { kind: 'BOLETA', status: statusOf(counters, lines) })).toEqual(moves)
  })
})

it('boletas that are counted as rejected wait until the SII names them, or their time is over', () => {
  const status = statusOf([2, 0, 2, 0])

  expect(movesOf(invoicesOf(2), { kind: 'BOLETA', status })).toEqual({})
  expect(movesOf(invoicesOf(2), { kind: 'BOLETA', status, waitsForNames: false })).toEqual({ 1: 'reject', 2: 'reject' })
})

it('never more documents are accepted or rejected than the SII counts, whatever it answers about each', () => {
  const random = createRandom(7)
  const below = (limit: number): number => random.between(0, limit - 1)
  const states: DocumentStatus[] = [
    ...['DOK', 'DNK', 'FAN', 'ANC'].map((state) => ({ kind: 'known' as const, state, gloss: '', trackId: undefined })),
    { kind: 'notSeen', state: 'FAU', gloss: '' }, { kind: 'unavailable', cause: '' }
  ]
  for (let round = 0; round < 5_000; round++) {
    const count = 1 + below(5)
    const counters: Counters = [count + below(2), below(count + 1), below(count + 1), below(2)]
    const answers = Array.from({ length: count }, () => random.pick(states))
    const moves = Object.values(movesOf(invoicesOf(count), { kind: 'DTE', status: statusOf(counters), answers }))
    const [informed, accepted, rejected, objected] = counters
    const isFinal = accepted + rejected + objected === informed && informed === count
    const rejections = moves.filter((move) => move === 'reject').length
    expect(rejections, String(counters)).toBeOneOf([0, isFinal ? rejected : 0])
    if (isFinal) expect(moves.length - rejections, String(counters)).toBeLessThanOrEqual(accepted + objected)
  }
})
