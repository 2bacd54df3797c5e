/** @module-tag slow */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { preparePayload } from '../support/document-cases.ts'
import { defined } from '../support/expecting.ts'
import { anyExample, payloadOf, type Example } from '../support/random-documents.ts'
import { expectedTotals, type ExpectedTotals } from '../support/rational-totals.ts'
import { createSchemas, schemasFolder } from '../support/schemas.ts'
import { createSigning } from '../support/signing.ts'

/*
 * Random documents of all twelve types against an arithmetic of fractions that shares no code with the service. To look
 * longer: RANDOM_DOCUMENTS=10000 npx vitest run test/dte/every-type.test.ts, which on a quiet machine takes some two
 * minutes.
 */
const wanted = process.env['RANDOM_DOCUMENTS']
const [runs, runsWithSchema] = wanted === undefined ? [500, 150] : [Number(wanted), Number(wanted)]

const signing = createSigning({ keyBits: 1024 })
const prepare = (example: Example, totals?: object) => preparePayload(payloadOf(example, totals))

const shown = ({ lineTotals: _, ...totals }: ExpectedTotals) =>
  Object.fromEntries(Object.entries(totals).filter(([, value]) => value !== undefined))

describe('random documents of every type', () => {
  it('equal exact arithmetic with fractions, to the last decimal', () => {
    const seen = new Map<number, number>()
    fc.assert(fc.property(anyExample, (example) => {
      const { document, totals, violations } = prepare(example)
      seen.set(example.documentType, (seen.get(example.documentType) ?? 0) + 1)

      expect(violations).toEqual([])
      expect(totals).toMatchObject(shown(expectedTotals(example)))
      expect(document?.lines.map(({ lineTotal }) => lineTotal)).toEqual(expectedTotals(example).lineTotals)
    }), { numRuns: runs })
    expect(seen.size).toBe(12)
  })

  it('are accepted with correct posted totals, and refused for a difference of the smallest unit', () => {
    fc.assert(fc.property(anyExample, (example) => {
      const right = Number(expectedTotals(example).totalAmount)
      const step = example.documentType >= 110 ? 0.0001 : 1
      const wrong = Number((right + step).toFixed(4))

      expect(prepare(example, { totalAmount: right }).violations).toEqual([])
      expect(prepare(example, { totalAmount: wrong }).violations.map(({ rule }) => rule)).toEqual([
        'TOTAL_AMOUNT_MISMATCH'
      ])
    }),
    { numRuns: runsWithSchema }
    )
  })

  it.skipIf(!existsSync(fileURLToPath(schemasFolder)))("produce XML that the SII's schemas accept", async () => {
    const schemas = createSchemas()
    await fc.assert(fc.asyncProperty(anyExample, async (example) => {
      const { document } = prepare(example)

      expect(await schemas.complaintsOf(defined(document), signing)).toEqual([])
    }), { numRuns: runsWithSchema })
  })
})
