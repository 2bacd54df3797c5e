import { isUtf8 } from 'node:buffer'
import { errorTable, ServiceError } from '../../shared/errors.ts'
import { checkJson, JsonRefused } from './json-check.ts'

/** Whether a content type names no charset or UTF-8. */
export function isUtf8Declared (contentType: string): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)"?/i.exec(contentType)?.[1]
  return charset === undefined || ['utf-8', 'utf8'].includes(charset.toLowerCase())
}

/**
 * The value of a JSON text; undefined for an empty body. Throws ServiceError with the code and the path of the first
 * trouble.
 */
export function parseJson (body: Buffer): unknown {
  if (body.length === 0) return undefined
  if (!isUtf8(body)) throw new ServiceError('BODY_NOT_UTF8')
  const text = withoutByteOrderMark(body.toString('utf8'))
  try {
    checkJson(text)
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof JsonRefused) {
      throw new ServiceError(error.code, {
        problems: error.path === '' ? [] : [{ path: error.path, message: errorTable[error.code] }]
      })
    }
    throw new ServiceError('JSON_MALFORMED', { cause: error })
  }
}

function withoutByteOrderMark (text: string): string {
  return text.charCodeAt(0) === 0xFEFF ? text.slice(1) : text
}
