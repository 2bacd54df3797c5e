import fc from 'fast-check'
import { isSound } from './rational-totals.ts'
import { today } from './sender-facts.ts'

/** Quantities and prices are in millionths, percentages in hundredths of a percent, all else in whole pesos. */
export interface ExampleLine {
  quantity: bigint
  price: bigint
  discount: bigint
  surcharge: bigint
  exemptIndicator: number | undefined
  taxCodes: string[]
  /** What margin or slaughter taxes are on. */
  base: bigint
  /** What a specific tax comes to. */
  told: bigint
  /** A line without price, as settlements have them. */
  amount: bigint | undefined
}

export interface Example {
  documentType: number
  gross: boolean
  /** A purchase or a note about one. */
  purchase: boolean
  unpaid: boolean
  lines: ExampleLine[]
  discounts: { movement: 'D' | 'R', percent: bigint | undefined, amount: bigint, exemptIndicator: 1 | undefined }[]
  commissions: { net: bigint, exempt: bigint }[]
  previousBalance: bigint | undefined
}

const added = ['14', '17', '18', '19', '23', '24', '25', '26', '27', '271', '28', '35', '44', '45', '50', '51', '52']
const withheld = ['15', '30', '31', '32', '33', '34', '36', '37', '38', '41', '48', '49']

const big = (min: number, max: number) => fc.integer({ min, max }).map(BigInt)
const millionths = (max: number) => fc.oneof(big(1, max).map((whole) => whole * 1_000_000n), big(1, 9_999_999))

interface Traits { indicators: (number | undefined)[], codes: string[], mayDiscount: boolean, unpriced: boolean }

function traitsOf (type: number, gross: boolean, purchase: boolean): Traits {
  const billed = [undefined, undefined, undefined, 1]
  const indicators: Record<number, (number | undefined)[]> = {
    33: [...billed, 2, 3, 4, 6],
    34: [undefined, 1, 2, 3, 4, 6],
    39: [...billed, 2, 6],
    41: [undefined, 1, 2, 6],
    43: [...billed, 2],
    52: [...billed, 2, 3, 4, 5, 6],
    110: [undefined],
    111: [undefined],
    112: [undefined]
  }
  const carriesTaxes = [33, 46, 52, 56, 61].includes(type) && !gross
  return {
    indicators: indicators[type] ?? [...billed, 2, 3, 6], codes: carriesTaxes ? (purchase ? withheld : added) : [],
    mayDiscount: type !== 43, unpriced: type === 43
  }
}

function lineOf ({ indicators, codes, mayDiscount, unpriced }: Traits): fc.Arbitrary<ExampleLine> {
  const parts = mayDiscount ? fc.oneof(fc.constant(0n), big(1, 10_000)) : fc.constant(0n)
  return fc.record({
    quantity: millionths(1000),
    price: millionths(100_000),
    discount: parts,
    surcharge: parts,
    exemptIndicator: fc.constantFrom(...indicators),
    taxCodes: fc.oneof({ weight: 2, arbitrary: fc.constant<string[]>([]) }, {
      weight: 1, arbitrary: fc.subarray(codes, { maxLength: Math.min(1, codes.length) })
    }),
    base: big(1, 1_000_000),
    told: big(0, 100_000),
    amount: unpriced ? fc.oneof(fc.constant(undefined), big(-1_000_000, 10_000_000)) : fc.constant(undefined)
  }).map((line) => line.exemptIndicator === undefined ? line : { ...line, taxCodes: [] })
}

function examplesOf (type: number): fc.Arbitrary<Example> {
  const isBoleta = type === 39
  const mayBeGross = [33, 39, 43, 46, 56, 61].includes(type)
  return fc.tuple(mayBeGross ? fc.boolean() : fc.constant(type === 41), fc.boolean(), fc.boolean()).chain(
    ([gross, aboutPurchase, unpaid]) => {
      const purchase = type === 46 || ([56, 61].includes(type) && aboutPurchase)
      const traits = traitsOf(type, gross, purchase)
      const exempt = [34, 41, 110, 111, 112].includes(type)
      const discount = fc.record({
        movement: fc.constantFrom('D' as const, 'R' as const), percent: fc.oneof(fc.constant(undefined), big(1, 2500)),
        amount: big(1, 500), exemptIndicator: exempt ? fc.constant(undefined) : fc.constantFrom(undefined, 1 as const)
      })
      return fc.record({
        documentType: fc.constant(type),
        gross: fc.constant(gross),
        purchase: fc.constant(purchase),
        unpaid: fc.constant(type >= 110 && unpaid && aboutPurchase),
        lines: fc.array(lineOf(traits), { minLength: 1, maxLength: isBoleta ? 20 : 10 }),
        discounts: traits.mayDiscount ? fc.array(discount, { maxLength: 3 }) : fc.constant<Example['discounts']>([]),
        commissions: type === 43 || purchase
          ? fc.array(fc.record({ net: big(1, 5000), exempt: big(0, 1000) }), { maxLength: 3 })
          : fc.constant<Example['commissions']>([]),
        previousBalance: type >= 110 ? fc.constant(undefined) : fc.oneof(fc.constant(undefined), big(-50_000, 50_000))
      })
    }
  ).filter(isSound)
}

/** A document of any type that breaks no rule. */
export const anyExample: fc.Arbitrary<Example> = fc.constantFrom(33, 34, 39, 41, 43, 46, 52, 56, 61, 110, 111, 112)
  .chain(examplesOf)

const buyer = {
  taxNumber: '77777777-7', businessName: 'Cliente', businessActivity: 'Comercio', address: 'Teatinos 120',
  municipality: 'Santiago', city: 'Santiago'
}

function referenceOf ({ documentType, purchase }: Example): object[] {
  if (documentType === 52) return [{ documentType: '52', folio: '1', date: today }]
  const changed: Record<number, string> = {
    56: purchase ? '46' : '33', 61: purchase ? '46' : '33', 111: '110', 112: '110'
  }
  const type = changed[documentType]
  const code = documentType === 56 || documentType === 111 ? '3' : '1'
  return type === undefined ? [] : [{ documentType: type, folio: '1', date: today, code }]
}

/** What a client would post of it. */
export function payloadOf (example: Example, totals: object = {}): unknown {
  const { documentType, gross, unpaid, lines, discounts, commissions, previousBalance } = example
  const isExport = documentType >= 110
  const isBoleta = documentType === 39 || documentType === 41
  const saysGross = isBoleta ? documentType === 39 && !gross : gross
  return {
    header: {
      documentId: {
        documentType: String(documentType),
        issueDate: today,
        ...(saysGross && { grossAmounts: gross }),
        ...(documentType === 52 && { transferType: 1 }),
        ...(unpaid && { exportPaymentMethod: 21 })
      },
      receiver: isExport ? { ...buyer, taxNumber: '55555555-5' } : buyer,
      totals: {
        ...totals, ...(isExport && { currency: 'DOLAR USA' }),
        ...(previousBalance !== undefined && { previousBalance: Number(previousBalance) })
      },
      ...(isExport && { otherCurrency: { exchangeRate: 945.32 } })
    },
    details: lines.map((line) => detailOf(line, documentType)),
    globalDiscounts: discounts.map(({ movement, percent, amount, exemptIndicator }) => ({
      movement,
      exemptIndicator,
      ...(percent === undefined
        ? { valueType: '$', value: Number(amount) }
        : { valueType: '%', value: Number(percent) / 100 })
    })),
    references: referenceOf(example),
    commissions: commissions.map(({ net, exempt }, index) => ({
      movement: 'C', description: `Cargo ${index + 1}`, netAmount: Number(net), exemptAmount: Number(exempt)
    }))
  }
}

function detailOf (line: ExampleLine, documentType: number): object {
  const { quantity, price, discount, surcharge, exemptIndicator, taxCodes, base, told, amount } = line
  const [code] = taxCodes
  const specific = code !== undefined && ['28', '35', '51', '52'].includes(code)
  return {
    itemName: 'Artículo',
    exemptIndicator,
    ...(documentType === 43 && { settledDocumentType: '33' }),
    ...(amount === undefined
      ? {
          quantity: Number(quantity) / 1e6, unitPrice: Number(price) / 1e6, discountPercentage: Number(discount) / 100,
          surchargePercentage: Number(surcharge) / 100
        }
      : { lineTotal: Number(amount) }),
    ...(code !== undefined && { taxes: [{ taxCode: code, ...(specific && { taxAmount: Number(told) }) }] }),
    ...((code === '14' || code === '50') && { withholdingAgent: { margin: Number(base) } }),
    ...(code === '17' && { withholdingAgent: { slaughterBase: Number(base) } })
  }
}
