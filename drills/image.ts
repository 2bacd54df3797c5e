/**
 * Builds the image and runs migration, API, worker, proxy and simulator of it in production mode, on a PostgreSQL with
 * two roles. Issues a document to its verdict, prints it, restarts, and finds it again.
 *
 *   npm run drill:image -- [--engine docker|podman|buildah] [--node-image <image>]
 *                          [--image <built>] [--proxy-image <built>]
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { startEmbedded } from '../src/database/embedded.ts'
import { build } from '../src/shared/version.ts'
import { drillPayload } from './parts/clients.ts'
import { engineAtHand, runToEnd, startContainer, type Container } from './parts/containers.ts'
import { installation } from './parts/installation.ts'
import { send } from './parts/proxied.ts'
import { runStage, tree } from './parts/run.ts'
import { call, createTenant, signIn } from './parts/tenant.ts'

const text = { type: 'string' } as const
const { values: options } = parseArgs({ options: { engine: text, 'node-image': text, image: text, 'proxy-image': text } })
const found = engineAtHand(options.engine)
if (found === undefined) {
  const wanted = options.engine ?? 'docker, podman or buildah'
  console.log(`Skipped: the image is built and run with ${wanted}, which does not work here.`)
  process.exit(options.engine === undefined ? 0 : 1)
}
const engine = found
const { commit = '' } = build

await runStage('image', async ({ dir, proof, later }) => {
  const image = options.image ?? built('timbre-drill')
  const proxyImage = options['proxy-image'] ?? built('timbre-drill-proxy', 'proxy')
  const database = await startEmbedded({ dir: join(dir, 'database') })
  later(database.stop)
  const { programs, migration, operator, url, healthUrls, proxyPort } = await installation(dir, database.ownerUrl)
  const timbre = (...args: string[]): Promise<string> => runToEnd(engine, { image, command: ['timbre', ...args], ...operator })
  const start = async (name: keyof typeof programs): Promise<Container> => {
    const { environment, mounts, readyAt } = programs[name]
    const container = await startContainer(engine, {
      image: name === 'proxy' ? proxyImage : image, command: commandOf(name), environment, mounts,
      isReady: () => answers(readyAt), log: join(dir, `${name}.log`)
    })
    later(container.stop)
    return container
  }
  const startAll = async (): Promise<Container[]> => [await start('service'), await start('worker'), await start('proxy')]

  const version = (await timbre('--version')).trim()
  proof.say(`Timbre ${version} in ${engine.name}`)
  await start('simulator')
  const migrated = await runToEnd(engine, { image, command: commandOf('migration'), ...migration })
  proof.say(migrated.trim().split('\n').at(-1) ?? '')
  const containers = await startAll()
  const health = await Promise.all(healthUrls.map(async (one) => (await fetch(one)).json() as Promise<Health>))
  const isThis = health.every((one) => one.version === version && (one.commit ?? '') === commit)
  proof.show('API and worker name this commit', isThis, commit)

  const { keys, credentials } = await createTenant((args) => timbre(...args), { url, taxNumber: '76543210-3', folios: { 33: 10 } })
  const agent = new Agent({ rejectUnauthorized: false })
  const answer = await send({ agent, port: proxyPort, headers: { 'idempotency-key': randomUUID() }, body: { ...keys, payload: drillPayload } })
  agent.destroy()
  proof.show('the proxy passes a document on', answer.status === '200', answer.status)
  const { correlationId, invoiceNumber } = (JSON.parse(answer.text) as { result: Document }).result
  const headers = await signIn(url, credentials)
  const find = (): Promise<Document> => call(`${url}/api/Webhook/GetWebhook?correlationId=${correlationId}`, 'GET', headers)
  const print = async (): Promise<Buffer> => {
    const pdf = await fetch(`${url}/api/Webhook/GetPdf?correlationId=${correlationId}`, { headers })
    return Buffer.from(await pdf.arrayBuffer())
  }
  const { statusText } = await untilDecided(find)
  proof.show('the document is accepted', statusText === 'Accepted', statusText)
  const pdf = await print()
  proof.show('it is printed', pdf.toString('latin1', 0, 5) === '%PDF-', `${pdf.length} bytes`)

  const codes = await Promise.all(containers.map(({ stop }) => stop()))
  proof.show('API, worker and proxy end in order when they are asked to', codes.every((code) => code === 0), codes.join(' '))
  await startAll()
  const again = await find()
  proof.show('after a restart it is there', again.invoiceNumber === invoiceNumber && again.statusText === 'Accepted', `folio ${again.invoiceNumber}`)
  proof.show('with the same PDF', pdf.equals(await print()))
  proof.show('the audit chains are intact', true, (await timbre('audit', 'verify')).trim().split('\n').at(-1) ?? '')
})

interface Health { version: string, commit: string | null }

interface Document { correlationId: string, invoiceNumber: string, statusText: string }

function built (tag: string, target?: string): string {
  const base = options['node-image']
  engine.build({ folder: tree, tag, target, args: { COMMIT: commit, ...base !== undefined && { NODE_IMAGE: base } } })
  return tag
}

/** What docker-compose.yml has a service run; undefined for what the image runs by itself. */
function commandOf (service: string): string[] | undefined {
  const { services } = parse(readFileSync(join(tree, 'docker-compose.yml'), 'utf8')) as {
    services: Record<string, { command?: string[] }>
  }
  return services[service]?.command
}

async function answers (url: string): Promise<boolean> {
  return fetch(url, { redirect: 'manual' }).then(({ status }) => status < 400, () => false)
}

async function untilDecided (find: () => Promise<Document>): Promise<Document> {
  for (let tries = 0; ; tries++) {
    const document = await find()
    if (['Accepted', 'Rejected', 'Failed'].includes(document.statusText) || tries === 120) return document
    await sleep(1000)
  }
}
