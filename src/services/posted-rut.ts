import { parseRut, type Rut } from '../dte/values/rut.ts'
import { invalidAt, type Sentence } from '../shared/errors.ts'

export const noRut: Sentence = {
  en: 'is not a RUT with a right check digit', es: 'no es un RUT con dígito verificador correcto'
}

/** The RUT that was posted as `taxNumber`. Throws ServiceError VALIDATION_FAILED. */
export function postedRut (text: string): Rut {
  const rut = parseRut(text)
  if (rut === undefined) throw invalidAt('taxNumber', noRut)
  return rut
}
