import { createServer, type Socket } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { createSmtpMailer } from '../../../src/adapters/mail/smtp-mailer.ts'

const closing: (() => unknown)[] = []
afterAll(() => { for (const close of closing) close() })

/** Sends as fast as it is taken, for as long as the connection is open. */
function pour (socket: Socket, piece: string): void {
  if (socket.destroyed) return
  while (socket.write(piece)) { /* until the buffer is full */ }
  socket.once('drain', () => { pour(socket, piece) })
}

// The server is the operator's, in SMTP_URL: no tenant can set one.
it.each([
  ['a line without end', (socket: Socket) => { pour(socket, 'x'.repeat(65_536)) }],
  ['a greeting without end', (socket: Socket) => { pour(socket, '220-hello\r\n'.repeat(1000)) }],
  ['an answer without end', (socket: Socket) => {
    socket.write('220 hello\r\n')
    socket.once('data', () => { pour(socket, '250-X\r\n'.repeat(1000)) })
  }]
])('an SMTP server that sends %s is abandoned', async (_what, act) => {
  const server = createServer((socket) => { act(socket.on('error', () => {})) })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const mailer = createSmtpMailer({
    smtpUrl: `smtp://127.0.0.1:${(server.address() as { port: number }).port}`, from: 'no-reply@timbre.example'
  })
  closing.push(() => server.close(), () => { mailer.close() })

  const outcome = await mailer.send({
    id: '01990000-0000-7000-8000-000000000001', date: new Date(), to: 'a@b.example', subject: 's', text: 't', html: 'h',
    attachments: []
  })

  expect(outcome).toEqual({ kind: 'notSent', cause: 'EPROTOCOL CONN' })
})
