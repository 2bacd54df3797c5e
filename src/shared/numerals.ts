interface Scaled { units: bigint, exponent: number }

const shape = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/
// Nobody writes a longer one.
const maxCharacters = 400
/** The exponent of ten of what counts as noise of binary fractions. */
const noise = -9

// RFC 8259, section 6.
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Whether the text is a number of JSON. */
export function isNumeral (text: string): boolean {
  return jsonNumber.test(text)
}

/**
 * Whether a double (IEEE 754) stands for the decimal that is written: exactly, as it does for up to 15 significant
 * digits, or within 1e-9, as where a program writes 3.3000000000000003 for 3.3. What is no number gives false.
 */
export function fitsDouble (written: string): boolean {
  const value = written.length > maxCharacters ? undefined : scaled(written)
  if (!value) return false
  const double = Number(written)
  return Number.isFinite(double) && isWithinNoise(value, scaled(String(double)))
}

/** The decimal as units × 10^exponent. */
function scaled (written: string): Scaled | undefined {
  const [, sign = '', whole, fraction = '', exponent = '0'] = shape.exec(written) ?? []
  if (whole === undefined) return undefined
  return { units: BigInt(sign + whole + fraction), exponent: Number(exponent) - fraction.length }
}

function isWithinNoise (one: Scaled, other: Scaled | undefined): boolean {
  if (!other) return false
  const exponent = Math.min(one.exponent, other.exponent, noise)
  const difference = unitsAt(one, exponent) - unitsAt(other, exponent)
  const most = 10n ** BigInt(noise - exponent)
  return difference <= most && -difference <= most
}

function unitsAt ({ units, exponent }: Scaled, lower: number): bigint {
  return units * 10n ** BigInt(exponent - lower)
}

/** Rounds a number to so many decimals if what is beyond them is noise of binary fractions, at most 1e-9. */
export function numberWithoutNoise (decimals: number): (posted: number) => number {
  return (posted) => {
    const rounded = Number(posted.toFixed(decimals))
    return Math.abs(rounded - posted) <= 10 ** noise ? rounded : posted
  }
}
