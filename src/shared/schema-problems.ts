import type { z } from 'zod'
import { errorTable, type Problem, type Sentence } from './errors.ts'
import { fitsDouble, isNumeral } from './numerals.ts'

type Issue = z.core.$ZodIssue

const maxProblems = 100

const spanish = new Map<string, string>()

/** Registers a schema's own message in both languages and returns the English one: zod supports only one language. */
export function said ({ en, es }: Sentence): string {
  spanish.set(en, es)
  return en
}

/** The problems that zod found, in both languages: `details[2].quantity` → "must be greater than 0". */
export function problemsOf (issues: readonly Issue[]): Problem[] {
  const problems: Problem[] = []
  for (const issue of issues) {
    if (problems.length >= maxProblems) break
    problems.push(...problemsOfIssue(issue, issue.path))
  }
  return problems.slice(0, maxProblems)
}

/** The same of a query, whose numbers were texts from the start. */
export function problemsOfQuery (issues: readonly Issue[]): Problem[] {
  return problemsOf(issues).map(({ path, message }) =>
    ({ path, message: message === errorTable.JSON_NUMBER_INEXACT ? mustBeNumber : message }))
}

function problemsOfIssue (issue: Issue, path: readonly PropertyKey[]): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, maxProblems).map((key) => ({
      path: pathText([...path, key]),
      message: { en: 'is an unknown member', es: 'es un miembro desconocido' }
    }))
  }
  if (issue.code === 'invalid_union' && isZods(issue)) return problemsOfUnion(issue, path)
  return [{ path: pathText(path), message: sentenceOf(issue) }]
}

/** Of several alternatives, reports the problems of the one closest to the input. */
function problemsOfUnion (issue: z.core.$ZodIssueInvalidUnion, path: readonly PropertyKey[]): Problem[] {
  const [closest] = [...issue.errors].sort((one, other) => one.length - other.length)
  if (!closest || closest.length === 0) {
    return [{
      path: pathText(path),
      message: { en: 'matches none of the allowed forms', es: 'no corresponde a ninguna de las formas permitidas' }
    }]
  }
  return closest.slice(0, maxProblems).flatMap((inner) => problemsOfIssue(inner, [...path, ...inner.path]))
}

function pathText (path: readonly PropertyKey[]): string {
  return path.map((key, depth) => typeof key === 'number' ? `[${key}]` : `${depth === 0 ? '' : '.'}${String(key)}`)
    .join('')
}

/** A sentence written into a schema wins; zod's own all begin with one of these words. */
function isZods ({ message }: Issue): boolean {
  return /^(?:Invalid|Too|Unrecognized)\b/.test(message)
}

/** Of a sentence that has figures of its own, the issue carries the Spanish one. */
function spanishOf (issue: Issue): string | undefined {
  const es: unknown = issue.code === 'custom' ? issue.params?.['es'] : undefined
  return typeof es === 'string' ? es : spanish.get(issue.message)
}

function sentenceOf (issue: Issue): Sentence {
  if (!isZods(issue)) {
    return { en: issue.message, es: spanishOf(issue) ?? issue.message }
  }
  if (issue.code === 'invalid_type') return wrongType(issue)
  if (issue.code === 'too_small') return tooSmall(issue)
  if (issue.code === 'too_big') return tooBig(issue)
  if (issue.code === 'invalid_value') return oneOf(issue.values)
  if (issue.code === 'invalid_format') {
    return formats[issue.format] ?? { en: 'has an invalid format', es: 'tiene un formato no válido' }
  }
  if (issue.code === 'not_multiple_of') {
    return { en: `must be a multiple of ${issue.divisor}`, es: `debe ser múltiplo de ${issue.divisor}` }
  }
  return { en: 'is not valid', es: 'no es válido' }
}

const mustBeNumber: Sentence = { en: 'must be a number', es: 'debe ser un número' }

const types: Readonly<Record<string, Sentence>> = {
  string: { en: 'must be a string', es: 'debe ser un texto' },
  number: mustBeNumber,
  int: { en: 'must be a whole number', es: 'debe ser un número entero' },
  boolean: { en: 'must be true or false', es: 'debe ser true o false' },
  object: { en: 'must be an object', es: 'debe ser un objeto' },
  array: { en: 'must be an array', es: 'debe ser un arreglo' }
}

/** A number that has lost digits is read as their text (src/http/bodies/json.ts). */
function isInexactNumber (input: unknown): boolean {
  return typeof input === 'string' && isNumeral(input) && !fitsDouble(input)
}

function wrongType ({ input, expected }: z.core.$ZodIssueInvalidType): Sentence {
  if (input === undefined) return { en: 'is required', es: 'es obligatorio' }
  if (isInexactNumber(input) && (expected === 'number' || expected === 'int')) return errorTable.JSON_NUMBER_INEXACT
  return types[expected] ?? { en: `must be of type ${expected}`, es: `debe ser de tipo ${expected}` }
}

const formats: Readonly<Record<string, Sentence>> = {
  uuid: { en: 'must be a UUID', es: 'debe ser un UUID' },
  email: { en: 'must be an email address', es: 'debe ser una dirección de correo' },
  date: { en: 'must be a date (YYYY-MM-DD)', es: 'debe ser una fecha (AAAA-MM-DD)' },
  datetime: { en: 'must be a date-time (ISO 8601)', es: 'debe ser una fecha y hora (ISO 8601)' },
  url: { en: 'must be a URL', es: 'debe ser una URL' },
  base64: { en: 'must be Base64', es: 'debe ser Base64' }
}

function tooSmall ({ origin, minimum, inclusive, exact }: z.core.$ZodIssueTooSmall): Sentence {
  const counted = countOf(origin)
  if (counted) return exact ? counted('exactly', 'exactamente', minimum) : counted('at least', 'al menos', minimum)
  if (inclusive === false) return { en: `must be greater than ${minimum}`, es: `debe ser mayor que ${minimum}` }
  return { en: `must be at least ${minimum}`, es: `debe ser al menos ${minimum}` }
}

function tooBig ({ origin, maximum, inclusive, exact }: z.core.$ZodIssueTooBig): Sentence {
  const counted = countOf(origin)
  if (counted) return exact ? counted('exactly', 'exactamente', maximum) : counted('at most', 'a lo más', maximum)
  if (inclusive === false) return { en: `must be less than ${maximum}`, es: `debe ser menor que ${maximum}` }
  return { en: `must be at most ${maximum}`, es: `debe ser a lo más ${maximum}` }
}

type Count = (en: string, es: string, limit: number | bigint) => Sentence

function countOf (origin: string): Count | undefined {
  if (origin === 'string') {
    return (en, es, limit) => ({
      en: `must have ${en} ${counted(limit, 'character')}`,
      es: `debe tener ${es} ${limit} ${isOne(limit) ? 'carácter' : 'caracteres'}`
    })
  }
  if (origin === 'array') {
    return (en, es, limit) => ({
      en: `must have ${en} ${counted(limit, 'item')}`,
      es: `debe tener ${es} ${limit} ${isOne(limit) ? 'elemento' : 'elementos'}`
    })
  }
  return undefined
}

function counted (limit: number | bigint, noun: string): string {
  return `${limit} ${noun}${isOne(limit) ? '' : 's'}`
}

function isOne (limit: number | bigint): boolean {
  return Number(limit) === 1
}

function oneOf (values: readonly unknown[]): Sentence {
  const list = values.map(String).join(', ')
  return { en: `must be one of: ${list}`, es: `debe ser uno de: ${list}` }
}
