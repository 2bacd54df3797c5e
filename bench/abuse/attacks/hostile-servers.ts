import { type HostileAnswer, hostileAnswers, startHostileHttp } from '../../../test/support/hostile-http.ts'
import { type HostileServerName, hostileServers, startHostileImap } from '../../../test/support/hostile-imap.ts'
import { fifty, type Attack, type Hand, type Stage, type Variation } from '../attack.ts'
import { json, requestBytes } from '../wire.ts'

const mailServers = Object.keys(hostileServers) as HostileServerName[]
const answers = Object.keys(hostileAnswers) as HostileAnswer[]
// Long enough for a session or a delivery to begin.
const lookMs = 400

type Call = (method: 'PUT' | 'POST', path: string, body: object) => Promise<number>

function caller (hand: Hand, { token }: Stage): Call {
  return (method, path, body) => hand.send(requestBytes({ method, path, token, body: json(body) }))
}

function closeWith (hand: Hand, server: { close: () => Promise<unknown> }): void {
  hand.closing.addEventListener('abort', () => { server.close().catch(() => {}) })
}

/** The tenant's mailbox is on a mail server that keeps its client busy; the worker reads it, and it is tested. */
function mailbox (name: HostileServerName, stage: Stage): Variation {
  return {
    name: `mail server: ${name}`,
    async run (hand) {
      const [server, call] = [await startHostileImap(name), caller(hand, stage)]
      closeWith(hand, server)
      const set = (enabled: boolean): Promise<number> => call('PUT', '/api/Mailbox/Set', {
        host: '127.0.0.1', port: server.port, security: 'none', userName: 'a@b.example', enabled,
        secret: { kind: 'password', password: 'clave' }
      })
      await set(true)
      await Promise.race([call('POST', '/api/Mailbox/Test', {}), hand.rest(lookMs)])
      await set(false)
    }
  }
}

/** The tenant's notifications go to a server whose answers keep its client busy. */
function endpoint (name: HostileAnswer, stage: Stage): Variation {
  return {
    name: `notifications: ${name}`,
    async run (hand) {
      const [server, call] = [await startHostileHttp(name), caller(hand, stage)]
      closeWith(hand, server)
      await call('PUT', '/api/Notification/Update', { url: server.url, enabled: true })
      await Promise.race([call('POST', '/api/Notification/Test', {}), hand.rest(lookMs)])
    }
  }
}

export const hostileServersAttack: Attack = {
  kind: 'connections',
  name: 'hostile servers of mail and notifications',
  // A tenant has one mailbox and one endpoint.
  lanes: 1,
  prepare: (stage) => fifty((index) => {
    const turn = Math.floor(index / 2)
    return index % 2 === 0
      ? mailbox(mailServers[turn % mailServers.length] ?? 'silence', stage)
      : endpoint(answers[turn % answers.length] ?? 'silence', stage)
  })
}
