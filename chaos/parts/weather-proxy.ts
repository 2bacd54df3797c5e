import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type WeatherProxy = Awaited<ReturnType<typeof startWeatherProxy>>

/** One address in front of a server that moves, with connections that can be delayed, stalled and cut. */
export async function startWeatherProxy () {
  let target: number | undefined
  let delayMs = 0
  let calm: Promise<void> | undefined
  let cutAfter: number | undefined
  const sockets = new Set<Socket>()

  function carry (from: Socket, to: Socket): void {
    let left = Infinity
    from.on('data', (bytes: Buffer) => {
      from.pause()
      if (cutAfter !== undefined) {
        left = cutAfter
        cutAfter = undefined
      }
      untilCalm().then(() => {
        left -= bytes.length
        if (left >= 0) to.write(bytes, () => { from.resume() })
        else to.write(bytes.subarray(0, bytes.length + left), () => { from.resetAndDestroy() })
      }).catch(() => {})
    })
    from.on('end', () => { to.end() })
  }

  /** Resolves when these bytes may go on. */
  async function untilCalm (): Promise<void> {
    if (delayMs > 0) await sleep(delayMs)
    for (let until = calm; until; until = calm) await until
  }

  const server = createServer({ allowHalfOpen: true }, (client) => {
    client.on('error', () => {})
    if (target === undefined) {
      client.resetAndDestroy()
      return
    }
    const upstream = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true })
    for (const [one, other] of [[client, upstream], [upstream, client]] as const) {
      sockets.add(one)
      one.setNoDelay(true)
      one.on('error', () => {})
      one.once('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      carry(one, other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    forwardTo (port: number | undefined): void { target = port },
    /** Ends every connection, without a goodbye. */
    cut (): void {
      for (const socket of sockets) socket.resetAndDestroy()
    },
    /** Breaks off the connection that speaks next, after so many bytes of it. */
    cutInTheMiddle (bytes: number): void { cutAfter = bytes },
    async delay (ms: number, forMs: number): Promise<void> {
      delayMs = ms
      await sleep(forMs)
      delayMs = 0
    },
    /** Bytes stop, and connections stay open. */
    async stall (forMs: number): Promise<void> {
      calm = sleep(forMs)
      await calm
      calm = undefined
    },
    clear (): void { cutAfter = undefined },
    close (): void {
      for (const socket of sockets) socket.destroy()
      server.close()
    }
  }
}
