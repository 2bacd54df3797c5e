/**
 * A queue of work for several tenants, served round robin: each batch takes from all of them, so that a tenant with a
 * hundred requests does not delay a tenant with one. A tenant's next batch begins when its last one has ended.
 */
export function createTenantQueue<Item> (weightOf: (item: Item) => number) {
  // In the order in which tenants had their last turn.
  const waiting = new Map<string, Item[]>()
  const inFlight = new Set<string>()
  let weightWaiting = 0

  const free = (): string[] => [...waiting.keys()].filter((tenantId) => !inFlight.has(tenantId))

  return {
    add (tenantId: string, item: Item): void {
      weightWaiting += weightOf(item)
      const items = waiting.get(tenantId)
      if (items) items.push(item)
      else waiting.set(tenantId, [item])
    },

    /**
     * Takes items of tenants that have no batch under way, up to a weight (one item may exceed it alone): first an
     * equal share of each tenant, then what there is room for.
     */
    take (most: number): Map<string, Item[]> {
      const taken = new Map<string, Item[]>()
      const tenants = free()
      const share = most / tenants.length
      let weight = 0
      const takeOf = (tenantId: string, limit: number): void => {
        const items = waiting.get(tenantId) ?? []
        const own = taken.get(tenantId) ?? []
        let [count, used] = [0, 0]
        for (const item of items) {
          const next = weightOf(item)
          const isFull = weight > 0 && weight + next > most
          if (isFull || (own.length + count > 0 && used + next > limit)) break
          weight += next
          used += next
          count++
        }
        if (count > 0) taken.set(tenantId, [...own, ...items.splice(0, count)])
      }
      for (const tenantId of tenants) takeOf(tenantId, share)
      for (const tenantId of tenants) takeOf(tenantId, most)
      weightWaiting -= weight
      for (const tenantId of taken.keys()) {
        inFlight.add(tenantId)
        const left = waiting.get(tenantId) ?? []
        waiting.delete(tenantId)
        if (left.length > 0) waiting.set(tenantId, left)
      }
      return taken
    },

    /** The tenant's batch has ended. */
    release: (tenantId: string): void => { inFlight.delete(tenantId) },

    /** Of all that wait, also for tenants that have a batch under way. */
    weight: (): number => weightWaiting,

    /** Whether there is anything that a batch could take now. */
    hasFree: (): boolean => {
      for (const tenantId of waiting.keys()) {
        if (!inFlight.has(tenantId)) return true
      }
      return false
    }
  }
}
