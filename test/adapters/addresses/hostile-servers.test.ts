import { describe, expect, it, vi } from 'vitest'
import { outgoingAddresses } from '../../../src/adapters/addresses/outgoing.ts'
import { postTo } from '../../../src/adapters/addresses/post.ts'
import { exchange } from '../../../src/adapters/sii/http.ts'
import { first } from '../../support/expecting.ts'
import { hostileAnswers, startHostileHttp } from '../../support/hostile-http.ts'
import { watchMainThread } from '../../support/main-thread.ts'
import { patience } from '../../support/patience.ts'

const clients = {
  'that a tenant chose': (url: string, timeoutMs: number) => postTo(
    { url: new URL(url), headers: {}, body: 'x' },
    { ...outgoingAddresses({ allowPrivate: true }), timeoutMs, maxAnswerBytes: 4096 }
  ),
  'of the SII': (url: string, timeoutMs: number) => exchange({ method: 'POST', url, headers: {}, body: Buffer.from('x'), timeoutMs })
}
// Its first byte is an answer to a tenant's server, of which no more is read.
const answers = new Set(['that a tenant chose: a body that drips'])

describe.each(Object.entries(clients))('a server %s', (client, ask) => {
  it.each(Object.keys(hostileAnswers) as (keyof typeof hostileAnswers)[])(
    'that answers with %s blocks neither its connection nor the main thread', async (name) => {
      const server = await startHostileHttp(name)
      const main = watchMainThread()
      const outcome = await ask(server.url, 400)

      expect(outcome.kind).toBe(answers.has(`${client}: ${name}`) ? outcome.kind : 'failed')
      await vi.waitFor(() => { expect(server.sockets.size).toBe(0) }, patience)
      expect(main.longestMs()).toBeLessThan(1000)
      await server.close()
    }
  )
})

it('two informational answers may precede the answer', async () => {
  const server = await startHostileHttp('silence')
  const asked = clients['that a tenant chose'](server.url, patience.timeout)
  await vi.waitFor(() => { expect(server.sockets.size).toBe(1) }, patience)
  const socket = first(server.sockets)
  socket.write(`${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(2)}HTTP/1.1 204 No Content\r\n\r\n`)

  expect(await asked).toMatchObject({ kind: 'answered', httpStatus: 204 })
  await server.close()
})
