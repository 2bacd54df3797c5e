import { isRounding, one, parseExact, percentOf, show, sum, toPesos, divideHalfUp, type Millionths } from './exact.ts'
import { exportTypes, withoutPayment } from './exports.ts'
import type { Document } from './facts.ts'
import { headerText } from './header.ts'
import { readGlobals, readLines, readTaxes, type Family, type Global, type Line, type Tax } from './lines.ts'
import { reason, type Reason, type ReasonCode } from './reasons.ts'
import type { Element } from './xml.ts'

const vatRate = 19n * one
// [S1, section 4]: these taxes are withheld and lower the total; the others raise it.
const withheld = new Set([
  '15', '30', '31', '32', '33', '34', '36', '37', '38', '39', '41', '46', '47', '48', '49', '53',
  '301', '321', '331', '341', '361', '371', '481',
])
// Taxes whose base is not the sum of the lines with their code, or whose amount is only informative.
const withOwnBase = new Set(['14', '17', '28', '35', '46', '49', '50', '51', '52', '53'])

interface Sums { affected: Millionths, exempt: Millionths, notBilled: Millionths }

/**
 * Recomputes the amounts. A difference is an objection: the SII does not reject documents because of their arithmetic.
 */
export function judgeTotals (document: Document): Reason[] {
  const { body, facts } = document
  const lines = readLines(body, facts.documentType)
  const globals = readGlobals(body, facts.documentType)
  const found = lines.flatMap((line) => judgeLine(line, exportTypes.includes(facts.documentType)))
  if (isWithoutAmounts(document)) return found
  const sums = sumByFamily(lines, globals, exportTypes.includes(facts.documentType) ? toTenThousandths : toPesos)
  const totals = exportTypes.includes(facts.documentType) ? judgeExport(body, sums) : judgeDomestic(document, sums)
  const taxes = readTaxes(body).flatMap((tax) => judgeTax(tax, lines, sums.affected))
  return [...found, ...totals, ...taxes]
}

/** A dispatch guide without a sale may have totals of zero, and an export without payment has none. */
function isWithoutAmounts ({ body, facts }: Document): boolean {
  if (Number(headerText(body, 'IdDoc/FmaPagExp')) === withoutPayment) return true
  return facts.documentType === 52 && Number(facts.totalAmount) === 0
}

function judgeLine (line: Line, isExport: boolean): Reason[] {
  if (line.quantity === undefined || line.price === undefined) return []
  const gross = divideHalfUp(line.quantity * line.price, one)
  const found = isExport ? [] : judgeAdjustments(line, gross)
  const adjustments = line.surcharge.amount - line.discount.amount
  if (line.isUncounted) return line.amount === 0n ? found : [...found, reason('DET-2-300', line.amountText, line.number)]
  const written = parseExact(line.amountText) ?? 0n
  const agrees = isExport
    ? isRounding(line.amountText, written, gross + adjustments)
    : written === toPesos(gross) + adjustments
  if (!agrees) found.push(reason('DET-2-300', `${line.amountText} <> ${show(gross + adjustments)}`, line.number))
  return found
}

/** A percentage must agree with the amount beside it. */
function judgeAdjustments ({ discount, surcharge, number }: Line, gross: Millionths): Reason[] {
  return [discount, surcharge]
    .filter(({ rate, amount }) => rate !== undefined && toPesos(percentOf(gross, rate)) !== amount)
    .map(({ amount }) => reason('DET-2-301', show(amount), number))
}

function sumByFamily (lines: Line[], globals: Global[], rounded: (amount: Millionths) => Millionths): Sums {
  const of = (family: Family) => {
    const subtotal = sum(lines.filter((line) => line.family === family).map(({ amount }) => amount))
    const moves = globals.filter((global) => global.family === family).map(({ isPercentage, value, sign }) =>
      sign * (isPercentage ? rounded(percentOf(subtotal, value)) : value))
    return subtotal + sum(moves)
  }
  return { affected: of('affected'), exempt: of('exempt'), notBilled: of('notBilled') }
}

/** Exports have four decimals of their currency. */
function toTenThousandths (amount: Millionths): Millionths {
  return divideHalfUp(amount, 100n) * 100n
}

function judgeExport (body: Element, { exempt }: Sums): Reason[] {
  const claimedExempt = claimed(body, 'MntExe')
  const text = headerText(body, 'Totales/MntExe') ?? ''
  const found: Reason[] = []
  if (!isRounding(text, claimedExempt, exempt)) found.push(reason('HED-2-262', `${text} <> ${show(exempt)}`))
  return [...found, ...compare('HED-2-260', claimed(body, 'MntTotal'), claimedExempt)]
}

function judgeDomestic ({ body, facts }: Document, sums: Sums): Reason[] {
  const isBoleta = facts.documentType === 39 || facts.documentType === 41
  const { net, vat } = isBoleta ? boletaAmounts(body, sums) : invoiceAmounts(body, sums)
  const mayOmit = (name: string) => isBoleta && headerText(body, `Totales/${name}`) === undefined
  const found: Reason[] = []
  if (!mayOmit('MntNeto')) found.push(...compare('HED-2-261', claimed(body, 'MntNeto'), net))
  if (!mayOmit('IVA')) found.push(...compare('HED-2-263', claimed(body, 'IVA'), vat))
  if (!mayOmit('MntExe')) found.push(...compare('HED-2-262', claimed(body, 'MntExe'), sums.exempt))
  const total = net + vat + sums.exempt + otherAmounts(body)
  return [...found, ...compare('HED-2-260', claimed(body, 'MntTotal'), total), ...judgePeriod(body, sums)]
}

/** Prices of a boleta include the VAT, unless IndMntNeto is 2. */
function boletaAmounts (body: Element, { affected }: Sums) {
  if (headerText(body, 'IdDoc/IndMntNeto') === '2') return { net: affected, vat: toPesos(percentOf(affected, vatRate)) }
  const net = netOfGross(affected, vatRate)
  return { net, vat: affected - net }
}

function invoiceAmounts (body: Element, { affected }: Sums) {
  const rate = parseExact(headerText(body, 'Totales/TasaIVA')) ?? (affected === 0n ? 0n : vatRate)
  if (headerText(body, 'IdDoc/MntBruto') !== '1') return { net: affected, vat: toPesos(percentOf(affected, rate)) }
  const net = netOfGross(affected, rate)
  return { net, vat: affected - net }
}

function netOfGross (gross: Millionths, rate: Millionths): Millionths {
  return divideHalfUp(gross * 100n, 100n * one + rate) * one
}

/**
 * Additional taxes less withheld ones, deposits, the construction companies' credit, and the commissions of a
 * settlement.
 */
function otherAmounts (body: Element): Millionths {
  const taxes = sum(readTaxes(body).map(({ code, amount }) => withheld.has(code) ? -amount : amount))
  const commissions = sum(['ValComNeto', 'ValComExe', 'ValComIVA'].map((name) => claimed(body, `Comisiones/${name}`)))
  return taxes + claimed(body, 'GrntDep') - claimed(body, 'CredEC') - commissions
}

function judgePeriod (body: Element, { notBilled }: Sums): Reason[] {
  const found: Reason[] = []
  const isThere = (name: string) => headerText(body, `Totales/${name}`) !== undefined
  if (isThere('MontoNF')) found.push(...compare('HED-2-265', claimed(body, 'MontoNF'), notBilled))
  for (const name of ['MontoPeriodo', 'TotalPeriodo'].filter(isThere)) {
    // A settlement has no MontoNF for its items that are not billed.
    const rest = isThere('MontoNF') ? claimed(body, 'MontoNF') : notBilled
    found.push(...compare('HED-2-265', claimed(body, name), claimed(body, 'MntTotal') + rest))
  }
  return found
}

/** The lines of a tax bear their share of the global discounts and surcharges, as they do for the VAT. */
function judgeTax ({ code, rate, amount }: Tax, lines: Line[], affected: Millionths): Reason[] {
  const base = sum(lines.filter(({ taxCodes }) => taxCodes.includes(code)).map((line) => line.amount))
  if (rate === undefined || withOwnBase.has(code) || base === 0n) return []
  const subtotal = sum(lines.filter(({ family }) => family === 'affected').map((line) => line.amount))
  const expected = divideHalfUp(base * affected * rate, subtotal * 100n * one * one) * one
  return amount === expected ? [] : [reason('HED-2-264', `${code}: ${show(amount)} <> ${show(expected)}`)]
}

function claimed (body: Element, name: string): Millionths {
  return parseExact(headerText(body, `Totales/${name}`)) ?? 0n
}

function compare (code: ReasonCode, given: Millionths, expected: Millionths): Reason[] {
  return given === expected ? [] : [reason(code, `${show(given)} <> ${show(expected)}`)]
}
