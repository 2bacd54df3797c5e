import { z } from 'zod'

/**
 * A part of a document as a client would post it under this schema: figures are numbers, marks (1 or R in the XML) are
 * true, and members that the schema does not have are left out.
 */
export function asPosted<Schema extends z.ZodType> (schema: Schema, value: unknown): z.output<Schema> {
  return postedUnder(schema, value) as z.output<Schema>
}

function postedUnder (schema: z.ZodType, value: unknown): unknown {
  if (value === undefined) return undefined
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return postedUnder(schema.unwrap() as z.ZodType, value)
  }
  if (schema instanceof z.ZodArray) {
    return (value as unknown[]).map((row) => postedUnder(schema.element as z.ZodType, row))
  }
  if (schema instanceof z.ZodObject) return membersUnder(schema.shape, value)
  if (schema instanceof z.ZodNumber) return Number(value)
  return schema instanceof z.ZodBoolean ? value !== false : value
}

function membersUnder (shape: Record<string, z.ZodType>, value: unknown): object {
  const members = Object.entries(shape).map(([name, schema]) =>
    [name, postedUnder(schema, (value as Record<string, unknown>)[name])] as const)
  return Object.fromEntries(members.filter(([, member]) => member !== undefined))
}
