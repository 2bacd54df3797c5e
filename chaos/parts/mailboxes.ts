import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { call, signIn, type Tenant } from '../../drills/parts/tenant.ts'
import { createMailStore, startImapServer } from '../../sii-simulator/index.ts'
import { defined } from '../../test/support/expecting.ts'
import { oddMails } from '../../test/support/odd-mails.ts'
import type { Random } from './random.ts'
import type { WeatherProxy } from './weather-proxy.ts'

/** A mail that arrived, by the SHA-256 of its source, in hexadecimal. */
export interface Arrived { taxNumber: string, sha256: string }

const mostMails = 600
const pausesMs: [number, number] = [200, 1500]

/** Again while it may not be tried, or nobody can serve it. */
async function tryMailbox (url: string, credentials: Tenant['credentials']): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await call(`${url}/api/Mailbox/Test`, 'POST', await signIn(url, credentials))
      return
    } catch (error) {
      if (tries === 60) throw error
      await sleep(2000)
    }
  }
}

/** A mailbox for each tenant, on a server that outlives all others: what fails is the way to it, and who reads it. */
export async function startMailboxes (
  { tenants, proxy, random }: { tenants: Tenant[], proxy: WeatherProxy, random: Random }
) {
  const store = createMailStore({ now: () => new Date() })
  const server = await startImapServer({ store })
  proxy.forwardTo(server.port)
  const boxes = tenants.map(({ taxNumber, credentials }) => ({ taxNumber, address: `dte@${taxNumber}.example`, credentials }))
  for (const { address } of boxes) store.open(address, { password: 'clave' })
  const mails = await oddMails(mostMails)
  const arrived: Arrived[] = []
  const stopping = new AbortController()
  let over = Promise.resolve()

  /** Some arrive twice, as when a server delivers again, and sometimes all get other numbers, as after a restoring. */
  async function deliver (): Promise<void> {
    while (!stopping.signal.aborted && arrived.length < mostMails) {
      const { taxNumber, address } = random.pick(boxes)
      const source = defined(mails[arrived.length])
      arrived.push({ taxNumber, sha256: createHash('sha256').update(source).digest('hex') })
      for (let times = random.chance(0.2) ? 2 : 1; times > 0; times--) store.deliver(address, source)
      if (random.chance(0.03)) store.renumber(address)
      await sleep(random.between(...pausesMs), undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  return {
    arrived: arrived as readonly Arrived[],

    /** Has Timbre read them, through this API, and begins to deliver. */
    async open (url: string): Promise<void> {
      for (const { address, credentials } of boxes) {
        await call(`${url}/api/Mailbox/Set`, 'PUT', await signIn(url, credentials), {
          host: 'localhost', port: proxy.port, security: 'none', userName: address,
          secret: { kind: 'password', password: 'clave' }
        })
      }
      over = deliver()
    },

    /** No more mails; what is left is read now instead of in minutes. */
    async stop (url: string): Promise<void> {
      stopping.abort()
      await over
      for (const { credentials } of boxes) await tryMailbox(url, credentials)
    },

    close: server.close
  }
}
