/** An exact decimal as a whole number of millionths: the schemas allow at most six decimals. */
export type Millionths = bigint

export const one: Millionths = 1_000_000n

/** Undefined for a missing or empty text. */
export function parseExact (text: string | undefined): Millionths | undefined {
  const parts = /^\s*([+-]?)(\d*)(?:\.(\d{0,6})0*)?\s*$/.exec(text ?? '')
  if (!parts || (parts[2] === '' && (parts[3] ?? '') === '')) return undefined
  const magnitude = BigInt((parts[2] ?? '') + (parts[3] ?? '').padEnd(6, '0'))
  return parts[1] === '-' ? -magnitude : magnitude
}

/** The quotient, rounded to a whole number; halves are rounded away from zero. */
export function divideHalfUp (dividend: bigint, divisor: bigint): bigint {
  const magnitude = dividend < 0n ? -dividend : dividend
  const rounded = (2n * magnitude + divisor) / (2n * divisor)
  return dividend < 0n ? -rounded : rounded
}

/** Rounded to whole pesos. */
export function toPesos (amount: Millionths): Millionths {
  return divideHalfUp(amount, one) * one
}

/** `rate` percent of the amount. */
export function percentOf (amount: Millionths, rate: Millionths): Millionths {
  return divideHalfUp(amount * rate, 100n * one)
}

export function sum (amounts: Millionths[]): Millionths {
  return amounts.reduce((total, amount) => total + amount, 0n)
}

/** Whether `written` is `exact`, rounded to as many decimals as the text has. */
export function isRounding (writtenText: string, written: Millionths, exact: Millionths): boolean {
  const decimals = /\.(\d+)/.exec(writtenText)?.[1]?.length ?? 0
  const halfUnit = one / 10n ** BigInt(Math.min(decimals, 6)) / 2n
  const difference = written > exact ? written - exact : exact - written
  return difference <= halfUnit
}

export function show (amount: Millionths): string {
  const sign = amount < 0n ? '-' : ''
  const digits = (amount < 0n ? -amount : amount).toString().padStart(7, '0')
  const fraction = digits.slice(-6).replace(/0+$/, '')
  return `${sign}${digits.slice(0, -6)}${fraction && '.'}${fraction}`
}
