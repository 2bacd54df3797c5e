import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

export interface Received { path: string, host: string | undefined, headers: IncomingHttpHeaders, body: string }

export type Answer = (received: Received, response: Parameters<RequestListener>[1]) => void

/** A server that stands for a tenant's own: keeps what it gets and answers as it is told to. */
export async function startReceiver ({
  tls,
  answer = (_received, response) => {
    response.writeHead(204).end()
  }
}: { tls?: { key: string, cert: string }, answer?: Answer } = {}) {
  const received: Received[] = []
  const behaviour = { answer }
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const one = {
        path: request.url ?? '', host: request.headers.host, headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8')
      }
      received.push(one)
      behaviour.answer(one, response)
    })
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const { port } = server.address() as AddressInfo
  return {
    port,
    received,
    /** Answers differently from now on. */
    answer: (next: Answer) => { behaviour.answer = next },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => { server.close(resolve) })
    }
  }
}
