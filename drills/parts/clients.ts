import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tenant } from './tenant.ts'

/** A document that was acknowledged with its folio. */
export interface Receipt { key: string, taxNumber: string, folio: string, correlationId: string, at: number }

interface Result { invoiceNumber: string, correlationId: string }

export const drillPayload = {
  header: {
    documentId: { documentType: '33' },
    receiver: {
      taxNumber: '88888888-8', businessName: 'Ingeniería Ñandú Austral S.A.', businessActivity: 'Obras de ingeniería',
      address: 'Camino a Melipilla 10803', municipality: 'Maipú'
    }
  },
  details: [{ itemName: 'Taladro percutor 850 W', quantity: 2, unitPrice: 42990 }]
}

const deadlineMs = 5000
const pauseMs = 100

/**
 * Clients that post without a pause, each document under a key of its own that it repeats until it is acknowledged.
 * `addresses` may change at any time.
 */
export function startClients (
  { tenants, addresses, count }: { tenants: Tenant[], addresses: () => string[], count: number }
) {
  const receipts: Receipt[] = []
  const refusals = new Map<string, number>()
  let failures = 0
  let running = true
  const isRunning = (): boolean => running
  let turn = 0

  async function post (tenant: Tenant, key: string): Promise<boolean> {
    const places = addresses()
    const place = places[turn++ % places.length]
    try {
      const answer = await fetch(`${place}/api/Webhook/Save`, {
        method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ ...tenant.keys, payload: drillPayload }), signal: AbortSignal.timeout(deadlineMs)
      })
      const text = await answer.text()
      if (answer.ok) {
        const { invoiceNumber, correlationId } = (JSON.parse(text) as { result: Result }).result
        receipts.push({ key, taxNumber: tenant.taxNumber, folio: invoiceNumber, correlationId, at: Date.now() })
        return true
      }
      if (answer.status !== 503) refusals.set(text.slice(0, 200), (refusals.get(text.slice(0, 200)) ?? 0) + 1)
    } catch {
      // No answer: the outcome is unknown until the key is repeated.
    }
    failures++
    return false
  }

  async function client (tenant: Tenant): Promise<void> {
    while (isRunning()) {
      const key = randomUUID()
      while (isRunning() && !await post(tenant, key)) await sleep(pauseMs)
    }
  }

  const clients = Array.from({ length: count }, (_, index) => client(tenants[index % tenants.length]!))
  return {
    receipts,
    /** Answers other than success and 503, with how often each came. */
    refusals,
    failures: () => failures,
    async stop (): Promise<void> {
      running = false
      await Promise.all(clients)
    }
  }
}

/** The longest time without a receipt, in seconds. */
export function longestOutage (receipts: Receipt[]): number {
  const times = receipts.map(({ at }) => at)
  return Math.max(0, ...times.slice(1).map((at, index) => at - times[index]!)) / 1000
}
