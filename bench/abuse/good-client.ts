import { setTimeout as sleep } from 'node:timers/promises'
import { invoice } from '../invoice.ts'
import { createCaller } from './http.ts'
import type { Tenant } from './tenants.ts'

// An open loop: a request goes out at its time whether or not those before were answered, and its latency counts from
// that time.
const everyMs = 40
// What is not answered by then, and what is refused, counts as so much.
const giveUpAfterMs = 10_000
// The connections that it keeps open, as a back office does; they carry 200 Saves a second while each takes 40 ms.
const connections = 8
// How often somebody comes who has no connection yet.
const newcomerEveryMs = 250
// How often somebody looks at the PDF of a document that was just issued.
const pdfEveryMs = 500
export const goodAddress = '127.0.0.2'

export interface Measured {
  samples: number
  p50: number
  p99: number
  /** The longest time that a new connection took to its first answer. */
  newMs: number
  errors: Record<string, number>
  pdfs: Pdfs
}

/** `longestMs` counts those that were served. */
export interface Pdfs { served: number, longestMs: number, errors: Record<string, number> }

/**
 * Posts invoices of the good tenant at an even pace over connections that it keeps, and remembers every folio that it
 * was told.
 */
export function createGoodClient (url: string, { keys, token }: Pick<Tenant, 'keys' | 'token'>) {
  const caller = createCaller(url, goodAddress, connections)
  const folios = new Map<string, string>()
  let sent = 0

  /** Whether it was answered with a folio. */
  async function save (errors: Record<string, number>): Promise<boolean> {
    const quantity = sent++
    const { status, result, errorCode } = await caller.call('POST', '/api/Webhook/Save', {
      ...keys, payload: invoice(quantity % 50 + 1, 3)
    }, { 'idempotency-key': `good ${quantity}` })
    if (status === 200 && result?.invoiceNumber) {
      folios.set(result.correlationId, result.invoiceNumber)
      return true
    }
    countError(errors, errorCode || String(status))
    return false
  }

  /** The PDF of the document that was issued last, which nobody has drawn yet. */
  async function look (pdfs: Pdfs): Promise<void> {
    const begun = performance.now()
    const { status, errorCode } = await caller.call(
      'GET', `/api/Webhook/GetPdf?correlationId=${Array.from(folios.keys()).at(-1)}`, undefined,
      { authorization: `Bearer ${token}` }
    )
    if (status === 200) {
      pdfs.served += 1
      pdfs.longestMs = Math.max(pdfs.longestMs, performance.now() - begun)
    } else countError(pdfs.errors, errorCode || String(status))
  }

  /** Opens the connections that are not open. */
  async function connect (): Promise<void> {
    await Promise.all(Array.from({ length: connections }, () => caller.call('GET', '/health/live')))
  }

  /** How long a request takes over a connection of its own, in ms. */
  async function comeAnew (): Promise<number> {
    const begun = performance.now()
    const newPerson = createCaller(url, goodAddress)
    const { status } = await newPerson.call('GET', '/health/live')
    newPerson.close()
    return status === 200 ? performance.now() - begun : giveUpAfterMs
  }

  return {
    /** The folio of each document that was answered, by its correlationId. */
    folios: folios as ReadonlyMap<string, string>,

    /**
     * Begins to post, and to ask for PDFs if it is told to; the function it gives ends that, waits for what is under
     * way, and tells the latencies in ms.
     */
    async begin ({ asksForPdf = false } = {}): Promise<() => Promise<Measured>> {
      await connect()
      const latencies: number[] = []
      const errors: Record<string, number> = {}
      const underWay = new Set<Promise<void>>()
      const over = new AbortController()
      const begun = performance.now()
      const pdfs: Pdfs = { served: 0, longestMs: 0, errors: {} }
      let newMs = 0

      async function one (dueAt: number): Promise<void> {
        const isSaved = await save(errors)
        latencies.push(isSaved ? performance.now() - dueAt : giveUpAfterMs)
      }

      const posting = (async () => {
        for (let dueAt = begun; !over.signal.aborted; dueAt += everyMs) {
          const waits = dueAt - performance.now()
          if (waits > 0) await sleep(waits)
          const request = one(dueAt).finally(() => { underWay.delete(request) })
          underWay.add(request)
        }
      })()
      const coming = (async () => {
        while (!over.signal.aborted) {
          newMs = Math.max(newMs, await comeAnew())
          await sleep(newcomerEveryMs)
        }
      })()
      const looking = (async () => {
        if (!asksForPdf) return
        while (!over.signal.aborted) {
          await look(pdfs)
          await sleep(pdfEveryMs)
        }
      })()

      return async () => {
        over.abort()
        await posting
        await Promise.race([Promise.all(underWay), sleep(giveUpAfterMs)])
        for (let missing = underWay.size; missing > 0; missing--) latencies.push(giveUpAfterMs)
        await Promise.all([coming, looking])
        return {
          samples: latencies.length, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99), newMs, errors,
          pdfs
        }
      }
    },

    close: caller.close
  }
}

export type GoodClient = ReturnType<typeof createGoodClient>

function countError (errors: Record<string, number>, code: string): void {
  errors[code] = (errors[code] ?? 0) + 1
}

/** By nearest rank; NaN of nothing. */
function percentile (values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
}
