type Schema = Record<string, unknown>

/**
 * A closed set of constants that zod writes as alternatives, `anyOf: [{ const: 1 }, { const: 2 }]`, as the one
 * enumeration it is.
 */
export function withEnumeration (schema: Schema): Schema {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length === 0) return schema
  const constants = (anyOf as Schema[]).map((alternative) => alternative['const'])
  if (constants.includes(undefined)) return schema
  return { type: constants.every(Number.isInteger) ? 'integer' : typeof constants[0], enum: constants, ...rest }
}

/** The paths of the schemas below `part` that list constants as alternatives where an enumeration says the same. */
export function alternativeConstants (part: unknown, path = '#'): string[] {
  if (typeof part !== 'object' || part === null) return []
  const below = Object.entries(part).flatMap(([name, child]) => alternativeConstants(child, `${path}/${name}`))
  const { anyOf, oneOf } = part as Schema
  const isFound = [anyOf, oneOf].some((alternatives) => Array.isArray(alternatives) && alternatives.length > 0 &&
    (alternatives as Schema[]).every((alternative) => 'const' in alternative || 'enum' in alternative))
  return isFound ? [path, ...below] : below
}

/** The schema of a value that may be null as well, and whether it may: `anyOf: [X, null]` is X, true. */
export function withoutNull (schema: Schema): { schema: Schema, isNullable: boolean } {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return { schema, isNullable: false }
  const [one, other] = anyOf as [Schema, Schema]
  if (other['type'] !== 'null') return { schema, isNullable: false }
  return { schema: { ...one, ...rest }, isNullable: true }
}
