import { setTimeout as sleep } from 'node:timers/promises'
import type { Tenant } from '../../drills/parts/tenant.ts'
import { annulment, boleta, factura, type Draft } from './documents.ts'
import { openJournal, type Answered, type Journal, type Receipt } from './journal.ts'
import type { Random } from './random.ts'
import { defined } from '../../test/support/expecting.ts'

const deadlineMs = 10_000
const pauseMs = 100
const bulkDocuments = 12
/** Answers after which a request is repeated: the session ended, bytes came too slowly, nobody could serve it. */
export const passing: readonly number[] = [401, 408, 503]

export interface Surroundings {
  tenants: Tenant[]
  /** Of the APIs, behind their proxies. */
  addresses: string[]
  folder: string
  random: Random
}

interface Client { tenant: Tenant, other: Tenant, journal: Journal, random: Random, name: string }
type WithToken = (headers: Record<string, string>) => Promise<Answer | undefined>
interface Answer { status: number, code?: string, result?: any }
/** A factura that was acknowledged and may be annulled: its number, and the day of its issue. */
interface Annullable { number: number, folio: string, date: string }

/** Clients that post, repeat, annul, retry, submit files and look, each with its own journal. */
export async function startClients ({ tenants, addresses, folder, random }: Surroundings, count: number) {
  let running = true
  let mustHurry = false
  let numbers = 0
  const isRunning = (): boolean => running
  const mayRepeat = (): boolean => !mustHurry
  const figures = { requests: 0, acknowledged: 0, lastAt: performance.now(), longestOutageMs: 0 }
  const tokens = new Map<string, string>()

  async function call (method: string, address: string, { path, headers = {}, body }: {
    path: string, headers?: Record<string, string>, body?: unknown
  }): Promise<Answer | undefined> {
    figures.requests++
    try {
      const answer = await fetch(`${address}/api${path}`, {
        method, signal: AbortSignal.timeout(deadlineMs),
        headers: { ...headers, ...body !== undefined && { 'content-type': 'application/json' } },
        ...body !== undefined && { body: JSON.stringify(body) }
      })
      const told = await answer.json() as { errorCode?: string, result?: unknown }
      return { status: answer.status, ...told.errorCode && { code: told.errorCode }, result: told.result }
    } catch {
      return undefined
    }
  }

  const save = ({ keys }: Tenant, payload: object, key?: string, address = random.pick(addresses)) =>
    call('POST', address, {
      path: '/Webhook/Save', body: { ...keys, payload }, ...key !== undefined && { headers: { 'idempotency-key': key } }
    })

  async function write (
    { journal }: Client, number: number, answer: Answer,
    { mayRefuse = false, ...more }: Partial<Answered> & { mayRefuse?: boolean }
  ): Promise<void> {
    await journal.write({ kind: 'answered', number, at: Date.now(), status: answer.status, code: answer.code, ...more })
    if (answer.status === 200) {
      figures.acknowledged++
      const now = performance.now()
      if (running) figures.longestOutageMs = Math.max(figures.longestOutageMs, now - figures.lastAt)
      figures.lastAt = now
    } else if (![...passing, ...mayRefuse ? [400, 409, 422] : []].includes(answer.status)) {
      await journal.write({ kind: 'wrong', invariant: 'I16', what: `answered ${answer.status} ${answer.code ?? ''}` })
    }
  }

  /** Posts until there is an answer, under the same key. */
  async function saveSurely (client: Client, number: number, draft: Draft): Promise<any> {
    const { tenant, journal, random, name } = client
    const key = random.chance(0.85) ? `${name}-${number}` : undefined
    const documents = [{ type: draft.type, total: draft.total }]
    await journal.write({ kind: 'asked', number, operation: 'save', taxNumber: tenant.taxNumber, key, documents })
    const givesUp = random.chance(0.05)
    const isTwofold = key !== undefined && random.chance(0.25)
    for (;;) {
      const places = isTwofold ? addresses : [random.pick(addresses)]
      const answers = await Promise.all(places.map((address) => save(tenant, draft.payload, key, address)))
      for (const answer of answers) {
        // The factura that it annuls may have been rejected meanwhile.
        if (answer) await write(client, number, answer, { receipt: receiptOf(answer), mayRefuse: draft.type === 61 })
      }
      const good = answers.find((answer) => answer?.status === 200)
      if (good) {
        if (key !== undefined) await tryOtherBody(client, key)
        return good.result
      }
      const isOver = answers.some((answer) => answer && !passing.includes(answer.status))
      if (isOver || key === undefined || givesUp || !mayRepeat()) return undefined
      await sleep(pauseMs)
    }
  }

  /** Another body under a key that was used must be refused. */
  async function tryOtherBody ({ tenant, journal, random }: Client, key: string): Promise<void> {
    if (!random.chance(0.05)) return
    const answer = await save(tenant, factura(0).payload, key)
    if (answer === undefined || passing.includes(answer.status)) return
    if (answer.status === 409 && answer.code === 'IDEMPOTENCY_KEY_REUSED') return
    await journal.write({ kind: 'wrong', invariant: 'I13', what: `another body under a used key: ${answer.status}` })
  }

  async function post (client: Client, annullable: Annullable[]): Promise<void> {
    const number = ++numbers
    const target = client.random.chance(0.2) ? annullable.shift() : undefined
    if (target) {
      await saveSurely(client, number, annulment(target.number, target))
      return
    }
    const isFactura = client.random.chance(0.6)
    const result = await saveSurely(client, number, (isFactura ? factura : boleta)(number))
    if (isFactura && result?.issuedAt) {
      annullable.push({ number, folio: result.invoiceNumber, date: dayInChile(result.issuedAt) })
    }
  }

  async function signedIn ({ tenant }: Client, request: WithToken): Promise<Answer | undefined> {
    while (!tokens.has(tenant.taxNumber)) {
      const answer = await call('POST', random.pick(addresses), { path: '/Auth/Login', body: tenant.credentials })
      if (answer?.status === 200) tokens.set(tenant.taxNumber, answer.result.accessToken as string)
      else if (!mayRepeat()) return undefined
      else await sleep(pauseMs)
    }
    const answer = await request({ authorization: `Bearer ${tokens.get(tenant.taxNumber)}` })
    // A clock that jumped may have ended the session.
    if (answer?.status === 401) tokens.delete(tenant.taxNumber)
    return answer
  }

  /** Repeats until it is done; undefined when it was given up. */
  async function surely (client: Client, request: WithToken): Promise<Answer | undefined> {
    for (;;) {
      const answer = await signedIn(client, request)
      // The first request may still run, or have died: its key is free after two minutes.
      const isOpen = answer?.code === 'IDEMPOTENCY_IN_PROGRESS'
      if (answer && !isOpen && !passing.includes(answer.status)) return answer
      if (!mayRepeat()) return undefined
      await sleep(pauseMs)
    }
  }

  async function submitFile (client: Client): Promise<void> {
    const { tenant, journal, name } = client
    const drafts = Array.from({ length: bulkDocuments }, (_, index) => (index % 3 === 0 ? boleta : factura)(++numbers))
    const number = ++numbers
    const key = `${name}-bulk-${number}`
    await journal.write({
      kind: 'asked', number, operation: 'bulk', taxNumber: tenant.taxNumber, key,
      documents: drafts.map(({ type, total }) => ({ type, total }))
    })
    const invoices = drafts.map(({ payload }, index) => ({ ...payload, key: `${number}-${index}` }))
    const created = await surely(client, (headers) => call('POST', random.pick(addresses), {
      path: '/BulkInvoice/Create', body: { invoices }, headers: { ...headers, 'idempotency-key': key }
    }))
    if (created?.status !== 200) {
      if (created) await write(client, number, created, {})
      return
    }
    const { id } = created.result as { id: string }
    const ordered = await surely(client, (headers) => call('PUT', random.pick(addresses), {
      path: '/BulkInvoice/Process', body: { id }, headers
    }))
    if (ordered) await write(client, number, ordered, { bulkId: id })
  }

  /** What another tenant has must not be seen. */
  async function spy (client: Client, known: string[]): Promise<void> {
    const id = known.length > 0 ? client.random.pick(known) : undefined
    if (id === undefined) return
    const asStranger = { ...client, tenant: client.other }
    const answer = await signedIn(asStranger, (headers) => call('GET', random.pick(addresses), {
      path: `/Webhook/GetWebhook?correlationId=${id}`, headers
    }))
    if (!answer || [404, ...passing].includes(answer.status)) return
    await client.journal.write({ kind: 'wrong', invariant: 'I9', what: `another tenant's document: ${answer.status}` })
  }

  /** A document that was rejected or stopped gets another chance, if its plan has one. */
  async function retry (client: Client): Promise<void> {
    const { tenant, journal, random } = client
    const found = await signedIn(client, (headers) => call('GET', random.pick(addresses), {
      path: '/Webhook/GetWebhooks?status=7,8&pageSize=20', headers
    }))
    if (!found || passing.includes(found.status)) return
    if (found.status !== 200) return journal.write({ kind: 'wrong', invariant: 'I16', what: `a list: ${found.status}` })
    const documents = found.result.data as { correlationId: string }[]
    if (documents.length === 0) return
    const { correlationId } = random.pick(documents)
    const number = ++numbers
    await journal.write({
      kind: 'asked', number, operation: 'retry', taxNumber: tenant.taxNumber, key: undefined, documents: [], correlationId
    })
    const answer = await surely(client, (headers) => call('PUT', random.pick(addresses), {
      path: '/Webhook/Retry', body: { correlationId, evenSo: true }, headers
    }))
    // Somebody else may have retried it, and its reference may have been rejected.
    if (answer) await write(client, number, answer, { mayRefuse: true })
  }

  /** A trial of the mailbox has it read at once. */
  async function lookIntoMailbox (client: Client): Promise<void> {
    const answer = await signedIn(client, (headers) => call('POST', client.random.pick(addresses), {
      path: '/Mailbox/Test', headers
    }))
    // A tenant may try its mailbox a few times a minute only.
    if (!answer || [200, 429, ...passing].includes(answer.status)) return
    await client.journal.write({ kind: 'wrong', invariant: 'I16', what: `the mailbox: ${answer.status} ${answer.code ?? ''}` })
  }

  async function live (client: Client): Promise<void> {
    const annullable: Annullable[] = []
    const known: string[] = []
    const { random } = client
    while (isRunning()) {
      const dice = random.between(1, 100)
      if (dice <= 4) await submitFile(client)
      else if (dice <= 8) await spy(client, known)
      else if (dice <= 12) await retry(client)
      else if (dice <= 13) await lookIntoMailbox(client)
      else await post(client, annullable)
      await sleep(random.between(0, 200))
    }
    await client.journal.close()
  }

  const lives = await Promise.all(Array.from({ length: count }, async (_, index) => {
    const [tenant, other] = [defined(tenants[index % tenants.length]), defined(tenants[(index + 1) % tenants.length])]
    const name = `client-${index}`
    return { tenant, other, name, journal: await openJournal(folder, name), random: random.fork(name) }
  }))
  const over = Promise.all(lives.map(live))
  return {
    figures,
    /** Each finishes what it began; after `giveUpAfterMs` it gives up what is not answered. */
    async stop (giveUpAfterMs: number): Promise<void> {
      running = false
      figures.longestOutageMs = Math.max(figures.longestOutageMs, performance.now() - figures.lastAt)
      const hurry = setTimeout(() => { mustHurry = true }, giveUpAfterMs)
      await over
      clearTimeout(hurry)
    }
  }
}

const chile = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Santiago', dateStyle: 'short' })

function dayInChile (time: string): string {
  return chile.format(new Date(time))
}

function receiptOf ({ status, result }: Answer): Receipt | undefined {
  if (status !== 200) return undefined
  return {
    correlationId: result.correlationId, folio: String(result.invoiceNumber ?? ''), type: Number(result.documentType),
    total: Number(result.totalAmount)
  }
}
