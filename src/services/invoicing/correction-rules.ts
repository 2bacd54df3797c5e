import type { DocumentLine, TaxDocument } from '../../dte/document.ts'
import type { LineCorrection } from '../../dte/notes/corrections.ts'
import { compare, decimalFromNumber, type Decimal, isPositive } from '../../dte/values/amounts.ts'
import { type Problem, problemAt, ServiceError } from '../../shared/errors.ts'

const one = '1' as Decimal
// IndExe 4 and 5: no part of the amounts.
const uncounted: readonly (number | undefined)[] = [4, 5]

/** Refuses what cannot be a part of the document's lines: CORRECTION_INVALID, with every problem. */
export function refuseCorrections (
  { lines }: TaxDocument, corrections: readonly LineCorrection[],
  { add, isCreditNote }: { add: boolean, isCreditNote: boolean }
): void {
  const problems = corrections.flatMap((correction, index) => {
    const isRepeated = corrections.findIndex(({ line }) => line === correction.line) < index
    return isRepeated ? [repeated(index)] : problemsOf(lines[correction.line - 1], correction, { index, add })
  })
  if (add && isCreditNote) problems.push(addedToCreditNote)
  if (problems.length > 0) throw new ServiceError('CORRECTION_INVALID', { problems })
}

const addedToCreditNote = problemAt('add', {
  en: 'nothing is added to a credit note: credit more of the document that it is about',
  es: 'a una nota de crédito no se le agrega nada: acredite más del documento al que se refiere'
})

function repeated (index: number): Problem {
  return problemAt(`lines[${index}].line`, { en: 'is named before', es: 'ya se indicó antes' })
}

function problemsOf (
  line: DocumentLine | undefined, { quantity, amount }: LineCorrection, { index, add }: { index: number, add: boolean }
): Problem[] {
  const at = `lines[${index}]`
  if (!line) return [problemAt(`${at}.line`, { en: 'is no line of the document', es: 'no es una línea del documento' })]
  if (!isPositive(line.lineTotal) || uncounted.includes(line.exemptIndicator)) {
    return [problemAt(`${at}.line`, { en: 'has no amount', es: 'no tiene monto' })]
  }
  if (quantity !== undefined && line.unitPrice === undefined) {
    return [problemAt(`${at}.quantity`, { en: 'has no price: give an amount', es: 'no tiene precio: indique un monto' })]
  }
  if (add) return []
  return [
    ...limited(`${at}.quantity`, quantity, line.quantity ?? one), ...limited(`${at}.amount`, amount, line.lineTotal)
  ]
}

function limited (path: string, given: number | undefined, limit: Decimal): Problem[] {
  if (given === undefined || compare(decimalFromNumber(given), limit) <= 0) return []
  return [problemAt(path, { en: `is ${given}, but the line has ${limit}`, es: `es ${given}, pero la línea tiene ${limit}` })]
}
