import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Exchange = [IncomingMessage, ServerResponse]

interface Turn { isTaken: boolean, ahead: Exchange[] }

export interface OneAtATimeOptions {
  /** Number of requests that may wait behind the current one. */
  requestsAhead: number
  onTooMany: (socket: Socket) => void
  /** Called when the answer to a request has ended, sent or cut off. */
  onOver: (request: IncomingMessage) => void
}

/**
 * Handles the requests of a connection one at a time: the next starts when the answer to the last has ended. Node would
 * start all requests that a client pipelines (RFC 9112, 9.3.2): a packet can hold a thousand, and all their answers
 * would wait in memory. Requests that still wait when the connection ends are never handled.
 */
export function oneAtATime (
  handler: RequestListener, { requestsAhead, onTooMany, onOver }: OneAtATimeOptions
): RequestListener {
  const turns = new WeakMap<Socket, Turn>()

  return (request, response) => {
    const { socket } = request
    // The parser finishes its packet even after the connection is closed, and reads on after our side has ended.
    if (socket.destroyed || socket.writableEnded) return
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
      const { destroyed, writableEnded } = request.socket
      const next = destroyed || writableEnded ? undefined : turn.ahead.shift()
      if (next) handOver(turn, next)
    })
    handler(request, response)
  }
}
