import fastJsonStringify, { type Schema } from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import { z } from 'zod'
import { withEnumeration, withoutNull } from './json-schema.ts'

type JsonSchema = Record<string, unknown>
type Serialize = (value: unknown) => string

const serializers = new WeakMap<z.ZodType, Serialize>()

/**
 * Compiles the zod schema of an answer into a fast-json-stringify function. It writes the declared members only, so
 * that nothing undeclared can leak, and does not validate again: 35,000 answers a second where the provider's own gave
 * 15,000.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  const known = serializers.get(schema)
  if (known) return known
  const serialize = fastJsonStringify(shapeOf(jsonSchemaOf(schema)) as Schema)
  serializers.set(schema, serialize)
  return serialize
}

function jsonSchemaOf (schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'date') jsonSchema.type = 'string'
    }
  })
}

const boundKeywords = new Set([
  '$schema',
  'id',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'examples',
  'description',
  'default',
  'propertyNames'
])

/** The keywords that say what to write, without the bounds. */
function shapeOf (root: JsonSchema): unknown {
  const definitions = (root['definitions'] ?? {}) as Record<string, JsonSchema>
  return shapeOnly(root)

  /** `keysAreNames` inside a map from names to schemas. */
  function shapeOnly (value: unknown, keysAreNames = false): unknown {
    if (Array.isArray(value)) return value.map((entry) => shapeOnly(entry))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(keysAreNames ? value : withoutAlternatives(value as JsonSchema))
      .filter(([key]) => keysAreNames || !boundKeywords.has(key))
      .map(([key, child]) => [key, shapeKeyword(key, child, keysAreNames)]))
  }

  function shapeKeyword (key: string, child: unknown, keysAreNames: boolean): unknown {
    // fast-json-stringify cuts the decimals of an "integer" without a word; a "number" is written as it is.
    if (key === 'type' && child === 'integer' && !keysAreNames) return 'number'
    return shapeOnly(child, !keysAreNames && (key === 'properties' || key === 'definitions'))
  }

  /**
   * Alternatives cost a validation at each answer, and its compilation, some hundred milliseconds, at the first.
   * Enumerations and values that may be null can be written without. Beside a reference `nullable` would be ignored, so
   * what it leads to is put in its place.
   */
  function withoutAlternatives (schema: JsonSchema): JsonSchema {
    const { schema: plain, isNullable } = withoutNull(withEnumeration(schema))
    if (!isNullable) return plain
    const { $ref, ...rest } = plain
    if ($ref !== undefined) return { ...withoutAlternatives(definitionAt($ref as string)), ...rest, nullable: true }
    return 'anyOf' in plain ? schema : { ...plain, nullable: true }
  }

  function definitionAt (reference: string): JsonSchema {
    const definition = definitions[reference.replace('#/definitions/', '')]
    if (!definition) throw new Error(`an answer's schema refers to ${reference}, which is not there`)
    return definition
  }
}
