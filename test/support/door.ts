import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Program } from './program.ts'

export type Door = Awaited<ReturnType<typeof openDoor>>

/**
 * An address of the program's server that can go away and come back at the same port, as one that is killed and started
 * again: connections break off and new ones are refused in between.
 */
export async function openDoor ({ app }: Pick<Program, 'app'>) {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const inside = (app.server.address() as AddressInfo).port
  const clients = new Set<Socket>()
  const listener = createServer((client) => {
    clients.add(client)
    const upstream = connect(inside, '127.0.0.1')
    client.pipe(upstream).pipe(client)
    client.on('error', () => {}).on('close', () => {
      clients.delete(client)
      upstream.destroy()
    })
    upstream.on('error', () => {}).on('close', () => { client.destroy() })
  })
  async function open (port: number): Promise<void> {
    listener.listen(port, '127.0.0.1')
    await once(listener, 'listening')
  }
  await open(0)
  const { port } = listener.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    reopen: () => open(port),
    async slam (): Promise<void> {
      const closed = once(listener, 'close')
      listener.close()
      for (const client of clients) client.resetAndDestroy()
      await closed
    }
  }
}
