import { z } from 'zod'
import { invalidAt } from '../shared/errors.ts'

/** An id as clients send it: a UUID in either case, in lower case for the services. */
export const id = z.uuid().toLowerCase()

/** The query of every Get: `?id=<uuid>`. */
export const byId = z.object({ id })

/** The query and the body of every Delete: the id travels in either. */
export const deletion = {
  query: z.object({ id: id.optional() }),
  body: z.strictObject({ id: id.optional() }).nullish()
}

/** The id that a Delete means. `takeIdAnywhere` has put it into the query, wherever it was sent. */
export function idToDelete ({ query }: { query: { id?: string | undefined } }): string {
  if (query.id === undefined) throw invalidAt('id', { en: 'is required', es: 'es obligatorio' })
  return query.id
}

/** What the id of a group's things is called where it stands beside others. */
const longNames: Readonly<Record<string, string>> = {
  PdfTemplate: 'templateId', Role: 'roleId', User: 'userId', Webhook: 'correlationId'
}

/** An id that an operation takes: the names under which it may be sent, and those under which its schemas want it. */
export interface IdPlace { names: readonly string[], inQuery: string | undefined, inBody: string | undefined }

/** The ids of what an operation is about: `id` or its long name, and any other one that is compulsory. */
export function idPlacesOf (
  group: string, { query, body }: { query?: z.ZodType | undefined, body?: z.ZodType | undefined }
): IdPlace[] {
  const names = ['id', ...longNames[group] === undefined ? [] : [longNames[group]]]
  const [queried, posted] = [shapeOf(query), shapeOf(body)]
  const others = Object.entries({ ...queried, ...posted })
    .filter(([name, member]) => /.Id$/.test(name) && !names.includes(name) && !z.safeParse(member, undefined).success)
  return [names, ...others.map(([name]) => [name])].map((alike) => ({
    names: alike,
    inQuery: alike.find((name) => name in queried),
    inBody: alike.find((name) => name in posted)
  })).filter(({ inQuery, inBody }) => inQuery !== undefined || inBody !== undefined)
}

function shapeOf (schema: z.core.$ZodType | undefined): Readonly<Record<string, z.core.$ZodType>> {
  if (schema instanceof z.ZodObject) return schema.shape
  if (schema instanceof z.ZodPipe) return shapeOf(schema.def.in)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return shapeOf(schema.def.innerType)
  return {}
}

/**
 * Moves an id to where the schemas of the operation want it, from the query or the body and under each of its names.
 * Throws VALIDATION_FAILED for two that differ.
 */
export function takeIdAnywhere (request: { query: unknown, body: unknown }, { names, inQuery, inBody }: IdPlace): void {
  const query = request.query as Members
  const posted = isObject(request.body) ? request.body : undefined
  const value = takeId(posted ? [query, posted] : [query], names)
  if (value === undefined) return
  if (inQuery !== undefined) query[inQuery] = value
  if (inBody === undefined) return
  if (posted) posted[inBody] = value
  else if (inQuery === undefined) request.body ??= { [inBody]: value }
}

/** The one id that is said, taken away under all of its names. */
function takeId (parts: readonly Members[], names: readonly string[]): unknown {
  const sent = parts.flatMap((part) => names.map((name) => part[name])).filter((value) => (value ?? null) !== null)
  if (new Set(sent.map((value) => typeof value === 'string' ? value.toLowerCase() : value)).size > 1) {
    throw invalidAt(names[0] ?? 'id', {
      en: 'is sent twice with different values', es: 'se envió dos veces con valores distintos'
    })
  }
  if (sent.length > 0) for (const part of parts) for (const name of names) Reflect.deleteProperty(part, name)
  return sent[0]
}

type Members = Record<string, unknown>

function isObject (value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value)
}
