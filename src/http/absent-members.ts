import { z } from 'zod'

type Remove = (value: unknown) => void

const removals = new WeakMap<z.core.$ZodType, Remove | null>()

/**
 * Removes from posted JSON, in place, each member that is null where the schema knows it as optional: serialisers write
 * null for what has no value. A member that may be null by its own schema stays.
 */
export function removeAbsent (schema: z.core.$ZodType, posted: unknown): void {
  removalOf(schema)?.(posted)
}

/** What there is to do for a schema, found once; null when it has no such member, as a document's has none. */
function removalOf (schema: z.core.$ZodType): Remove | null {
  let removal = removals.get(schema)
  if (removal === undefined) {
    removal = findRemoval(schema)
    removals.set(schema, removal)
  }
  return removal
}

function findRemoval (schema: z.core.$ZodType): Remove | null {
  if (schema instanceof z.ZodObject) return fromObject(schema)
  if (schema instanceof z.ZodArray) return fromArray(removalOf(schema.def.element))
  if (schema instanceof z.ZodPipe) return removalOf(schema.def.in)
  if (schema instanceof z.ZodUnion) {
    const each = schema.def.options.map(removalOf).filter((removal) => removal !== null)
    return each.length === 0 ? null : (value) => { for (const remove of each) remove(value) }
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return removalOf(schema.def.innerType)
  }
  return null
}

function fromObject ({ shape }: z.ZodObject): Remove | null {
  const members = Object.entries<z.core.$ZodType>(shape)
  const optional = new Set(members.filter(([, member]) => isOptional(member)).map(([name]) => name))
  const nested = members.map(([name, member]) => [name, removalOf(member)] as const)
    .filter((entry): entry is [string, Remove] => entry[1] !== null)
  if (optional.size + nested.length === 0) return null
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    const posted = value as Record<string, unknown>
    for (const name of optional) if (posted[name] === null) Reflect.deleteProperty(posted, name)
    for (const [name, remove] of nested) remove(posted[name])
  }
}

function fromArray (remove: Remove | null): Remove | null {
  return remove && ((value) => { if (Array.isArray(value)) value.forEach(remove) })
}

function isOptional (member: z.core.$ZodType): boolean {
  return z.safeParse(member, undefined).success && !z.safeParse(member, null).success
}
