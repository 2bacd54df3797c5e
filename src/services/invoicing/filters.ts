import { parseRut } from '../../dte/values/rut.ts'

/** A RUT as it is stored, however the client writes it; one that is no RUT matches nothing. */
export function taxNumberFilter (text: string): string {
  return parseRut(text) ?? text
}
