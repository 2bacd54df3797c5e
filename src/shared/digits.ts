import type { z } from 'zod'

// Types of documents, codes, folios, numbers of lines and ids; amounts and quantities are numbers.
const numbersByName = /(type|code|method|media|indicator|folio|number|from|to|next|count|kind)$/i
const textsByName = /(type|code|codeValue|folio|number|id)$/i

/**
 * Parses with a schema. Where it wants a number for a code or a folio, digits in a string are taken too, and where it
 * wants a string, a whole number: programs write them either way. Changes `data` where it takes one for the other.
 */
export function parseTakingDigits<Output> (schema: z.ZodType<Output>, data: unknown): z.ZodSafeParseResult<Output> {
  const first = schema.safeParse(data, { reportInput: true })
  if (first.success) return first
  const changed = first.error.issues.filter(({ path }) => exchange(data, path))
  if (changed.length === 0) return first
  const second = schema.safeParse(data, { reportInput: true })
  if (second.success) return second
  const refused = new Set(second.error.issues.map(nameOfPlace))
  const restored = changed.filter((issue) => refused.has(nameOfPlace(issue)) && exchange(data, issue.path))
  return restored.length === 0 ? second : schema.safeParse(data, { reportInput: true })
}

function nameOfPlace ({ path }: z.core.$ZodIssue): string {
  return path.join('.')
}

/** Writes the digits at a place as the other type; false where there are none. */
function exchange (data: unknown, path: readonly PropertyKey[]): boolean {
  const name = path.at(-1)
  const owner = path.slice(0, -1).reduce<unknown>((value, key) => Reflect.get(Object(value) as object, key), data)
  if (name === undefined || typeof owner !== 'object' || owner === null) return false
  const other = otherForm(Reflect.get(owner, name), lastName(path))
  return other !== undefined && Reflect.set(owner, name, other)
}

function otherForm (value: unknown, name: string): number | string | undefined {
  if (typeof value === 'string') return numbersByName.test(name) && isNumber(value, name) ? Number(value) : undefined
  return Number.isSafeInteger(value) && Number(value) >= 0 && textsByName.test(name) ? String(value) : undefined
}

/** Codes of activities are written with a leading zero, 011101; other numbers with one are texts. */
function isNumber (text: string, name: string): boolean {
  return (/activity/i.test(name) ? /^\d{1,15}$/ : /^(0|[1-9]\d{0,14})$/).test(text)
}

/** Of a list of codes, the list's name. */
function lastName (path: readonly PropertyKey[]): string {
  const name = path.findLast((key) => typeof key === 'string') ?? ''
  return name.replace(/s$/, '')
}
