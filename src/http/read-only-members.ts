import { z } from 'zod'

const ignored = z.unknown().optional()

/**
 * The body of an update that also takes what List or Get answered, as it is or changed: the members that only the
 * answer has are ignored.
 */
export function takingBack<Shape extends z.ZodRawShape> (
  body: z.ZodObject<Shape, z.core.$strict>, answered: z.ZodObject
) {
  const readOnly = Object.entries<z.core.$ZodType>(answered.shape).filter(([name]) => name !== 'id' && !(name in body.shape))
  const names = new Set(readOnly.map(([name]) => name))
  return body.extend(Object.fromEntries(readOnly.map(([name, member]) => [name, ignored.meta({
    readOnly: true, description: 'Ignored.', ...examplesOf(member)
  })]))).meta(body.meta() ?? {})
    .transform((posted) =>
      Object.fromEntries(Object.entries(posted).filter(([name]) => !names.has(name))) as z.output<typeof body>)
}

function examplesOf (member: z.core.$ZodType): { examples?: unknown[] } {
  const { examples } = z.globalRegistry.get(member) ?? {}
  return Array.isArray(examples) ? { examples } : {}
}
