import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const compress = promisify(gzip)

/** One form of the bytes, with the tag that names it (RFC 9110, 8.8.3: each encoding has a tag of its own). */
interface Representation { bytes: Buffer, tag: string }

interface Representations { identity: Representation, gzip: Representation }

type Headers = Readonly<Record<string, string>>

export interface StaticAnswer {
  /** Makes the bytes; called at the first request. */
  make: () => Buffer | string | Promise<Buffer | string>
  /** Or what makes them, where they depend on the bytes. */
  headers: Headers | (() => Promise<Headers>)
  /** Request headers, besides Accept-Encoding and Origin, that the answer depends on. */
  vary?: readonly string[]
}

/**
 * Serves bytes that are the same for all clients (GET and HEAD). They are compressed once, and every answer sends the
 * same Buffer, so that a slow client costs no memory.
 */
export function serveStatic (app: FastifyInstance, path: string, answer: StaticAnswer): void {
  app.get(path, staticRoute, staticAnswer(answer))
}

export const staticRoute = {
  schema: { hide: true } as object, exposeHeadRoute: true, config: { rule: { access: 'public' } }
} as const

/** The handler of such an answer, for routes with several of them. */
export function staticAnswer (
  { make, headers, vary = [] }: StaticAnswer
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const headersOf = typeof headers === 'function' ? once(headers) : async () => headers
  const representations = once(async () => representationsOf(Buffer.from(await make())))

  return async (request, reply) => {
    reply.headers({ ...await headersOf(), vary: [reply.getHeader('vary') ?? [], vary, 'accept-encoding'].flat(2).join(', ') })
    return send(request, reply, await representations())
  }
}

/**
 * Calls `make` at the first call and gives the same to all; a failure is forgotten, so that the next call tries again.
 */
export function once<Made> (make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}

async function representationsOf (bytes: Buffer): Promise<Representations> {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 27)
  return { identity: { bytes, tag: `"${hash}"` }, gzip: { bytes: await compress(bytes), tag: `"${hash}-gzip"` } }
}

async function send (
  request: FastifyRequest, reply: FastifyReply, representations: Representations
): Promise<FastifyReply> {
  const encoding = request.encoding(['gzip', 'identity']) === 'gzip' ? 'gzip' : 'identity'
  const { bytes, tag } = representations[encoding]
  reply.header('etag', tag)
  if (isKnown(request.headers['if-none-match'] ?? '', tag)) return reply.removeHeader('content-type').status(304).send()
  if (encoding === 'gzip') reply.header('content-encoding', 'gzip')
  return reply.send(bytes)
}

/** The weak comparison of RFC 9110, 13.1.2: a cache may have weakened the tag. */
function isKnown (ifNoneMatch: string, tag: string): boolean {
  return ifNoneMatch.trim() === '*' ||
    ifNoneMatch.slice(0, 4000).split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}
