import { connect, type AddressInfo, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** The port on which an app listens. */
export function portOf (app: FastifyInstance): number {
  return (app.server.address() as AddressInfo).port
}

/** A connection of a client that may be badly behaved: it ignores resets, and can be paused. */
export async function openConnection (app: FastifyInstance) {
  const socket = connect({ host: '127.0.0.1', port: portOf(app) })
  let received = ''
  let closed = false
  socket.on('error', () => {})
  socket.on('close', () => { closed = true })
  await new Promise((resolve) => { socket.once('connect', resolve).once('close', resolve) })

  return {
    socket,
    get received () { return received },
    get closed () { return closed },
    /** Sends bytes as they are and keeps what comes back in `received`. */
    send (bytes: string): void {
      socket.on('data', (chunk) => { received += chunk.toString('latin1') })
      socket.write(bytes)
    },
    /** Sends bytes and never reads an answer. */
    sendDeaf (bytes: string): void {
      socket.pause()
      socket.write(bytes)
    }
  }
}

/** Reads `bytesPerTick` every ten milliseconds; `ended` gives how many bytes came until the connection closed. */
export function readSlowly (socket: Socket, bytesPerTick: number): { ended: Promise<number> } {
  let bytes = 0
  let inTick = 0
  socket.on('data', (chunk) => {
    bytes += chunk.length
    inTick += chunk.length
    if (inTick >= bytesPerTick) socket.pause()
  })
  const ticking = setInterval(() => {
    inTick = 0
    socket.resume()
  }, 10)
  return { ended: new Promise((resolve) => { socket.once('close', () => { clearInterval(ticking); resolve(bytes) }) }) }
}

export const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`

/** Waits for a condition. */
export async function until (isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!await isSo()) await new Promise((resolve) => { setTimeout(resolve, 5) })
}
