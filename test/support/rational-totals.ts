import type { Example, ExampleLine } from './random-documents.ts'
import { defined } from './expecting.ts'

/*
 * The arithmetic of [S1] once more, in fractions of whole numbers. It shares no code with the service, so that
 * both are wrong only when both misread the same sentence.
 */

interface Fraction { n: bigint, d: bigint }

const of = (n: bigint, d = 1n): Fraction => ({ n, d })
const plus = (a: Fraction, b: Fraction) => of(a.n * b.d + b.n * a.d, a.d * b.d)
const minus = (a: Fraction, b: Fraction) => plus(a, of(-b.n, b.d))
const times = (a: Fraction, b: Fraction) => of(a.n * b.n, a.d * b.d)
const total = (values: Fraction[]) => values.reduce(plus, of(0n))

/** To so many decimals, a half away from zero. */
function rounded ({ n, d }: Fraction, decimals = 0): Fraction {
  const scale = 10n ** BigInt(decimals)
  const magnitude = (n < 0n ? -n : n) * scale
  const whole = magnitude / d + (2n * (magnitude % d) >= d ? 1n : 0n)
  return of(n < 0n ? -whole : whole, scale)
}

/** A fraction of ten thousandths as plain decimal text. */
function text (value: Fraction): string {
  const tenThousandths = value.n * 10_000n / value.d
  const digits = (tenThousandths < 0n ? -tenThousandths : tenThousandths).toString().padStart(5, '0')
  const plain = `${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/\.?0+$/, '')
  return tenThousandths < 0n ? `-${plain}` : plain
}

const thousandthsOfTax: Record<string, bigint> = {
  14: 190n,
  17: 50n,
  18: 50n,
  19: 120n,
  23: 150n,
  24: 315n,
  25: 205n,
  26: 205n,
  27: 100n,
  271: 180n,
  44: 150n,
  45: 500n,
  50: 190n,
  15: 190n,
  30: 100n,
  31: 190n,
  32: 80n,
  33: 80n,
  34: 40n,
  36: 100n,
  37: 100n,
  38: 190n,
  41: 190n,
  48: 140n,
  49: 0n
}
const withheld = new Set(['15', '30', '31', '32', '33', '34', '36', '37', '38', '41', '48', '49'])

type FamilyName = 'affected' | 'exempt' | 'nonBillable' | 'deposit' | 'shown'
const familyNames: Record<number, FamilyName> = {
  1: 'exempt', 2: 'nonBillable', 3: 'deposit', 4: 'shown', 5: 'shown', 6: 'nonBillable'
}
const isExempt = (type: number) => [34, 41, 110, 111, 112].includes(type)
const isExport = (type: number) => type >= 110
const familyIn = (type: number, indicator: number | undefined): FamilyName =>
  indicator === undefined ? (isExempt(type) ? 'exempt' : 'affected') : defined(familyNames[indicator])

export interface ExpectedTotals {
  lineTotals: string[]
  netAmount: string
  exemptAmount: string
  taxAmount: string
  taxes: { taxCode: string, taxAmount: string }[]
  totalAmount: string
  depositAmount: string | undefined
  nonBillableAmount: string | undefined
  periodAmount: string | undefined
  unwithheldTaxAmount: string | undefined
  amountToPay: string | undefined
  commissions: { netAmount: string, exemptAmount: string, taxAmount: string } | undefined
}

/** Before IndExe 4 and 5 make it 0. */
function lineAmount (type: number, { quantity, price, discount, surcharge, amount }: ExampleLine): Fraction {
  if (amount !== undefined) return of(amount)
  const product = times(of(quantity, 1_000_000n), of(price, 1_000_000n))
  const part = (hundredths: bigint) => rounded(times(product, of(hundredths, 10_000n)))
  return plus(minus(rounded(product, isExport(type) ? 4 : 0), part(discount)), part(surcharge))
}

function lineTotal (type: number, line: ExampleLine): Fraction {
  return line.exemptIndicator === 4 || line.exemptIndicator === 5 ? of(0n) : lineAmount(type, line)
}

function familySums (example: Example): { before: Record<FamilyName, Fraction>, after: Record<FamilyName, Fraction> } {
  const type = example.documentType
  const before: Record<FamilyName, Fraction> = {
    affected: of(0n), exempt: of(0n), nonBillable: of(0n), deposit: of(0n), shown: of(0n)
  }
  for (const line of example.lines) {
    const family = familyIn(type, line.exemptIndicator)
    const value = lineTotal(type, line)
    before[family] = line.exemptIndicator === 6 ? minus(before[family], value) : plus(before[family], value)
  }
  const after = { ...before }
  for (const { movement, percent, amount, exemptIndicator } of example.discounts) {
    const family = familyIn(type, exemptIndicator)
    const value = percent === undefined
      ? of(amount)
      : rounded(times(before[family], of(percent, 10_000n)), isExport(type) ? 4 : 0)
    after[family] = movement === 'D' ? minus(after[family], value) : plus(after[family], value)
  }
  return { before, after }
}

function taxesOf (example: Example): { code: string, amount: Fraction }[] {
  const codes = [...new Set(example.lines.flatMap(({ taxCodes }) => taxCodes))]
  const { before, after } = familySums(example)
  const share = before.affected.n === 0n
    ? of(1n)
    : of(after.affected.n * before.affected.d, after.affected.d * before.affected.n)
  return codes.map((code) => {
    const carrying = example.lines.filter(({ taxCodes }) => taxCodes.includes(code))
    if (['28', '35', '51', '52'].includes(code)) return { code, amount: total(carrying.map(({ told }) => of(told))) }
    const base = (line: ExampleLine) =>
      ['14', '17', '50'].includes(code) ? of(line.base) : times(lineTotal(example.documentType, line), share)
    return { code, amount: rounded(times(total(carrying.map(base)), of(defined(thousandthsOfTax[code]), 1000n))) }
  })
}

/** Every figure of the totals, as decimal text; nothing where the document says none. */
export function expectedTotals (example: Example): ExpectedTotals {
  const { after } = familySums(example)
  const net = example.gross ? rounded(times(after.affected, of(100n, 119n))) : after.affected
  const vat = example.gross ? minus(after.affected, net) : rounded(times(net, of(19n, 100n)))
  const taxes = taxesOf(example)
  const signed = taxes.map(({ code, amount }) => withheld.has(code) ? of(-amount.n, amount.d) : amount)
  const commissionVat = example.commissions.map(({ net: base }) => rounded(times(of(base), of(19n, 100n))))
  const charges = total([...commissionVat, ...example.commissions.flatMap((row) => [of(row.net), of(row.exempt)])])
  const all = example.unpaid ? of(0n) : minus(total([net, after.exempt, vat, after.deposit, ...signed]), charges)
  const isNotBilled = example.lines.some((line) =>
    familyIn(example.documentType, line.exemptIndicator) === 'nonBillable'
  )
  const period = plus(all, isNotBilled ? after.nonBillable : of(0n))
  const kept = total(taxes.filter(({ code }) => withheld.has(code)).map(({ amount }) => amount))
  const rest = minus(vat, kept)
  return {
    lineTotals: example.lines.map((line) => text(lineTotal(example.documentType, line))),
    netAmount: text(net),
    exemptAmount: text(after.exempt),
    taxAmount: text(vat),
    taxes: taxes.map(({ code, amount }) => ({ taxCode: code, taxAmount: text(amount) })),
    totalAmount: text(all),
    depositAmount: after.deposit.n === 0n ? undefined : text(after.deposit),
    nonBillableAmount: isNotBilled ? text(after.nonBillable) : undefined,
    periodAmount: isNotBilled ? text(period) : undefined,
    unwithheldTaxAmount: example.purchase && kept.n > 0n && rest.n > 0n ? text(rest) : undefined,
    amountToPay: example.previousBalance === undefined ? undefined : text(plus(period, of(example.previousBalance))),
    commissions: commissionsOf(example, commissionVat)
  }
}

function commissionsOf ({ commissions }: Example, vat: Fraction[]): ExpectedTotals['commissions'] {
  if (commissions.length === 0) return undefined
  return {
    netAmount: text(total(commissions.map((row) => of(row.net)))),
    exemptAmount: text(total(commissions.map((row) => of(row.exempt)))),
    taxAmount: text(total(vat))
  }
}

/**
 * Whether the rules let the document through: no sum below zero where none may be, and none of zero where it may not.
 */
export function isSound (example: Example): boolean {
  const { documentType: type, discounts, lines } = example
  const { after } = familySums(example)
  const figures = expectedTotals(example)
  const withheldVat = total(taxesOf(example).filter(({ code }) => withheld.has(code)).map(({ amount }) => amount))
  const settles = type === 43
  if (!settles && lines.some((line) => lineAmount(type, line).n < 0n)) return false
  if (
    discounts.some(({ exemptIndicator }) =>
      !lines.some((line) => familyIn(type, line.exemptIndicator) === familyIn(type, exemptIndicator))
    )
  ) {
    return false
  }
  if (!settles && (after.affected.n < 0n || after.exempt.n < 0n || figures.totalAmount.startsWith('-'))) return false
  if (minus(withheldVat, of(BigInt(figures.taxAmount))).n > 0n) return false
  if (type === 33 && !lines.some((line) => familyIn(type, line.exemptIndicator) === 'affected')) return false
  return figures.totalAmount !== '0' || settles || type === 52 || example.unpaid
}
