import { z } from 'zod'
import { foldedName, hasUnseenCharacters, looksLikeAddress, mixesAlphabets } from '../shared/names.ts'
import { said } from '../shared/schema-problems.ts'

const unseen = said({
  en: 'must be one line without control or invisible characters',
  es: 'debe ser una sola línea, sin caracteres de control ni invisibles'
})

const mixed = said({
  en: 'must not mix Latin letters with Cyrillic or Greek ones',
  es: 'no debe mezclar letras latinas con cirílicas o griegas'
})

const address = said({
  en: 'must be a name without an address, a link or a telephone number; put a blank after a point',
  es: 'debe ser un nombre sin direcciones, enlaces ni teléfonos; deje un espacio después de un punto'
})

/** A text of one line without blanks around it, for it ends up in mails, lists and printed documents. */
export function line ({ max, mayBeEmpty = false }: { max: number, mayBeEmpty?: boolean }) {
  const text = z.string().trim().max(max)
  return (mayBeEmpty ? text : text.min(1)).refine((value) => !hasUnseenCharacters(value), {
    message: unseen, abort: true
  })
}

/** A name by which people know one thing from another: no two look the same. */
export function name ({ max }: { max: number }) {
  // Some characters stand for many (U+FDFA for 18): the name as it is compared is bounded, too.
  const tooLong = said({ en: `must have at most ${max} characters`, es: `debe tener a lo más ${max} caracteres` })
  return line({ max }).refine((value) => !mixesAlphabets(value), { message: mixed, abort: true }).refine(
    (value) => foldedName(value).length <= max, tooLong
  )
}

/** The name of a person, which greets them in mails that somebody else may have caused. */
export function personName ({ max }: { max: number }) {
  return name({ max }).refine((value) => !looksLikeAddress(value), address)
}
