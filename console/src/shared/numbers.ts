const shown = new Intl.NumberFormat('es-CL', { useGrouping: 'always', maximumFractionDigits: 6 })

/**
 * A number as people in Chile type it: `1.234,5`, `1234,5`. A point groups where three digits follow each of them, and
 * divides elsewhere (`2.5`, `0.125`). Undefined where that is no number.
 */
export function numberIn (typed: string): number | undefined {
  const text = typed.replace(/[\s$%]/g, '')
  const grouped = /^-?[1-9]\d{0,2}(\.\d{3})+$/.test(text)
  const plain = text.includes(',') || grouped ? text.replaceAll('.', '').replace(',', '.') : text
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined
}

/** `1.234,5`: as numberIn reads it. */
export const typedOf = (value: number): string => shown.format(value)

/** What was typed, with its thousands grouped: it shows how it was read. */
export function tidyNumber (typed: string): string {
  const value = numberIn(typed)
  return value === undefined || String(value).includes('e') ? typed : typedOf(value)
}
