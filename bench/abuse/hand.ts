import { connect as open, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Hand, Piece } from './attack.ts'
import { createAnswerReader } from './wire.ts'

export interface Counts { connections: number, outcomes: Record<string, number> }

/**
 * The hand of one attack: opens connections from its addresses, counts what comes of them, and ends them all with it.
 */
export function createHand (
  { port, addresses, closing, over }: {
    port: number, addresses: readonly string[], closing: AbortSignal, over: AbortSignal
  }
): { hand: Hand, counts: Counts } {
  const counts: Counts = { connections: 0, outcomes: {} }
  const sockets = new Set<Socket>()
  over.addEventListener('abort', () => { for (const socket of sockets) socket.destroy() })
  const count = (outcome: string): void => { counts.outcomes[outcome] = (counts.outcomes[outcome] ?? 0) + 1 }

  function connect (): Promise<Socket | undefined> {
    if (over.aborted) return Promise.resolve(undefined)
    const localAddress = addresses[counts.connections % addresses.length] ?? '127.0.0.3'
    counts.connections += 1
    return new Promise((resolve) => {
      const socket = open({ host: '127.0.0.1', port, localAddress })
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.once('connect', () => { resolve(socket) })
      socket.on('error', (error: NodeJS.ErrnoException) => {
        if (socket.connecting || error.syscall === 'connect' || error.syscall === 'bind') {
          count(over.aborted ? 'ended' : error.code ?? 'error')
        }
      })
      socket.once('close', () => {
        sockets.delete(socket)
        resolve(undefined)
      })
    })
  }

  /** Where nobody listens the service is dead: no need to hurry. */
  async function connectCalmly (): Promise<Socket | undefined> {
    const socket = await connect()
    if (!socket) await rest(100)
    return socket
  }

  async function send (...pieces: Piece[]): Promise<number> {
    const socket = await connectCalmly()
    if (!socket) return 0
    const answered = new Promise<number>((resolve) => {
      let heard = 0
      const reader = createAnswerReader((status) => {
        if (heard === 0) count(String(status))
        heard ||= status
        socket.destroy()
      })
      socket.on('data', reader.feed)
      socket.once('close', () => {
        if (heard === 0) count(over.aborted ? 'ended' : 'closed')
        resolve(heard)
      })
    })
    for (const piece of pieces) {
      if (socket.destroyed) break
      if (typeof piece === 'number') await rest(piece)
      else socket.write(piece)
    }
    return answered
  }

  async function sendInTurn (requests: Iterable<Buffer>): Promise<void> {
    const socket = await connectCalmly()
    if (!socket) return
    let heard: (() => void) | undefined
    const reader = createAnswerReader((status) => {
      count(String(status))
      heard?.()
    })
    socket.on('data', reader.feed)
    socket.once('close', () => heard?.())
    for (const request of requests) {
      if (closing.aborted || socket.destroyed) break
      const answered = new Promise<void>((resolve) => { heard = resolve })
      socket.write(request)
      await answered
    }
    socket.destroy()
  }

  const rest = (ms = 600_000): Promise<void> => sleep(ms, undefined, { signal: closing }).catch(() => {})
  return { hand: { closing, connect: connectCalmly, send, sendInTurn, count, rest }, counts }
}
