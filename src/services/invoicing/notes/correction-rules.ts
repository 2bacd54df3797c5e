import type { DocumentLine, TaxDocument } from '../../../dte/document.ts'
import type { LinePart } from '../../../dte/notes/corrections.ts'
import type { Figures } from '../../../dte/notes/figures.ts'
import { priceCorrectionText, totalAsCorrected } from '../../../dte/notes/price-corrections.ts'
import { decimalsIn, shareOf } from '../../../dte/notes/shares.ts'
import {
  absolute, compare, decimalFromNumber, type Decimal, fractionDigits, isNegative, subtract, zero
} from '../../../dte/values/amounts.ts'
import { type Problem, problemAt, ServiceError } from '../../../shared/errors.ts'

/** Units or an amount to take off or to add, or a price or discount as it should have been: one of these. */
export interface LineCorrection {
  line: number
  quantity?: number | undefined
  amount?: number | undefined
  unitPrice?: number | undefined
  /** Of the whole line, in place of its discount. */
  discountAmount?: number | undefined
}

interface Setting { document: TaxDocument, left: Figures, add: boolean, isCreditNote: boolean }

/** A part that lowers its line by an amount, or raises it where that is negative. */
type Read = { part: LinePart } | { problems: Problem[] }

/**
 * The parts of the lines that the note takes off, or adds. A price that should have been higher adds without being
 * asked to. Throws CORRECTION_INVALID, with every problem.
 */
export function readCorrections (
  corrections: readonly LineCorrection[], setting: Setting
): { parts: LinePart[], adds: boolean } {
  const read = corrections.map((correction, index) => readCorrection(correction, index, corrections, setting))
  const parts = read.flatMap((one) => 'part' in one ? [one.part] : [])
  const adds = setting.add || (parts.length > 0 && parts.every(raises))
  const problems = read.flatMap((one, index) =>
    'problems' in one ? one.problems : judgePart(one.part, { at: `lines[${index}]`, correction: corrections[index], adds, setting }))
  if (adds && setting.isCreditNote) problems.push(addedToCreditNote)
  if (problems.length > 0) throw new ServiceError('CORRECTION_INVALID', { problems })
  return { parts: parts.map((part) => ({ ...part, ...part.amount && { amount: absolute(part.amount) } })), adds }
}

const addedToCreditNote = problemAt('add', {
  en: 'nothing is added to a credit note: credit more of the document that it is about',
  es: 'a una nota de crédito no se le agrega nada: acredite más del documento al que se refiere'
})

const raises = ({ amount = zero }: LinePart) => isNegative(amount)

function readCorrection (
  correction: LineCorrection, index: number, corrections: readonly LineCorrection[], { document, left }: Setting
): Read {
  const at = `lines[${index}]`
  const line = document.lines[correction.line - 1]
  const { quantity, amount, unitPrice, discountAmount } = correction
  if (corrections.findIndex((other) => other.line === correction.line) < index) {
    return problem(`${at}.line`, { en: 'is named before', es: 'ya se indicó antes' })
  }
  if (!line) return problem(`${at}.line`, { en: 'is no line of the document', es: 'no es una línea del documento' })
  if (isNegative(line.lineTotal)) return problem(`${at}.line`, { en: 'has a negative amount', es: 'tiene un monto negativo' })
  if (amount !== undefined) return { part: { line: correction.line, amount: decimalFromNumber(amount) } }
  if (line.quantity === undefined) {
    const member = quantity !== undefined ? 'quantity' : unitPrice !== undefined ? 'unitPrice' : 'discountAmount'
    return problem(`${at}.${member}`, { en: 'has no price: give an amount', es: 'no tiene precio: indique un monto' })
  }
  if (quantity !== undefined) return { part: { line: correction.line, quantity: decimalFromNumber(quantity) } }
  return readPrice(line, { unitPrice: exact(unitPrice), discountAmount: exact(discountAmount) }, { at, document, left })
}

const exact = (value: number | undefined) => value === undefined ? undefined : decimalFromNumber(value)

/** The difference that the units left make. */
function readPrice (
  line: DocumentLine, correction: { unitPrice: Decimal | undefined, discountAmount: Decimal | undefined },
  { at, document, left }: Pick<Setting, 'document' | 'left'> & { at: string }
): Read {
  const path = `${at}.${correction.unitPrice === undefined ? 'discountAmount' : 'unitPrice'}`
  const decimals = decimalsIn(document)
  const total = totalAsCorrected(line, correction, decimals)
  if (total === undefined) return problem(path, { en: 'the discount is more than the line', es: 'el descuento es mayor que la línea' })
  const { quantity, amount } = left.lines.get(line.lineNumber) ?? { quantity: zero, amount: zero }
  const difference = subtract(amount, shareOf(total, { of: quantity, whole: line.quantity ?? zero }, decimals))
  if (difference === zero) {
    return problem(path, { en: 'changes nothing: the line comes to that already', es: 'no cambia nada: la línea ya da ese monto' })
  }
  return { part: { line: line.lineNumber, amount: difference, description: priceCorrectionText(line, correction) } }
}

function problem (path: string, message: Problem['message']): { problems: Problem[] } {
  return { problems: [problemAt(path, message)] }
}

interface Judged { at: string, correction: LineCorrection | undefined, adds: boolean, setting: Setting }

function judgePart (part: LinePart, { at, correction, adds, setting: { document, left } }: Judged): Problem[] {
  if (part.description !== undefined) {
    const member = correction?.unitPrice === undefined ? 'discountAmount' : 'unitPrice'
    return raises(part) === adds ? [] : [otherWay(`${at}.${member}`, adds)]
  }
  if (fractionDigits(part.amount ?? zero) > decimalsIn(document)) {
    return [problemAt(`${at}.amount`, {
      en: 'has more decimals than the currency', es: 'tiene más decimales que la moneda'
    })]
  }
  return adds ? [] : judgeLeft(part, document.lines[part.line - 1], { at, left })
}

function judgeLeft (
  { line, quantity, amount }: LinePart, whole: DocumentLine | undefined, { at, left }: { at: string, left: Figures }
): Problem[] {
  const rest = left.lines.get(line)
  return [
    ...limited(`${at}.quantity`, quantity, { left: rest?.quantity ?? zero, whole: whole?.quantity ?? zero }),
    ...limited(`${at}.amount`, amount, { left: rest?.amount ?? zero, whole: whole?.lineTotal ?? zero })
  ]
}

function otherWay (path: string, adds: boolean): Problem {
  return adds
    ? problemAt(path, { en: 'lowers its line: leave add out', es: 'rebaja su línea: omita add' })
    : problemAt(path, {
      en: 'raises its line, while others are lowered: correct it by itself', es: 'sube su línea, mientras otras bajan: corríjala por separado'
    })
}

function limited (
  path: string, given: Decimal | undefined, { left, whole }: { left: Decimal, whole: Decimal }
): Problem[] {
  if (given === undefined || compare(given, left) <= 0) return []
  return [
    left === whole
      ? problemAt(path, { en: `is ${given}, but the line has ${whole}`, es: `es ${given}, pero la línea tiene ${whole}` })
      : problemAt(path, {
        en: `is ${given}, but of ${whole}, notes have left ${left}`, es: `es ${given}, pero de ${whole}, las notas dejaron ${left}`
      })
  ]
}
