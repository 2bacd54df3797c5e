import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

const chunkBytes = 65_536

/** Sends a piece as fast as it is taken, or each `everyMs`, for as long as the connection is open. */
function pour (socket: Socket, piece: string, everyMs = 0): void {
  if (socket.destroyed) return
  const text = everyMs > 0 ? piece : piece.repeat(Math.max(1, chunkBytes / piece.length))
  socket.write(text, () => {
    if (everyMs > 0) setTimeout(pour, everyMs, socket, piece, everyMs).unref()
    else pour(socket, piece)
  })
}

const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'

/** What a server may do to a client that posts to it. */
export const hostileAnswers = {
  'early hints without end': (socket: Socket) => { pour(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n') },
  'continue without end': (socket: Socket) => { pour(socket, 'HTTP/1.1 100 Continue\r\n\r\n') },
  'another protocol': (socket: Socket) => { socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n') },
  'a header without end': (socket: Socket) => { pour(socket, 'HTTP/1.1 200 OK\r\nx: '.padEnd(chunkBytes, 'x')) },
  'headers without end': (socket: Socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    pour(socket, 'x: y\r\n')
  },
  'a chunk extension without end': (socket: Socket) => {
    socket.write(`${chunked}1;`)
    pour(socket, 'x'.repeat(chunkBytes))
  },
  'trailers without end': (socket: Socket) => {
    socket.write(`${chunked}0\r\n`)
    pour(socket, 'x: y\r\n')
  },
  'a body that drips': (socket: Socket) => {
    socket.write(chunked)
    pour(socket, '1\r\nx\r\n', 20)
  },
  'a head that drips': (socket: Socket) => { pour(socket, 'H', 20) },
  silence: () => {},
  'a reset': (socket: Socket) => { socket.resetAndDestroy() },
  garbage: (socket: Socket) => { pour(socket, '\u0000\u0001nonsense') }
} as const satisfies Record<string, (socket: Socket) => void>

export type HostileAnswer = keyof typeof hostileAnswers

/** Such a server on the loopback; `sockets` are its open connections. */
export async function startHostileHttp (name: HostileAnswer) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.once('data', () => { hostileAnswers[name](socket) })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    sockets,
    async close (): Promise<void> {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    }
  }
}
