import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { createEarlyEnds } from '../../../src/http/connections/early-ends.ts'
import { patience } from '../../support/patience.ts'

it('connections that end before a request is complete are logged together, with their reasons', async () => {
  const lines: unknown[] = []
  const earlyEnds = createEarlyEnds({ logger: { info: (facts: unknown) => { lines.push(facts) } }, everyMs: 1000 })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    earlyEnds.note(error, socket as Socket)
    socket.destroy()
  })
  const { port } = server.address() as AddressInfo
  for (const text of ['\u0016\u0003\u0001 TLS to a plain port\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n']) {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write(text)
    await once(socket, 'close')
  }

  await vi.waitFor(() => { expect(lines).toHaveLength(1) }, patience)
  expect(lines).toEqual([{ connections: { HPE_INVALID_METHOD: 1, HPE_INVALID_VERSION: 1 }, address: '127.0.0.1' }])
  server.close()
})
