import { z } from 'zod'
import { emailsIn, isEmail, plainEmail } from '../dte/values/email.ts'
import { foldedName, hasUnseenCharacters, looksLikeAddress, mixesAlphabets } from '../shared/names.ts'
import { said } from '../shared/schema-problems.ts'

const unseen = said({
  en: 'must be a single line without control or invisible characters',
  es: 'debe ser una sola línea, sin caracteres de control ni invisibles'
})

const mixed = said({
  en: 'must not mix Latin letters with Cyrillic or Greek ones',
  es: 'no debe mezclar letras latinas con cirílicas o griegas'
})

const address = said({
  en: 'must not contain an address, a link or a phone number; put a space after a full stop',
  es: 'no debe contener direcciones, enlaces ni teléfonos; deje un espacio después de un punto'
})

/** A single line, trimmed: it appears in emails, lists and printed documents. */
export function line ({ max, mayBeEmpty = false }: { max: number, mayBeEmpty?: boolean }) {
  const text = z.string().trim().max(max)
  return (mayBeEmpty ? text : text.min(1)).refine((value) => !hasUnseenCharacters(value), {
    message: unseen, abort: true
  })
}

const noEmail = said({ en: 'must be an email address', es: 'debe ser una dirección de correo' })
const noEmails = said({
  en: 'must be an email address, or several with ; or , between them', es: 'debe ser un correo, o varios separados por ; o ,'
})

/** An address of any alphabet, as it is stored. */
export function email ({ max = 254, mayBeEmpty = false }: { max?: number, mayBeEmpty?: boolean } = {}) {
  return z.string().overwrite(plainEmail).max(max)
    .refine((text) => mayBeEmpty && text === '' ? true : isEmail(text), noEmail)
}

/** Several addresses with ; or , between them; empty for none. */
export function emails ({ max }: { max: number }) {
  return z.string().overwrite(plainEmail).max(max).refine((text) => emailsIn(text).every(isEmail), noEmails)
}

const unseenInLine = said({
  en: 'must not contain control or invisible characters', es: 'no debe contener caracteres de control ni invisibles'
})

/** A text of several lines, trimmed, for emails. */
export function paragraphs ({ max }: { max: number }) {
  return z.string().trim().min(1).max(max)
    .overwrite((text) => text.replaceAll('\r\n', '\n'))
    .refine((text) => text.split('\n').every((part) => !hasUnseenCharacters(part)), unseenInLine)
}

/** A name that identifies something, so that no two may look the same. */
export function name ({ max }: { max: number }) {
  // Some characters expand to many (U+FDFA to 18), so the folded name is bounded too.
  const tooLong = said({ en: `must have at most ${max} characters`, es: `debe tener a lo más ${max} caracteres` })
  return line({ max }).refine((value) => !mixesAlphabets(value), { message: mixed, abort: true }).refine(
    (value) => foldedName(value).length <= max, tooLong
  )
}

/** A person's name. It appears in emails that a stranger may have triggered, so it must not carry links. */
export function personName ({ max }: { max: number }) {
  return name({ max }).refine((value) => !looksLikeAddress(value), address)
}
