import { z } from 'zod'

/** The form of every success; failures are written by error-handler.ts. */
export interface Envelope<Result> { success: true, statusCode: 200, errorCode: '', errors: [], result: Result }

export function ok<Result> (result: Result): Envelope<Result> {
  return { success: true, statusCode: 200, errorCode: '', errors: [], result }
}

/**
 * The 200 answer of an operation that speaks JSON: one schema under the three media types that the specification
 * declares.
 */
export interface EnvelopedAnswer<Result extends z.ZodType> {
  kind: 'enveloped'
  description: string
  content: Record<'application/json' | 'text/plain' | 'text/json', { schema: z.ZodType }>
  result: Result
}

/** The 200 answer of a download: bytes of one of these media types, outside the envelope. */
export interface FileAnswer { kind: 'file', description: string, mediaTypes: readonly string[] }

export type Answer = EnvelopedAnswer<z.ZodType> | FileAnswer

const wrappers = new Map<string, EnvelopedAnswer<z.ZodType>>()

function wrapped<Result extends z.ZodType> (name: string, result: Result): EnvelopedAnswer<Result> {
  const known = wrappers.get(name)
  if (known) {
    if (known.result !== result) throw new Error(`Two different schemas are named ${name}.`)
    return known as EnvelopedAnswer<Result>
  }
  const schema = z.object({
    success: z.boolean().meta({ examples: [true] }),
    statusCode: z.int().meta({ examples: [200] }),
    errorCode: z.string().meta({ description: 'Empty on success.', examples: [''] }),
    errors: z.array(z.string()).meta({ examples: [[]] }),
    result
  }).meta({ id: name })
  const content = { 'application/json': { schema }, 'text/plain': { schema }, 'text/json': { schema } }
  const answer: EnvelopedAnswer<Result> = { kind: 'enveloped', description: 'Success', content, result }
  wrappers.set(name, answer)
  return answer
}

/** Answers one object: schema `<name>ResponseWrapper`. Call it once for each schema, at the top of schemas.ts. */
export function enveloped<Result extends z.ZodType> (name: string, result: Result): EnvelopedAnswer<Result> {
  return wrapped(`${name}ResponseWrapper`, result)
}

/** Answers an array: schema `<name>ListResponseWrapper`. */
export function envelopedList<Item extends z.ZodType> (name: string, item: Item): EnvelopedAnswer<z.ZodArray<Item>> {
  return wrapped(`${name}ListResponseWrapper`, z.array(item))
}

/** Answers one page: schema `<name>ListPaginationResponseResponseWrapper`; see paging.ts for the request's side. */
export function envelopedPage<Item extends z.ZodType> (name: string, item: Item) {
  return enveloped(pagesOf(name), pageSchema(item))
}

/** The name for `enveloped` of a page that has members beside those of `pageSchema`. */
export function pagesOf (name: string): string {
  return `${name}ListPaginationResponse`
}

export function pageSchema<Item extends z.ZodType> (item: Item) {
  return z.object({
    page: z.int().meta({ examples: [1] }),
    pageSize: z.int().meta({ examples: [20] }),
    totalPage: z.int().meta({ examples: [1] }),
    totalRecords: z.int().meta({ examples: [1] }),
    totalIsEstimate: z.boolean().meta({ examples: [false] }),
    data: z.array(item)
  })
}

export const envelopedBoolean = enveloped('Boolean', z.boolean())

/** Answers bytes; the handler sends them with `sendFile` (downloads.ts). */
export function fileAnswer (description: string, mediaTypes: readonly string[]): FileAnswer {
  return { kind: 'file', description, mediaTypes }
}

/** A moment: services hand over a Date, clients read ISO 8601 with milliseconds in UTC. */
export const timestamp = z.date().meta({ examples: ['2026-11-20T13:45:12.345Z'] })
