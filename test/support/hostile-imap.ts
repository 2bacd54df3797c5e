import { createServer, type Socket } from 'node:net'

const chunkBytes = 65_536

/** Sends pieces as fast as they are taken, or one each `everyMs`, for as long as the connection is open. */
function pour (socket: Socket, piece: string, everyMs = 0): void {
  if (socket.destroyed) return
  if (everyMs > 0) {
    socket.write(piece, () => { setTimeout(pour, everyMs, socket, piece, everyMs).unref() })
    return
  }
  // In large writes, so that the server takes little of a thread that it shares with what is measured.
  socket.write(piece.repeat(Math.max(1, chunkBytes / piece.length)), () => { pour(socket, piece) })
}

type Answer = (socket: Socket, command: { tag: string, name: string }) => void

const lawful: Answer = (socket, { tag }) => { socket.write(`${tag} OK done\r\n`) }

/** What the server does when the folder is opened; until then it behaves. */
const toExamine = (attack: (socket: Socket, tag: string) => void): Answer => (socket, command) => {
  if (command.name === 'EXAMINE') attack(socket, command.tag)
  else lawful(socket, command)
}
const floodOf = (line: string): Answer => toExamine((socket) => { pour(socket, `${line}\r\n`) })

export interface HostileServer { greet?: (socket: Socket) => void, answer?: Answer }

const greet = (socket: Socket): void => { socket.write('* OK hello\r\n') }

/** What a mail server may do to its client. */
export const hostileServers = {
  'VANISHED of all numbers': {
    answer: toExamine((socket, tag) => {
      socket.write(`${'* VANISHED (EARLIER) 1:4294967295\r\n'.repeat(1000)}${tag} OK done\r\n`)
    })
  },
  'tiny responses without end': { answer: floodOf('* 1 EXISTS') },
  'tiny literals without end': { answer: floodOf('* OK {1}\r\nx') },
  'responses of 19,000 flags': { answer: floodOf(`* FLAGS (${'a '.repeat(18_999)}a)`) },
  'responses of 9,000 parentheses': { answer: floodOf(`* 1 FETCH ${'('.repeat(9000)}${')'.repeat(9000)}`) },
  'a huge literal': { answer: toExamine((socket) => { socket.write('* 1 FETCH (BODY[] {9999999999}\r\n') }) },
  'a line without end': { greet: (socket: Socket) => { pour(socket, '* OK '.padEnd(65_536, 'x')) } },
  'a greeting without end': { greet: (socket: Socket) => { pour(socket, '* OK hello\r\n') } },
  silence: { greet: () => {} },
  'a slow drip': { answer: toExamine((socket) => { pour(socket, '* ', 50) }) }
} as const satisfies Record<string, HostileServer>

export type HostileServerName = keyof typeof hostileServers

/** Such a server on the loopback. */
export async function startHostileImap (name: HostileServerName, port = 0) {
  const behaviour: HostileServer = hostileServers[name]
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    const act = behaviour.greet ?? greet
    act(socket)
    socket.on('data', (bytes) => {
      for (const line of bytes.toString('latin1').split('\r\n').filter(Boolean)) {
        const [tag = '', command = ''] = line.split(' ')
        const answer = behaviour.answer ?? lawful
        answer(socket, { tag, name: command.toUpperCase() })
      }
    })
  })
  await new Promise<void>((resolve) => { server.listen(port, '127.0.0.1', resolve) })
  return {
    port: (server.address() as { port: number }).port,
    async close (): Promise<void> {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => { server.close(() => { resolve() }) })
    }
  }
}
