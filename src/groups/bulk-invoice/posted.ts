import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { readElements } from '../../http/bodies/json-elements.ts'
import { streamedBody } from '../../http/bodies/streamed-body.ts'
import { RequestInvalid } from '../../http/validation.ts'
import type { BulkInvoices } from '../../services/bulk/index.ts'
import type { Submission } from '../../services/bulk/intake/index.ts'
import { locateInJson } from '../../services/bulk/problems.ts'
import type { PostedDocument } from '../../services/bulk/sheet-documents.ts'
import { ServiceError } from '../../shared/errors.ts'
import { weightOf } from '../../services/bulk/weight.ts'
import { problemsOf } from '../../shared/schema-problems.ts'
import { jsonLimits, jsonRest } from './schemas.ts'

/** A posted submission; its name is known once its documents were read. */
export interface Posted { submission: Submission, name: () => string | undefined }

/**
 * Reads the body of Create: JSON, or a file. Throws BULK_FILE_MISSING and the errors of reading a file; reading stops
 * with the signal's reason once the client has left.
 */
export async function readPosted (
  request: FastifyRequest, body: { File?: Buffer, Name?: string | undefined } | undefined,
  bulkInvoices: Pick<BulkInvoices, 'readFile'>
): Promise<Posted> {
  const { signal } = request.lifecycle
  const { submission, name } = await readAny(request, body, bulkInvoices)
  return { submission: { ...submission, documents: whileAwaited(submission.documents, signal) }, name }
}

async function readAny (
  request: FastifyRequest, body: { File?: Buffer, Name?: string | undefined } | undefined,
  bulkInvoices: Pick<BulkInvoices, 'readFile'>
): Promise<Posted> {
  const stream = streamedBody(request)
  if (stream) return readJson(request, stream)
  if (!body?.File) throw new ServiceError('BULK_FILE_MISSING')
  return {
    submission: await bulkInvoices.readFile(body.File, { signal: request.lifecycle.signal }),
    name: () => body.Name
  }
}

async function * whileAwaited<Item> (items: AsyncIterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  for await (const item of items) {
    signal.throwIfAborted()
    yield item
  }
  signal.throwIfAborted()
}

function readJson (request: FastifyRequest, stream: AsyncIterable<Buffer>): Posted {
  const { elements, rest } = readElements(hashed(request, stream), jsonLimits)
  let name: string | undefined

  async function * documents (): AsyncGenerator<PostedDocument> {
    let position = 0
    for await (const value of elements) yield postedDocument(value, ++position)
    const { data, error } = jsonRest.safeParse(await rest(), { reportInput: true })
    if (error) throw new RequestInvalid(problemsOf(error.issues))
    name = data.name ?? undefined
  }

  return { submission: { source: 'json', documents: documents() }, name: () => name }
}

/** Idempotency keys are tied to the body, which is known once it was read. */
async function * hashed (request: FastifyRequest, stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of stream) {
    hash.update(chunk)
    yield chunk
  }
  request.bodyHash = hash.digest('hex')
}

function postedDocument (value: unknown, position: number): PostedDocument {
  const { key } = (value ?? {}) as { key?: unknown }
  const named = typeof key === 'string' && key.trim() !== '' ? key.trim().slice(0, 100) : String(position)
  return { key: named, value, problems: [], weight: weightOf(value), locate: locateInJson(position) }
}
