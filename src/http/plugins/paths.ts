import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'
import { type Problem, ServiceError, type Sentence } from '../../shared/errors.ts'

/** Which methods each path takes. */
export interface PathTable { methodsOf: (url: string) => string[] }

/** Notes every path as it is registered; call it before the first route. */
export function recordPaths (app: FastifyInstance): PathTable {
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(folded(url)) ?? new Set()
    for (const name of [method].flat()) known.add(name)
    methods.set(folded(url), known)
  })
  return { methodsOf: (url) => [...methods.get(folded(url)) ?? []].sort() }
}

/** Paths are matched without regard to case, query, repeated or trailing slashes. */
function folded (url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  return path.toLowerCase().replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The schema of the operation's query. */
    query?: z.ZodType
    /** Names of ids that are taken in the query even where the body is their place. */
    idNames?: readonly string[]
    /** It answers an array. */
    answersList?: true
  }
}

// ASVS 5.0.0, 14.2.1: secrets in an address end up in logs, proxies and histories.
const secretNames = new Set(['secretkey', 'accesstoken', 'access_token', 'token', 'password', 'authorization'])

/**
 * Reads query strings itself: names without regard to case, strict UTF-8, never a secret. A name comes once, or several
 * times where several values are allowed. One without a value is left out; one that the operation does not know is
 * refused, except the paging of a list that is not paged.
 */
export const queries = fp(async (app) => {
  app.addHook('onRequest', async (request) => {
    checkHost(request)
    const at = request.raw.url?.indexOf('?') ?? -1
    const text = at < 0 ? '' : request.raw.url?.slice(at + 1) ?? ''
    request.query = text === '' ? {} : readQuery(text, request)
  })
}, { name: 'queries' })

/**
 * RFC 9112, 3.2: exactly one Host, which HTTP/1.0 may leave out. Node would refuse its absence outside the envelope.
 */
function checkHost ({ raw }: FastifyRequest): void {
  const count = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  if (count > 1 || (count === 0 && raw.httpVersion === '1.1' && raw.headers.host === undefined)) {
    throw new ServiceError('REQUEST_MALFORMED')
  }
}

const knownNames = new WeakMap<object, ReadonlyMap<string, string>>()

function namesOf ({ routeOptions: { config } }: FastifyRequest): ReadonlyMap<string, string> {
  const known = knownNames.get(config)
  if (known) return known
  const { query, idNames = [] } = config
  const published = [...idNames, ...query instanceof z.ZodObject ? Object.keys(query.shape) : []]
  const names = new Map(published.map((name) => [name.toLowerCase(), name]))
  knownNames.set(config, names)
  return names
}

/** Whether a parameter takes several values, which are then separated by commas. */
function takesSeveral (schema: z.ZodType | undefined): boolean {
  if (schema instanceof z.ZodOptional) return takesSeveral(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodPipe && schema.out instanceof z.ZodArray
}

const pagingNames = new Set(['page', 'pagesize'])
const mostProblems = 100

/** The values of a query string under their published names. */
function readQuery (text: string, request: FastifyRequest): Record<string, string> {
  const names = namesOf(request)
  const values: Record<string, string> = {}
  const unknown: Problem[] = []
  for (const pair of text.split('&').filter((part) => part !== '')) {
    const [written = '', ...rest] = pair.split('=')
    const said = decoded(written, written)
    if (secretNames.has(said.toLowerCase())) throw new ServiceError('SECRET_IN_QUERY')
    const name = names.get(said.toLowerCase())
    if (name === undefined) {
      if (!isIgnored(said, request)) unknown.push({ path: said.slice(0, 50), message: unknownName })
      continue
    }
    const value = decoded(rest.join('='), name)
    if (Object.hasOwn(values, name)) values[name] = several(values[name], value, { name, request })
    else if (value !== '') values[name] = value
  }
  // Pages may be opened with a query that others added to their address.
  if (unknown.length === 0 || request.routeOptions.config.operation === undefined) return values
  throw new ServiceError('VALIDATION_FAILED', { problems: unknown.slice(0, mostProblems) })
}

/** Clients that page every list alike may ask so for those that come whole. */
function isIgnored (name: string, { routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.answersList === true && pagingNames.has(name.toLowerCase())
}

function several (
  earlier = '', value: string, { name, request }: { name: string, request: FastifyRequest }
): string {
  const { query } = request.routeOptions.config
  if (query instanceof z.ZodObject && takesSeveral(query.shape[name] as z.ZodType)) {
    return [earlier, value].filter((one) => one !== '').join(',')
  }
  throw problem(name, { en: 'appears twice', es: 'aparece dos veces' })
}

const unknownName: Sentence = { en: 'is an unknown parameter', es: 'es un parámetro desconocido' }

function decoded (text: string, name: string): string {
  try {
    const value = decodeURIComponent(text.replaceAll('+', ' '))
    if (!/\p{Cc}/u.test(value)) return value
  } catch {
    // Falls through to the problem below: the escapes are not UTF-8.
  }
  throw problem(name.slice(0, 50), {
    en: 'contains control characters or escapes that are not UTF-8',
    es: 'contiene caracteres de control o secuencias que no son UTF-8'
  })
}

function problem (path: string, message: Sentence): ServiceError {
  return new ServiceError('VALIDATION_FAILED', { problems: [{ path, message }] })
}
