import { type HostileServerName, hostileServers, startHostileImap } from '../../../test/support/hostile-imap.ts'
import { fifty, type Attack, type Hand, type Stage, type Variation } from '../attack.ts'
import { json, requestBytes } from '../wire.ts'

const names = Object.keys(hostileServers) as HostileServerName[]
// Long enough for the worker to begin a session.
const lookMs = 400

/** The tenant's mailbox is on a mail server that sends what keeps its client busy: it is read, and tested by hand. */
function mailbox (name: HostileServerName, { token }: Stage): Variation {
  return {
    name,
    async run (hand: Hand) {
      const server = await startHostileImap(name)
      hand.closing.addEventListener('abort', () => { server.close().catch(() => {}) })
      const set = (enabled: boolean): Promise<number> => hand.send(requestBytes({
        method: 'PUT', path: '/api/Mailbox/Set', token,
        body: json({
          host: '127.0.0.1', port: server.port, security: 'none', userName: 'a@b.example', enabled,
          secret: { kind: 'password', password: 'clave' }
        })
      }))
      await set(true)
      await Promise.race([hand.send(requestBytes({ path: '/api/Mailbox/Test', token, body: json({}) })), hand.rest(lookMs)])
      await set(false)
    }
  }
}

export const mailServers: Attack = {
  kind: 'connections',
  name: 'mailbox on a hostile mail server',
  // A tenant has one mailbox.
  lanes: 1,
  prepare: (stage) => fifty((index) => mailbox(names[index % names.length] ?? 'silence', stage))
}
