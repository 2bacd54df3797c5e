import { describe, expect, it } from 'vitest'
import { itemCodesMax } from '../../../src/dte/fields/line-blocks.ts'
import { globalDiscountsMax, linesMax, referencesMax } from '../../../src/dte/tables/limits.ts'
import { packagesMax, paymentsMax, subtotalsMax } from '../../../src/dte/fields/blocks.ts'
import { invoicePayload } from '../../../src/dte/fields/payload.ts'
import { jsonLimits } from '../../../src/http/bodies/json-check.ts'
import { parseJson } from '../../../src/http/bodies/json.ts'
import { ServiceError } from '../../../src/shared/errors.ts'
import { casePayload, preparePayload } from '../../support/document-cases.ts'
import { memberPaths } from '../../support/payload-members.ts'

const keys = { tenantCode: 'andes', accessKey: 'ak_test_1', secretKey: 'sk_1' }
const posted = (payload: unknown) => Buffer.from(JSON.stringify({ ...keys, payload }))

async function refusal (body: Buffer): Promise<{ code: string, path: string | undefined }> {
  try {
    await parseJson(body)
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, path: error.problems[0]?.path }
  }
  throw new Error('was taken')
}

/** Members and elements at every depth of a value. */
function valuesOf (value: unknown): number {
  return typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, inner) => sum + 1 + valuesOf(inner), 0)
    : 0
}

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** A boleta that has everything, as often as it may: no other type has a tenth of its lines. */
function largestBoleta (): { details: object[], header: { documentId: object } } {
  const { header, details } = casePayload('valid', '039-show-ticket') as {
    header: { documentId: object }, details: object[]
  }
  const line = {
    ...details[0],
    itemDescription: 'Con numeración',
    unitOfMeasure: 'UN',
    quantity: 2,
    discountPercentage: 10,
    discountAmount: 5000,
    surchargePercentage: 10,
    surchargeAmount: 5000,
    lineTotal: 50_000,
    exemptIndicator: 1,
    itemCodes: times(itemCodesMax, (index) => ({ codeType: `INT${index}`, codeValue: 'SKU' }))
  }
  const lines = linesMax(true)
  return {
    header,
    details: times(lines, (index) => ({ lineNumber: index + 1, ...line })),
    ...{
      references: times(
        referencesMax, () => ({ code: 'SET', reason: 'CASO-1', salesPersonCode: 'V1', cashRegisterCode: 'C1' })
      )
    },
    ...{
      subtotals: times(
        subtotalsMax,
        (index) => ({
          description: 'Parte', order: index + 1, netAmount: 1, taxAmount: 1, additionalTaxAmount: 1, exemptAmount: 1,
          totalAmount: 1, lines: times(lines, (number) => number + 1)
        })
      )
    }
  }
}

describe('the largest valid document', () => {
  const boleta = largestBoleta()

  it('breaks no rule, and uses about half of the limits', async () => {
    const body = posted(boleta)

    expect(preparePayload(boleta).violations).toEqual([])
    expect(JSON.stringify(await parseJson(body)) === body.toString()).toBe(true)
    expect(valuesOf({ ...keys, payload: boleta }) * 2).toBeLessThanOrEqual(jsonLimits.values * 1.02)
    expect(linesMax(true) * 2).toBe(jsonLimits.elements)
  })

  it('has ten times the values of a document of any other type with every member in every row', () => {
    const rows: Record<string, number> = {
      'details[]': linesMax(false),
      'references[]': referencesMax,
      'globalDiscounts[]': globalDiscountsMax,
      'subtotals[]': subtotalsMax,
      'commissions[]': 20,
      'header.documentId.payments[]': paymentsMax,
      'header.transport.customs.packages[]': packagesMax,
      'subtotals[].lines[]': linesMax(false)
    }
    // Lists inside of lines have five rows at most, and sender.activityCodes four.
    const rowsAbove = (path: string): number => path.split('.').reduce((sum, _, index, names) => {
      const above = names.slice(0, index + 1).join('.')
      return above.endsWith('[]') ? sum * (rows[above] ?? 5) : sum
    }, 1)
    const most = memberPaths(invoicePayload).reduce((sum, path) => sum + rowsAbove(path), 0)

    expect(most * 10).toBeLessThan(jsonLimits.values)
  })

  it('needs half of the allowed depth, members and names', () => {
    const paths = memberPaths(invoicePayload)
    const depthOf = (path: string): number => path.split(/\.|(?=\[\])/).length
    const siblings = new Map<string, number>()
    const names = new Map<number, Set<string>>()
    for (const path of paths.filter((one) => !one.endsWith('[]'))) {
      const above = path.slice(0, Math.max(0, path.lastIndexOf('.')))
      siblings.set(above, (siblings.get(above) ?? 0) + 1)
      names.set(depthOf(path), (names.get(depthOf(path)) ?? new Set()).add(path.slice(above.length)))
    }

    // The posted object itself is one level more.
    expect(Math.max(...paths.map(depthOf)) + 1).toBeLessThan(jsonLimits.depth)
    expect(Math.max(...siblings.values()) * 2).toBeLessThanOrEqual(jsonLimits.members)
    expect(Math.max(...Array.from(names.values(), ({ size }) => size)) * 2).toBeLessThanOrEqual(jsonLimits.names)
  })
})

describe('one beyond a limit is refused with its position', () => {
  const nested = (depth: number) => Buffer.from(`${'['.repeat(depth)}${']'.repeat(depth)}`)
  const list = (count: number) => Buffer.from(JSON.stringify({ payload: { details: Array(count).fill(0) } }))
  const object = (count: number, prefix = 'm') => Object.fromEntries(times(count, (index) => [`${prefix}${index}`, 1]))
  const objectsWith = (count: number) =>
    Buffer.from(JSON.stringify(times(count / 50, (index) => object(50, `m${index}_`))))
  // Lists of as many elements as may be, in a list: each costs one more than it holds.
  const lists = (count: number) => Buffer.from(
    JSON.stringify(times(Math.ceil(count / 2000), (index) => Array(Math.min(2000, count - index * 2000) - 1).fill(0)))
  )

  it.each([
    ['depth', nested(jsonLimits.depth), nested(jsonLimits.depth + 1), 'JSON_TOO_DEEP', '[0]'.repeat(jsonLimits.depth)],
    [
      'elements of a list', list(jsonLimits.elements), list(jsonLimits.elements + 1), 'JSON_TOO_MANY_VALUES',
      `payload.details[${jsonLimits.elements}]`
    ],
    [
      'members of an object', Buffer.from(JSON.stringify({ a: object(jsonLimits.members) })),
      Buffer.from(JSON.stringify({ a: object(jsonLimits.members + 1) })), 'JSON_TOO_MANY_VALUES', 'a'
    ],
    ['names', objectsWith(jsonLimits.names), objectsWith(jsonLimits.names + 50), 'JSON_TOO_MANY_VALUES', '[10].m10_0'],
    [
      'values in all', lists(jsonLimits.values), lists(jsonLimits.values + 1), 'JSON_TOO_MANY_VALUES',
      expect.stringMatching(/^\[62\]\[\d+\]$/)
    ]
  ])('%s', async (_what, most, beyond, code, path) => {
    expect(JSON.stringify(await parseJson(most)) === most.toString()).toBe(true)
    expect(await refusal(beyond)).toEqual({ code, path })
  })
})
