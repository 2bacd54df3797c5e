import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { GoodClient } from './good-client.ts'
import type { Caller } from './http.ts'
import type { Service } from './service.ts'
import type { Tenant } from './tenants.ts'
import { childrenOf, residentOf } from '../proc.ts'
import { readMetrics } from './metrics.ts'

const settleMs = 20_000
const lookMs = 250
const probeMs = 8000
// V8 collects garbage in its own time. Above this, memory left by one attack would count against the next.
const restsAtMegabytes = 450
const restMs = 4000

export interface Scene { service: Service, good: Tenant, hostile: Tenant, client: GoodClient, owner: pg.Client }

export interface Aftermath {
  /** What is wrong. */
  problems: string[]
  /** What would distort the next attack, so the service is restarted before it. */
  isSpoilt: boolean
}

export type Held = Map<string, number>

// Drawing processes start on demand and stay.
const pooledChildren = 3

// Pools keep idle connections open for a while.
const slack: [pattern: RegExp, most: number][] = [
  [/^nodejs_active_resources\{type="(?:TCPSocketWrap|PipeWrap)"\}/, 20],
  [/^nodejs_active_resources\{type="(?:ProcessWrap|MessagePort)"\}/, 1],
  [/^process_open_fds/, 25],
  // The service's own gauges, whatever their names.
  [
    /^timbre_(?!nodejs|process|http_request)\w*(?:held|in_hand|in_flight|in_progress|open|connections|streams|followers|places)(?!\w*(?:_total|_sum|_count|_bucket))/,
    2
  ]
]

/** What the service holds now; undefined if it does not answer. */
export async function heldBy (service: Service): Promise<Held | undefined> {
  const metrics = await readMetrics(service.metricsUrl)
  if (!metrics) return undefined
  const held = new Map(Array.from(metrics).filter(([name]) => slack.some(([pattern]) => pattern.test(name))))
  held.set('children', childrenOf(service.life().pid).length)
  held.set('temporary files', service.temporaryFiles().length)
  held.set('backlog, s', Math.round(metrics.get('timbre_outbox_backlog_seconds') ?? 0))
  return held
}

/** Waits until everything is as before the attack, and returns what is not. */
export async function settle (scene: Scene, before: Held, { locksOut = false } = {}): Promise<Aftermath> {
  const held = await excess(scene.service, before)
  const problems = [
    ...held.map((name) => `held: ${name}`),
    ...await readiness(scene),
    ...await probe('good', scene.good),
    ...await probe('hostile', scene.hostile),
    ...locksOut ? await signIn(scene.good) : [],
    ...await numbers(scene),
    ...await transactions(scene)
  ]
  return { problems, isSpoilt: problems.length > 0 || !await isAtRest(scene.service) }
}

async function excess (service: Service, before: Held): Promise<string[]> {
  let beyond: string[] = []
  for (const deadline = performance.now() + settleMs; performance.now() < deadline; await sleep(lookMs)) {
    const now = await heldBy(service)
    beyond = now ? beyondOf(now, before) : ['metrics do not answer']
    if (beyond.length === 0) break
  }
  return beyond
}

function beyondOf (now: Held, before: Held): string[] {
  return Array.from(now).filter(([name, value]) =>
    value > (name === 'children' ? pooledChildren : 0) && value > (before.get(name) ?? 0) + slackOf(name)
  )
    .map(([name, value]) => `${name} ${value} (was ${before.get(name) ?? 0})`)
}

function slackOf (name: string): number {
  if (name === 'backlog, s') return 3
  if (name === 'temporary files') return 0
  return slack.find(([pattern]) => pattern.test(name))?.[1] ?? 1
}

async function readiness ({ service }: Scene): Promise<string[]> {
  for (const deadline = performance.now() + probeMs; performance.now() < deadline; await sleep(lookMs)) {
    const answer = await fetch(`${service.url}/health/ready`, { signal: AbortSignal.timeout(5000) }).catch(() =>
      undefined
    )
    if (answer?.status === 200) return []
  }
  return ['not ready']
}

/** Checks that the tenant can still submit: places that are never released show here. */
async function probe (name: string, { caller, keys }: Tenant): Promise<string[]> {
  const invoice = {
    header: { documentId: { documentType: '39', paymentMedia: 2 } },
    details: [{ itemName: 'Martillo', quantity: 1, unitPrice: 8990 }]
  }
  let told = ''
  for (const deadline = performance.now() + probeMs; performance.now() < deadline; await sleep(lookMs)) {
    const created = await caller.call('POST', '/api/BulkInvoice/Create', { name: 'prueba', invoices: [invoice] })
    if (created.status === 200) {
      const dryRun = await caller.call('POST', '/api/Webhook/Save', { ...keys, payload: invoice }, {
        'x-dry-run': 'true'
      })
      await forget(caller, created.result.id)
      if (dryRun.status === 200) return []
      told = `Save ${dryRun.status} ${dryRun.errorCode}`
    } else told = `BulkInvoice/Create ${created.status} ${created.errorCode}`
  }
  return [`${name} tenant locked out: ${told}`]
}

async function forget (caller: Caller, id: string): Promise<void> {
  await caller.call('DELETE', `/api/BulkInvoice/Delete?id=${id}`)
}

async function signIn ({ caller, email, password }: Tenant): Promise<string[]> {
  const { status, errorCode } = await caller.call('POST', '/api/Auth/Login', { email, password })
  return status === 200 ? [] : [`good user locked out: Login ${status} ${errorCode}`]
}

/** Checks the good tenant's folios: none missing, none duplicated, each as answered. */
async function numbers ({ owner, good, client }: Scene): Promise<string[]> {
  const { rows } = await owner.query(`
    select i.id, i.folio::int as folio from invoices i join tenants t using (tenant_id)
    where t.code = $1 and i.document_type = 33 order by i.folio`, [good.keys.tenantCode])
  const stored = new Map(rows.map(({ id, folio }: { id: string, folio: number | null }) => [id, folio]))
  const folios = Array.from(stored.values())
  const isUnbroken = folios.every((folio, index) => folio === index + 1)
  const lost = Array.from(client.folios).filter(([id, folio]) => stored.get(id) !== Number(folio))
  return [
    ...isUnbroken ? [] : [`WRONG: the folios of the good tenant are not 1 to ${folios.length}`],
    ...lost.length === 0 ? [] : [`WRONG: ${lost.length} answered documents are not stored as answered`]
  ]
}

async function transactions ({ owner }: Scene): Promise<string[]> {
  const { rows: [row] } = await owner.query(
    "select count(*)::int as open from pg_stat_activity where usename = 'timbre' and state like 'idle in transaction%' and state_change < now() - interval '5 seconds'"
  )
  return row.open === 0 ? [] : [`held: ${row.open} open transactions`]
}

async function isAtRest (service: Service): Promise<boolean> {
  for (const deadline = performance.now() + restMs; performance.now() < deadline; await sleep(lookMs)) {
    if (residentOf(service.life().pid) < restsAtMegabytes) return true
  }
  return false
}
