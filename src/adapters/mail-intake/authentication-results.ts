import type { AuthenticationResult, AuthenticationResults } from '../../services/mail-ports.ts'

const longestHeader = 8000
const mostResults = 50

/**
 * Reads an Authentication-Results header (RFC 8601, 2.2): comments, quoted strings and blanks in all places where its
 * grammar allows them. Microsoft's has no authserv-id. Undefined for any other header.
 */
export function readAuthenticationResults (header: string): AuthenticationResults | undefined {
  const quoted: string[] = []
  const text = withoutComments(header.slice(0, longestHeader), quoted)
  if (text === undefined) return undefined
  const [first = '', ...rest] = text.split(';')
  const isUnnamed = first.includes('=')
  const results = (isUnnamed ? [first, ...rest] : rest).slice(0, mostResults)
    .map((part) => readResult(part, quoted)).filter((result) => result !== undefined)
  const server = isUnnamed ? null : valueOf(first.trim().split(/\s/, 1)[0] ?? '', quoted)
  return server === '' ? undefined : { server: server?.toLowerCase() ?? null, results }
}

/**
 * The text without comments, which may be nested. A quoted string is replaced by its number, so that nothing in it is
 * taken for more. Undefined where a comment or a quoted string does not end.
 */
function withoutComments (header: string, quoted: string[]): string | undefined {
  let text = ''
  let depth = 0
  for (const [token] of header.matchAll(/"(?:[^"\\]|\\.)*"|\\.|[()]|[^"\\()]+|["\\]/gsu)) {
    if (token === '(') depth += 1
    else if (token === ')') depth -= 1
    else if (depth === 0) text += plain(token, quoted)
    if (depth < 0) return undefined
  }
  return depth > 0 || text.includes('"?') ? undefined : text
}

function plain (token: string, quoted: string[]): string {
  if (!token.startsWith('"')) return token
  return token.length === 1 ? '"?' : `"${quoted.push(unquoted(token)) - 1}"`
}

function unquoted (token: string): string {
  return token.slice(1, -1).replace(/\\(.)/gsu, '$1')
}

/** `dkim = pass reason="good" header . d = sii.cl`; undefined for `none`. */
function readResult (part: string, quoted: readonly string[]): AuthenticationResult | undefined {
  const tight = part.replace(/\s*([=/])\s*/g, '$1').replace(/\s*\.\s*(?=[\w-]+=)/g, '.').trim()
  const [first = '', ...properties] = tight.split(/\s+/).map((pair) => pair.split('='))
    .filter((pair) => pair.length >= 2).map(([name = '', ...value]) => [name.toLowerCase(), value.join('=')] as const)
  const [method, result] = first
  if (method === undefined || result === undefined) return undefined
  return {
    method: method.split('/', 1)[0] ?? '', result: valueOf(result, quoted).toLowerCase(),
    properties: Object.fromEntries(properties.map(([name, value]) => [name, valueOf(value, quoted).toLowerCase()]))
  }
}

function valueOf (text: string, quoted: readonly string[]): string {
  return text.replace(/"(\d+)"/g, (_, index: string) => quoted[Number(index)] ?? '')
}
