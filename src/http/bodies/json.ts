import { isUtf8 } from 'node:buffer'
import { errorTable, ServiceError } from '../../shared/errors.ts'
import { createJsonCheck, JsonRefused } from './json-check.ts'

/** Whether a content type names no charset or UTF-8. */
export function isUtf8Declared (contentType: string): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)"?/i.exec(contentType)?.[1]
  return charset === undefined || ['utf-8', 'utf8'].includes(charset.toLowerCase())
}

// Checked in a millisecond or two; documents of some two hundred lines are shorter.
const stretch = 64 * 1024

/**
 * The value of a JSON text; undefined for an empty body. Reading a large one is several units of work: `nextTurn` is
 * awaited before each but the first, and once more at the end, so that what uses the value is a unit of its own too.
 * Throws ServiceError with the code and the path of the first trouble.
 */
export async function parseJson (body: Buffer, nextTurn: () => Promise<void>): Promise<unknown> {
  if (body.length === 0) return undefined
  if (!isUtf8(body)) throw new ServiceError('BODY_NOT_UTF8')
  const text = withoutByteOrderMark(body.toString('utf8'))
  const check = createJsonCheck(text)
  while (!named(() => check.advance(stretch))) await nextTurn()
  if (text.length <= stretch) return named(() => JSON.parse(text) as unknown)
  await nextTurn()
  const value = named(() => JSON.parse(text) as unknown)
  await nextTurn()
  return value
}

/** Names what is wrong with a text. */
function named <Result> (read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof JsonRefused) {
      throw new ServiceError(error.code, {
        problems: error.path === '' ? [] : [{ path: error.path, message: errorTable[error.code] }]
      })
    }
    throw error instanceof SyntaxError ? new ServiceError('JSON_MALFORMED', { cause: error }) : error
  }
}

function withoutByteOrderMark (text: string): string {
  return text.charCodeAt(0) === 0xFEFF ? text.slice(1) : text
}
