import type { IncomingMessage } from 'node:http'

// A document of sixty lines, each of its names and values in a chunk of its own, has some three thousand.
const mostFine = 5000
const fineBytes = 32

/**
 * Watches a body that comes in chunks, and tells when they are many and tiny; nothing of it is taken then. Node's
 * parser hands each over by itself: a megabyte in chunks of one byte costs half a second and a hundred megabytes.
 */
export function watchChunks (request: IncomingMessage, onTooFine: () => void): void {
  if (request.headers['transfer-encoding'] === undefined) return
  const push = request.push.bind(request)
  let chunks = 0
  let bytes = 0
  let isRefused = false
  request.push = (chunk: Buffer | null, encoding) => {
    if (isRefused) return true
    if (chunk === null) return push(chunk)
    chunks += 1
    bytes += chunk.length
    if (chunks <= mostFine || bytes >= chunks * fineBytes) return push(chunk, encoding)
    isRefused = true
    onTooFine()
    return true
  }
}
