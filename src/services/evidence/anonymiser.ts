import { checkDigit } from '../../dte/values/rut.ts'

/** What is known to be somebody's: words, RUTs, and numbers such as amounts, phones and track ids. */
export interface Personal { words: readonly string[], ruts: readonly string[], numbers: readonly string[] }

/** Shorter ones say nothing of anybody, and occur in everything: the code of a document, a state, a year. */
const least = { wordLetters: 3, numberDigits: 5, rutDigits: 6 }

/**
 * Replaces what is personal in texts that the SII sent or received, each thing by the same invented one in every text:
 * a RUT by one with a right check digit, a number by one as long, with its leading zeros. What is left stays byte for
 * byte.
 */
export function createAnonymiser (personal: Personal) {
  const replaced = new Map<string, string>()
  /** The invented things stand in a text by their place here until the end, so that none is replaced again. */
  const invented: string[] = []
  const counts = new Map<string, number>()
  const words = patternOf(longestFirst(personal.words.filter((word) => word.trim().length >= least.wordLetters)))
  const numbers = new Set(personal.numbers.filter((one) => one.length >= least.numberDigits).map(withoutZeros))
  const bodies = new Set(personal.ruts.map((rut) => rut.split('-')[0] ?? ''))

  function standIn (kind: string, original: string, make: (nth: number) => string): string {
    const key = `${kind} ${original.toLowerCase()}`
    const known = replaced.get(key)
    if (known !== undefined) return known
    const nth = (counts.get(kind) ?? 0) + 1
    counts.set(kind, nth)
    invented.push(make(nth))
    const mark = markOf(invented.length - 1)
    replaced.set(key, mark)
    return mark
  }

  const number = (text: string): string => {
    const plain = withoutZeros(text)
    return text.slice(0, text.length - plain.length) + standIn('number', plain, (nth) => numberLike(plain.length, nth))
  }
  const blank = (text: string): string => standIn('secret', text, () => text.replace(/[A-Za-z0-9]/g, 'x'))
  const bodyOf = (body: string): string => inventedBody(body, rutNumber(body))
  const rutNumbers = new Map<string, number>()
  function rutNumber (body: string): number {
    const plain = body.replaceAll('.', '').replace(/^0+/, '')
    bodies.add(plain)
    const known = rutNumbers.get(plain) ?? rutNumbers.size + 1
    rutNumbers.set(plain, known)
    return known
  }
  const body = (text: string): string => standIn('body', text, () => bodyOf(text))
  const digit = (text: string, given: string): string => standIn('digit', `${text}-${given}`, () => {
    const right = checkDigit(text.replaceAll('.', '')) === given.toUpperCase()
    const made = checkDigit(bodyOf(text).replaceAll('.', ''))
    // A wrong check digit may be what the answer is about.
    return matchCase(right ? made : made === '0' ? '1' : '0', given)
  })

  function digitsOf (run: string): string {
    if (run.length >= least.rutDigits && bodies.has(run)) return body(run)
    return run.length >= least.numberDigits && numbers.has(withoutZeros(run)) ? number(run) : run
  }

  function withMarks (text: string): string {
    return text
      .replace(rutInTwo, (_all, before: string, rut: string, between: string, given: string) =>
        before + body(rut) + between + digit(rut, given))
      .replace(wholeRut, (_all, rut: string, given: string) => `${body(rut)}-${digit(rut, given)}`)
      .replace(email, (address) => standIn('email', address, (nth) => `correo${nth}@ejemplo.example`))
      .replace(secretInElement, (_all, before: string, secret: string) => before + blank(secret))
      .replace(encoded, (run) => looksEncoded(run) ? blank(run) : run)
      .replace(numberInContext, (_all, before: string, digits: string) => before + number(digits))
      .replace(words, (_all, ...found: unknown[]) =>
        standIn('word', String(found.findIndex((one) => one !== undefined)), (nth) => `Texto ${nth}`))
      .replace(digits, digitsOf)
  }

  return (text: string): string =>
    withMarks(text).replace(mark, (_all, first: string, second: string) => invented[placeOf(first, second)] ?? '')
}

// <RutCompania xsi:type="xsd:string">99999999</RutCompania><DvCompania …>9<, rutSender: 1111…,
// rut_receptor=…&dv_receptor=…
const rutInTwo = /(rut\w*?\D{1,60}?)(?<!\d)(\d{1,8})(?!\d)(\D{1,90}?dv\w*?\D{1,60}?)(?<![a-z\d])([\dk])(?![a-z\d])/gi
const wholeRut = /(?<![\dA-Za-z])(\d{1,2}(?:\.?\d{3}){2}|\d{6})-([\dkK])(?![\dA-Za-z])/g
const email = /[\w.+%-]+@[\w-]+(?:\.[\w-]+)+/g
const secretInElement = /((?:semilla|seed|token|firma\w*|signaturevalue|x509certificate|modulus)["\w\s:=.]*(?:>|&gt;|"\s*:\s*"|=)\s*)([\w+/=.~-]{4,})/gi
const encoded = /[A-Za-z0-9+/=]{40,}/g
// Amounts, and what the SII calls an envelope or an attention, by the name that stands before them.
const numberInContext = /((?:monto|mnt|track_?id|num_?atencion|numero de atencion|identificador de env[ií]o)[^\d<>]{0,40}?(?:>|&gt;|"\s*:\s*"?|=|:?\s)\s*(?:n\D{0,3}\s*)?)(?<!\d)(\d{3,20})(?!\d)/gi
const digits = /(?<!\d)\d+(?!\d)/g
const mark = /\uE000([\uE100-\uE4FF])([\uE100-\uE4FF])/g

function markOf (place: number): string {
  return `\uE000${String.fromCharCode(0xE100 + (place >> 10), 0xE100 + (place & 0x3FF))}`
}

function placeOf (first: string, second: string): number {
  return (first.charCodeAt(0) - 0xE100) * 1024 + second.charCodeAt(0) - 0xE100
}

function looksEncoded (run: string): boolean {
  return /^[0-9a-f]{40,}$/.test(run) || (/\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run))
}

function numberLike (length: number, nth: number): string {
  return `9${String(nth).padStart(length - 1, '0')}`.slice(0, length)
}

/** As long as the given one, with its dots, beyond what the SII has given to anybody. */
function inventedBody (text: string, nth: number): string {
  const length = text.replaceAll('.', '').length
  const digitsLeft = Array.from(`99${String(nth).padStart(Math.max(length - 2, 0), '0')}`.slice(0, Math.max(length, 1)))
  return text.replace(/\d/g, () => digitsLeft.shift() ?? '0')
}

function matchCase (made: string, given: string): string {
  return given === 'k' ? made.toLowerCase() : made
}

function withoutZeros (number: string): string {
  return number.replace(/^0+/, '')
}

function longestFirst (words: readonly string[]): string[] {
  return Array.from(new Set(words.map((word) => word.trim()))).sort((one, other) => other.length - one.length)
}

const variants: Readonly<Record<string, string>> = {
  a: '[aáàäâã]', e: '[eéèëê]', i: '[iíìïî]', o: '[oóòöôõ]', u: '[uúùüû]', n: '[nñ]', c: '[cç]',
  '&': '&(?:amp;)*', '<': '(?:<|&(?:amp;)*lt;)', '>': '(?:>|&(?:amp;)*gt;)', '"': '(?:\\\\?"|&(?:amp;)*(?:quot|#34);)',
  '\'': '(?:\'|&(?:amp;)*(?:apos|#39);)'
}

/** Each of the words in a group of its own: as a whole word, in any case, with or without accents, and as in XML. */
function patternOf (words: readonly string[]): RegExp {
  const groups = words.length === 0 ? '(?!)' : words.map((word) => `(${formsOf(word)})`).join('|')
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${groups})(?![\\p{L}\\p{N}])`, 'giu')
}

function formsOf (word: string): string {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ')
  return Array.from(plain, (letter) =>
    variants[letter] ?? (letter === ' ' ? '\\s+' : letter.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))).join('')
}
