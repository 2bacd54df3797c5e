import { type HostileAnswer, hostileAnswers, startHostileHttp } from '../../../test/support/hostile-http.ts'
import { fifty, type Attack, type Hand, type Stage, type Variation } from '../attack.ts'
import { json, requestBytes } from '../wire.ts'

const names = Object.keys(hostileAnswers) as HostileAnswer[]
// Long enough for a delivery to begin.
const lookMs = 400

/** The tenant's notifications go to a server that answers with what keeps its client busy. */
function endpoint (name: HostileAnswer, { token }: Stage): Variation {
  return {
    name,
    async run (hand: Hand) {
      const server = await startHostileHttp(name)
      hand.closing.addEventListener('abort', () => { server.close().catch(() => {}) })
      const call = (method: 'PUT' | 'POST', path: string, body: object): Promise<number> =>
        hand.send(requestBytes({ method, path, token, body: json(body) }))
      await call('PUT', '/api/Notification/Update', { url: server.url, enabled: true })
      await Promise.race([call('POST', '/api/Notification/Test', {}), hand.rest(lookMs)])
    }
  }
}

export const notificationServers: Attack = {
  kind: 'connections',
  name: 'notifications to a hostile server',
  // A tenant has one endpoint.
  lanes: 1,
  prepare: (stage) => fifty((index) => endpoint(names[index % names.length] ?? 'silence', stage))
}
