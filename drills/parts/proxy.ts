import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'

/** One address for whichever PostgreSQL is the primary, as a virtual address or a pooler gives it. */
export async function startProxy (port: number) {
  let target = port
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    for (const [one, other] of [[client, upstream], [upstream, client]] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.once('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    /** New connections lead there; those that there are end. */
    leadTo (other: number): void {
      target = other
      for (const socket of sockets) socket.destroy()
    },
    close: (): void => {
      for (const socket of sockets) socket.destroy()
      server.close()
    }
  }
}
