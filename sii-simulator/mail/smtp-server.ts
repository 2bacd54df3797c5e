import { createServer, type Socket } from 'node:net'

export interface SmtpMail { from: string, to: string[], source: Buffer }

const largestMail = 32 * 1024 * 1024

/** A small SMTP server (RFC 5321) on the loopback that takes every mail. */
export async function startSmtpServer ({ take, port = 0 }: { take: (mail: SmtpMail) => void, port?: number }) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    socket.on('data', converse(socket, take))
    socket.write('220 simulator ESMTP\r\n')
  })
  await new Promise<void>((resolve) => { server.listen(port, '127.0.0.1', resolve) })
  return {
    port: (server.address() as { port: number }).port,
    async close (): Promise<void> {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => { server.close(resolve) })
    }
  }
}

export type SmtpServer = Awaited<ReturnType<typeof startSmtpServer>>

function converse (socket: Socket, take: (mail: SmtpMail) => void): (chunk: Buffer) => void {
  let [buffer, inData] = ['', false]
  let mail: Omit<SmtpMail, 'source'> = { from: '', to: [] }
  const answers: Record<string, (line: string) => string> = {
    EHLO: () => '250-simulator\r\n250 8BITMIME',
    HELO: () => '250 simulator',
    MAIL: (line) => {
      mail = { from: addressIn(line), to: [] }
      return '250 ok'
    },
    RCPT: (line) => {
      mail.to.push(addressIn(line))
      return '250 ok'
    },
    DATA: () => {
      inData = true
      return '354 go on'
    },
    RSET: () => '250 ok',
    NOOP: () => '250 ok',
    QUIT: () => {
      setImmediate(() => socket.end())
      return '221 bye'
    }
  }

  function takeWhole (): boolean {
    const mark = inData ? '\r\n.\r\n' : '\r\n'
    const end = buffer.indexOf(mark)
    if (end === -1) return false
    const text = buffer.slice(0, end)
    buffer = buffer.slice(end + mark.length)
    if (inData) {
      inData = false
      take({ ...mail, source: Buffer.from(text.replaceAll('\r\n..', '\r\n.'), 'latin1') })
      socket.write('250 taken\r\n')
    } else {
      socket.write(`${answers[text.slice(0, 4).toUpperCase()]?.(text) ?? '500 what?'}\r\n`)
    }
    return true
  }

  return (chunk) => {
    buffer += chunk.toString('latin1')
    if (buffer.length > largestMail) socket.destroy()
    while (takeWhole()) { /* as long as there is something whole */ }
  }
}

function addressIn (line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? ''
}
