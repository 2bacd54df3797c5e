import { createServer, type Socket } from 'node:net'
import { defined, first } from './expecting.ts'

export interface CaughtMail { from: string, to: string[], source: string }

/** What an SMTP server says to one step of a mail: `550 5.1.1 Nobody here`. */
export type Refusal = { step: 'RCPT' | 'DATA' | 'MAIL', answer: string }

/** A small SMTP server (RFC 5321) on the loopback that keeps every mail it takes, and refuses on command. */
export async function startMailCatcher () {
  const mails: CaughtMail[] = []
  const refusals: Refusal[] = []
  const sockets = new Set<Socket>()

  const refusalOf = (step: Refusal['step']): string | undefined => {
    const index = refusals.findIndex((refusal) => refusal.step === step)
    return index === -1 ? undefined : first(refusals.splice(index, 1)).answer
  }

  function converse (socket: Socket): void {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    let [buffer, inData] = ['', false]
    let mail: CaughtMail = { from: '', to: [], source: '' }
    const say = (line: string): void => { socket.write(`${line}\r\n`) }
    say('220 catcher ESMTP')

    const commands: Record<string, (rest: string) => void> = {
      EHLO: () => { say('250-catcher\r\n250-AUTH PLAIN\r\n250 8BITMIME') },
      AUTH: () => { say('235 ok') },
      MAIL: (rest) => {
        mail = { from: addressIn(rest), to: [], source: '' }
        say(refusalOf('MAIL') ?? '250 ok')
      },
      RCPT: (rest) => {
        mail.to.push(addressIn(rest))
        say(refusalOf('RCPT') ?? '250 ok')
      },
      DATA: () => {
        inData = true
        say('354 go on')
      },
      RSET: () => { say('250 ok') },
      NOOP: () => { say('250 ok') },
      QUIT: () => { socket.end('221 bye\r\n') }
    }

    function take (): boolean {
      if (inData) {
        const end = buffer.indexOf('\r\n.\r\n')
        if (end === -1) return false
        mail.source = buffer.slice(0, end).replaceAll('\r\n..', '\r\n.')
        buffer = buffer.slice(end + 5)
        inData = false
        const refusal = refusalOf('DATA')
        if (refusal === undefined) mails.push(mail)
        say(refusal ?? '250 kept')
        return true
      }
      const end = buffer.indexOf('\r\n')
      if (end === -1) return false
      const line = buffer.slice(0, end)
      buffer = buffer.slice(end + 2)
      const command = commands[line.slice(0, 4).toUpperCase()]
      if (command) command(line)
      else say('500 what?')
      return true
    }

    socket.on('data', (chunk) => {
      buffer += chunk.toString('latin1')
      while (take()) { /* as long as there is something whole */ }
    })
  }

  const server = createServer(converse)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    /** Refuses the next mail at this step. */
    refuseNext: (refusal: Refusal): void => { refusals.push(refusal) },
    to: (address: string): CaughtMail[] => mails.filter(({ to }) => to.includes(address)),
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

function addressIn (line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? ''
}

/** The parts of a mail: its headers unfolded, its texts decoded, its attachments as bytes. */
export function readMail (
  source: string
): {
    headers: Record<string, string>, texts: { type: string, text: string }[],
    attachments: { fileName: string, type: string, bytes: Buffer }[]
  } {
  const { headers, body } = partOf(source)
  const leaves = leavesOf(headers, body)
  return {
    headers,
    texts: leaves.filter((leaf) => leaf.fileName === undefined).map(({ type, bytes }) => ({
      type, text: bytes.toString('utf8')
    })),
    attachments: leaves.filter((leaf) => leaf.fileName !== undefined).map(({ type, bytes, fileName }) => ({
      type, bytes, fileName: defined(fileName)
    }))
  }
}

interface Leaf { type: string, fileName: string | undefined, bytes: Buffer }

function partOf (source: string): { headers: Record<string, string>, body: string } {
  const end = source.indexOf('\r\n\r\n')
  const lines = source.slice(0, end).replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((
      line
    ) => [line.slice(0, line.indexOf(':')).toLowerCase(), decodedWords(line.slice(line.indexOf(':') + 1).trim())])
  )
  return { headers, body: source.slice(end + 4) }
}

function leavesOf (headers: Record<string, string>, body: string): Leaf[] {
  const type = headers['content-type'] ?? 'text/plain'
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1]
  if (boundary !== undefined) {
    return `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1).flatMap((part) => {
      const inner = partOf(part.replace(/^\r\n/, ''))
      return leavesOf(inner.headers, inner.body)
    })
  }
  return [{
    type: first(type.split(';')),
    fileName: fileNameIn(headers['content-disposition'] ?? ''),
    bytes: decoded(body, headers['content-transfer-encoding'] ?? '7bit')
  }]
}

/** RFC 2231: the pieces of an encoded name, or the name. */
function fileNameIn (disposition: string): string | undefined {
  const pieces = Array.from(disposition.matchAll(/filename\*\d+\*?=([^;\s]+)/g), ([, piece]) => defined(piece)).join('')
  return pieces === ''
    ? /filename="?([^";]+)/.exec(disposition)?.[1]
    : decodeURIComponent(pieces.replace(/^utf-8''/i, ''))
}

function decoded (body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding === 'quoted-printable') {
    return Buffer.from(
      body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
      'latin1'
    )
  }
  return Buffer.from(body, 'latin1')
}

/** RFC 2047. */
function decodedWords (text: string): string {
  return text.replace(
    /=\?utf-8\?([bq])\?([^?]*)\?=(?:\s+(?==\?))?/gi,
    (_, kind: string, word: string) => kind.toLowerCase() === 'b'
      ? Buffer.from(word, 'base64').toString('utf8')
      : decoded(word.replaceAll('_', ' '), 'quoted-printable').toString('utf8')
  )
}
