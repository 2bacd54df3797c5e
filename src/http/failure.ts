import { DocumentRefused } from '../services/invoicing/issuing/refusal.ts'
import { isDatabaseOutage, isUndone } from '../shared/database-errors.ts'
import {
  errorTable, ServiceError, type ErrorCode, type ErrorKind, type Problem
} from '../shared/errors.ts'
import { withSource } from '../shared/sources.ts'
import type { Language } from './language.ts'
import { RequestInvalid } from './validation.ts'

/** The HTTP status of each kind of error. Nothing else in the program chooses statuses. */
export const statusOf = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  methodNotAllowed: 405,
  tooSlow: 408,
  conflict: 409,
  tooLarge: 413,
  unsupported: 415,
  rule: 422,
  tooMany: 429,
  headersTooLarge: 431,
  // "Client closed request" (nginx): it only appears in logs and metrics.
  abandoned: 499,
  internal: 500,
  unavailable: 503
} as const satisfies Record<ErrorKind, number>

/** What the client receives for an error. */
export interface Failure { status: number, code: ErrorCode | DocumentRefused['code'], errors: string[], retryAfterSeconds: number | undefined }

/** Whether an operator should see the failure as an error; a server that stops refuses requests as it should. */
export function isFault ({ status, code }: Failure): boolean {
  return status >= 500 && code !== 'SHUTTING_DOWN'
}

/** The body of a failure: the envelope of the specification. */
export function failureBody ({ status, code, errors }: Failure) {
  return { success: false, statusCode: status, errorCode: code, errors, result: null }
}

/** Turns anything thrown into what the client may know; the details of an unknown error are not disclosed. */
export function failureOf (
  error: unknown, { language, requestId }: { language: Language, requestId: string }
): Failure {
  if (error instanceof ServiceError) return serviceFailure(error, language)
  if (error instanceof RequestInvalid) {
    return failureWith(codeOfInvalid(error), sentences(error.problems, language), language)
  }
  if (error instanceof DocumentRefused) return refusalFailure(error, language)
  const wireCode = codeOfWireError(error)
  if (wireCode) return failureWith(wireCode, [], language)
  if (isDatabaseOutage(error)) return failureWith('DATABASE_UNAVAILABLE', [], language)
  if (isUndone(error)) return failureWith('OVERLOADED', [], language)
  return failureWith('INTERNAL', [`${errorTable.INTERNAL[language]} (${requestId})`], language)
}

/** A code of its own for a request that is wrong in nothing but its numbers. */
function codeOfInvalid ({ problems }: RequestInvalid): ErrorCode {
  const isInexact = problems.length > 0 && problems.every(({ message }) => message === errorTable.JSON_NUMBER_INEXACT)
  return isInexact ? 'JSON_NUMBER_INEXACT' : 'VALIDATION_FAILED'
}

// Errors of these kinds are worth retrying after a moment.
const retryAfterSeconds: Partial<Record<ErrorKind, number>> = { tooMany: 1, unavailable: 2 }

function failureWith (code: ErrorCode, errors: string[], language: Language, retryAfter?: number): Failure {
  const { kind } = errorTable[code]
  return {
    status: statusOf[kind],
    code,
    errors: errors.length > 0 ? errors : [errorTable[code][language]],
    retryAfterSeconds: retryAfter ?? retryAfterSeconds[kind]
  }
}

function serviceFailure ({ code, problems, retryAfterSeconds }: ServiceError, language: Language): Failure {
  return failureWith(code, sentences(problems, language), language, retryAfterSeconds)
}

function sentences (problems: readonly Problem[], language: Language): string[] {
  return problems.map(({ path, message }) => withPath(path, message[language]))
}

function withPath (path: string, sentence: string): string {
  return path === '' ? sentence : `${path}: ${sentence}`
}

function refusalFailure ({ code, kind, violations }: DocumentRefused, language: Language): Failure {
  const errors = violations.map(({ path, message, source }) => withPath(path, withSource(message[language], source)))
  return { status: statusOf[kind], code, errors, retryAfterSeconds: undefined }
}

const wireErrors: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'MEDIA_TYPE_UNSUPPORTED',
  FST_ERR_CTP_INVALID_TYPE: 'MEDIA_TYPE_UNSUPPORTED',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'REQUEST_MALFORMED',
  FST_ERR_BAD_URL: 'REQUEST_MALFORMED',
  FST_ERR_NOT_FOUND: 'ROUTE_NOT_FOUND',
  FST_REQ_FILE_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_PARTS_LIMIT: 'BODY_TOO_LARGE',
  FST_FILES_LIMIT: 'BODY_TOO_LARGE',
  FST_FIELDS_LIMIT: 'BODY_TOO_LARGE',
  FST_PROTO_VIOLATION: 'REQUEST_MALFORMED',
  FST_INVALID_JSON_FIELD_ERROR: 'REQUEST_MALFORMED',
  FST_MP_PREMATURE_CLOSE: 'CLIENT_CLOSED_REQUEST',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'BODY_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TOO_SLOW'
}

/** The code for an error of Fastify, of its plugins or of Node's HTTP parser. */
export function codeOfWireError (error: unknown): ErrorCode | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  const known = wireErrors[error.code]
  if (known) return known
  const isClientsFault = 'statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500
  return error.code.startsWith('HPE_') || (error.code.startsWith('FST_') && isClientsFault)
    ? 'REQUEST_MALFORMED'
    : undefined
}
