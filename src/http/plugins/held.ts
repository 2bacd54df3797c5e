import fp from 'fastify-plugin'
import { Gauge, type Registry } from 'prom-client'
import type { CountHeld } from '../../shared/held.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Shows a count of something that is held for requests among the metrics. */
    countHeld: CountHeld
  }
}

/** Gives the other plugins `countHeld`. */
export const heldCounts = fp<{ registry: Registry }>(async (app, { registry }) => {
  app.decorate('countHeld', heldIn(registry))
}, { name: 'held-counts' })

const counts = new WeakMap<Registry, Map<string, (() => number)[]>>()

/**
 * The one place where everything that is held for requests can be read: `timbre_held{what="drawing"}`. Each count falls
 * back to zero once no request is in progress. Counts of the same name add up.
 */
export function heldIn (registry: Registry): CountHeld {
  const known = counts.get(registry) ?? measuredBy(registry)
  return (what, count) => { known.set(what, [...known.get(what) ?? [], count]) }
}

function measuredBy (registry: Registry): Map<string, (() => number)[]> {
  const known = new Map<string, (() => number)[]>()
  counts.set(registry, known)
  registry.registerMetric(new Gauge({
    name: 'timbre_held',
    help: 'Resources held for requests in progress: places, streams, drawings, idempotency keys.',
    labelNames: ['what'],
    registers: [],
    collect () {
      for (const [what, parts] of known) this.set({ what }, parts.reduce((sum, count) => sum + count(), 0))
    }
  }))
  return known
}
