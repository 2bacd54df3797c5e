import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prepareDocument } from '../../../src/dte/reading/document-from-payload.ts'
import { invoicePayload, type InvoicePayload } from '../../../src/dte/fields/payload.ts'
import { defined } from '../../support/expecting.ts'
import { senderFacts, today } from '../../support/sender-facts.ts'

/*
 * The arithmetic of [S1] a second time, in fractions of whole numbers, to hold the first against: the two share
 * no code. Quantities and prices are in millionths, percentages in hundredths.
 */

interface Line {
  quantity: bigint
  price: bigint
  discount: bigint
  exemptIndicator: 1 | 2 | 3 | 6 | undefined
  taxCode: '24' | '26' | '27' | '18' | undefined
}
interface Discount {
  movement: 'D' | 'R'
  percent: bigint
  exemptIndicator: 1 | undefined
}
interface Example {
  documentType: '33' | '39' | '61'
  gross: boolean
  lines: Line[]
  discounts: Discount[]
}

const ratesInTenths = { 24: 315n, 26: 205n, 27: 100n, 18: 50n }

/** numerator ÷ denominator to the nearest whole number, a half upwards; both positive. */
const rounded = (numerator: bigint, denominator: bigint) =>
  numerator / denominator + (2n * (numerator % denominator) >= denominator ? 1n : 0n)

const lineTotal = ({ quantity, price, discount }: Line) =>
  rounded(quantity * price, 10n ** 12n) - rounded(quantity * price * discount, 10n ** 16n)

const add = (values: bigint[]) => values.reduce((total, value) => total + value, 0n)
const familySum = (lines: Line[], indicator: number | undefined) =>
  add(lines.filter((line) => line.exemptIndicator === indicator).map(lineTotal))

function withDiscounts (base: bigint, discounts: Discount[]) {
  return add([
    base, ...discounts.map(({ movement, percent }) => (movement === 'D' ? -1n : 1n) * rounded(base * percent, 10_000n))
  ])
}

function totalsOf ({ gross, lines, discounts }: Example) {
  const affected = withDiscounts(
    familySum(lines, undefined), discounts.filter(({ exemptIndicator }) => exemptIndicator === undefined)
  )
  const exempt = withDiscounts(familySum(lines, 1), discounts.filter(({ exemptIndicator }) => exemptIndicator === 1))
  const net = gross ? rounded(affected * 100n, 119n) : affected
  const vat = gross ? affected - net : rounded(net * 19n, 100n)
  const codes = [...new Set(lines.flatMap(({ taxCode }) => taxCode ?? []))]
  const taxes = codes.map((code) => ({
    code,
    // The base of the VAT (DL 825, art. 42): a share of what the discounts leave.
    amount: rounded(
      add(lines.filter(({ taxCode }) => taxCode === code).map(lineTotal)) * affected * ratesInTenths[code],
      (familySum(lines, undefined) || 1n) * 1000n
    )
  }))
  const total = add([net, exempt, vat, ...taxes.map(({ amount }) => amount), familySum(lines, 3)])
  return { net, exempt, vat, taxes, total, nonBillable: familySum(lines, 2) - familySum(lines, 6) }
}

const millionths = (max: number) => fc.oneof(
  fc.integer({ min: 1, max }).map((whole) => BigInt(whole) * 1_000_000n),
  fc.integer({ min: 1, max: 9_999_999 }).map(BigInt)
)
const percents = fc.oneof(fc.constant(0n), fc.integer({ min: 1, max: 10_000 }).map(BigInt))

function examples (documentType: Example['documentType']): fc.Arbitrary<Example> {
  const boleta = documentType === '39'
  const indicators = boleta ? [undefined, 1, 2, 6] as const : [undefined, undefined, 1, 2, 3, 6] as const
  return fc.boolean().chain((gross) => {
    const taxCodes = boleta || gross ? [undefined] as const : [undefined, undefined, '24', '26', '27', '18'] as const
    const line = fc.record({
      quantity: millionths(1000), price: millionths(1_000_000), discount: percents,
      exemptIndicator: fc.constantFrom(...indicators), taxCode: fc.constantFrom(...taxCodes)
    })
      .map((drawn) => ({ ...drawn, taxCode: drawn.exemptIndicator === undefined ? drawn.taxCode : undefined }))
    const discount = fc.record({
      movement: fc.constantFrom('D' as const, 'R' as const), percent: fc.integer({ min: 1, max: 2500 }).map(BigInt),
      exemptIndicator: fc.constantFrom(undefined, 1 as const)
    })
    return fc.record({
      documentType: fc.constant(documentType), gross: fc.constant(gross || boleta),
      lines: fc.array(line, { minLength: 1, maxLength: 12 }), discounts: fc.array(discount, { maxLength: 3 })
    })
  })
}

const sound = (example: Example) =>
  example.lines.some(({ exemptIndicator }) => exemptIndicator === undefined) && totalsOf(example).total > 0n &&
  example.discounts.every(({ exemptIndicator }) =>
    example.lines.some((line) => line.exemptIndicator === exemptIndicator)
  )

const payloadOf = ({ documentType, gross, lines, discounts }: Example, totals: object = {}): InvoicePayload =>
  invoicePayload.parse({
    header: {
      documentId: { documentType, issueDate: today, ...(documentType !== '39' && { grossAmounts: gross }) },
      receiver: {
        taxNumber: '77777777-7', businessName: 'Cliente', businessActivity: 'Comercio', address: 'Teatinos 120',
        municipality: 'Santiago'
      },
      totals
    },
    details: lines.map(({ quantity, price, discount, exemptIndicator, taxCode }) => ({
      itemName: 'Artículo', quantity: Number(quantity) / 1e6, unitPrice: Number(price) / 1e6,
      discountPercentage: Number(discount) / 100, exemptIndicator, ...(taxCode && { taxes: [{ taxCode }] })
    })),
    globalDiscounts: discounts.map(({ movement, percent, exemptIndicator }) => ({
      movement, valueType: '%', value: Number(percent) / 100, exemptIndicator
    })),
    references: documentType === '61' ? [{ documentType: '33', folio: '1', date: today, code: '3' }] : []
  })

const prepare = (payload: InvoicePayload) => prepareDocument(payload, { sender: senderFacts, today })

const postedTotals = (example: Example) => {
  const { net, exempt, vat, taxes, total } = totalsOf(example)
  return {
    netAmount: Number(net), exemptAmount: Number(exempt), taxAmount: Number(vat), totalAmount: Number(total),
    taxes: taxes.map(({ code, amount }) => ({ taxCode: code, taxAmount: Number(amount) }))
  }
}

const anyExample = fc.oneof(examples('33'), examples('39'), examples('61')).filter(sound)

describe('totals', () => {
  it('equal an independent computation', { tags: 'slow' }, () => {
    fc.assert(fc.property(anyExample, (example) => {
      const { totals, violations } = prepare(payloadOf(example))
      const expected = totalsOf(example)

      expect(violations).toEqual([])
      expect(totals).toMatchObject({
        netAmount: String(expected.net), exemptAmount: String(expected.exempt), taxAmount: String(expected.vat),
        totalAmount: String(expected.total)
      })
      expect(totals?.taxes.map(({ taxCode, taxAmount }) => ({ code: taxCode, amount: BigInt(taxAmount) }))).toEqual(
        expected.taxes
      )
      expect(BigInt(totals?.nonBillableAmount ?? 0)).toBe(expected.nonBillable)
    }),
    { numRuns: 1000 }
    )
  })

  it('are accepted when posted correctly', () => {
    fc.assert(fc.property(anyExample, (example) => {
      expect(prepare(payloadOf(example, postedTotals(example))).violations).toEqual([])
    }), { numRuns: 300 })
  })

  it.each(
    [
      ['netAmount', 'NET_AMOUNT_MISMATCH'], ['exemptAmount', 'EXEMPT_AMOUNT_MISMATCH'],
      ['taxAmount', 'TAX_AMOUNT_MISMATCH'], ['totalAmount', 'TOTAL_AMOUNT_MISMATCH']
    ] as const
  )('are refused for a single peso too much in %s, and for nothing else', (member, rule) => {
    fc.assert(
      fc.property(anyExample, (example) => {
        const right = postedTotals(example)

        expect(prepare(payloadOf(example, { ...right, [member]: right[member] + 1 })).violations).toMatchObject([
          {
            rule, path: `payload.header.totals.${member}`, posted: String(right[member] + 1),
            computed: String(right[member])
          }
        ])
      }),
      { numRuns: 100 }
    )
  })

  it('equal the sum of the lines in the finished document', () => {
    fc.assert(fc.property(anyExample, (example) => {
      const { document } = prepare(payloadOf(example))
      const lines = defined(document).lines.map((line) => BigInt(line.lineTotal))

      expect(lines).toEqual(example.lines.map(lineTotal))
    }), { numRuns: 300 })
  })
})
