import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Exchange = [IncomingMessage, ServerResponse]

interface Turn { isTaken: boolean, ahead: Exchange[] }

export interface OneAtATimeOptions {
  /** Requests that may wait behind the one in hand. */
  requestsAhead: number
  onTooMany: (socket: Socket) => void
  /** Called when a request's answer is over, whether it was sent or cut off. */
  onOver: (request: IncomingMessage) => void
}

/**
 * Hands the requests of one connection over one after the other, the next when the answer to the last has ended. Node
 * would hand over at once whatever a client sends ahead (RFC 9112, 9.3.2): a thousand requests in one packet, whose
 * answers all wait in memory. Requests that wait when their connection ends are never handed over.
 */
export function oneAtATime (
  handler: RequestListener, { requestsAhead, onTooMany, onOver }: OneAtATimeOptions
): RequestListener {
  const turns = new WeakMap<Socket, Turn>()

  return (request, response) => {
    const { socket } = request
    // The parser goes on with the packet that it has, even when its connection is closed.
    if (socket.destroyed) return
    const turn = turns.get(socket) ?? { isTaken: false, ahead: [] }
    turns.set(socket, turn)
    if (!turn.isTaken) handOver(turn, [request, response])
    else if (turn.ahead.length < requestsAhead) turn.ahead.push([request, response])
    else onTooMany(socket)
  }

  function handOver (turn: Turn, [request, response]: Exchange): void {
    turn.isTaken = true
    response.once('close', () => {
      turn.isTaken = false
      onOver(request)
      const next = request.socket.destroyed ? undefined : turn.ahead.shift()
      if (next) handOver(turn, next)
    })
    handler(request, response)
  }
}
