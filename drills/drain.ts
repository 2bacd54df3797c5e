/**
 * Deploys while documents are posted: restarts two API processes one after the other, as docs/operations.md says,
 * behind nginx (docker/nginx.conf), HAProxy (docker/haproxy.cfg) and Caddy (docker/Caddyfile). Documents are posted at
 * a steady rate with an Idempotency-Key, with an externalId, and with neither. None is repeated by its client. Shows
 * that every answer is 200 and that no document is lost or issued twice.
 *
 *   npm run drill:drain -- [documents of each kind a second] [nginx|haproxy|caddy]
 *
 * The proxies are Debian's nginx-light, haproxy and caddy. One that is not installed is skipped.
 */
import { randomUUID } from 'node:crypto'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '../src/database/embedded.ts'
import { freePort } from '../src/database/postgres-server.ts'
import { isInstalled, startCaddy, startHaproxy, startNginx, type ProxyName } from '../test/support/reverse-proxy.ts'
import { drillPayload, type Receipt } from './parts/clients.ts'
import { doubledReceipts, gapsIn, lostReceipts, type Proof } from './parts/proof.ts'
import { send } from './parts/proxied.ts'
import { runDrill, tree } from './parts/run.ts'
import { sharedSettings, startService, timbre, type Service } from './parts/service.ts'
import { createTenant, type Tenant } from './parts/tenant.ts'

const [rate = '10', only] = process.argv.slice(2)
const calmMs = 3000

type Ports = readonly [number, number]

const startProxy: Record<ProxyName, (ports: Ports) => Promise<{ port: number, stop: () => Promise<void> }>> = {
  nginx: (ports) => startNginx({ ports }), haproxy: startHaproxy, caddy: startCaddy
}
const taxNumbers: Record<ProxyName, string> = { nginx: '76543210-3', haproxy: '76192083-9', caddy: '77777777-7' }

const kinds = ['Idempotency-Key', 'externalId', 'neither'] as const
type Kind = typeof kinds[number]
// The proxies limit the requests in progress of each address. Elsewhere only 127.0.0.1 is an address of the machine.
const addresses: Record<Kind, string> = { 'Idempotency-Key': '127.0.0.2', externalId: '127.0.0.3', neither: '127.0.0.4' }
const isLinux = process.platform === 'linux'

const chosen = (Object.keys(startProxy) as ProxyName[]).filter((name) => only === undefined || only === name)
const present = chosen.filter((name) => isInstalled[name])
for (const name of chosen) if (!isInstalled[name]) console.log(`Skipped: ${name} is not installed.`)
if (present.length === 0) process.exit(0)

await runDrill('drain', async ({ dir, simulatorUrl, proof, later }) => {
  const database = await startEmbedded({ dir: join(dir, 'database') })
  later(database.stop)
  // As in production.
  const settings = { ...sharedSettings(dir, simulatorUrl), DATABASE_URL: database.url, SHUTDOWN_DELAY_SECONDS: '5' }
  const ports: Ports = [await freePort(), await freePort()]
  const services = new Map<number, Service>()
  const start = async (port: number): Promise<void> => {
    services.set(port, await startService({
      tree, settings: { ...settings, ROLE: 'api', PORT: String(port) }, log: join(dir, `service-${port}.log`)
    }))
    await untilReady(port)
  }
  for (const port of ports) await start(port)
  later(() => Promise.all(Array.from(services.values(), ({ stop }) => stop())))

  const receipts: Receipt[] = []
  for (const name of present) {
    const tenant = await createTenant((args) => timbre(tree, settings, args), {
      url: services.get(ports[0])!.url, taxNumber: taxNumbers[name], folios: { 33: 50_000 }
    })
    const proxy = await startProxy[name](ports)
    const postings = kinds.map((kind) => postSteadily({ tenant, port: proxy.port, kind }))
    await sleep(calmMs)
    for (const port of ports) {
      await services.get(port)!.stop()
      await start(port)
      await sleep(calmMs)
    }
    await Promise.all(postings.map(({ stop }) => stop()))
    await proxy.stop()

    proof.say(`Behind ${name}:`)
    for (const { kind, answers } of postings) showAnswers(proof, kind, answers)
    receipts.push(...postings.flatMap((posting) => posting.receipts))
  }
  proof.say('Of all documents:')
  await withClient(database.ownerUrl, (query) => showDocuments(proof, query, receipts))
})

type Query = (sql: string) => Promise<any[]>

function showAnswers (proof: Proof, kind: Kind, answers: ReadonlyMap<string, number>): void {
  const isGood = answers.size > 0 && [...answers.keys()].every((status) => status === '200')
  const figures = [...answers].map(([status, count]) => `${status} × ${count}`).join(', ')
  proof.show(`answers by status, sent with ${kind}`, isGood, figures)
}

async function showDocuments (proof: Proof, query: Query, receipts: Receipt[]): Promise<void> {
  const lost = await lostReceipts(query, receipts)
  proof.show('acknowledged documents that are missing', lost.length === 0, lost.length)
  proof.show('folios handed over twice', doubledReceipts(receipts).length === 0, doubledReceipts(receipts).length)
  const [{ n }] = await query('select count(*)::int as n from invoices')
  proof.show('documents that nobody was told of', n === receipts.length, n - receipts.length)
  proof.show('folios without a document', await gapsIn(query) === 0, await gapsIn(query))
}

async function untilReady (port: number): Promise<void> {
  while ((await fetch(`http://127.0.0.1:${port}/health/ready`)).status !== 200) await sleep(100)
}

/** One document every 1/rate seconds, whether or not the one before is answered. None is repeated. */
function postSteadily ({ tenant, port, kind }: { tenant: Tenant, port: number, kind: Kind }) {
  const from = isLinux ? { localAddress: addresses[kind] } : {}
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, ...from })
  const answers = new Map<string, number>()
  const receipts: Receipt[] = []
  const underWay = new Set<Promise<void>>()

  async function post (): Promise<void> {
    const id = randomUUID()
    const payload = kind === 'externalId' ? withExternalId(id) : drillPayload
    const headers = kind === 'Idempotency-Key' ? { 'idempotency-key': id } : {}
    const { status, text } = await send({ agent, port, headers, body: { ...tenant.keys, payload } })
    const outcome = status === '200' ? status : `${status} ${text}`
    answers.set(outcome, (answers.get(outcome) ?? 0) + 1)
    if (status !== '200') return
    const { invoiceNumber: folio, correlationId } =
      (JSON.parse(text) as { result: { invoiceNumber: string, correlationId: string } }).result
    receipts.push({ key: id, taxNumber: tenant.taxNumber, folio, correlationId, at: Date.now() })
  }

  const timer = setInterval(() => {
    const posting = post().finally(() => { underWay.delete(posting) })
    underWay.add(posting)
  }, 1000 / Number(rate))
  return {
    kind,
    answers,
    receipts,
    async stop (): Promise<void> {
      clearInterval(timer)
      await Promise.all(underWay)
      agent.destroy()
    }
  }
}

function withExternalId (externalId: string) {
  const { header } = drillPayload
  return { ...drillPayload, header: { ...header, documentId: { ...header.documentId, externalId } } }
}

async function withClient (url: string, use: (query: Query) => Promise<void>): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await use(async (sql) => (await client.query(sql)).rows)
  } finally {
    await client.end()
  }
}
