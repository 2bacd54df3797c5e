import { absolute, isNegative, type Decimal } from './amounts.ts'

const belowThirty = [
  'cero',
  'un',
  'dos',
  'tres',
  'cuatro',
  'cinco',
  'seis',
  'siete',
  'ocho',
  'nueve',
  'diez',
  'once',
  'doce',
  'trece',
  'catorce',
  'quince',
  'dieciséis',
  'diecisiete',
  'dieciocho',
  'diecinueve',
  'veinte',
  'veintiún',
  'veintidós',
  'veintitrés',
  'veinticuatro',
  'veinticinco',
  'veintiséis',
  'veintisiete',
  'veintiocho',
  'veintinueve'
]
const tens = ['', '', '', 'treinta', 'cuarenta', 'cincuenta', 'sesenta', 'setenta', 'ochenta', 'noventa']
const hundreds = [
  '',
  'ciento',
  'doscientos',
  'trescientos',
  'cuatrocientos',
  'quinientos',
  'seiscientos',
  'setecientos',
  'ochocientos',
  'novecientos'
]

const million = 10n ** 6n
const billion = 10n ** 12n

/**
 * An amount of pesos in Spanish, as the printed document says it: "tres millones de pesos", "menos veintiún mil pesos".
 * Up to 18 digits, and what fraction an export of an earlier version has.
 */
export function pesosInWords (amount: Decimal): string {
  const [whole = '0', fraction = ''] = absolute(amount).split('.')
  const pesos = BigInt(whole)
  const sign = isNegative(amount) ? 'menos ' : ''
  if (fraction !== '') return `${sign}${wordsOf(pesos)} con ${fractionOf(fraction)} pesos`
  if (pesos === 1n) return `${sign}un peso`
  const link = pesos >= million && pesos % million === 0n ? 'de ' : ''
  return `${sign}${wordsOf(pesos)} ${link}pesos`
}

/**
 * An amount in another currency, with what fraction it has: "mil veintiuno con 50/100, en dólares de Estados Unidos".
 */
export function foreignAmountInWords (amount: Decimal, currency: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  const words = wordsOf(BigInt(whole)).replace(/un$/, 'uno').replace(/ún$/, 'uno')
  return `${words}${fraction === '' ? '' : ` con ${fractionOf(fraction)}`}, en ${currency}`
}

// "50/100", and "1234/10000" where there are more decimals.
function fractionOf (decimals: string): string {
  const digits = decimals.padEnd(2, '0')
  return `${digits}/1${'0'.repeat(digits.length)}`
}

function wordsOf (value: bigint): string {
  if (value >= billion) return scaleWords(value, billion, 'billón', 'billones')
  if (value >= million) return scaleWords(value, million, 'millón', 'millones')
  return belowMillion(Number(value))
}

function scaleWords (value: bigint, scale: bigint, singular: string, plural: string): string {
  const count = value / scale
  const rest = value % scale
  return joined(wordsOf(count), count === 1n ? singular : plural, rest === 0n ? '' : wordsOf(rest))
}

function belowMillion (value: number): string {
  const thousands = Math.floor(value / 1000)
  const rest = value % 1000
  if (thousands === 0) return belowThousand(value)
  return joined(thousands === 1 ? '' : belowThousand(thousands), 'mil', rest === 0 ? '' : belowThousand(rest))
}

function belowThousand (value: number): string {
  if (value === 100) return 'cien'
  const rest = value % 100
  if (value < 100) return belowHundred(value)
  return joined(hundreds[Math.floor(value / 100)] ?? '', rest === 0 ? '' : belowHundred(rest))
}

function belowHundred (value: number): string {
  const small = belowThirty[value]
  if (small !== undefined) return small
  const unit = value % 10
  return joined(tens[Math.floor(value / 10)] ?? '', unit === 0 ? '' : `y ${belowThirty[unit] ?? ''}`)
}

function joined (...words: string[]): string {
  return words.filter((word) => word !== '').join(' ')
}
