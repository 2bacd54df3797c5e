/**
 * Restarts two API processes behind nginx (docker/nginx.conf) or HAProxy (docker/haproxy.cfg), one after the other,
 * while documents are posted at a steady rate, each once and under a key of its own. Shows that no client sees it.
 *
 *   npm run drill:drain -- [documents a second] [nginx|haproxy]      (Debian's nginx-light, haproxy)
 */
import { randomUUID } from 'node:crypto'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '../src/database/embedded.ts'
import { freePort } from '../src/database/postgres-server.ts'
import { hasHaproxy, hasNginx, startHaproxy, startReverseProxy } from '../test/support/reverse-proxy.ts'
import { drillPayload, type Receipt } from './parts/clients.ts'
import { doubledReceipts, gapsIn, lostReceipts } from './parts/proof.ts'
import { send } from './parts/proxied.ts'
import { runDrill, tree } from './parts/run.ts'
import { sharedSettings, startService, timbre, type Service } from './parts/service.ts'
import { createTenant, type Tenant } from './parts/tenant.ts'

const [rate = '30', program = 'nginx'] = process.argv.slice(2)
const calmMs = 3000
if (!(program === 'haproxy' ? hasHaproxy : hasNginx)) {
  console.log(`Skipped: there is no ${program} here (Debian: nginx-light, haproxy).`)
  process.exit(0)
}

await runDrill('drain', async ({ dir, simulatorUrl, proof, later }) => {
  const database = await startEmbedded({ dir: join(dir, 'database') })
  later(database.stop)
  const settings = { ...sharedSettings(dir, simulatorUrl), DATABASE_URL: database.url, SHUTDOWN_DELAY_SECONDS: '3' }
  const ports = [await freePort(), await freePort()] as const
  const start = (port: number): Promise<Service> => startService({
    tree, settings: { ...settings, ROLE: 'api', PORT: String(port) }, log: join(dir, `service-${port}.log`)
  })
  const services = new Map<number, Service>()
  for (const port of ports) services.set(port, await start(port))
  later(() => Promise.all(Array.from(services.values(), ({ stop }) => stop())))
  const tenant = await createTenant((args) => timbre(tree, settings, args), { url: services.get(ports[0])!.url, taxNumber: '76543210-3' })
  const proxy = await (program === 'haproxy' ? startHaproxy : startReverseProxy)(...ports)
  later(proxy.stop)

  const posting = postSteadily(tenant, proxy.port)
  await sleep(calmMs)
  for (const port of ports) {
    proof.say(`The process on port ${port} is restarted after ${posting.receipts.length} documents`)
    await services.get(port)!.stop()
    services.set(port, await start(port))
    await sleep(calmMs)
  }
  await posting.stop()

  const { answers, receipts } = posting
  const isGood = receipts.length > 0 && [...answers.keys()].every((status) => status === '200')
  proof.show('answers by status', isGood, [...answers].map(([status, count]) => `${status} × ${count}`).join(', '))
  await withClient(database.ownerUrl, async (query) => {
    const lost = await lostReceipts(query, receipts)
    proof.show('acknowledged documents that are missing', lost.length === 0, lost.length)
    proof.show('folios handed over twice', doubledReceipts(receipts).length === 0, doubledReceipts(receipts).length)
    const [{ n }] = await query('select count(*)::int as n from invoices')
    proof.show('documents that nobody was told of', n === receipts.length, n - receipts.length)
    proof.show('folios without a document', await gapsIn(query) === 0, await gapsIn(query))
  })
})

/** One document every 1/rate seconds, whether or not the one before is answered. None is repeated. */
function postSteadily (tenant: Tenant, port: number) {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
  const answers = new Map<string, number>()
  const receipts: Receipt[] = []
  const underWay = new Set<Promise<void>>()

  async function post (): Promise<void> {
    const key = randomUUID()
    const { status, text } = await send({ agent, port, key, body: { ...tenant.keys, payload: drillPayload } })
    answers.set(status, (answers.get(status) ?? 0) + 1)
    if (status !== '200') return
    const { invoiceNumber: folio, correlationId } =
      (JSON.parse(text) as { result: { invoiceNumber: string, correlationId: string } }).result
    receipts.push({ key, taxNumber: tenant.taxNumber, folio, correlationId, at: Date.now() })
  }

  const timer = setInterval(() => {
    const posting = post().finally(() => { underWay.delete(posting) })
    underWay.add(posting)
  }, 1000 / Number(rate))
  return {
    answers,
    receipts,
    async stop (): Promise<void> {
      clearInterval(timer)
      await Promise.all(underWay)
      agent.destroy()
    }
  }
}

async function withClient (url: string, use: (query: (sql: string) => Promise<any[]>) => Promise<void>): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await use(async (sql) => (await client.query(sql)).rows)
  } finally {
    await client.end()
  }
}
