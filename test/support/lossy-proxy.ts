import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { defined } from './expecting.ts'

/** What becomes of one request: its answer is lost after the server gave it, or the proxy answers in its place. */
export type Mishap = 'lost' | { status: number, headers?: Record<string, string>, body: object }

/** A proxy that passes requests on to `target`, but for those to which the next of its mishaps happens. */
export async function startLossyProxy (target: string) {
  const mishaps: Mishap[] = []
  const seen: string[] = []
  const server = createServer((asked, answer) => {
    const mishap = mishaps.shift()
    seen.push(`${asked.method} ${asked.url?.replace(/\?.*/s, '')}`)
    if (typeof mishap === 'object') {
      const { status, headers, body } = mishap
      asked.resume()
      const envelope = { success: false, statusCode: status, result: null, ...body }
      answer.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(envelope))
      return
    }
    const { url, method, headers } = asked
    const passed = request(new URL(defined(url), target), { method: defined(method), headers })
    passed.on('response', (given: IncomingMessage) => {
      if (mishap === 'lost') {
        buffer(given).then(() => answer.destroy(), () => answer.destroy())
      } else {
        answer.writeHead(defined(given.statusCode), given.headers)
        given.pipe(answer)
      }
    })
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mishaps,
    /** Method and path of each request so far. */
    seen,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => { server.close(resolve) })
    }
  }
}
