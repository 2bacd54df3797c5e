import { invalidAt } from '../../shared/errors.ts'

/**
 * The one value among the places where it may have been sent. Throws VALIDATION_FAILED for none, and for two that
 * differ.
 */
export function agreed<Value extends string> (name: string, sent: readonly (Value | undefined)[]): Value {
  const values = new Set(sent.filter((value) => value !== undefined))
  const [value] = values
  if (value === undefined) throw invalidAt(name, { en: 'is required', es: 'es obligatorio' })
  if (values.size > 1) {
    throw invalidAt(name, {
      en: 'is sent twice with different values', es: 'se envió dos veces con valores distintos'
    })
  }
  return value
}
