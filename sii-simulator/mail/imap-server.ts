import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { argumentsOf, dateOf, literalBytes } from './imap-syntax.ts'
import type { StoredMail, Mailbox, MailStore } from './mail-store.ts'

export interface ImapServerOptions {
  store: MailStore
  /** PEM; without them the connection is plain. */
  tls?: { key: string, cert: string } | undefined
  port?: number
}

/** What the server does wrong, for as long as it is set. */
export interface ImapFaults {
  /** Says nothing more to these commands: `UID FETCH`. */
  silentTo?: string | undefined
  /** Answers NO to a FETCH of this mail. */
  refusedUid?: number | undefined
  /** Ends the connection instead of giving this mail. */
  brokenUid?: number | undefined
}

const longestCommand = 64 * 1024

/** A small IMAP server (RFC 3501) on the loopback, for one folder: INBOX. It counts what changes flags. */
export async function startImapServer ({ store, tls, port = 0 }: ImapServerOptions) {
  const sockets = new Set<Socket>()
  const faults: ImapFaults = {}
  const seen = { connections: 0, fetches: 0, commands: [] as string[] }

  function accept (socket: Socket): void {
    seen.connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    const session = createSession(socket, { store, faults, seen })
    socket.on('data', session.take)
    session.greet()
  }

  const server: Server = tls ? createTlsServer(tls, accept) : createServer(accept)
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => { server.listen(port, '127.0.0.1', resolve) })
  return {
    port: (server.address() as { port: number }).port,
    faults,
    seen,
    /** Connections that are open now. */
    open: (): number => sockets.size,
    async close (): Promise<void> {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => { server.close(resolve) })
    }
  }
}

export type ImapServer = Awaited<ReturnType<typeof startImapServer>>

interface Circumstances { store: MailStore, faults: ImapFaults, seen: ImapServer['seen'] }
interface Command { tag: string, name: string, words: string[], text: string }

function createSession (socket: Socket, { store, faults, seen }: Circumstances) {
  let buffer = Buffer.alloc(0)
  let box: Mailbox | undefined
  let awaited: ((line: string) => void) | undefined
  let isOpen = false

  const say = (line: string): void => { socket.write(`${line}\r\n`, 'latin1') }
  const ok = ({ tag }: Command, text = 'done'): void => { say(`${tag} OK ${text}`) }
  const no = ({ tag }: Command, text: string): void => { say(`${tag} NO ${text}`) }

  function signIn (command: Command, address: string, isRight: (candidate: Mailbox) => boolean): void {
    const found = store.find(address)
    if (!found || !isRight(found)) { no(command, '[AUTHENTICATIONFAILED] wrong credentials'); return }
    box = found
    ok(command, 'signed in')
  }

  function authenticate (command: Command): void {
    const [method = '', initial] = command.words
    const answer = (line: string): void => {
      const text = Buffer.from(line, 'base64').toString()
      if (method.toUpperCase() === 'XOAUTH2') {
        const [user = '', token = ''] = text.split('\u0001').map((part) => part.replace(/^(?:user=|auth=Bearer )/, ''))
        signIn(command, user, ({ accessToken }) => accessToken !== undefined && accessToken === token); return
      }
      const [, user = '', password = ''] = text.split('\0')
      signIn(command, user, (candidate) => candidate.password === password)
    }
    if (initial !== undefined) { answer(initial); return }
    awaited = answer
    say('+ ')
  }

  function open (command: Command): void {
    if (!box) { no(command, 'sign in first'); return }
    if (command.words[0]?.toUpperCase() !== 'INBOX') { no(command, '[NONEXISTENT] no such folder'); return }
    isOpen = true
    say(`* ${box.mails.length} EXISTS`)
    say('* 0 RECENT')
    say('* FLAGS (\\Seen \\Answered \\Flagged \\Deleted \\Draft)')
    say(`* OK [UIDVALIDITY ${box.uidValidity}] valid`)
    say(`* OK [UIDNEXT ${box.nextUid}] next`)
    ok(command, command.name === 'EXAMINE' ? '[READ-ONLY] open' : '[READ-WRITE] open')
  }

  function search (command: Command): void {
    const [, from = '1', to = '*'] = /UID (\d+)(?::(\d+|\*))?/i.exec(command.text) ?? []
    const since = dateOf(/SINCE (\S+)/i.exec(command.text)?.[1])
    const mails = box?.mails ?? []
    const last = mails.at(-1)?.uid ?? 0
    const found = mails.filter(({ uid, receivedAt }) =>
      // A range to * has the last mail in any case.
      (to === '*' ? uid >= Math.min(Number(from), last) : uid >= Number(from) && uid <= Number(to)) &&
      (since === undefined || receivedAt >= since))
    say(`* SEARCH${found.map(({ uid }) => ` ${uid}`).join('')}`)
    ok(command)
  }

  function fetch (command: Command): void {
    const wanted = Number(/FETCH (\d+)/i.exec(command.text)?.[1])
    const index = box?.mails.findIndex(({ uid }) => uid === wanted) ?? -1
    const mail = box?.mails[index]
    seen.fetches += 1
    if (wanted === faults.refusedUid) { no(command, 'the mail is damaged'); return }
    if (wanted === faults.brokenUid) {
      socket.destroy()
      return
    }
    if (mail) writeMail(index + 1, mail, command.text)
    ok(command)
  }

  function writeMail (number: number, mail: StoredMail, query: string): void {
    const [, name = 'BODY[]', start = '0', most = '0'] = /(BODY(?:\.PEEK)?\[\])(?:<(\d+)\.(\d+)>)?/i.exec(query) ?? []
    const hasSource = /BODY(?:\.PEEK)?\[\]/i.test(query)
    if (hasSource && !/PEEK/i.test(name)) mail.flags.add('\\Seen')
    const facts = `UID ${mail.uid} RFC822.SIZE ${mail.source.length} INTERNALDATE "${internalDate(mail.receivedAt)}"`
    if (!hasSource) { say(`* ${number} FETCH (${facts})`); return }
    const part = Number(most) > 0 ? mail.source.subarray(Number(start), Number(start) + Number(most)) : mail.source
    const label = Number(most) > 0 ? `BODY[]<${start}>` : 'BODY[]'
    socket.write(`* ${number} FETCH (${facts} ${label} {${part.length}}\r\n`)
    socket.write(part)
    say(')')
  }

  const commands: Record<string, (command: Command) => void> = {
    CAPABILITY: (command) => {
      say('* CAPABILITY IMAP4rev1 AUTH=PLAIN AUTH=XOAUTH2 SASL-IR ID')
      ok(command)
    },
    ID: (command) => {
      say('* ID NIL')
      ok(command)
    },
    LOGIN: (command) => {
      const [user = '', password = ''] = command.words
      signIn(command, user, (candidate) => candidate.password === password)
    },
    AUTHENTICATE: authenticate,
    NOOP: (command) => { ok(command) },
    LIST: (command) => {
      say('* LIST () "/" INBOX')
      ok(command)
    },
    LSUB: (command) => { ok(command) },
    SELECT: open,
    EXAMINE: open,
    'UID SEARCH': (command) => { if (isOpen) search(command); else no(command, 'open a folder first') },
    'UID FETCH': (command) => { if (isOpen) fetch(command); else no(command, 'open a folder first') },
    CLOSE: (command) => { ok(command) },
    LOGOUT: (command) => {
      say('* BYE')
      ok(command)
      socket.end()
    }
  }

  function perform (line: string): void {
    if (awaited) {
      const answer = awaited
      awaited = undefined
      answer(line); return
    }
    const [, tag = '*', name = '', text = ''] = /^(\S+) ((?:UID )?\S+)(.*)$/is.exec(line) ?? []
    const command = { tag, name: name.toUpperCase(), words: argumentsOf(text.trim()), text: `${name}${text}` }
    seen.commands.push(command.name)
    if (command.name === faults.silentTo) return
    const act = commands[command.name]
    if (act) act(command)
    else say(`${tag} BAD unknown command`)
  }

  return {
    greet: (): void => { say('* OK the simulator of the SII has your mail') },

    take (chunk: Buffer): void {
      buffer = Buffer.concat([buffer, chunk])
      if (buffer.length > longestCommand) socket.destroy()
      for (;;) {
        const end = endOfCommand(buffer, () => { say('+ go on') })
        if (end === undefined) return
        const line = buffer.toString('latin1', 0, end)
        buffer = buffer.subarray(end + 2)
        perform(line)
      }
    }
  }
}

/** Where the command ends; undefined while a part of it is missing. A literal that is announced is asked for. */
function endOfCommand (buffer: Buffer, ask: () => void): number | undefined {
  for (let from = 0; ;) {
    const end = buffer.indexOf('\r\n', from)
    if (end === -1) return undefined
    const literal = literalBytes(buffer.toString('latin1', from, end))
    if (literal === undefined) return end
    if (buffer.length === end + 2) ask()
    if (buffer.length < end + 2 + literal) return undefined
    from = end + 2 + literal
  }
}

function internalDate (date: Date): string {
  const [, day = '', month = '', year = '', time = ''] = /, (\d+) (\w+) (\d+) (\S+)/.exec(date.toUTCString()) ?? []
  return `${day}-${month}-${year} ${time} +0000`
}
