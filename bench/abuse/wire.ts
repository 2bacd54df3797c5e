import type { Body } from './http.ts'

export interface RequestParts {
  method?: string
  path: string
  headers?: readonly string[]
  token?: string | undefined
  body?: Body | undefined
  keepAlive?: boolean
}

/** The bytes of a request of HTTP/1.1. */
export function requestBytes (
  { method = 'POST', path, headers = [], token, body, keepAlive = false }: RequestParts
): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', `Connection: ${keepAlive ? 'keep-alive' : 'close'}`,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(body === undefined ? [] : [`Content-Type: ${body.type}`, `Content-Length: ${body.bytes.length}`]),
    ...headers
  ]
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  return body === undefined ? head : Buffer.concat([head, body.bytes])
}

export function json (value: unknown): Body {
  return jsonText(typeof value === 'string' ? value : JSON.stringify(value))
}

export function jsonText (text: string | Buffer): Body {
  return { type: 'application/json', bytes: Buffer.from(text as string) }
}

/** Follows the answers on a connection without keeping them: the status of each, once it is complete. */
export function createAnswerReader (onAnswer: (status: number) => void) {
  let head = ''
  let status = 0
  let rest = -1
  let tail = ''

  function feed (chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      if (status === 0) at = readHead(chunk, at)
      else if (rest >= 0) at = readBody(chunk, at)
      else at = readChunks(chunk, at)
    }
  }

  function readHead (chunk: Buffer, at: number): number {
    const before = head.length
    head += chunk.toString('latin1', at)
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return chunk.length
    status = Number(head.slice(9, 12))
    const length = /content-length: *(\d+)/i.exec(head.slice(0, end))?.[1]
    rest = length === undefined ? -1 : Number(length)
    const next = at + end + 4 - before
    head = ''
    // 100 Continue and its like, and answers without a body.
    if (status < 200 || status === 204 || status === 304) finish(status >= 200)
    else if (rest === 0) finish(true)
    return next
  }

  function readBody (chunk: Buffer, at: number): number {
    const taken = Math.min(rest, chunk.length - at)
    rest -= taken
    if (rest === 0) finish(true)
    return at + taken
  }

  function readChunks (chunk: Buffer, at: number): number {
    tail = (tail + chunk.toString('latin1', Math.max(at, chunk.length - 7))).slice(-7)
    if (tail.endsWith('\r\n0\r\n\r\n')) finish(true)
    return chunk.length
  }

  function finish (isAnswer: boolean): void {
    const told = status
    status = 0
    tail = ''
    if (isAnswer) onAnswer(told)
  }

  return { feed }
}
