type Json = Record<string, unknown>

/** The contract in OpenAPI 3.0, for tools that do not read 3.1; notifications are left out. */
export function inOpenApi30 (contract: object): object {
  const { webhooks: _, info, ...rest } = contract as { webhooks?: unknown, info: { license: { name: string } } }
  const { license: { name } } = info
  return { ...older(rest) as Json, openapi: '3.0.3', info: { ...info, license: { name } } }
}

/** `keysAreNames` inside the members of an object. */
function older (part: unknown, keysAreNames = false): unknown {
  if (Array.isArray(part)) return part.map((entry) => older(entry))
  if (typeof part !== 'object' || part === null) return part
  const node = keysAreNames ? part : olderSchema(part as Json)
  return Object.fromEntries(Object.entries(node).map(([key, child]) => {
    const isData = !keysAreNames && ['example', 'examples', 'enum', 'default'].includes(key)
    return [key, isData ? child : older(child, key === 'properties' && !keysAreNames)]
  }))
}

function olderSchema ({ const: constant, examples, exclusiveMinimum, ...rest }: Json): Json {
  return withoutNullType({
    ...rest,
    ...(constant === undefined ? {} : { enum: [constant] }),
    ...(Array.isArray(examples) ? { example: examples[0] as unknown } : examples === undefined ? {} : { examples }),
    ...(typeof exclusiveMinimum === 'number' ? { minimum: exclusiveMinimum, exclusiveMinimum: true } : {})
  })
}

function withoutNullType (schema: Json): Json {
  const { type, anyOf, $ref, ...rest } = schema
  if ($ref !== undefined) return Object.keys(rest).length === 0 ? schema : { allOf: [{ $ref }], ...rest }
  if (type === 'null') return { type: 'object', nullable: true, enum: [null], ...rest }
  if (Array.isArray(type)) {
    return withNullInEnum({ type: type.find((name) => name !== 'null') as unknown, nullable: true, ...rest })
  }
  if (!Array.isArray(anyOf)) return schema
  const [one = {}, ...further] = (anyOf as Json[]).filter((alternative) => alternative['type'] !== 'null')
  const isPlain = anyOf.length === 2 && further.length === 0 && typeof one['type'] === 'string'
  return isPlain ? withNullInEnum(olderSchema({ ...one, ...rest, nullable: true })) : schema
}

/** In OpenAPI 3.0 `nullable` does not widen an enumeration. */
function withNullInEnum (schema: Json): Json {
  const values = schema['enum']
  return Array.isArray(values) && !values.includes(null) ? { ...schema, enum: [...values as unknown[], null] } : schema
}
