import { describe, expect, it } from 'vitest'
import type { FolioBlockRow } from '../../../src/repositories/tenants/folio-blocks.ts'
import { planSkip, notReceivedRanges } from '../../../src/services/restoring/folio-skips.ts'
import { createReceivedFolios, SiiUnavailable } from '../../../src/services/restoring/received-folios.ts'
import type { DocumentQuery, DocumentStatus, SiiGateway, SiiTarget } from '../../../src/services/ports.ts'

const block = {
  issuerTaxNumber: '77777777-7', documentType: 33, rangeFrom: 1n, rangeTo: 60n, next: 5n
} as FolioBlockRow
const target = { authority: 'simulator', environment: 'certification', credential: {} } as SiiTarget

/** Asks a tax authority that answers as it is told to; tells how often it was asked. */
function questions (answer: (query: DocumentQuery, asked: number) => DocumentStatus) {
  let asked = 0
  const gateway = { documentStatus: async (_target, query) => answer(query, ++asked) } as SiiGateway
  const heldFolios = createReceivedFolios({
    gateway, clock: () => new Date('2026-11-22T12:00:00Z'), retryLimits: { tries: 3, waitMs: 1 }
  })
  return { heldFolios, asked: () => asked }
}

const holding = (...folios: number[]) => ({ folio }: DocumentQuery): DocumentStatus =>
  folios.includes(folio)
    ? { kind: 'known', state: 'DNK', gloss: '', trackId: '1' }
    : { kind: 'notSeen', state: 'FAU', gloss: '' }

describe('the folios that the SII has', () => {
  it('are searched past gaps, until twenty in a row are not found', async () => {
    const { heldFolios, asked } = questions(holding(5, 6, 26, 50))

    expect(await heldFolios(target, block)).toEqual([5, 6, 26])
    expect(asked()).toBeLessThanOrEqual(44)
  })

  it('are searched beyond the margin that an earlier restore skipped', async () => {
    const { heldFolios } = questions(holding(5, 36, 37))

    expect(await heldFolios(target, block, 30)).toEqual([5, 36, 37])
    expect(await heldFolios(target, block)).toEqual([5])
  })

  it('are searched up to the end of the block, not beyond', async () => {
    const { heldFolios, asked } = questions(({ folio }) => holding(folio)({ folio } as DocumentQuery))

    expect(await heldFolios(target, block)).toHaveLength(56)
    expect(asked()).toBe(56)
  })

  it('are queried again when there is no answer, and unknown if there never is one', async () => {
    const unavailable: DocumentStatus = { kind: 'unavailable', cause: 'HTTP 503' }
    const slow = questions((query, asked) => asked <= 4 ? unavailable : holding(5)(query))

    expect(await slow.heldFolios(target, block)).toEqual([5])
    await expect(questions(() => unavailable).heldFolios(target, block)).rejects.toThrow(SiiUnavailable)
  })
})

describe('the skipped folios', () => {
  it.each([
    ['those held and the margin beyond', { held: [5, 7], margin: 10 }, { to: 18, margin: 10 }, [[6, 6], [8, 17]]],
    ['the margin alone, where nothing is held', { held: [], margin: 3 }, { to: 8, margin: 3 }, [[5, 7]]],
    ['none beyond the block', { held: [58], margin: 100 }, { to: 61, margin: 2 }, [[5, 57], [59, 60]]],
    ['none, without margin', { held: [], margin: 0 }, { to: 5, margin: 0 }, []],
    [
      'those held alone, where the margin stands', { held: [5], margin: 10, isMarginReserved: true }, { to: 6, margin: 0 },
      []
    ]
  ])(
    'are %s',
    (
      _what, { held, margin, isMarginReserved = false }: { held: number[], margin: number, isMarginReserved?: boolean },
      expected, unheld
    ) => {
      const plan = planSkip(block, { held, margin, isMarginReserved })

      expect(plan).toMatchObject({ from: 5, ...expected })
      expect(notReceivedRanges(plan)).toEqual(unheld)
    })
})
