import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'
import { errorTable, ServiceError, type ErrorCode } from '../../shared/errors.ts'
import { createYielder } from '../../shared/yielding.ts'
import { bodyError } from '../bodies/request-body.ts'

/** How an operation takes multipart/form-data: one file part `File`, and text parts. */
export interface Upload {
  /** The code answered when there is no part named File. */
  fileMissing: ErrorCode
  maxFileBytes: number
  /** Of each text part. */
  maxTextBytes: number
  /** Published names of the parts; clients may write them in any case. */
  names: readonly string[]
  /** The operation takes application/json as well; its body schema is then a union. */
  alsoJson: boolean
}

const defaultMaxFileBytes = 64 * 1024
const defaultMaxTextBytes = 4096
const longestFileName = 200
/** The part that names the file, where the operation has it; without it the file has the name that it was sent with. */
const fileNamePart = 'FileName'
// Hashed in some milliseconds.
const sliceBytes = 1024 * 1024

const fileBytes = z.custom<Buffer>((value) => Buffer.isBuffer(value)).meta({ type: 'string', format: 'binary' })

/**
 * Describes an upload: `const form = uploadForm({ fileMissing: 'CERTIFICATE_FILE_MISSING', fields: { Password:
 * z.string().max(256) } })`; an operation spreads it: `...form`. Its handler gets `body.File` (a Buffer) and the text
 * fields.
 */
export function uploadForm<Fields extends z.ZodRawShape = z.ZodRawShape> (
  { fileMissing, maxFileBytes = defaultMaxFileBytes, maxTextBytes = defaultMaxTextBytes, fields }: {
    fileMissing: ErrorCode, maxFileBytes?: number, maxTextBytes?: number, fields?: Fields
  }
) {
  const shape = { File: fileBytes, ...(fields ?? {} as Fields) }
  const upload: Upload = { fileMissing, maxFileBytes, maxTextBytes, names: Object.keys(shape), alsoJson: false }
  return { body: z.object(shape), upload, bodyLimit: maxFileBytes + 4 * maxTextBytes }
}

declare module 'fastify' {
  interface FastifyContextConfig { upload?: Upload }
}

/** Reads multipart bodies into `request.body` before validation, for the operations that declare an upload. */
export const multipartBodies = fp(async (app) => {
  await app.register(multipart)

  app.addHook('preValidation', async (request) => {
    const { upload } = request.routeOptions.config
    if (request.isMultipart()) {
      if (!upload) throw new ServiceError('MEDIA_TYPE_UNSUPPORTED')
      request.body = await readForm(request, upload)
    } else if (upload && !upload.alsoJson) {
      throw request.body === undefined
        ? new ServiceError(upload.fileMissing)
        : new ServiceError('MEDIA_TYPE_UNSUPPORTED')
    }
  })
}, { name: 'multipart-bodies' })

async function readForm (request: FastifyRequest, upload: Upload): Promise<Record<string, unknown>> {
  const form: Record<string, unknown> = {}
  const names = new Map<string, string>()
  const parsed = apartFromConnection(request)
  try {
    for await (const part of parsed.parts({ limits: limitsOf(upload) })) {
      const name = publishedName(part.fieldname, upload)
      if (name === undefined) {
        if (part.type === 'file') part.file.resume()
        continue
      }
      if (Object.hasOwn(form, name)) throw sentTwice(name)
      if (part.type === 'file') names.set(name, part.filename)
      form[name] = part.type === 'file' ? await part.toBuffer() : textOf(name, part)
    }
  } catch (error) {
    throw malformed(bodyError(error, request))
  } finally {
    // A form that is refused is not parsed to its end. What is left of it is read without that, and not much of it
    // (limits.ts).
    parsed.raw.destroy()
    request.raw.resume()
  }
  if (!Buffer.isBuffer(form['File'])) throw new ServiceError(upload.fileMissing)
  if (request.headers['idempotency-key'] !== undefined) request.bodyHash = await hashOf(form)
  return { ...nameSent(names.get('File'), upload), ...form }
}

/** The last part of the path that a file was sent with (RFC 7578, 4.2), where the operation takes a name. */
function nameSent (path: string | undefined, upload: Upload): { [fileNamePart]?: string } {
  const [name = ''] = /[^/\\]*$/.exec(path ?? '') ?? []
  const plain = name.replace(/[\p{C}\s]+/gu, ' ').trim().slice(-longestFileName)
  return plain !== '' && upload.names.includes(fileNamePart) ? { [fileNamePart]: plain } : {}
}

/** The request as the parser sees it: a form that is refused ends the parser, and not the connection of its refusal. */
function apartFromConnection (request: FastifyRequest): FastifyRequest {
  const { raw } = request
  const chunks = raw.iterator({ destroyOnReturn: false })
  const body = Object.assign(Readable.from(chunks, { objectMode: false }), { headers: raw.headers })
  return Object.create(request, { raw: { value: body } }) as FastifyRequest
}

/** A hash of the parts, in the order in which they came. */
async function hashOf (form: Record<string, unknown>): Promise<string> {
  const yieldToEventLoop = createYielder()
  const hash = createHash('sha256')
  for (const [name, value] of Object.entries(form)) {
    const bytes = Buffer.isBuffer(value) ? value : Buffer.from(String(value))
    hash.update(`${name}\0`)
    for (let at = 0; at < bytes.length; at += sliceBytes) {
      hash.update(bytes.subarray(at, at + sliceBytes))
      await yieldToEventLoop()
    }
  }
  return hash.digest('hex')
}

function limitsOf (upload: Upload) {
  // A second file is let in far enough to be named in the answer.
  return {
    fieldNameSize: 100, fieldSize: upload.maxTextBytes, fields: 8, files: 2, parts: 10, headerPairs: 20,
    fileSize: upload.maxFileBytes
  }
}

function publishedName (name: string, upload: Upload): string | undefined {
  return upload.names.find((known) => known.toLowerCase() === name.toLowerCase())
}

function sentTwice (name: string): ServiceError {
  return new ServiceError('VALIDATION_FAILED', {
    problems: [{ path: name, message: { en: 'was sent twice', es: 'fue enviado dos veces' } }]
  })
}

function textOf (name: string, { value, valueTruncated }: { value: unknown, valueTruncated?: boolean }): string {
  if (typeof value !== 'string' || valueTruncated) throw new ServiceError('BODY_TOO_LARGE')
  // The parser below us decodes leniently: U+FFFD stands where the bytes were not UTF-8.
  if (value.includes('\uFFFD')) throw new ServiceError('BODY_NOT_UTF8', { problems: [inText(name, 'BODY_NOT_UTF8')] })
  if (/[^\P{Cc}\t\n\r]/u.test(value)) {
    throw new ServiceError('BODY_HAS_CONTROL_CHARACTERS', { problems: [inText(name, 'BODY_HAS_CONTROL_CHARACTERS')] })
  }
  return value
}

function inText (name: string, code: ErrorCode) {
  return { path: name, message: errorTable[code] }
}

function malformed (error: unknown): unknown {
  const known = error instanceof ServiceError || (error instanceof Error && 'code' in error)
  return known ? error : new ServiceError('REQUEST_MALFORMED', { cause: error })
}
