/** @module-tag slow */
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { envelopedBoolean, ok } from '../../../src/http/envelope.ts'
import { defineGroup } from '../../../src/http/operation.ts'
import { httpApp, people } from '../../support/http-app.ts'
import { openConnection, until } from '../../support/raw-connection.ts'

const group = defineGroup('Take', (operation) => {
  operation({
    method: 'POST',
    path: '/Body',
    rule: { access: 'signedIn' },
    summary: 'Take a body',
    bodyLimit: 1024 * 1024,
    body: z.strictObject({}),
    answer: envelopedBoolean,
    handler: async () => ok(true)
  })
})

/** What is answered to a body that comes in so many chunks, each with so much white space. */
async function answerTo ({ count, bytes }: { count: number, bytes: number }) {
  const { app, as } = await httpApp({ groups: [group] })
  onTestFinished(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const connection = await openConnection(app)
  const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`
  connection.send(
    `POST /api/Take/Body HTTP/1.1\r\nHost: a\r\nAuthorization: ${as(people.andesAdmin).authorization}\r\n` +
      'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n' +
      `${chunk('{}')}${chunk(' '.repeat(bytes)).repeat(count - 1)}0\r\n\r\n`
  )
  await until(() => connection.closed)
  return connection.received
}

it.each([{ count: 5000, bytes: 1 }, { count: 20_000, bytes: 40 }])('takes $count chunks of $bytes bytes', async (of) => {
  expect(await answerTo(of)).toMatch(/^HTTP\/1\.1 200 /)
})

it.each([{ count: 5100, bytes: 1 }, { count: 150_000, bytes: 1 }, { count: 20_000, bytes: 16 }])(
  'refuses $count chunks of $bytes bytes, in the envelope, and closes the connection', async (of) => {
    expect(await answerTo(of)).toMatch(/^HTTP\/1\.1 400 [^]*"errorCode":"REQUEST_MALFORMED"/)
  }
)
