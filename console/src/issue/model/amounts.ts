import type { Row } from './form.ts'
import { numberIn } from '../../shared/numbers.ts'

/*
 * The amount of a line while it is typed and the document is incomplete, when the server does not compute yet. It is
 * shown and never posted.
 */

// Quantities and prices have up to six decimals: whole numbers of a millionth are exact.
const scale = 1_000_000n

const exact = (typed: string | undefined): bigint | undefined => {
  const value = typed === undefined || typed.trim() === '' ? undefined : numberIn(typed)
  return value === undefined || Math.abs(value) > 1e9 ? undefined : BigInt(Math.round(value * Number(scale)))
}

/** Half up, to so many decimals, of what has twelve. */
function rounded (value: bigint, decimals: number): bigint {
  const unit = 10n ** BigInt(12 - decimals)
  return (value + unit / 2n) / unit * unit
}

/** The amount of a line; undefined until it has a price. `decimals`: of the document's currency. */
export function lineAmount ({ values }: Row, decimals: 0 | 4): number | undefined {
  const price = exact(values['unitPrice'])
  if (price === undefined) return values['lineTotal'] ? numberIn(values['lineTotal']) : undefined
  const product = (exact(values['quantity']) ?? scale) * price
  const part = (percentage: string, amount: string): bigint => {
    const share = exact(values[percentage])
    return share === undefined ? (exact(values[amount]) ?? 0n) * scale : rounded(product * share / (100n * scale), 0)
  }
  const total = rounded(product, decimals) - part('discountPercentage', 'discountAmount') + part('surchargePercentage', 'surchargeAmount')
  return Number(total) / 1e12
}
