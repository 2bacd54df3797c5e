import { isUtf8 } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import { errorTable, ServiceError, type Sentence } from '../../shared/errors.ts'
import { windows1252Text } from '../../shared/windows-1252.ts'
import { createJsonCheck, JsonRefused, type Range } from './json-check.ts'

// Each is UTF-8, or a part of it.
const utf8Names = new Set(['utf-8', 'utf8', 'us-ascii'])
const windows1252Names = new Set(['windows-1252', 'cp1252', 'iso-8859-1', 'iso8859-1', 'iso_8859-1', 'latin1', 'latin-1'])

/**
 * What puts the chunks of a JSON text into UTF-8, by the charset of its content type. Throws MEDIA_TYPE_UNSUPPORTED for
 * one that is not read; so do the chunks when they are not what it says.
 */
export function utf8Encoder (contentType = ''): (chunk: Buffer) => Buffer {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)"?/i.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8'
  if (utf8Names.has(charset)) return (chunk) => chunk
  if (windows1252Names.has(charset)) return reencoded
  throw unsupported({
    en: 'The charset of a JSON body must be UTF-8, ISO-8859-1 or Windows-1252.',
    es: 'El juego de caracteres de un cuerpo JSON debe ser UTF-8, ISO-8859-1 o Windows-1252.'
  })
}

function reencoded (chunk: Buffer): Buffer {
  const text = windows1252Text(chunk)
  if (text !== undefined) return Buffer.from(text)
  throw unsupported({
    en: 'The Content-Type declares ISO-8859-1 or Windows-1252, but the body is in another charset. Declare charset=utf-8 if it is UTF-8.',
    es: 'El Content-Type declara ISO-8859-1 o Windows-1252, pero el cuerpo está en otro juego de caracteres. Declare charset=utf-8 si es UTF-8.'
  })
}

function unsupported (message: Sentence): ServiceError {
  return new ServiceError('MEDIA_TYPE_UNSUPPORTED', { problems: [{ path: '', message }] })
}

// Checked in a millisecond or two; documents of some two hundred lines are shorter.
const stretch = 64 * 1024

/**
 * The value of a JSON text; undefined for an empty body. Between the parts of a large one the event loop serves others.
 * A number that a double would change is its digits, in a string: schemas refuse it in its place, with all other
 * problems. Throws ServiceError with the code and the path of the first trouble.
 */
export async function parseJson (body: Buffer): Promise<unknown> {
  if (body.length === 0) return undefined
  if (!isUtf8(body)) throw new ServiceError('BODY_NOT_UTF8')
  const text = withoutByteOrderMark(body.toString('utf8'))
  const check = createJsonCheck(text)
  while (!named(() => check.advance(stretch))) await setImmediate()
  return named(() => JSON.parse(quoted(text, check.inexact)) as unknown)
}

function quoted (text: string, ranges: readonly Range[]): string {
  if (ranges.length === 0) return text
  const ends = [...ranges.map(({ from }) => from), text.length]
  return text.slice(0, ends[0]) + ranges.map(({ from, to }, index) =>
    `"${text.slice(from, to)}"${text.slice(to, ends[index + 1])}`).join('')
}

/**
 * The value of a JSON text inside of a body, with the place of the text before the path of each trouble:
 * `invoices[12].details`. Throws what parseJson does, and JSON_MALFORMED for an empty text.
 */
export async function parseJsonAt (place: string, bytes: Buffer): Promise<unknown> {
  try {
    const value = await parseJson(bytes)
    if (value === undefined) throw new ServiceError('JSON_MALFORMED')
    return value
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const problems = error.problems.length > 0
      ? error.problems.map(({ path, message }) => ({ path: `${place}${path.startsWith('[') ? '' : '.'}${path}`, message }))
      : [{ path: place, message: { en: 'is not valid JSON', es: 'no es JSON válido' } }]
    throw new ServiceError(error.code, { problems, cause: error })
  }
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
